/** An arbitrary graph as a game: for each entry its result or its moves, and the reversed moves, all in memory. */
import { checkOutcomes as check, OutcomeMoves } from "./outcome-check.as";
import { OutcomeRules, propagateOutcomes as propagate, startOutcomes as start } from "./outcome.as";
import { setStop as useStop } from "../kernel/stop.as";
export { countValues } from "./entries.as";
export { drawOpenOutcomes } from "./outcome.as";

let entries: u32 = 0;
let runLength: u32 = 0;
/** i32 [entries]: 1 if the game continues. */
let ends: usize = 0;
/** u32 [entries + 1] offsets, then the lists. */
let forward: usize = 0;
let backward: usize = 0;

let stop: usize = 0;
/** The thread stops itself after every `stopEvery` queries; 0: never. */
let stopEvery: u32 = 0;
let queries: u32 = 0;

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

/** Runs are numbered in reverse order. */
function firstOf(run: u32): u32 {
  return (runCount() - 1 - run) * runLength;
}

function countQuery(): void {
  queries++;
  if (stopEvery && queries % stopEvery == 0) atomic.store<i32>(stop, 1);
}

function countOf(entry: u32): i32 {
  countQuery();
  const end = load<i32>(ends + (<usize>entry << 2));
  return end <= 0 ? end : load<u32>(forward + (<usize>entry << 2), 4) - load<u32>(forward + (<usize>entry << 2));
}

function predecessorsOf(entry: u32, out: usize): i32 {
  countQuery();
  return copyList(backward, entry, out);
}

@final
class Graph extends OutcomeRules {
  runs(): u32 { return runCount(); }
  enterRun(run: u32): u32 { return firstOf(run); }
  runEntries(run: u32): u32 { return min(runLength, entries - firstOf(run)); }
  moveCount(entry: u32): i32 { return countOf(entry); }
  predecessors(entry: u32, out: usize): i32 { return predecessorsOf(entry, out); }
  runsAreDisjoint(): bool { return false; }
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
export function propagateOutcomes(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  return propagate<Graph>(values, counters, next, level, list);
}
export function checkOutcomes(values: usize, start: u32, end: u32, list: usize, wrong: usize): u32 {
  return check<GraphMoves>(values, start, end, list, wrong);
}
