/** Paper 000, Table III: the pattern database of three pieces, looked up twice for six. */
import { average, difference } from "../estimate.ts";
import type { Experiment } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import { BOARDS, numberIn, SMALL_DEPTHS } from "./protocol.ts";
import { smallBoardExperiments } from "./small-boards.ts";

export const experiments: readonly Experiment[] = smallBoardExperiments({
  id: "000-table-3",
  table: "Table III",
  title: "Pattern database of three pieces, six against six",
  rows: "board",
  figures: {
    "7 × 7": [52, 74, 70, 66, 77],
    "8 × 8": [60, 64, 68, 64, 56],
    "9 × 9": [62, 76, 66, 76, 72],
  },
  contest: (row) => ({ side: numberIn(row), pieces: 6, evaluation: "pdb(3)" }),
  coreMinutes: { quick: 8, restricted: 4, full: 210 },
  claims: (suffix) => [
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
});
