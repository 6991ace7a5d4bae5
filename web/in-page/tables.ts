/** Sees to it that tables are in the page: in memory already, kept by the browser, or solved here and now. */
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type {
  SolvedTable,
  SolveOptions,
  SolveProgress,
  TableSpec,
  TableSetSpec,
} from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { provideTable, tableSource } from "../../engine/platform/browser/tables.ts";
import { keepTable, keptTable } from "./table-cache.ts";
import type { PreparedTable } from "./messages.ts";

/** Entries of all the tables that one question may take: seconds of solving, some tens of megabytes. */
export const MOST_ENTRIES = 32_000_000;
/** A solver's memory beside the entries grows with them. */
export const MOST_MEMORY_BYTES = 512_000_000;

/** Why the page leaves these tables to the server; null where it can have them. */
export function whyNotTables(offers: readonly TableSpec[]): string | null {
  const missing = offers.filter(({ identity }) => !tableSource().has(identity));
  const entries = missing.reduce((sum, { identity }) => sum + identity.entries, 0);
  const most = Math.max(0, ...missing.map(({ memoryBytes }) => memoryBytes));
  if (entries <= MOST_ENTRIES && most <= MOST_MEMORY_BYTES) return null;
  const what = missing.length === 1 ? `the table ${missing[0]?.identity.name}` : `${missing.length} tables`;
  return `${what} with ${entries.toLocaleString("en")} entries: the page solves up to ${MOST_ENTRIES.toLocaleString("en")}`;
}

export interface TableOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/** Those that the browser keeps from an earlier visit, and only those. */
export async function bringKept(offers: readonly TableSpec[]): Promise<void> {
  for (const { identity, solver } of offers) {
    if (identity.entries > MOST_ENTRIES || tableSource().has(identity)) continue;
    const kept = await keptTable(identity, solver);
    if (kept) provideTable(identity, kept.bytes);
  }
}

/** One after the other: who wants a table that another is solving waits, and then has it. */
let last: Promise<unknown> = Promise.resolve();

/** `set` is what they belong to, where several can be built together. */
export function seeToTables(
  offers: readonly TableSpec[],
  set: TableSetSpec | null,
  options: TableOptions = {},
): Promise<PreparedTable[]> {
  const seeing = last.then(() => seeTo(offers, set, options));
  last = seeing.catch(() => {});
  return seeing;
}

async function seeTo(
  offers: readonly TableSpec[],
  set: TableSetSpec | null,
  { signal, onProgress }: TableOptions,
): Promise<PreparedTable[]> {
  throwIfAborted(signal);
  const tooLarge = whyNotTables(offers);
  if (tooLarge) throw new GameloreError("too-large", `not in this page: ${tooLarge}`);
  const missing = (): TableSpec[] => offers.filter(({ identity }) => !tableSource().has(identity));
  const started = performance.now();
  const absent = new Set(missing());
  await bringKept(offers);
  const unsolved = missing();
  const solving: SolveOptions = {
    threads: threadCount(),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  };
  if (set && unsolved.length > 1) await set.build(unsolved, solving, take);
  else for (const offer of unsolved) await solveAlone(offer, solving);
  const milliseconds = performance.now() - started;
  return offers.map((offer) => {
    const { name, entries } = offer.identity;
    if (!absent.has(offer)) return { name, entries, from: "memory", milliseconds: 0 };
    return { name, entries, from: unsolved.includes(offer) ? "solved" : "browser", milliseconds };
  });
}

async function solveAlone(offer: TableSpec, options: SolveOptions): Promise<void> {
  throwIfAborted(options.signal);
  const solved = await offer.solve(options);
  try {
    await take(offer, solved);
  } finally {
    solved.release();
  }
}

async function take({ identity, solver }: TableSpec, solved: SolvedTable): Promise<void> {
  // A copy: the solver's memory is shared, which no database takes, and goes with the solver.
  const bytes = new Uint8Array(solved.bytes);
  provideTable(identity, bytes);
  // Nobody need wait for it: what is not kept is solved again another time.
  keeping = Promise.all([keeping, keepTable({ identity, solver, bytes })]);
}

let keeping: Promise<unknown> = Promise.resolve();

/** When the browser has put away what was solved so far. */
export async function allKept(): Promise<void> {
  await keeping;
}
