/** Paper 000, Table III: the pattern database of three pieces, looked up twice for six. */
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
    id: `000-table-3${suffix}`,
    paper: PAPER,
    table: "Table III",
    title: "Pattern database of three pieces, six against six",
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
        "7 × 7": [52, 74, 70, 66, 77],
        "8 × 8": [60, 64, 68, 64, 56],
        "9 × 9": [62, 76, 66, 76, 72],
      },
      (row, column) => {
        const contest = { side: numberIn(row), pieces: 6, evaluation: "pdb(3)", depth: numberIn(column) };
        return { games: PAPER_GAMES, measure: measure(contest, deepest, condition) };
      },
    ),
    claims: [
      {
        text: "Even the database of three pieces beats the baseline on every board.",
        judge: (cells) =>
          every(
            50,
            BOARDS.map((board) =>
              average(
                `${board}, mean over depths`,
                SMALL_DEPTHS.map((depth) => cells(board, depth)),
              ),
            ),
          ),
      },
      {
        text: "Covering all six pieces (Table II) is better than two lookups of three.",
        judge: (cells) => {
          const gains = BOARDS.flatMap((board) =>
            SMALL_DEPTHS.map((depth) => difference(cells(board, depth, `000-table-2${suffix}`), cells(board, depth))),
          );
          return atLeast(0, average("PDB(6) minus PDB(3), mean of all cells", gains));
        },
      },
    ],
  };
}
