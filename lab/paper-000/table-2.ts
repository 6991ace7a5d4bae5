/** Paper 000, Table II: the pattern database of all six pieces of one side. */
import { average, difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import {
  BOARDS,
  CONDITIONS,
  FIGURE,
  measure,
  numberIn,
  PAPER,
  PAPER_GAMES,
  SMALL_DEPTHS,
  smallGames,
  type Condition,
} from "./protocol.ts";

export const experiments: readonly Experiment[] = CONDITIONS.map(tableUnder);

function tableUnder(condition: Condition): Experiment {
  const { deepest, protocol } = smallGames(condition);
  const { suffix } = condition;
  return {
    id: `000-table-2${suffix}`,
    paper: PAPER,
    table: "Table II",
    title: "Pattern database of six pieces, six against six",
    condition: condition.words,
    figure: FIGURE,
    rows: "board",
    columns: "search depth",
    settings: {
      quick: { protocol: protocol.quick, coreMinutes: suffix === "" ? 8 : 4 },
      full: { protocol: protocol.full, coreMinutes: 210 },
    },
    cells: grid(
      SMALL_DEPTHS,
      {
        "7 × 7": [82, 86, 82, 80, 80],
        "8 × 8": [76, 80, 84, 94, 80],
        "9 × 9": [96, 94, 82, 94, 92],
      },
      (row, column) => {
        const contest = { side: numberIn(row), pieces: 6, evaluation: "pdb(6)", depth: numberIn(column) };
        return { games: PAPER_GAMES, measure: measure(contest, deepest, condition) };
      },
    ),
    claims: [
      {
        text: "The database that covers all of one side's pieces scores at least 76 % on every board at every depth.",
        judge: (cells) =>
          every(
            76,
            BOARDS.flatMap((board) => SMALL_DEPTHS.map((depth) => cells(board, depth))),
          ),
      },
      {
        text: "Its score grows with the board.",
        judge: (cells) => {
          const gains = SMALL_DEPTHS.map((depth) => difference(cells("9 × 9", depth), cells("7 × 7", depth)));
          return atLeast(0, average("9 × 9 minus 7 × 7, mean over depths", gains));
        },
      },
      {
        text: "On 7 × 7 with six pieces, ignoring the opponent (this table) does better than a small endgame database (Table I).",
        judge: (cells) => {
          const gains = SMALL_DEPTHS.map((depth) =>
            difference(cells("7 × 7", depth), cells("7 × 7, 6-6", depth, `000-table-1${suffix}`)),
          );
          return atLeast(0, average("PDB(6) minus EDB, mean over depths", gains));
        },
      },
    ],
  };
}
