/** Paper 004, section 1: random playouts in which one side lacks its elephant and the other a rabbit. */
import { average } from "../estimate.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import { PAPER } from "./protocol.ts";

const GAMES = 2_000;
const COLUMN = "points of the side without an elephant";
const FIRST = "it moves first";
const SECOND = "it moves second";

function cellOf(row: string, setup: string, seat: "first" | "second"): Cell {
  const match = {
    kind: "match",
    game: "arimaa",
    variant: { setup },
    players: ["random", "random"],
    limits: {},
    openingPlies: 0,
    seat,
    games: GAMES,
  } as const;
  return { row, column: COLUMN, paper: null, decimals: 1, measure: { quick: match, full: match } };
}

const PROTOCOL = `Random steps (a turn ends at random too) from the setup 99of9, one side without its elephant, the other without one of its rabbits, each in turn; ${GAMES} games per cell. The paper says neither how its playouts choose nor from where they start.`;

export const experiment: Experiment = {
  id: "004-playouts",
  paper: PAPER,
  table: "no table; section 1",
  title: "Random playouts without an elephant against without a rabbit",
  figure: "score (%)",
  rows: "",
  columns: "",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 1 }, full: { protocol: PROTOCOL, coreMinutes: 1 } },
  cells: [cellOf(FIRST, "without-elephant", "first"), cellOf(SECOND, "without-elephant-silver", "second")],
  claims: [
    {
      text: "In random playouts the side without an elephant wins more often than the side without a rabbit.",
      judge: (cells) =>
        atLeast(50, average("the side without an elephant", [cells(FIRST, COLUMN), cells(SECOND, COLUMN)])),
    },
  ],
};
