/** Paper 000, Table X: the simultaneous game in large mazes. */
import type { Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import { lessThan, pursuitExperiment } from "./pursuit.ts";

export const experiment: Experiment = pursuitExperiment({
  id: "000-table-10",
  table: "Table X",
  title: "Thief and Police, 60 × 60, simultaneous: a database of two policemen, looked up twice",
  size: 60,
  turns: "simultaneous",
  figures: [
    [61, 60, 60, 58],
    [62, 64, 61, 60],
    [58, 57, 57, 55],
    [65, 63, 62, 60],
    [66, 67, 64, 59],
  ],
  coreMinutes: { quick: 35, full: 20_000 },
  claims: [
    {
      text: "The advantage is smaller than in the alternating game.",
      judge: (cells) =>
        atLeast(0, lessThan(cells, "000-table-8", "alternating minus simultaneous, mean of the common cells")),
    },
    {
      text: "The advantage is larger in small mazes than in large ones.",
      judge: (cells) => atLeast(0, lessThan(cells, "000-table-9", "20 × 20 minus 60 × 60, mean of the common cells")),
    },
  ],
});
