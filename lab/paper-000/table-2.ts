/** Paper 000, Table II: the pattern database of all six pieces of one side. */
import { average, difference } from "../estimate.ts";
import type { Experiment } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import { BOARDS, numberIn, SMALL_DEPTHS } from "./protocol.ts";
import { smallBoardExperiments } from "./small-boards.ts";

export const experiments: readonly Experiment[] = smallBoardExperiments({
  id: "000-table-2",
  table: "Table II",
  title: "Pattern database of six pieces, six against six",
  rows: "board",
  figures: {
    "7 × 7": [82, 86, 82, 80, 80],
    "8 × 8": [76, 80, 84, 94, 80],
    "9 × 9": [96, 94, 82, 94, 92],
  },
  contest: (row) => ({ side: numberIn(row), pieces: 6, evaluation: "pdb(6)" }),
  coreMinutes: { quick: 8, restricted: 4, full: 210 },
  claims: (suffix) => [
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
});
