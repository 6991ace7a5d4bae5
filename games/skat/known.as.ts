/**
 * Positions that were searched: bounds of the declarer's points, and the card that was best. The key is the whole position, so
 * that nothing is ever taken for something else, and it knows no deal: what one deal found serves the next.
 *
 * A line of 64 bytes holds four entries: a u64 with two bits for each place (nobody's, leader's, second's, third's), and a u32 from
 * the lowest bit up: low bound 7, high bound 7, declarer 2, kind of game 3, best card + 1 6, cards in a hand 4, generation 3.
 */

const KIND_SHIFT: i32 = 14;
const MOVE_SHIFT: i32 = 19;
const CARDS_SHIFT: i32 = 25;
const AGE_SHIFT: i32 = 29;

let table: usize = 0;
let lineMask: usize = 0;
let kind: i32 = 0;
let age: u32 = 0;

export function setTable(address: usize, lines: i32): void {
  table = address;
  lineMask = <usize>lines - 1;
}

/** What was found before this is the first to go when room is wanted. `ofGame` tells games apart in which equal places differ in value. */
export function newGeneration(ofGame: i32): void {
  kind = ofGame << 2;
  age = (age + 1) & 7;
}

@inline
function keyOf(h1: u32, h2: u32, h3: u32): u64 {
  return (<u64>(h1 | h3)) | ((<u64>(h2 | h3)) << 32);
}

@inline
function lineOf(key: u64, declarer: i32): usize {
  const mixed = (key ^ (key >> 29) ^ <u64>(kind | declarer) << 5) * 0x9e3779b97f4a7c15;
  return table + (((<usize>(mixed >> 32)) & lineMask) << 6);
}

@inline
function isOf(data: u32, declarer: i32): bool {
  return ((data >> KIND_SHIFT) & 31) == <u32>(kind | declarer);
}

/** What is known of a position, or 0. */
@inline
export function probeTable(h1: u32, h2: u32, h3: u32, declarer: i32): u32 {
  const key = keyOf(h1, h2, h3);
  const line = lineOf(key, declarer);
  for (let at = line; at < line + 64; at += 16) {
    const data = load<u32>(at, 8);
    if (load<u64>(at) == key && isOf(data, declarer)) return data;
  }
  return 0;
}

@inline
export function lowBound(data: u32): i32 {
  return data & 127;
}

@inline
export function highBound(data: u32): i32 {
  return (data >> 7) & 127;
}

@inline
export function storedMove(data: u32): i32 {
  return <i32>((data >> MOVE_SHIFT) & 63) - 1;
}

/**
 * In place of what was known of the position, or of the entry that is worth least: an older one before one of this generation; of
 * the old ones that with the most cards, which hardly comes again; of the others that with the fewest, which is the cheapest to find again.
 */
export function storeTable(h1: u32, h2: u32, h3: u32, declarer: i32, low: i32, high: i32, move: i32): void {
  const key = keyOf(h1, h2, h3);
  const line = lineOf(key, declarer);
  let target = line;
  let least: u32 = 99;
  for (let at = line; at < line + 64; at += 16) {
    const data = load<u32>(at, 8);
    if (load<u64>(at) == key && isOf(data, declarer)) {
      target = at;
      break;
    }
    const cards = (data >> CARDS_SHIFT) & 15;
    const worth: u32 = cards == 0 ? 0 : data >> AGE_SHIFT == age ? 16 + cards : 12 - cards;
    if (worth < least) {
      least = worth;
      target = at;
    }
  }
  const cards = popcnt<u32>(h1);
  store<u64>(target, key);
  store<u32>(target, low | (high << 7) | ((kind | declarer) << KIND_SHIFT) | ((move + 1) << MOVE_SHIFT) | (cards << CARDS_SHIFT) | (age << AGE_SHIFT), 8);
}
