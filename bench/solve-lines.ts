/** What the benchmark of solvers prints. */
import { columns, count, megabytes, rate, ratio, seconds } from "./figures.ts";
import { describeMachine } from "./machine.ts";
import type { Cost } from "./measure.ts";
import type { PlainRun, SolveBench } from "./solve.ts";

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
        "least of",
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
      plainRow(bench, "plain scan, AssemblyScript", bench.assemblyScript),
      ...(bench.c ? [plainRow(bench, "plain scan, C", bench.c)] : []),
    ]),
    bench.c ? `C compiled with ${bench.c.command}` : `no plain scan in C: ${bench.cMissing}`,
    ...(bench.scaled
      ? [
          `the plain scans solved ${bench.plainPieces} pieces; below they are scaled by the number of moves to ${bench.pieces}`,
        ]
      : []),
    "all tables are equal byte for byte",
    "",
    ...ratioLines(bench),
    "",
    `memory at most, on ${memory.threads} threads: ${megabytes(memory.peakBytes)}, the table ${megabytes(memory.tableBytes)}, ` +
      `above it ${megabytes(memory.aboveTableBytes)} (of which Node and the program before the solve ${megabytes(memory.baseBytes)})`,
  ];
}

function plainRow(bench: SolveBench, name: string, run: PlainRun): string[] {
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
  const against = (name: string, run: PlainRun): string =>
    `CPU(plain ${name}) / CPU(fast, ${fast[0]?.threads} thread) = ${seconds(run.cpuSecondsForTable)} / ${seconds(fast[0]?.cpuSeconds ?? 0)} = ${ratio(run.overFast)}${mark}`;
  if (!c) return [against("AssemblyScript", assemblyScript)];
  return [
    against("AssemblyScript", assemblyScript),
    against("C", c),
    `CPU(plain AssemblyScript) / CPU(plain C) = ${ratio(assemblyScript.cpuSeconds / c.cpuSeconds)}`,
  ];
}

/** Fewer than threads: the machine had other things to do, and the speed-up says nothing. */
function coresBusy({ cpuSeconds, wallSeconds }: Cost): string {
  return (cpuSeconds / wallSeconds).toFixed(2);
}

function runs(number: number): string {
  return number === 1 ? "1 run" : `${number} runs`;
}
