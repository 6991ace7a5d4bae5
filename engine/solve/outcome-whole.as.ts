/**
 * Retrograde analysis of a whole table in one call, on one thread: for games with many small tables, solved one per thread. A move
 * either stays in the table (one array of values per side to move) or converts to another table whose values are known. Values and
 * method are those of outcome.as.ts; conversions are evaluated when an entry is initialized, and again when all its other moves lose.
 *
 * A win by conversion is stored ahead of its level and is replaced by a faster win inside the table.
 *
 * The winner makes the last move, so wins take an odd number of plies and losses an even one. Values count pairs of plies (`turns` in
 * outcome-values.ts); with a bound on the plies they count plies, because an outcome need not be the end of the game then.
 */
import { stopped } from "../kernel/stop.as";
import { DRAWN, LOST, WON } from "./outcome.as";

const OPEN: u8 = 127;
/** The entry has no conversion. */
export const NO_CONVERSION: i32 = 255;
/** A counter that never reaches 0: more than twice the moves of any entry. */
const NEVER: u8 = 255;
/** The longest distance that can be encoded. */
const MOST: i32 = 124;

/** `solveWhole` did not finish. */
const STOPPED: i32 = -1;
const TOO_LONG: i32 = -2;

/** Entries between two polls of the stop word. */
const PORTION: u32 = 4096;

export abstract class WholeTable {
  abstract entries(side: i32): u32;
  /** Selects the entry for the following calls. */
  abstract enter(side: i32, entry: u32): void;
  /** Number of moves that stay in the table, at most 120. */
  abstract movesWithin(): i32;
  /** The entry's value after its best conversion (a move out of the table), or NO_CONVERSION. */
  abstract bestConversion(): i32;
  /** Writes the predecessors (entries of the other side) as u32, once per move; returns how many. */
  abstract predecessors(out: usize): i32;
}

/** Values and move counters of the two sides. */
let values0: usize = 0;
let values1: usize = 0;
let counters0: usize = 0;
let counters1: usize = 0;
/** Plies of the longest outcome stored so far. */
let latest: i32 = 0;
/** Whether values count pairs of plies. */
let inTurns: bool = true;

/** The plies of a value of `turns`. */
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
 * Solves the table; returns the plies of its longest outcome, or STOPPED or TOO_LONG. `most` bounds the plies, longer outcomes are
 * draws; 0 for no bound. `counters` has one byte per entry of both sides. Vectors read up to 15 bytes beyond the values.
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
      if (!propagateSide<T>(side, level, list)) return STOPPED;
    }
  }
  for (let side = 0; side < 2; side++) setDraws(valuesOf(side), table.entries(side), most);
  return most == 0 ? latest : min(latest, most);
}

function startSide<T extends WholeTable>(side: i32): bool {
  const table = changetype<T>(0);
  const values = valuesOf(side);
  const counters = countersOf(side);
  for (let entry: u32 = 0; entry < table.entries(side); entry++) {
    if (entry % PORTION == 0 && stopped()) return false;
    table.enter(side, entry);
    const out = table.bestConversion();
    const within = table.movesWithin();
    const won = out >= <i32>WON && out != NO_CONVERSION;
    const lost = within == 0 && !won && out != <i32>DRAWN;
    store<u8>(counters + entry, won || lost || out == <i32>DRAWN ? NEVER : <u8>within);
    if (won) enterValue(values + entry, <u8>out);
    else if (lost) enterValue(values + entry, out == NO_CONVERSION ? LOST : <u8>out);
    else store<u8>(values + entry, OPEN);
  }
  return true;
}

@inline
function enterValue(at: usize, value: u8): void {
  store<u8>(at, value);
  latest = max(latest, pliesOf(value));
}

/** Propagates the outcomes of one level to their predecessors. */
function propagateSide<T extends WholeTable>(side: i32, level: i32, list: usize): bool {
  const table = changetype<T>(0);
  const values = valuesOf(side);
  // With turns, a level has either losses or wins; the other code matches no entry.
  const lost = inTurns && (level & 1) != 0 ? <u8>NO_CONVERSION : lostIn(level);
  const won = inTurns && (level & 1) == 0 ? <u8>NO_CONVERSION : wonIn(level);
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
    // All moves inside the table lose; the conversions lose too, perhaps later.
    table.enter(side, entry);
    const out = table.bestConversion();
    enterValue(valuesOf(side) + entry, <u8>max(<i32>lostIn(plies), out == NO_CONVERSION ? 0 : out));
  }
}

/** Open entries are draws, and so are outcomes beyond the bound. */
function setDraws(values: usize, entries: u32, most: i32): void {
  for (let at = values; at < values + entries; at++) {
    const value = load<u8>(at);
    if (value == OPEN || (most > 0 && value != DRAWN && pliesOf(value) > most)) store<u8>(at, DRAWN);
  }
}
