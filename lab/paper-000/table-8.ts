/** Paper 000, Table VIII: Thief and Police in large mazes, two policemen to a database. */
import type { Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import { lessThan, pursuitExperiment } from "./pursuit.ts";

export const experiment: Experiment = pursuitExperiment({
  id: "000-table-8",
  table: "Table VIII",
  title: "Thief and Police, 60 × 60, alternating: a database of two policemen, looked up twice",
  size: 60,
  turns: "alternating",
  figures: [
    [64, 67, 66, 63],
    [67, 66, 64, 64],
    [72, 69, 68, 65],
    [68, 68, 65, 64],
    [74, 72, 72, 68],
  ],
  coreMinutes: { quick: 25, full: 20_000 },
  claims: [
    {
      text: "The advantage is larger in small mazes than in large ones.",
      judge: (cells) => atLeast(0, lessThan(cells, "000-table-7", "20 × 20 minus 60 × 60, mean of the common cells")),
    },
  ],
});
