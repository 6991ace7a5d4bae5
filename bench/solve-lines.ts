/** The report of the solver benchmark. */
import { columns, count, megabytes, rate, ratio, seconds } from "./figures.ts";
import { describeMachine, type Machine } from "./machine.ts";
import type { Cost } from "./measure.ts";
import type { SolveMemory } from "./solve-memory.ts";

export function solveLines(bench: SolveBench): string[] {
  const { memory } = bench;
  const counted =
    bench.movesError === 0 ? "counted" : `estimated from a sample, ±${(100 * bench.movesError).toFixed(2)} %`;
  return [
    `one side's table, side ${bench.side}, ${bench.pieces} pieces: ${count(bench.states)} states, ${count(bench.moves)} directed moves (${counted})`,
    describeMachine(bench.machine),
    "",
    ...columns([
      [
        "",
        "threads",
        "CPU s",
        "wall s",
        "cores busy",
        "speed-up",
        "states/CPU s",
        "moves/CPU s",
        "sweeps",
        "rounds",
        "fastest of",
      ],
      ...bench.fast.map((run) => [
        "fast solver",
        String(run.threads),
        seconds(run.cpuSeconds),
        seconds(run.wallSeconds),
        coresBusy(run),
        ratio(run.speedUp),
        rate(run.statesPerCpuSecond),
        rate(run.movesPerCpuSecond),
        String(run.sweeps),
        String(run.rounds),
        runs(run.runs),
      ]),
      referenceRow(bench, "reference scan, AssemblyScript", bench.assemblyScript),
      ...(bench.c ? [referenceRow(bench, "reference scan, C", bench.c)] : []),
    ]),
    bench.c ? `C compiled with ${bench.c.command}` : `no reference scan in C: ${bench.cMissing}`,
    ...(bench.scaled
      ? [
          `the reference scans solved ${bench.plainPieces} pieces; below they are scaled by the number of moves to ${bench.pieces}`,
        ]
      : []),
    "all tables are byte-identical",
    "",
    ...ratioLines(bench),
    "",
    `peak memory on ${memory.threads} threads: ${megabytes(memory.peakBytes)}, the table ${megabytes(memory.tableBytes)}, ` +
      `the rest ${megabytes(memory.aboveTableBytes)} (Node and the program before solving: ${megabytes(memory.baseBytes)})`,
  ];
}

function referenceRow(bench: SolveBench, name: string, run: ReferenceRun): string[] {
  const states = (bench.states * run.movesPerCpuSecond) / bench.moves;
  const label = bench.scaled ? `${name}, ${bench.plainPieces} pieces` : name;
  return [
    label,
    "1",
    seconds(run.cpuSeconds),
    seconds(run.wallSeconds),
    coresBusy(run),
    "",
    rate(states),
    rate(run.movesPerCpuSecond),
    "",
    "",
    runs(run.runs),
  ];
}

function ratioLines({ assemblyScript, c, scaled, fast }: SolveBench): string[] {
  const mark = scaled ? " (scaled)" : "";
  const against = (name: string, run: ReferenceRun): string =>
    `CPU(reference ${name}) / CPU(fast, ${fast[0]?.threads} thread) = ${seconds(run.cpuSecondsForTable)} / ${seconds(fast[0]?.cpuSeconds ?? 0)} = ${ratio(run.overFast)}${mark}`;
  if (!c) return [against("AssemblyScript", assemblyScript)];
  return [
    against("AssemblyScript", assemblyScript),
    against("C", c),
    `CPU(reference AssemblyScript) / CPU(reference C) = ${ratio(assemblyScript.cpuSeconds / c.cpuSeconds)}`,
  ];
}

/** If lower than the number of threads, the machine was busy and the speed-up is meaningless. */
function coresBusy({ cpuSeconds, wallSeconds }: Cost): string {
  return (cpuSeconds / wallSeconds).toFixed(2);
}

function runs(number: number): string {
  return number === 1 ? "1 run" : `${number} runs`;
}

export interface FastRun extends Cost {
  readonly threads: number;
  readonly runs: number;
  readonly sweeps: number;
  readonly rounds: number;
  readonly statesPerCpuSecond: number;
  readonly movesPerCpuSecond: number;
  /** Wall time relative to the first number of threads. */
  readonly speedUp: number;
}

export interface ReferenceRun extends Cost {
  readonly runs: number;
  readonly movesPerCpuSecond: number;
  /** CPU seconds for the fast solver's table: measured, or scaled by the number of moves. */
  readonly cpuSecondsForTable: number;
  /** The same relative to the fast solver on its first number of threads. */
  readonly overFast: number;
}

export interface SolveBench {
  readonly machine: Machine;
  readonly side: number;
  readonly pieces: number;
  readonly states: number;
  /** Directed moves: counted by the reference scan, or estimated with this relative standard error. */
  readonly moves: number;
  readonly movesError: number;
  readonly fast: readonly FastRun[];
  readonly plainPieces: number;
  /** Whether the reference figures are scaled from a smaller table. */
  readonly scaled: boolean;
  readonly assemblyScript: ReferenceRun;
  readonly c: (ReferenceRun & { readonly command: string }) | null;
  /** Why the reference in C is missing. */
  readonly cMissing: string | null;
  /** All tables are compared byte by byte and a difference throws, so this is always true. */
  readonly agree: true;
  readonly memory: SolveMemory;
}
