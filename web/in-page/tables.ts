/** Tables in the page: in memory, cached by the browser, or solved on demand. */
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type {
  Device,
  SolvedTable,
  SolveOptions,
  TableIdentity,
  TableSpec,
  TableSetSpec,
} from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { provideTable, tableSource } from "../../engine/platform/browser/tables.ts";
import { BrowserCheckpoint, cacheTable, cachedTable } from "./table-cache.ts";
import type { PreparedTable } from "./messages.ts";

/** Entries of all tables of one request: seconds of solving, some tens of megabytes. */
const MAX_ENTRIES = 32_000_000;
/** Working memory of the solver. */
const MAX_MEMORY_BYTES = 512_000_000;

/** For a table that is built on request: minutes on a CPU, and as much again in the browser's storage. */
export const REQUESTED: PageLimits = { entries: 400_000_000, memoryBytes: 2_000_000_000 };
const ON_DEMAND: PageLimits = { entries: MAX_ENTRIES, memoryBytes: MAX_MEMORY_BYTES };

export interface PageLimits {
  readonly entries: number;
  readonly memoryBytes: number;
}

/** Why these tables are too large for the page; null if they are not. */
export function tooLargeReason(specs: readonly TableSpec[], limits: PageLimits = ON_DEMAND): string | null {
  const missing = specs.filter(({ identity }) => !tableSource().has(identity));
  const entries = missing.reduce((sum, { identity }) => sum + identity.entries, 0);
  const memory = Math.max(0, ...missing.map(({ memoryBytes }) => memoryBytes));
  if (entries <= limits.entries && memory <= limits.memoryBytes) return null;
  const what = missing.length === 1 ? `the table ${missing[0]?.identity.name}` : `${missing.length} tables`;
  return `${what} with ${entries.toLocaleString("en")} entries: the page solves at most ${limits.entries.toLocaleString("en")}`;
}

/** Whether a table is in memory or small enough to be solved here. */
export function fitsInPage(identity: TableIdentity): boolean {
  return tableSource().has(identity) || identity.entries <= MAX_ENTRIES;
}

type TableOptions = Pick<SolveOptions, "signal" | "onProgress" | "say" | "onDevice"> & {
  /** The CPU unless given. */
  readonly device?: Device;
  readonly limits?: PageLimits;
};

/** Loads the tables that the browser cached on an earlier visit; solves none. */
export async function loadCachedTables(specs: readonly TableSpec[]): Promise<void> {
  for (const { identity, solver } of specs) {
    if (identity.entries > REQUESTED.entries || tableSource().has(identity)) continue;
    const cached = await cachedTable(identity, solver);
    if (cached) provideTable(identity, cached.bytes);
  }
}

/** Requests are serialized: one that needs a table being solved waits for it. */
let last: Promise<unknown> = Promise.resolve();

/** `set` builds several missing tables together. */
export function ensureTables(
  specs: readonly TableSpec[],
  set: TableSetSpec | null,
  options: TableOptions = {},
): Promise<PreparedTable[]> {
  const ensured = last.then(() => ensureNow(specs, set, options));
  last = ensured.catch(() => {});
  return ensured;
}

async function ensureNow(
  specs: readonly TableSpec[],
  set: TableSetSpec | null,
  { limits = ON_DEMAND, ...options }: TableOptions,
): Promise<PreparedTable[]> {
  throwIfAborted(options.signal);
  const tooLarge = tooLargeReason(specs, limits);
  if (tooLarge) throw new GameloreError("too-large", `not in this page: ${tooLarge}`);
  const missing = (): TableSpec[] => specs.filter(({ identity }) => !tableSource().has(identity));
  const started = performance.now();
  const absent = new Set(missing());
  await loadCachedTables(specs);
  const unsolved = missing();
  const solving: SolveOptions = { threads: threadCount(), ...options };
  if (set && unsolved.length > 1) await set.build(unsolved, solving, add);
  else for (const spec of unsolved) await solveAlone(spec, solving);
  const milliseconds = performance.now() - started;
  return specs.map((spec) => {
    const { name, entries } = spec.identity;
    if (!absent.has(spec)) return { name, entries, from: "memory", milliseconds: 0 };
    return { name, entries, from: unsolved.includes(spec) ? "solved" : "browser", milliseconds };
  });
}

async function solveAlone(spec: TableSpec, options: SolveOptions): Promise<void> {
  throwIfAborted(options.signal);
  const checkpoint = new BrowserCheckpoint(spec.identity, spec.solver, options.say);
  const solved = await spec.solve({ ...options, checkpoint });
  try {
    await add(spec, solved);
  } finally {
    solved.release();
  }
  await checkpoint.remove();
}

async function add({ identity, solver }: TableSpec, solved: SolvedTable): Promise<void> {
  // A copy: the solver's shared memory cannot be stored in IndexedDB and is freed with the solver.
  const bytes = new Uint8Array(solved.bytes);
  provideTable(identity, bytes);
  // Not awaited: a table that is not cached is solved again on the next visit.
  writing = Promise.all([writing, cacheTable({ identity, solver, bytes })]);
}

let writing: Promise<unknown> = Promise.resolve();

/** Waits until the browser has cached all tables solved so far. */
export async function cacheWritten(): Promise<void> {
  await writing;
}
