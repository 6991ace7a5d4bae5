/** Police tables of Thief and Police: entries per second on one thread, against breadth-first search for some of the thief's squares. */
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { binomial } from "../engine/index/combinations.ts";
import { addressAfter } from "../engine/kernel/memory.ts";
import { MazeKernel } from "../games/thief-and-police/board.ts";
import { ALTERNATING } from "../games/thief-and-police/layout.ts";
import { findMaze } from "../games/thief-and-police/mazes.ts";
import type { Bench } from "./bench.ts";
import { columns, count, rate, ratio, type Report, seconds } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { type Advance, startProgress } from "./progress.ts";

const WORK_ENTRIES = 1_000_000;
const BREADTH_FIRST = 2;
/** Time limit of the breadth-first search. */
const REFERENCE_SECONDS = 5;

interface PoliceRun {
  readonly maze: string;
  readonly policemen: number;
  readonly entries: number;
  readonly seconds: number;
  readonly entriesPerSecond: number;
  /** Of breadth-first search, and the number of thief squares it was measured on. */
  readonly plainEntriesPerSecond: number;
  readonly plainSquares: number;
  /** Values above their bound. */
  readonly raised: number;
}

export interface PursuitBench {
  readonly machine: Machine;
  readonly runs: readonly PoliceRun[];
}

/** `tables`: a maze and a number of policemen each, for example 60x60-1:2. */
async function benchPursuit(tables: readonly string[], report: Report, signal?: AbortSignal): Promise<PursuitBench> {
  const machine = machineNow();
  const runs: PoliceRun[] = [];
  for (const table of tables) {
    throwIfAborted(signal);
    const [maze = "", policemen = "2"] = table.split(":");
    runs.push(runTable(maze, Number(policemen), startProgress(table), signal));
  }
  report(describeMachine(machine));
  report("one thread; breadth-first: the reference solver on some of the thief's squares; both produce the same bytes");
  for (const line of columns([
    ["maze", "policemen", "entries", "time", "entries/s", "breadth-first", "ratio", "raised"],
    ...runs.map((run) => [
      run.maze,
      String(run.policemen),
      count(run.entries),
      seconds(run.seconds),
      rate(run.entriesPerSecond),
      rate(run.plainEntriesPerSecond),
      ratio(run.entriesPerSecond / run.plainEntriesPerSecond),
      count(run.raised),
    ]),
  ]))
    report(line);
  return { machine, runs };
}

function runTable(text: string, policemen: number, advance: Advance, signal?: AbortSignal): PoliceRun {
  const maze = unwrap(findMaze(text));
  const squares = maze.squares.length;
  const { kernel } = new MazeKernel({ maze, policemen, turns: ALTERNATING, stay: true });
  const { memory } = kernel;
  const sets = binomial(squares, policemen);
  const table = memory.allocate(sets * squares);
  // Touch all pages first: page faults would dominate the time.
  memory.bytes(table, sets * squares).fill(0);
  const done = memory.allocate(squares);
  const next = memory.allocate(4);
  const thread = memory.allocate(kernel.exports.policeThreadBytes(squares, policemen, WORK_ENTRIES));
  const stop = memory.allocate(4);
  memory.words(stop, 1)[0] = 0;
  kernel.exports.setStop(stop);
  const marks = (): Uint8Array => memory.bytes(done, squares);
  const solve = (thief: number): number => {
    throwIfAborted(signal);
    marks().fill(1)[thief] = 0;
    memory.words(next, 1)[0] = thief;
    const started = process.cpuUsage();
    raised += kernel.exports.solvePolice(table, done, next);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e6;
  };
  let raised = 0;
  let time = 0;
  kernel.exports.usePolice(thread, policemen, 0, WORK_ENTRIES);
  for (let thief = 0; thief < squares; thief++) {
    time += solve(thief);
    advance(thief / squares, "squares of the thief");
  }
  const total = raised;
  kernel.exports.usePolice(thread, policemen, BREADTH_FIRST, WORK_ENTRIES);
  let referenceTime = 0;
  let plainSquares = 0;
  for (; plainSquares < squares && referenceTime < REFERENCE_SECONDS; plainSquares++) {
    const thief = Math.floor((plainSquares * squares * 0.618) % squares);
    const before = memory.bytes(addressAfter(table, thief * sets), sets).slice();
    referenceTime += solve(thief);
    if (Buffer.compare(before, memory.bytes(addressAfter(table, thief * sets), sets)) !== 0)
      throw new Error(`${text}: breadth-first search differs with the thief on ${maze.squares[thief]?.name}`);
  }
  return {
    maze: text,
    policemen,
    entries: sets * squares,
    seconds: time,
    entriesPerSecond: (sets * squares) / time,
    plainEntriesPerSecond: (sets * plainSquares) / referenceTime,
    plainSquares,
    raised: total,
  };
}

export const pursuit: Bench = {
  name: "pursuit",
  summary: "police tables of Thief and Police: entries per second, against breadth-first search",
  options: [
    {
      name: "tables",
      kind: "text",
      default: "60x60-1:2",
      summary: "mazes with a number of policemen each, for example 60x60-1:2,20x20-1:4 (2.1 and 3.0 GB of memory)",
    },
  ],
  run: async ({ tables }, report, signal) => ({ ...(await benchPursuit(String(tables).split(","), report, signal)) }),
};
