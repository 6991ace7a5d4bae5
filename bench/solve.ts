/** The fast solver of one side's tables against plain references of the same work, and one thread against several. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { SolvedTable } from "../engine/contracts/table.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { game } from "../games/chinese-checkers/game.ts";
import type { Report } from "./figures.ts";
import { type Machine, machineNow } from "./machine.ts";
import { type Cost, leastOf, measure, type Measured } from "./measure.ts";
import { Placements } from "./placements.ts";
import { compilePlain } from "./plain-c.ts";
import { startProgress } from "./progress.ts";
import { type SolveMemory, solveMemory } from "./solve-memory.ts";
import { solveLines } from "./solve-lines.ts";

export interface SolveBenchOptions {
  readonly side: number;
  readonly pieces: number;
  /** Numbers of threads to try, the first of which the others are compared with; 1 and all by default. */
  readonly threads?: readonly number[];
  /** Pieces of the tables that the plain references solve: the same table, or a smaller one whose cost is then scaled. */
  readonly plain: "same" | number;
}

export interface FastRun extends Cost {
  readonly threads: number;
  readonly runs: number;
  readonly sweeps: number;
  readonly rounds: number;
  readonly statesPerCpuSecond: number;
  readonly movesPerCpuSecond: number;
  /** Wall seconds of the first number of threads over those of this one. */
  readonly speedUp: number;
}

export interface PlainRun extends Cost {
  readonly runs: number;
  readonly movesPerCpuSecond: number;
  /** Processor seconds for the fast solver's table: as measured, or scaled by its number of moves. */
  readonly cpuSecondsForTable: number;
  /** That, over the processor seconds of the fast solver on its first number of threads. */
  readonly overFast: number;
}

export interface SolveBench {
  readonly machine: Machine;
  readonly side: number;
  readonly pieces: number;
  readonly states: number;
  /** Directed moves; counted by the plain scan, or estimated from a sample with this relative standard error. */
  readonly moves: number;
  readonly movesError: number;
  readonly fast: readonly FastRun[];
  readonly plainPieces: number;
  /** Whether the plain figures for the table are scaled from a smaller one. */
  readonly scaled: boolean;
  readonly assemblyScript: PlainRun;
  readonly c: (PlainRun & { readonly command: string }) | null;
  /** Why there is no reference in C. */
  readonly cMissing: string | null;
  /** Every table was compared byte by byte; a difference is an error, so this is always true. */
  readonly agree: true;
  readonly memory: SolveMemory;
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
  const reference = scaled ? (await solveOnce(side, plainPieces, threadCount(), signal)).value : fast.table;
  const plain = await scanPlain(side, plainPieces, reference.bytes, signal);
  const inC = await scanInC(side, plainPieces, plain.moves, reference.bytes, signal);
  const sampled = scaled ? new Placements(side, pieces).sampleMoves() : { moves: plain.moves, error: 0 };
  reference.release();

  const fastCpu = fast.runs[0]?.cpuSeconds ?? Number.NaN;
  const plainRun = ({ cpuSeconds, wallSeconds, runs }: Measured<unknown>): PlainRun => {
    const cpuSecondsForTable = (cpuSeconds * sampled.moves) / plain.moves;
    const movesPerCpuSecond = plain.moves / cpuSeconds;
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
    assemblyScript: plainRun(plain.measured),
    c: typeof inC === "string" ? null : { command: inC.command, ...plainRun(inC.measured) },
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
    const measured = await leastOf(
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
  if (!table) throw new GameloreError("bad-usage", "threads: at least one number is needed");
  return { table, states: table.bytes.length, runs };
}

function solveOnce(
  side: number,
  pieces: number,
  threads: number,
  signal?: AbortSignal,
): Promise<Measured<SolvedTable>> {
  const offer = unwrap(game.table({ side, pieces, goal: null }));
  const advance = startProgress(`fast solver, ${pieces} pieces, ${threads === 1 ? "1 thread" : `${threads} threads`}`);
  const onProgress = ({ phase, done }: { phase: string; done: number }): void => advance(done, phase);
  return measure(() => offer.solve({ threads, onProgress, ...(signal ? { signal } : {}) }));
}

async function scanPlain(side: number, pieces: number, expected: Uint8Array, signal?: AbortSignal) {
  const placements = new Placements(side, pieces);
  const measured = await leastOf(
    () => placements.scan(signal),
    (table) => table.release(),
  );
  expectEqual(Buffer.compare(measured.value.bytes, expected) === 0, "the plain scan in AssemblyScript");
  return { measured, moves: measured.value.moves };
}

async function scanInC(side: number, pieces: number, moves: number, expected: Uint8Array, signal?: AbortSignal) {
  const compiled = await compilePlain(pieces);
  if (typeof compiled === "string") return compiled;
  try {
    const measured = await leastOf(() => compiled.run(side, expected, signal));
    expectEqual(measured.value.equal && measured.value.moves === moves, "the plain scan in C");
    return { measured, command: compiled.command };
  } finally {
    await compiled.remove();
  }
}

function expectEqual(equal: boolean, who: string): void {
  if (!equal) throw new GameloreError("check-failed", `${who} gives another table than the fast solver`);
}
