/**
 * Positions that were searched: bounds of the declarer's points, and the card that was best. The key is the whole position, so
 * that nothing is ever taken for something else, and it knows no deal: what one deal found serves the next.
 *
 * Where points count, a key is a rank class (rank-classes.as.ts), and an entry says besides which cards were in play: positions of one class lie in
 * one line and bound each other.
 *
 * A line of 64 bytes holds four entries: a u64 with two bits for each place (nobody's, leader's, second's, third's); a u32 from
 * the lowest bit up: low bound 7, high bound 7, declarer 2, kind of game 3, best card + 1 6, cards in a hand 4; a u32: cards in play 28, generation 3.
 */
import { gainOver, sameInClass, squeezed } from "./rank-classes.as";
import { NEAR_POSITIONS, USE } from "./switches.as";

const KIND_SHIFT: i32 = 14;
const MOVE_SHIFT: i32 = 19;
const CARDS_SHIFT: i32 = 25;
const AGE_SHIFT: i32 = 28;
const IN_PLAY: u32 = 0x0fffffff;

let table: usize = 0;
let lineMask: usize = 0;
let kind: i32 = 0;
let age: u32 = 0;

/** What `probeTable` found: bounds, and the card that was best, or −1. */
export let KNOWN_LOW: i32 = 0;
export let KNOWN_HIGH: i32 = 0;
export let KNOWN_MOVE: i32 = -1;

export function setTable(address: usize, lines: i32): void {
  table = address;
  lineMask = <usize>lines - 1;
}

/** Tells games apart in which equal places differ in value. */
export function setKind(ofGame: i32): void {
  kind = ofGame << 2;
}

/** What was found before this is the first to go when room is wanted. */
export function newGeneration(): void {
  age = (age + 1) & 7;
}

/** The cards whose points tell positions of a class apart; none where every position is a class of its own. */
@inline
export function cardsInPlay(h1: u32, h2: u32, h3: u32): u32 {
  return USE & NEAR_POSITIONS ? (h1 | h2 | h3) & IN_PLAY : 0;
}

@inline
export function keyOf(h1: u32, h2: u32, h3: u32, inPlay: u32): u64 {
  if (!inPlay) return (<u64>(h1 | h3)) | ((<u64>(h2 | h3)) << 32);
  return (<u64>squeezed(h1 | h3, inPlay)) | ((<u64>squeezed(h2 | h3, inPlay)) << 32);
}

@inline
function lineOf(key: u64, declarer: i32): usize {
  const mixed = (key ^ (key >> 29) ^ <u64>(kind | declarer) << 5) * 0x9e3779b97f4a7c15;
  return table + (((<usize>(mixed >> 32)) & lineMask) << 6);
}

@inline
function isOf(data: u32, declarer: i32): bool {
  return ((data >> KIND_SHIFT) & 31) == <u32>(kind | declarer) && data >> CARDS_SHIFT != 0;
}

/** Finds what is known of a position: bounds within those from 0 to `left`. */
@inline
export function probeTable(key: u64, inPlay: u32, declarer: i32, left: i32): void {
  const line = lineOf(key, declarer);
  let low = 0;
  let high = left;
  let move = -1;
  for (let at = line; at < line + 64; at += 16) {
    if (load<u64>(at) != key) continue;
    const data = load<u32>(at, 8);
    if (!isOf(data, declarer)) continue;
    const cards = load<u32>(at, 12) & IN_PLAY;
    if (cards == inPlay) {
      low = max(low, <i32>(data & 127));
      high = min(high, <i32>((data >> 7) & 127));
      move = storedMove(data);
    } else if (cards && inPlay) {
      low = max(low, <i32>(data & 127) - gainOver(cards, inPlay));
      high = min(high, <i32>((data >> 7) & 127) + gainOver(inPlay, cards));
      if (move < 0 && storedMove(data) >= 0) move = sameInClass(storedMove(data), cards, inPlay);
    }
  }
  KNOWN_LOW = low;
  KNOWN_HIGH = high;
  KNOWN_MOVE = move;
}

@inline
function storedMove(data: u32): i32 {
  return <i32>((data >> MOVE_SHIFT) & 63) - 1;
}

/**
 * In place of what was known of the position, or of the entry that is worth least: an older one before one of this generation; of
 * the old ones that with the most cards, which hardly comes again; of the others that with the fewest, which is the cheapest to find again.
 */
export function storeTable(key: u64, inPlay: u32, cards: i32, declarer: i32, low: i32, high: i32, move: i32): void {
  const line = lineOf(key, declarer);
  let target = line;
  let least: u32 = 99;
  for (let at = line; at < line + 64; at += 16) {
    const data = load<u32>(at, 8);
    const rest = load<u32>(at, 12);
    if (load<u64>(at) == key && isOf(data, declarer) && (rest & IN_PLAY) == inPlay) {
      target = at;
      break;
    }
    const its = data >> CARDS_SHIFT;
    const worth: u32 = its == 0 ? 0 : rest >> AGE_SHIFT == age ? 16 + its : 12 - its;
    if (worth < least) {
      least = worth;
      target = at;
    }
  }
  store<u64>(target, key);
  store<u32>(target, low | (high << 7) | ((kind | declarer) << KIND_SHIFT) | ((move + 1) << MOVE_SHIFT) | (cards << CARDS_SHIFT), 8);
  store<u32>(target, inPlay | (age << AGE_SHIFT), 12);
}
