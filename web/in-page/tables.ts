/** Sees to it that tables are in the page: in memory already, kept by the browser, or solved here and now. */
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { SolveProgress, TableOffer } from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { provideTable, tableShelf } from "../../engine/platform/browser/tables.ts";
import { keepTable, keptTable } from "./kept-tables.ts";
import type { PreparedTable } from "./messages.ts";

/** Entries of all the tables that one question may take: seconds of solving, some tens of megabytes. */
export const MOST_ENTRIES = 32_000_000;
/** A solver's memory beside the entries grows with them. */
export const MOST_MEMORY_BYTES = 512_000_000;

/** Why the page leaves these tables to the server; null where it can have them. */
export function whyNotTables(offers: readonly TableOffer[]): string | null {
  const missing = offers.filter(({ identity }) => !tableShelf().has(identity));
  const entries = missing.reduce((sum, { identity }) => sum + identity.entries, 0);
  const most = Math.max(0, ...missing.map(({ memoryBytes }) => memoryBytes));
  if (entries <= MOST_ENTRIES && most <= MOST_MEMORY_BYTES) return null;
  const what = missing.length === 1 ? `the table ${missing[0]?.identity.name}` : `${missing.length} tables`;
  return `${what} with ${entries.toLocaleString("en")} entries: the page solves up to ${MOST_ENTRIES.toLocaleString("en")}`;
}

const underWay = new Map<string, Promise<PreparedTable>>();

export interface TableOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SolveProgress) => void;
}

/** Those that the browser keeps from an earlier visit, and only those. */
export async function bringKept(offers: readonly TableOffer[]): Promise<void> {
  for (const { identity, solver } of offers) {
    if (identity.entries > MOST_ENTRIES || tableShelf().has(identity)) continue;
    const kept = await keptTable(identity, solver);
    if (kept) provideTable(identity, kept.bytes);
  }
}

/** In the given order, since a table may be built from those before it. */
export async function seeToTables(offers: readonly TableOffer[], options: TableOptions = {}): Promise<PreparedTable[]> {
  const tooLarge = whyNotTables(offers);
  if (tooLarge) throw new GameloreError("too-large", `not in this page: ${tooLarge}`);
  const seen: PreparedTable[] = [];
  for (const offer of offers) {
    throwIfAborted(options.signal);
    seen.push(await seeTo(offer, options));
  }
  return seen;
}

/** Two who want the same table wait for one solve; whoever cancels it cancels it for both, and the other asks again. */
async function seeTo(offer: TableOffer, options: TableOptions): Promise<PreparedTable> {
  const { game, name, entries } = offer.identity;
  if (tableShelf().has(offer.identity)) return { name, entries, from: "memory", milliseconds: 0 };
  const key = `${game}/${name}`;
  const running = underWay.get(key);
  if (running) {
    try {
      return await running;
    } catch (error) {
      throwIfAborted(options.signal);
      if (!(error instanceof GameloreError) || error.code !== "interrupted") throw error;
      return seeTo(offer, options);
    }
  }
  const bringing = bring(offer, options).finally(() => underWay.delete(key));
  underWay.set(key, bringing);
  return bringing;
}

async function bring(offer: TableOffer, { signal, onProgress }: TableOptions): Promise<PreparedTable> {
  const { identity, solver } = offer;
  const { name, entries } = identity;
  const started = performance.now();
  const since = (): number => performance.now() - started;
  const kept = await keptTable(identity, solver);
  if (kept) {
    provideTable(identity, kept.bytes);
    return { name, entries, from: "browser", milliseconds: since() };
  }
  const solved = await offer.solve({
    threads: threadCount(),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  });
  // A copy: the solver's memory is shared, which no database takes, and goes with the solver.
  const bytes = new Uint8Array(solved.bytes);
  solved.release();
  provideTable(identity, bytes);
  const milliseconds = since();
  await keepTable({ identity, solver, bytes });
  return { name, entries, from: "solved", milliseconds };
}
