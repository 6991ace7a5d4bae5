/** The solver of one-side tables against reference implementations, and several threads against one. */
import type { FastRun, ReferenceRun, SolveBench } from "./solve-lines.ts";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { SolvedTable } from "../engine/contracts/table.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { game } from "../games/chinese-checkers/game.ts";
import type { Report } from "./figures.ts";
import { machineNow } from "./machine.ts";
import { fastestOf, measure, type Measured } from "./measure.ts";
import { Placements } from "./placements.ts";
import { compileReference } from "./reference-c.ts";
import { startProgress } from "./progress.ts";
import { solveMemory } from "./solve-memory.ts";
import { solveLines } from "./solve-lines.ts";

export interface SolveBenchOptions {
  readonly side: number;
  readonly pieces: number;
  /** Numbers of threads to measure; the first is the baseline. Default: 1 and all. */
  readonly threads?: readonly number[];
  /** Pieces of the reference tables: the same table, or a smaller one whose cost is scaled. */
  readonly plain: "same" | number;
}

export async function benchSolve(
  options: SolveBenchOptions,
  report: Report,
  signal?: AbortSignal,
): Promise<SolveBench> {
  const { side, pieces } = options;
  const machine = machineNow();
  const threads = options.threads ?? [...new Set([1, threadCount()])];
  const plainPieces = options.plain === "same" ? pieces : Math.min(pieces, options.plain);
  const scaled = plainPieces !== pieces;

  const fast = await solveFast(side, pieces, threads, signal);
  const expected = scaled ? (await solveOnce(side, plainPieces, threadCount(), signal)).value : fast.table;
  const scan = await scanReference(side, plainPieces, expected.bytes, signal);
  const inC = await scanInC(side, plainPieces, scan.moves, expected.bytes, signal);
  const sampled = scaled ? new Placements(side, pieces).sampleMoves() : { moves: scan.moves, error: 0 };
  expected.release();

  const fastCpu = fast.runs[0]?.cpuSeconds ?? Number.NaN;
  const referenceRun = ({ cpuSeconds, wallSeconds, runs }: Measured<unknown>): ReferenceRun => {
    const cpuSecondsForTable = (cpuSeconds * sampled.moves) / scan.moves;
    const movesPerCpuSecond = scan.moves / cpuSeconds;
    return {
      cpuSeconds,
      wallSeconds,
      runs,
      movesPerCpuSecond,
      cpuSecondsForTable,
      overFast: cpuSecondsForTable / fastCpu,
    };
  };
  const result: SolveBench = {
    machine,
    side,
    pieces,
    states: fast.states,
    moves: sampled.moves,
    movesError: sampled.error,
    fast: fast.runs.map((run) => ({ ...run, movesPerCpuSecond: sampled.moves / run.cpuSeconds })),
    plainPieces,
    scaled,
    assemblyScript: referenceRun(scan.measured),
    c: typeof inC === "string" ? null : { command: inC.command, ...referenceRun(inC.measured) },
    cMissing: typeof inC === "string" ? inC : null,
    agree: true,
    memory: await solveMemory(side, pieces, threads.at(-1) ?? 1, signal),
  };
  for (const line of solveLines(result)) report(line);
  return result;
}

interface FastRuns {
  readonly table: SolvedTable;
  readonly states: number;
  readonly runs: readonly Omit<FastRun, "movesPerCpuSecond">[];
}

async function solveFast(
  side: number,
  pieces: number,
  threads: readonly number[],
  signal?: AbortSignal,
): Promise<FastRuns> {
  let table: SolvedTable | null = null;
  const runs: Omit<FastRun, "movesPerCpuSecond">[] = [];
  for (const number of threads) {
    const measured = await fastestOf(
      () => solveOnce(side, pieces, number, signal),
      (solved) => solved.release(),
    );
    const { value, runs: repeats, cpuSeconds, wallSeconds } = measured;
    const { states = 0, sweeps = 0, rounds = 0 } = value.statistics;
    const speedUp = (runs[0]?.wallSeconds ?? wallSeconds) / wallSeconds;
    runs.push({
      threads: number,
      runs: repeats,
      cpuSeconds,
      wallSeconds,
      sweeps,
      rounds,
      statesPerCpuSecond: states / cpuSeconds,
      speedUp,
    });
    if (table) {
      expectEqual(Buffer.compare(table.bytes, value.bytes) === 0, `the fast solver on ${number} threads`);
      value.release();
    }
    table ??= value;
  }
  if (!table) throw new GameloreError("bad-usage", "threads: expected at least one number");
  return { table, states: table.bytes.length, runs };
}

function solveOnce(
  side: number,
  pieces: number,
  threads: number,
  signal?: AbortSignal,
): Promise<Measured<SolvedTable>> {
  const spec = unwrap(game.table({ side, pieces, goal: null }));
  const advance = startProgress(`fast solver, ${pieces} pieces, ${threads === 1 ? "1 thread" : `${threads} threads`}`);
  const onProgress = ({ phase, done }: { phase: string; done: number }): void => advance(done, phase);
  return measure(() => spec.solve({ threads, onProgress, ...(signal ? { signal } : {}) }));
}

async function scanReference(side: number, pieces: number, expected: Uint8Array, signal?: AbortSignal) {
  const placements = new Placements(side, pieces);
  const measured = await fastestOf(
    () => placements.scan(signal),
    (table) => table.release(),
  );
  expectEqual(Buffer.compare(measured.value.bytes, expected) === 0, "the reference scan in AssemblyScript");
  return { measured, moves: measured.value.moves };
}

async function scanInC(side: number, pieces: number, moves: number, expected: Uint8Array, signal?: AbortSignal) {
  const compiled = await compileReference(pieces);
  if (typeof compiled === "string") return compiled;
  try {
    const measured = await fastestOf(() => compiled.run(side, expected, signal));
    expectEqual(measured.value.equal && measured.value.moves === moves, "the reference scan in C");
    return { measured, command: compiled.command };
  } finally {
    await compiled.remove();
  }
}

function expectEqual(equal: boolean, name: string): void {
  if (!equal) throw new GameloreError("check-failed", `${name} differs from the table of the fast solver`);
}
