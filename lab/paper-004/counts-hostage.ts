/** Paper 004, section 5: stronger bots are beaten when they take the horse hostage. */
import { average, difference, type Estimate } from "../estimate.ts";
import type { Cell, CellLookup, Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import { BEST, cell, EXACT_P2, fromHostages, fromSetups, FULL_GAMES, P2, PAPER, type Opponent } from "./protocol.ts";

const SETUPS = "from setups";
const GOLD = "its horse held, Rat gold";
const SILVER = "its horse held, Rat silver";
const QUICK_GAMES = 12;
/** At least one game in this many percent is won. */
const CAN_BEAT = 5;
const PROTOCOL =
  "rat against stronger players, from setups, and from 24 positions (twelve and their mirror images) in which Rat has played the elephant-horse attack, the opponent's elephant holds its horse, and Rat is to move. The sample bot cannot continue a position as silver";

const OPPONENTS: readonly Opponent[] = [...P2, EXACT_P2[0] as Opponent, BEST];

function cellsOf(opponent: Opponent): Cell[] {
  const { row, isProgram } = opponent;
  return [
    cell(row, SETUPS, QUICK_GAMES, (games) => fromSetups("rat", opponent, games)),
    ...(isProgram ? [] : [cell(row, GOLD, QUICK_GAMES, (games) => fromHostages(opponent, "gold", games))]),
    cell(row, SILVER, QUICK_GAMES, (games) => fromHostages(opponent, "silver", games)),
  ];
}

function held({ row, isProgram }: Opponent, cells: CellLookup): Estimate | null {
  return average(`against ${row} with the horse held`, [...(isProgram ? [] : [cells(row, GOLD)]), cells(row, SILVER)]);
}

export const experiment: Experiment = {
  id: "004-hostage",
  paper: PAPER,
  table: "no table; sections 2 and 5",
  title: "Rat against stronger players that hold its horse",
  figure: "score (%) of Rat",
  rows: "opponent",
  columns: "games begin",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK_GAMES} games per cell.`, coreMinutes: 75 },
    full: { protocol: `${PROTOCOL}; ${FULL_GAMES} games per cell.`, coreMinutes: 1_250 },
  },
  cells: OPPONENTS.flatMap(cellsOf),
  claims: OPPONENTS.flatMap((opponent) => [
    {
      text: `Rat can beat a generally stronger bot that takes the horse hostage, ${opponent.row} (here: at least one game in twenty).`,
      judge: (cells: CellLookup) => atLeast(CAN_BEAT, held(opponent, cells)),
    },
    {
      text: `It scores more there than from setups, ${opponent.row}.`,
      judge: (cells: CellLookup) => atLeast(0, difference(held(opponent, cells), cells(opponent.row, SETUPS))),
    },
  ]),
};
