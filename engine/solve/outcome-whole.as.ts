/**
 * Retrograde analysis of a whole table in one call, on one thread: for games that fall into many small tables, of which threads take
 * one each. Moves either stay in the table (both sides to move, an array of values for each) or lead out of it to positions
 * whose values are known. Values are those of outcome.as.ts, and so is the idea; moves that lead out are looked at once when an entry
 * is started, and once more when all its other moves have been found to lose.
 *
 * A win that leads out is entered ahead of its level, and gives way to a sooner one inside the table.
 *
 * Who wins has made the last move, so wins take an odd number of plies and losses an even one. Values say pairs of plies (`turns` in
 * outcome-values.ts); with a bound on the plies they say plies, as an outcome need not be the end of the game then.
 */
import { stopped } from "../kernel/stop.as";
import { DRAWN, LOST, WON } from "./outcome.as";

const OPEN: u8 = 127;
/** Of `leaving`: there is no such move. */
export const NOWHERE: i32 = 255;
/** A counter that never gets to 0: more than twice the moves of any entry. */
const NEVER: u8 = 255;
/** The most that the number beside the kind may be. */
const MOST: i32 = 124;

/** What `solveWhole` returns where it did not end. */
export const STOPPED: i32 = -1;
export const TOO_LONG: i32 = -2;

/** Entries often looked at in between two looks at the stop word. */
const PORTION: u32 = 4096;

export abstract class WholeTable {
  abstract entries(side: i32): u32;
  /** The entry that is asked about next, by the side to move there. */
  abstract enter(side: i32, entry: u32): void;
  /** How many moves stay in the table: at most 120. */
  abstract movesWithin(): i32;
  /** The best that a move out of the table brings the mover, as the value that the entry then has; or NOWHERE. */
  abstract leaving(): i32;
  /** Writes the entries of the other side with a move to this one as u32, once for each such move; returns how many. */
  abstract predecessors(out: usize): i32;
}

/** The values of one side's entries, and the counters beside them. */
let values0: usize = 0;
let values1: usize = 0;
let counters0: usize = 0;
let counters1: usize = 0;
/** Plies of the latest outcome that has been entered. */
let latest: i32 = 0;
/** Whether values say pairs of plies. */
let inTurns: bool = true;

/** The plies that a value of `turns` stands for. */
@inline
export function pliesInTurns(value: i32): i32 {
  return value >= <i32>WON ? 2 * (value - <i32>WON) + 1 : 2 * (value - <i32>LOST);
}

@inline
function pliesOf(value: u8): i32 {
  if (inTurns) return pliesInTurns(value);
  return <i32>(value >= WON ? value - WON : value - LOST);
}

@inline function lostIn(plies: i32): u8 { return <u8>(<i32>LOST + (inTurns ? plies >> 1 : plies)); }
@inline function wonIn(plies: i32): u8 { return <u8>(<i32>WON + (inTurns ? plies >> 1 : plies)); }

@inline function valuesOf(side: i32): usize { return side == 0 ? values0 : values1; }
@inline function countersOf(side: i32): usize { return side == 0 ? counters0 : counters1; }

/**
 * Solves the table; gives the plies of its longest outcome, or why it did not end. `most` bounds the plies of outcomes, what takes
 * longer is a draw; 0 for no bound. `counters` takes a byte for every entry of both sides. Vectors read up to 15 bytes beyond the values.
 */
export function solveWhole<T extends WholeTable>(first: usize, second: usize, counters: usize, list: usize, most: i32): i32 {
  const table = changetype<T>(0);
  values0 = first;
  values1 = second;
  counters0 = counters;
  counters1 = counters + table.entries(0);
  latest = 0;
  inTurns = most == 0;
  for (let side = 0; side < 2; side++) {
    if (!startSide<T>(side)) return STOPPED;
  }
  for (let level = 0; level <= latest && (most == 0 || level < most); level++) {
    if ((inTurns ? level >> 1 : level) >= MOST) return TOO_LONG;
    for (let side = 0; side < 2; side++) {
      if (!passSideOn<T>(side, level, list)) return STOPPED;
    }
  }
  for (let side = 0; side < 2; side++) drawTheRest(valuesOf(side), table.entries(side), most);
  return most == 0 ? latest : min(latest, most);
}

