/** Paper 003, Table 4, Chinese Dark Chess: won positions. */
import { loadUpTo, solveUpTo, wonPositions, type WonPositions } from "../../games/chinese-dark-chess/endgame-counts.ts";
import { readCaptures } from "../../games/chinese-dark-chess/options.ts";
import { grid, type Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";
import { computed, PAPER } from "./dark-chess.ts";

const PROTOCOL =
  "From endgame tables (gamelore solve chinese-dark-chess builds those of four elements), no games: positions of revealed pieces won for White, with either side to move, mirror images counted once; a player without a move loses, endless play is a draw, equal pieces capture each other, no ply limit. The paper does not define its counts: this gives its figures at two elements, but neither this nor any other variant tried does at three and four.";

const counts = new Map<number, Promise<WonPositions>>();

async function count(elements: number): Promise<WonPositions> {
  const captures = readCaptures({});
  const { endgames } =
    elements < 4
      ? await solveUpTo(elements, captures, { threads: 1 })
      : { endgames: await loadUpTo(elements, captures) };
  return wonPositions(endgames, elements);
}

/** Cached. */
function won(elements: number): Promise<WonPositions> {
  const counted = counts.get(elements) ?? count(elements);
  counts.set(elements, counted);
  return counted;
}

export const experiment: Experiment = {
  id: "003-table-4-dark-chess",
  paper: PAPER,
  table: "Table 4, Chinese Dark Chess",
  title: "Size of the endgame database when only storing won positions",
  figure: "won positions",
  rows: "elements",
  columns: "sets",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 1 }, full: { protocol: PROTOCOL, coreMinutes: 1 } },
  cells: grid(
    ["total", "representatives", "factor"],
    {
      "2": [6_448, 744, 8.67],
      "3": [1_650_763, 171_516, 9.62],
      "4": [156_204_805, 15_418_377, 10.13],
    },
    (row, column) => ({
      decimals: column === "factor" ? 2 : 0,
      games: null,
      measure: computed(async () => {
        const { all, representatives } = await won(Number(row));
        return column === "total" ? all : column === "factor" ? all / representatives : representatives;
      }),
    }),
  ),
  claims: [
    {
      text: "Material symmetry reduces lists of won positions as much as whole tables: more than eightfold.",
      judge: (cells) =>
        every(
          8,
          ["2", "3", "4"].map((elements) => cells(elements, "factor")),
        ),
    },
  ],
};
