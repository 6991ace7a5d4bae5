/**
 * Retrograde analysis: the outcome of every position of a two-player game, with its distance in plies. Positions are numbered and seen by
 * the side to move. Level by level: a position with a move to one lost in n plies is won in n + 1; a position whose moves all lead to won
 * positions, the longest in n plies, is lost in n + 1. So wins are as short, and losses as long, as possible. All other positions are draws.
 *
 * An entry is one byte: 0 draw, 1 + n lost in n plies, 128 + n won in n plies, 255 no position, 127 open. With `countsTurns`, for games in
 * which the winner makes the last move, 1 + n is lost in 2n plies and 128 + n is won in 2n + 1, so outcomes may take twice as long. A second
 * byte counts the moves not yet known to lead to a won position.
 */
import { stopped } from "../kernel/stop.as";

/** Results of `moveCount` for terminal positions and unused numbers. */
export const ENDED_DRAWN: i32 = 0;
export const ENDED_LOST: i32 = -1;
export const ENDED_WON: i32 = -2;
export const NO_POSITION: i32 = -3;

export const DRAWN: u8 = 0;
export const LOST: u8 = 1;
export const WON: u8 = 128;
const OPEN: u8 = 127;
const NOTHING: u8 = 255;

/** The counter of an entry that has its value: more than the moves of any position, so it never reaches 0. */
const SETTLED: u8 = 255;
/** Neighbouring runs that a thread takes at once: their writes may share cache lines. */
const PORTION: u32 = 64;

/** Numbered positions, processed in runs of consecutive entries. */
export abstract class OutcomeEntries {
  abstract runs(): u32;
  /** Selects a run for the following calls and returns its first entry. Runs may be numbered in any order. */
  abstract enterRun(run: u32): u32;
  abstract runEntries(run: u32): u32;
  /** Number of moves of the side to move, from 1 to 254; or ENDED_DRAWN, ENDED_LOST, ENDED_WON, NO_POSITION. With `countsTurns` never ENDED_WON. */
  abstract moveCount(entry: u32): i32;
  /** Whether values count pairs of plies: losses take an even number of plies, wins an odd one. */
  countsTurns(): bool { return false; }
}

/** The code of a loss, or of a win, in `plies` plies. */
@inline
export function lostIn<R extends OutcomeEntries>(plies: i32): i32 {
  return <i32>LOST + (changetype<R>(0).countsTurns() ? plies >> 1 : plies);
}

@inline
export function wonIn<R extends OutcomeEntries>(plies: i32): i32 {
  return <i32>WON + (changetype<R>(0).countsTurns() ? plies >> 1 : plies);
}

export abstract class OutcomeRules extends OutcomeEntries {
  /**
   * Writes the predecessors as u32, once per move; returns how many, at most 65,536. Terminal entries may be among them, up
   * to 254 times each.
   */
  abstract predecessors(entry: u32, out: usize): i32;
  /** Whether no two runs share a predecessor; then no atomic operations are needed. */
  abstract runsAreDisjoint(): bool;
}

/**
 * Initializes every entry. Returns the largest number of moves. This function and `propagateOutcomes` take portions of runs from
 * the counter at `next` and finish the portion even when stopped: then exactly the runs below the counter are done.
 */
export function startOutcomes<R extends OutcomeRules>(values: usize, counters: usize, next: usize): i32 {
  const rules = changetype<R>(0);
  let most = 0;
  while (!stopped()) {
    const start = atomic.add<u32>(next, PORTION);
    if (start >= rules.runs()) break;
    for (let run = start; run < min(start + PORTION, rules.runs()); run++) {
      const first = rules.enterRun(run);
      const end = first + rules.runEntries(run);
      for (let entry = first; entry < end; entry++) {
        const count = rules.moveCount(entry);
        most = max(most, count);
        store<u8>(counters + entry, count > 0 ? <u8>count : SETTLED);
        store<u8>(values + entry, count > 0 ? OPEN : terminalValue(count));
      }
    }
  }
  return most;
}

@inline
export function terminalValue(end: i32): u8 {
  return end == ENDED_DRAWN ? DRAWN : end == ENDED_LOST ? LOST : end == ENDED_WON ? WON : NOTHING;
}

/** Propagates the values of one level to their predecessors. Returns the number of entries of this level. */
export function propagateOutcomes<R extends OutcomeRules>(values: usize, counters: usize, next: usize, level: i32, list: usize): u32 {
  const rules = changetype<R>(0);
  let found: u32 = 0;
  while (!stopped()) {
    const start = atomic.add<u32>(next, PORTION);
    if (start >= rules.runs()) break;
    for (let run = start; run < min(start + PORTION, rules.runs()); run++) {
      found += propagateRun<R>(values, counters, run, level, list);
    }
  }
  return found;
}

function propagateRun<R extends OutcomeRules>(values: usize, counters: usize, run: u32, level: i32, list: usize): u32 {
  const rules = changetype<R>(0);
  // With turns, a level has either losses or wins: the other code belongs to a neighbouring level.
  const turns = rules.countsTurns();
  const lost = <u8>lostIn<R>(level);
  const won = <u8>wonIn<R>(level);
  const wonNext = <u8>wonIn<R>(level + 1);
  const lostNext = <u8>lostIn<R>(level + 1);
  const allLost = i8x16.splat(turns && level & 1 ? won : lost);
  const allWon = i8x16.splat(turns && !(level & 1) ? lost : won);
  const first = rules.enterRun(run);
  const end = first + rules.runEntries(run);
  let found: u32 = 0;
  // 16 entries at a time; those beyond the end belong to another run.
  for (let at = first; at < end; at += 16) {
    const sixteen = v128.load(values + at);
    let hits = i8x16.bitmask(v128.or(i8x16.eq(sixteen, allLost), i8x16.eq(sixteen, allWon)));
    if (end - at < 16) hits &= (1 << (end - at)) - 1;
    for (; hits; hits &= hits - 1) {
      const entry = at + ctz(hits);
      const count = rules.predecessors(entry, list);
      if (load<u8>(values + entry) == lost) winFrom(values, list, count, wonNext);
      else countDown<R>(values, counters, list, count, lostNext);
      found++;
    }
  }
  return found;
}

function winFrom(values: usize, list: usize, count: i32, value: u8): void {
  for (let i = 0; i < count; i++) {
    const at = values + load<u32>(list + (<usize>i << 2));
    if (load<u8>(at) == OPEN) store<u8>(at, value);
  }
}

/** Counters of won entries are decremented too, but cannot reach 0: one of their moves leads to a lost position. */
function countDown<R extends OutcomeRules>(values: usize, counters: usize, list: usize, count: i32, value: u8): void {
  for (let i = 0; i < count; i++) {
    const entry = load<u32>(list + (<usize>i << 2));
    if (changetype<R>(0).runsAreDisjoint()) {
      const left = <u8>(load<u8>(counters + entry) - 1);
      store<u8>(counters + entry, left);
      if (left == 0) store<u8>(values + entry, value);
    } else if (atomic.sub<u8>(counters + entry, 1) == 1) store<u8>(values + entry, value);
  }
}

/** Open entries become draws. */
export function drawOpenOutcomes(values: usize, start: u32, end: u32): void {
  for (let entry = start; entry < end; entry++) {
    if (load<u8>(values + entry) == OPEN) store<u8>(values + entry, DRAWN);
  }
}
