/** Paper 000, Table VII: Thief and Police in small mazes, all four policemen in one database. */
import type { Experiment } from "../experiment.ts";
import { pursuitExperiment } from "./pursuit.ts";

export const experiment: Experiment = pursuitExperiment({
  id: "000-table-7",
  table: "Table VII",
  title: "Thief and Police, 20 × 20, alternating: a database of four policemen",
  size: 20,
  turns: "alternating",
  figures: [
    [74, 71, 70, 69],
    [81, 81, 79, 77],
    [63, 73, 79, 70],
    [70, 67, 70, 56],
    [77, 79, 77, 76],
  ],
  coreMinutes: { quick: 30, full: 6_000 },
  claims: [],
});
