/**
 * The transposition table: bounds on the declarer's points and the best card. The key is the whole position, so there are no
 * collisions, and it does not depend on the deal: entries of one deal serve the next.
 *
 * In games with points the key is a rank class (rank-classes.as.ts) and the entry also stores the cards in play: positions of one
 * class share a bucket and bound each other.
 */
import { TableBucket, TableEntry } from "../../build/layouts/games/skat/solver.as";
import { pointGain, counterpart, compressed } from "./rank-classes.as";
import { RANK_CLASS_BOUNDS, USE } from "./switches.as";

const KIND_SHIFT: i32 = 14;
const MOVE_SHIFT: i32 = 19;
const CARDS_SHIFT: i32 = 25;
const AGE_SHIFT: i32 = 28;
const IN_PLAY: u32 = 0x0fffffff;

let table: usize = 0;
let bucketMask: usize = 0;
let kind: i32 = 0;
let age: u32 = 0;

/** Results of `probeTable`: bounds, and the best card or −1. */
export let TT_LOW: i32 = 0;
export let TT_HIGH: i32 = 0;
export let TT_MOVE: i32 = -1;

export function setTable(address: usize, buckets: i32): void {
  table = address;
  bucketMask = <usize>buckets - 1;
}

/** Distinguishes games in which equal keys have different values. */
export function setKind(gameKind: i32): void {
  kind = gameKind << 2;
}

/** Entries of earlier generations are replaced first. */
export function newGeneration(): void {
  age = (age + 1) & 7;
}

/** The cards whose points distinguish positions of a rank class; 0 if every position is its own class. */
@inline
export function cardsInPlay(h1: u32, h2: u32, h3: u32): u32 {
  return USE & RANK_CLASS_BOUNDS ? (h1 | h2 | h3) & IN_PLAY : 0;
}

@inline
export function keyOf(h1: u32, h2: u32, h3: u32, inPlay: u32): u64 {
  if (!inPlay) return (<u64>(h1 | h3)) | ((<u64>(h2 | h3)) << 32);
  return (<u64>compressed(h1 | h3, inPlay)) | ((<u64>compressed(h2 | h3, inPlay)) << 32);
}

@inline
function bucketOf(key: u64, declarer: i32): usize {
  const mixed = (key ^ (key >> 29) ^ <u64>(kind | declarer) << 5) * 0x9e3779b97f4a7c15;
  return table + ((<usize>(mixed >> 32)) & bucketMask) * TableBucket.BYTES;
}

@inline
function matches(data: u32, declarer: i32): bool {
  return ((data >> KIND_SHIFT) & 31) == <u32>(kind | declarer) && data >> CARDS_SHIFT != 0;
}

/** Bounds a position's value within 0 to `left`. */
@inline
export function probeTable(key: u64, inPlay: u32, declarer: i32, left: i32): void {
  const bucket = bucketOf(key, declarer);
  let low = 0;
  let high = left;
  let move = -1;
  for (let at = bucket; at < bucket + TableBucket.BYTES; at += TableEntry.BYTES) {
    const entry = TableEntry.at(at);
    if (entry.key != key) continue;
    const data = entry.data;
    if (!matches(data, declarer)) continue;
    const cards = entry.cards & IN_PLAY;
    if (cards == inPlay) {
      low = max(low, <i32>(data & 127));
      high = min(high, <i32>((data >> 7) & 127));
      move = storedMove(data);
    } else if (cards && inPlay) {
      low = max(low, <i32>(data & 127) - pointGain(cards, inPlay));
      high = min(high, <i32>((data >> 7) & 127) + pointGain(inPlay, cards));
      if (move < 0 && storedMove(data) >= 0) move = counterpart(storedMove(data), cards, inPlay);
    }
  }
  TT_LOW = low;
  TT_HIGH = high;
  TT_MOVE = move;
}

@inline
function storedMove(data: u32): i32 {
  return <i32>((data >> MOVE_SHIFT) & 63) - 1;
}

/**
 * Replaces the entry of the same position, or the least valuable one: older generations first, among them the one with the most
 * cards, which is unlikely to recur; in this generation the one with the fewest cards, which is the cheapest to search again.
 */
export function storeTable(key: u64, inPlay: u32, cards: i32, declarer: i32, low: i32, high: i32, move: i32): void {
  const bucket = bucketOf(key, declarer);
  let target = TableEntry.at(bucket);
  let lowest: u32 = 99;
  for (let at = bucket; at < bucket + TableBucket.BYTES; at += TableEntry.BYTES) {
    const entry = TableEntry.at(at);
    const data = entry.data;
    const rest = entry.cards;
    if (entry.key == key && matches(data, declarer) && (rest & IN_PLAY) == inPlay) {
      target = entry;
      break;
    }
    const its = data >> CARDS_SHIFT;
    const priority: u32 = its == 0 ? 0 : rest >> AGE_SHIFT == age ? 16 + its : 12 - its;
    if (priority < lowest) {
      lowest = priority;
      target = entry;
    }
  }
  target.key = key;
  target.data = low | (high << 7) | ((kind | declarer) << KIND_SHIFT) | ((move + 1) << MOVE_SHIFT) | (cards << CARDS_SHIFT);
  target.cards = inPlay | (age << AGE_SHIFT);
}
