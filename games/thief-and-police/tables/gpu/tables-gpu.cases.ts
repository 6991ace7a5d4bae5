/** What tables-gpu.test.ts solves on a GPU, and what its process reports. */
import type { OptionValues } from "../../../../engine/contracts/options.ts";

export interface Compared {
  readonly entries: number;
  /** Entries that are not those of the solver on the CPU. */
  readonly wrong: number;
  /** The histogram is the CPU's. */
  readonly isCounted: boolean;
  /** The largest distance. */
  readonly largest: number;
  readonly notes: readonly string[];
}

export interface Report {
  readonly equal: readonly Compared[];
  /** Resumed by the GPU, by the CPU; the CPU's by the GPU. */
  readonly interrupted: readonly (readonly Compared[])[];
  /** Solved; the first one also resumed by the GPU and by the CPU. */
  readonly games: readonly (readonly Compared[])[];
  readonly afterLoss: Compared;
}

/** A corridor of 302 squares. */
const LONG = [
  "E".padEnd(120, "."),
  `${"#".repeat(119)}.`,
  ".".repeat(120),
  `.${"#".repeat(119)}`,
  ".".repeat(60).padEnd(120, "#"),
].join("/");
/** With a junction where two policemen compete for a square. */
const JUNCTION = "...../.#.#./...../##.##/##E##";
const OPEN = "..../..../..../...E";

export interface Case {
  readonly name: string;
  readonly options: OptionValues;
  readonly mostUnits?: number;
}

export const CASES: readonly Case[] = [
  { name: "thief, two policemen", options: { kind: "thief", maze: "small", policemen: 2 } },
  { name: "thief, in portions", options: { kind: "thief", maze: JUNCTION, policemen: 3 }, mostUnits: 1 },
  { name: "thief, far from the exit", options: { kind: "thief", maze: LONG, policemen: 1 } },
  { name: "police, two", options: { kind: "police", maze: "small", policemen: 2 } },
  { name: "police, one square at a time", options: { kind: "police", maze: JUNCTION, policemen: 2 }, mostUnits: 1 },
  { name: "police, three at a junction", options: { kind: "police", maze: JUNCTION, policemen: 3 } },
  { name: "police, surrounding", options: { kind: "police", maze: JUNCTION, policemen: 3, goal: "surround" } },
  { name: "police, four in an open area", options: { kind: "police", maze: OPEN, policemen: 4 } },
  { name: "police, six", options: { kind: "police", maze: ".../.../..E", policemen: 6 } },
  { name: "police, far from the thief", options: { kind: "police", maze: LONG, policemen: 1 } },
  { name: "police, all moving", options: { kind: "police", maze: JUNCTION, policemen: 3, stay: "no" } },
  {
    name: "police, all moving, surrounding",
    options: { kind: "police", maze: OPEN, policemen: 2, stay: "no", goal: "surround" },
  },
];

export const RESUMED: readonly Case[] = [
  { name: "police", options: { kind: "police", maze: "small", policemen: 2 } },
  { name: "police, all moving", options: { kind: "police", maze: JUNCTION, policemen: 2, stay: "no" } },
  { name: "thief", options: { kind: "thief", maze: "small", policemen: 2 } },
];

export const GAMES: readonly Case[] = [
  { name: "two policemen", options: { maze: "small", policemen: 2 } },
  { name: "three, all moving", options: { maze: JUNCTION, policemen: 3, stay: "no" } },
  { name: "three, one moving in a turn", options: { maze: JUNCTION, policemen: 3, turns: "alternating-one" } },
];
