/** Paper 000, Table IX: the simultaneous game in small mazes. */
import type { Experiment } from "../experiment.ts";
import { atLeast } from "../verdict.ts";
import { lessThan, pursuitExperiment } from "./pursuit.ts";

export const experiment: Experiment = pursuitExperiment({
  id: "000-table-9",
  table: "Table IX",
  title: "Thief and Police, 20 × 20, simultaneous: a database of four policemen",
  size: 20,
  turns: "simultaneous",
  figures: [
    [72, 68, 68, 67],
    [76, 74, 73, 71],
    [60, 66, 66, 62],
    [67, 66, 64, 64],
    [68, 67, 64, 64],
  ],
  coreMinutes: { quick: 40, full: 6_000 },
  claims: [
    {
      text: "The advantage is smaller than in the alternating game.",
      judge: (cells) =>
        atLeast(0, lessThan(cells, "000-table-7", "alternating minus simultaneous, mean of the common cells")),
    },
  ],
});
