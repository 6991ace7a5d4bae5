/** A game that is any graph: for each entry how it ends or its moves, and the same moves backwards, all in memory. */
import { checkOutcomes as check } from "./outcome-check.as";
import { OutcomeRules, passOutcomesOn as passOn, resumeOutcomes as resume, startOutcomes as start } from "./outcome.as";
export { setStop } from "../kernel/stop.as";
export { countValues } from "./entries.as";
export { drawOpenOutcomes } from "./outcome.as";

let entries: u32 = 0;
let runLength: u32 = 0;
/** i32 [entries]: 1 where the game goes on. */
let ends: usize = 0;
/** u32 [entries + 1] and the lists that these are places in. */
let forward: usize = 0;
let backward: usize = 0;

export function setGraph(entryCount: u32, entriesOfRun: u32, endsAt: usize, movesAt: usize, backAt: usize): void {
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

@final
class Graph extends OutcomeRules {
  runs(): u32 { return (entries + runLength - 1) / runLength; }
  /** From the last run to the first. */
  enterRun(run: u32): u32 { return (this.runs() - 1 - run) * runLength; }
  runEntries(run: u32): u32 { return min(runLength, entries - this.enterRun(run)); }
  moveCount(entry: u32): i32 {
    const end = load<i32>(ends + (<usize>entry << 2));
    return end <= 0 ? end : load<u32>(forward + (<usize>entry << 2), 4) - load<u32>(forward + (<usize>entry << 2));
  }
  successors(entry: u32, out: usize): i32 { return copyList(forward, entry, out); }
  predecessors(entry: u32, out: usize): i32 { return copyList(backward, entry, out); }
  apart(): bool { return false; }
}

export function startOutcomes(values: usize, counters: usize, next: usize): i32 { return start<Graph>(values, counters, next); }
export function resumeOutcomes(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  return resume<Graph>(values, counters, next, level, list);
}
export function passOutcomesOn(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  return passOn<Graph>(values, counters, next, level, list);
}
export function checkOutcomes(values: usize, start: u32, end: u32, list: usize, wrong: usize): u32 {
  return check<Graph>(values, start, end, list, wrong);
}
