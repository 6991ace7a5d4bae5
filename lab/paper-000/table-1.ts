/** Paper 000, Table I: endgame databases of three against three pieces on small boards. */
import { average, difference } from "../estimate.ts";
import type { CellLookup, Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { numberIn, SMALL_DEPTHS } from "./protocol.ts";
import { smallBoardExperiments } from "./small-boards.ts";

const COVERED = ["6 × 6, 3-3", "7 × 7, 3-3"];
const PARTLY = ["6 × 6, 6-6", "7 × 7, 6-6"];

const over = (cells: CellLookup, rows: readonly string[]): ReturnType<CellLookup>[] =>
  rows.flatMap((row) => SMALL_DEPTHS.map((depth) => cells(row, depth)));

export const experiments: readonly Experiment[] = smallBoardExperiments({
  id: "000-table-1",
  table: "Table I",
  title: "Endgame database of three against three pieces, small boards",
  rows: "board, pieces per side",
  figures: {
    "6 × 6, 3-3": [100, 97, 97, 97, 95],
    "6 × 6, 6-6": [54, 60, 63, 63, 61],
    "7 × 7, 3-3": [100, 100, 100, 93, 96],
    "7 × 7, 6-6": [61, 57, 62, 60, 60],
  },
  contest: (row) => {
    const pieces = row.endsWith("3-3") ? 3 : 6;
    // Six pieces are looked up as two groups of three.
    return { side: numberIn(row), pieces, evaluation: pieces === 3 ? "edb(3)" : "edb(3+3)" };
  },
  coreMinutes: { quick: 5, restricted: 2, full: 130 },
  claims: () => [
    {
      text: "Where the database covers all pieces on the board, its program scores at least 93 % at every depth.",
      judge: (cells) => every(93, over(cells, COVERED)),
    },
    {
      text: "With six pieces per side, of which each lookup covers three against three, it averages about 60 % (here: 55 to 65).",
      judge: (cells) => within(55, 65, average("six against six, mean of all cells", over(cells, PARTLY))),
    },
    {
      text: "Lookups of parts still beat the baseline.",
      judge: (cells) => atLeast(50, average("six against six, mean of all cells", over(cells, PARTLY))),
    },
    {
      text: "The score is lower if the database does not cover all pieces.",
      judge: (cells) => {
        const parts = over(cells, PARTLY);
        const losses = over(cells, COVERED).map((covered, i) => difference(covered, parts[i] ?? null));
        return atLeast(0, average("three against three minus six against six, mean", losses));
      },
    },
  ],
});
