/** Table files: speed of writing, loading and verifying, and probes per second from disk and from memory. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GameloreError, throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { Rank, Table, TableEntries } from "../engine/contracts/table.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { memoryEntries } from "../engine/tables/memory-entries.ts";
import { TableStore } from "../engine/tables/store.ts";
import { game } from "../games/chinese-checkers/game.ts";
import { columns, count, megabytes, rate, type Report, seconds } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { fastestOf, measure, type Measured } from "./measure.ts";
import { type Advance, startProgress } from "./progress.ts";

const BATCH_PROBES = 1_000;

export interface TablesBenchOptions {
  readonly side: number;
  readonly pieces: number;
  /** Random entries read; full probes are a hundredth of that. */
  readonly probes: number;
  readonly seed: number;
  /** Where the file is written during the run; default: the system's temporary folder. */
  readonly folder?: string;
}

/** A whole-file operation. Megabytes are 10^6 bytes of entries, before compression. */
export interface FileRun {
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly megabytesPerSecond: number;
}

export interface ProbeRun {
  readonly probes: number;
  readonly perSecond: number;
}

export interface TablesBench {
  readonly machine: Machine;
  readonly entries: number;
  readonly fileBytes: number;
  readonly files: Readonly<Record<"write" | "load" | "verify", FileRun>>;
  /** Random entries; neighbouring entries, as in a game; full probes with every move. */
  readonly probes: Readonly<Record<string, ProbeRun>>;
}

export async function benchTables(
  options: TablesBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<TablesBench> {
  const machine = machineNow();
  const spec = unwrap(game.table({ side: options.side, pieces: options.pieces, goal: null }));
  const advance = startProgress(`solving ${spec.identity.name} in memory`);
  const solved = await spec.solve({
    threads: threadCount(),
    onProgress: ({ phase, done }) => advance(done, phase),
    ...(signal ? { signal } : {}),
  });
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), "gamelore-bench-"));
  const store = new TableStore(folder);
  try {
    const { entries } = spec.identity;
    const fileRun = ({ wallSeconds, cpuSeconds }: Measured<unknown>): FileRun => ({
      wallSeconds,
      cpuSeconds,
      megabytesPerSecond: entries / 1e6 / wallSeconds,
    });
    const inProgress = (work: string) => ({ signal, onProgress: startProgress(work) });
    await store.checkSpace(entries);
    const write = await fastestOf(() => measure(() => store.write(solved, spec.solver, inProgress("writing"))));
    const file = store.open(spec.identity);
    try {
      const target = new Uint8Array(new SharedArrayBuffer(entries));
      const load = await fastestOf(() => measure(() => file.loadInto(target, entries, inProgress("loading"))));
      if (Buffer.compare(target, solved.bytes) !== 0)
        throw new GameloreError("check-failed", "the loaded table differs from the written one");
      const verify = await fastestOf(() => measure(() => file.verify(inProgress("verifying"))));
      const sources = { "block cache": file, memory: memoryEntries(spec.identity, target) };
      const probes: Record<string, ProbeRun> = {};
      for (const [source, values] of Object.entries(sources)) {
        throwIfAborted(signal);
        const advance = startProgress(`probing, ${source}`);
        probes[`random entries, ${source}`] = await probeEntries(values, randomEntries(entries, options), advance);
        probes[`neighbouring entries, ${source}`] = await probeEntries(values, nearEntries(entries, options), advance);
        probes[`full probes, ${source}`] = await probePositions(spec.open(values), randomEntries(entries, options));
      }
      const files = { write: fileRun(write), load: fileRun(load), verify: fileRun(verify) };
      const result: TablesBench = { machine, entries, fileBytes: write.value, files, probes };
      for (const line of tablesLines(spec.identity.name, result)) report(line);
      return result;
    } finally {
      file.close();
    }
  } finally {
    solved.release();
    await rm(folder, { recursive: true, force: true });
  }
}

function randomEntries(entries: number, { probes, seed }: TablesBenchOptions): Float64Array {
  const random = new SeededRandom(seed);
  return Float64Array.from({ length: probes }, () => random.below(entries));
}

/** A hundred entries near each of some random ones. */
function nearEntries(entries: number, options: TablesBenchOptions): Float64Array {
  const starts = randomEntries(entries, { ...options, probes: Math.ceil(options.probes / 100) });
  return Float64Array.from(
    { length: options.probes },
    (_, i) => ((starts[Math.floor(i / 100)] ?? 0) + 37 * (i % 100)) % entries,
  );
}

async function probeEntries(values: TableEntries, indices: Float64Array, advance: Advance): Promise<ProbeRun> {
  let sum = 0;
  const { wallSeconds } = await fastestOf(() =>
    measure(() => {
      for (let start = 0; start < indices.length; start += BATCH_PROBES) {
        for (const index of indices.subarray(start, start + BATCH_PROBES)) sum += values.get(index as Rank);
        advance(start / indices.length);
      }
    }),
  );
  // Using the sum prevents dead code elimination.
  if (Number.isNaN(sum)) throw new GameloreError("check-failed", "an entry is not a number");
  return { probes: indices.length, perSecond: indices.length / wallSeconds };
}

async function probePositions(table: Table, indices: Float64Array): Promise<ProbeRun> {
  const positions = [...indices.subarray(0, Math.ceil(indices.length / 100))].map((index) =>
    table.unrank(index as Rank),
  );
  const { wallSeconds } = await fastestOf(() =>
    measure(() => {
      for (const position of positions) unwrap(table.probe(position));
    }),
  );
  return { probes: positions.length, perSecond: positions.length / wallSeconds };
}

function tablesLines(name: string, { machine, entries, fileBytes, files, probes }: TablesBench): string[] {
  return [
    `table ${name}: ${count(entries)} entries, file ${megabytes(fileBytes)} (${((100 * fileBytes) / entries).toFixed(1)} % of the entries)`,
    describeMachine(machine),
    "",
    ...columns([
      ["", "wall s", "CPU s", "MB/s of entries"],
      ...Object.entries(files).map(([what, run]) => [
        what,
        seconds(run.wallSeconds),
        seconds(run.cpuSeconds),
        run.megabytesPerSecond.toFixed(0),
      ]),
    ]),
    "",
    ...columns([
      ["", "probes", "probes/s"],
      ...Object.entries(probes).map(([what, run]) => [what, count(run.probes), rate(run.perSecond)]),
    ]),
    "the file was just written, so it may be in the page cache; the block cache is warm after the first run",
  ];
}
