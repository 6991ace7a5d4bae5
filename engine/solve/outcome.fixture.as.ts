/** A game that is any graph: for each entry how it ends or its moves, and the same moves backwards, all in memory. */
import { checkOutcomes as check, OutcomeMoves } from "./outcome-check.as";
import { OutcomeRules, passOutcomesOn as passOn, startOutcomes as start } from "./outcome.as";
import { setStop as useStop } from "../kernel/stop.as";
export { countValues } from "./entries.as";
export { drawOpenOutcomes } from "./outcome.as";

let entries: u32 = 0;
let runLength: u32 = 0;
/** i32 [entries]: 1 where the game goes on. */
let ends: usize = 0;
/** u32 [entries + 1] and the lists that these are places in. */
let forward: usize = 0;
let backward: usize = 0;

let stop: usize = 0;
/** The thread stops itself whenever it was asked about so many entries; 0: never. */
let stopEvery: u32 = 0;
let asked: u32 = 0;

export function setStop(address: usize): void {
  stop = address;
  useStop(address);
}

export function setGraph(entryCount: u32, entriesOfRun: u32, endsAt: usize, movesAt: usize, backAt: usize, stopAfter: u32): void {
  stopEvery = stopAfter;
  entries = entryCount;
  runLength = entriesOfRun;
  ends = endsAt;
  forward = movesAt;
  backward = backAt;
}

function copyList(graph: usize, entry: u32, out: usize): i32 {
  const from = load<u32>(graph + (<usize>entry << 2));
  const count = load<u32>(graph + (<usize>entry << 2), 4) - from;
  const lists = graph + (<usize>(entries + 1) << 2);
  memory.copy(out, lists + (<usize>from << 2), <usize>count << 2);
  return count;
}

function runCount(): u32 {
  return (entries + runLength - 1) / runLength;
}

/** Runs are numbered from the last to the first. */
function firstOf(run: u32): u32 {
  return (runCount() - 1 - run) * runLength;
}

function ask(): void {
  asked++;
  if (stopEvery && asked % stopEvery == 0) atomic.store<i32>(stop, 1);
}

function countOf(entry: u32): i32 {
  ask();
  const end = load<i32>(ends + (<usize>entry << 2));
  return end <= 0 ? end : load<u32>(forward + (<usize>entry << 2), 4) - load<u32>(forward + (<usize>entry << 2));
}

function predecessorsOf(entry: u32, out: usize): i32 {
  ask();
  return copyList(backward, entry, out);
}

@final
class Graph extends OutcomeRules {
  runs(): u32 { return runCount(); }
  enterRun(run: u32): u32 { return firstOf(run); }
  runEntries(run: u32): u32 { return min(runLength, entries - firstOf(run)); }
  moveCount(entry: u32): i32 { return countOf(entry); }
  predecessors(entry: u32, out: usize): i32 { return predecessorsOf(entry, out); }
  apart(): bool { return false; }
}

@final
class GraphMoves extends OutcomeMoves {
  runs(): u32 { return runCount(); }
  enterRun(run: u32): u32 { return firstOf(run); }
  runEntries(run: u32): u32 { return min(runLength, entries - firstOf(run)); }
  moveCount(entry: u32): i32 { return countOf(entry); }
  successors(entry: u32, out: usize): i32 { return copyList(forward, entry, out); }
}

export function startOutcomes(values: usize, counters: usize, next: usize): i32 { return start<Graph>(values, counters, next); }
export function passOutcomesOn(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  return passOn<Graph>(values, counters, next, level, list);
}
export function checkOutcomes(values: usize, start: u32, end: u32, list: usize, wrong: usize): u32 {
  return check<GraphMoves>(values, start, end, list, wrong);
}
