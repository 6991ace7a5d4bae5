/** Paper 004, section 5: stronger bots are beaten when they take the horse hostage. */
import { average, difference } from "../estimate.ts";
import type { CellLookup, Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import { cell, fromHostages, fromSetups, PAPER, QUICK_HOSTAGES, FULL_GAMES, STRONGER } from "./protocol.ts";

const SETUPS = "from setups";
const GOLD = "its horse held, Rat gold";
const SILVER = "its horse held, Rat silver";
const PROTOCOL =
  "Rat against stronger players, from named setups, and from 24 positions (twelve and their mirror images) in which Rat has played the elephant-horse attack, the opponent's elephant holds its horse, and Rat is to move";

const held = (bot: string, cells: CellLookup) =>
  average(`against ${bot} with the horse held`, [cells(bot, GOLD), cells(bot, SILVER)]);

export const experiment: Experiment = {
  id: "004-hostage",
  paper: PAPER,
  table: "no table; sections 2 and 5",
  title: "Rat against stronger players that hold its horse",
  figure: "score (%) of Rat",
  rows: "opponent",
  columns: "games begin",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK_HOSTAGES} games per cell.`, coreMinutes: 8 },
    full: { protocol: `${PROTOCOL}; ${FULL_GAMES} games per cell.`, coreMinutes: 400 },
  },
  cells: STRONGER.flatMap((bot) => [
    cell(bot, SETUPS, QUICK_HOSTAGES, (games) => fromSetups(bot, games)),
    cell(bot, GOLD, QUICK_HOSTAGES, (games) => fromHostages(bot, "gold", games)),
    cell(bot, SILVER, QUICK_HOSTAGES, (games) => fromHostages(bot, "silver", games)),
  ]),
  claims: STRONGER.flatMap((bot) => [
    {
      text: `Rat can beat a generally stronger bot that takes the horse hostage (${bot}): more than half of the points.`,
      judge: (cells: CellLookup) => atLeast(50, held(bot, cells)),
    },
    {
      text: `It scores more there than from setups (${bot}).`,
      judge: (cells: CellLookup) => atLeast(0, difference(held(bot, cells), cells(bot, SETUPS))),
    },
  ]),
};