function startSide<T extends WholeTable>(side: i32): bool {
  const table = changetype<T>(0);
  const values = valuesOf(side);
  const counters = countersOf(side);
  for (let entry: u32 = 0; entry < table.entries(side); entry++) {
    if (entry % PORTION == 0 && stopped()) return false;
    table.enter(side, entry);
    const out = table.leaving();
    const within = table.movesWithin();
    const won = out >= <i32>WON && out != NOWHERE;
    const lost = within == 0 && !won && out != <i32>DRAWN;
    store<u8>(counters + entry, won || lost || out == <i32>DRAWN ? NEVER : <u8>within);
    if (won) enterValue(values + entry, <u8>out);
    else if (lost) enterValue(values + entry, out == NOWHERE ? LOST : <u8>out);
    else store<u8>(values + entry, OPEN);
  }
  return true;
}

@inline
function enterValue(at: usize, value: u8): void {
  store<u8>(at, value);
  latest = max(latest, pliesOf(value));
}

/** Passes the outcomes of one level on to the entries one move before them. */
function passSideOn<T extends WholeTable>(side: i32, level: i32, list: usize): bool {
  const table = changetype<T>(0);
  const values = valuesOf(side);
  // In turns, a level has either losses or wins; no entry has the value of what it has not.
  const lost = inTurns && (level & 1) != 0 ? <u8>NOWHERE : lostIn(level);
  const won = inTurns && (level & 1) == 0 ? <u8>NOWHERE : wonIn(level);
  const allLost = i8x16.splat(lost);
  const allWon = i8x16.splat(won);
  const entries = table.entries(side);
  for (let at: u32 = 0; at < entries; at += 16) {
    if (at % PORTION == 0 && stopped()) return false;
    const sixteen = v128.load(values + at);
    let hits = i8x16.bitmask(v128.or(i8x16.eq(sixteen, allLost), i8x16.eq(sixteen, allWon)));
    if (entries - at < 16) hits &= (1 << (entries - at)) - 1;
    for (; hits; hits &= hits - 1) {
      const entry = at + ctz(hits);
      table.enter(side, entry);
      const count = table.predecessors(list);
      if (load<u8>(values + entry) == lost) winFrom(1 - side, list, count, wonIn(level + 1));
      else countDown<T>(1 - side, list, count, level + 1);
    }
  }
  return true;
}

function winFrom(side: i32, list: usize, count: i32, value: u8): void {
  for (let i = 0; i < count; i++) {
    const at = valuesOf(side) + load<u32>(list + (<usize>i << 2));
    const before = load<u8>(at);
    if (before == OPEN || before > value) enterValue(at, value);
  }
}

function countDown<T extends WholeTable>(side: i32, list: usize, count: i32, plies: i32): void {
  const table = changetype<T>(0);
  for (let i = 0; i < count; i++) {
    const entry = load<u32>(list + (<usize>i << 2));
    const counter = countersOf(side) + entry;
    const left = <u8>(load<u8>(counter) - 1);
    store<u8>(counter, left);
    if (left != 0) continue;
    // All that stays inside loses; what leads out loses too, perhaps later.
    table.enter(side, entry);
    const out = table.leaving();
    enterValue(valuesOf(side) + entry, <u8>max(<i32>lostIn(plies), out == NOWHERE ? 0 : out));
  }
}

/** What is still open is a draw, and what takes longer than it may. */
function drawTheRest(values: usize, entries: u32, most: i32): void {
  for (let at = values; at < values + entries; at++) {
    const value = load<u8>(at);
    if (value == OPEN || (most > 0 && value != DRAWN && pliesOf(value) > most)) store<u8>(at, DRAWN);
  }
}
