/** Tables solved for tests, and facts computed by independent programs. */
import { readFileSync } from "node:fs";
import { unwrap } from "../../engine/contracts/errors.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import type { SolveOptions, Table, TableSpec } from "../../engine/contracts/table.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import { game } from "./game.ts";
import { ReferenceRules } from "./reference.fixture.ts";

const FACTS_FILE = new URL("facts/one-side.jsonl", import.meta.url);

/**
 * One-side tables computed by programs in C, JavaScript and Python that agree: number of states by distance from the goal.
 * Cells are numbered row by row from the goal's corner. `edges` counts the moves of all states, `startDepth` is the distance of
 * the goal turned by 180 degrees.
 */
export interface Fact {
  readonly side: number;
  readonly k: number;
  readonly goal: readonly number[];
  readonly states: number;
  readonly reached: number;
  readonly edges: number;
  readonly maxDepth: number;
  readonly startDepth: number;
  readonly hist: readonly number[];
}

export function readFacts(): Fact[] {
  return readFileSync(FACTS_FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Fact);
}

/** Cell names, in the numbering of the facts. */
export function cellNames(side: number): readonly string[] {
  return new ReferenceRules({ side, pieces: 1, win: "filled", moves: "all", stuck: "pass" }).cells;
}

export function specOf(side: number, pieces: number, goal?: readonly string[]): TableSpec {
  const given = { side: String(side), pieces: String(pieces), ...(goal ? { goal: goal.join(",") } : {}) };
  return unwrap(game.table(unwrap(parseOptions(game.tableOptions, given))));
}

export interface SolvedCopy {
  readonly spec: TableSpec;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly histogram: readonly number[];
  open(loaded?: number): Table;
}

/** Solves a table and copies its entries. */
export async function solve(spec: TableSpec, options: Partial<SolveOptions> = {}): Promise<SolvedCopy> {
  const solved = await spec.solve({ threads: 1, ...options });
  const bytes = new Uint8Array(solved.bytes);
  solved.release();
  return {
    spec: spec,
    bytes,
    histogram: solved.histogram,
    open: (loaded) => spec.open(memoryEntries(spec.identity, bytes, loaded)),
  };
}
