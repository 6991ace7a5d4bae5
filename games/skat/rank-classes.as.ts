/**
 * Rank classes: in positions of one class, the same hands hold the first, second, third … card in play of every suit. The same moves
 * are legal and the same cards win the tricks; only their points differ. So a bound of one position bounds all others of its class:
 * the declarer's points fall by at most what the cards lose in points and rise by at most what they gain.
 *
 * Suits are seven places each, from 0, 7, 14 and 21; the jacks above them are a run without gaps.
 */

/** By a suit's cards in play and a subset of them: the subset with gaps closed (parallel bit extract). */
const COMPRESSED: usize = 0;
/** By two such sets of equal size, card by card: the sum of the points by which the first exceeds the second. */
const GAINS: usize = 128 * 128;
const FILLED: usize = 2 * 128 * 128;
export const CLASS_BYTES: i32 = <i32>FILLED + 64;

/** Points from the 7 to the ace, one byte each. */
const SUIT_POINTS: u64 = 0x0b0a_0403_0000_00;

let tables: usize = 0;

/** `region` belongs to this thread and is zeroed at first. */
export function setRankClasses(region: usize): void {
  tables = region;
  if (load<i32>(tables + FILLED)) return;
  store<i32>(tables + FILLED, 1);
  for (let suit: u32 = 0; suit < 128; suit++) {
    for (let other: u32 = 0; other < 128; other++) {
      const at = tables + <usize>((suit << 7) | other);
      store<u8>(at + COMPRESSED, <u8>compress(other, suit));
      store<u8>(at + GAINS, <u8>gains(suit, other));
    }
  }
}

function compress(part: u32, suit: u32): u32 {
  let closed: u32 = 0;
  let place = 0;
  for (let rest = suit; rest; rest &= rest - 1) {
    if (part & (rest & (0 - rest))) closed |= (<u32>1) << place;
    place++;
  }
  return closed;
}

function gains(one: u32, two: u32): u32 {
  let sum: i32 = 0;
  while (one && two) {
    sum += max(0, pointsOfRank(<i32>ctz(one)) - pointsOfRank(<i32>ctz(two)));
    one &= one - 1;
    two &= two - 1;
  }
  return <u32>sum;
}

@inline
function pointsOfRank(rank: i32): i32 {
  return <i32>((SUIT_POINTS >> (rank << 3)) & 127);
}

/** A subset of the cards in play with the gaps of all four suits closed. */
@inline
export function compressed(part: u32, all: u32): u32 {
  const table = tables + COMPRESSED;
  return (
    <u32>load<u8>(table + <usize>(((all & 127) << 7) | (part & 127))) |
    (<u32>load<u8>(table + <usize>((all & (127 << 7)) | ((part >> 7) & 127))) << 7) |
    (<u32>load<u8>(table + <usize>(((all >> 7) & (127 << 7)) | ((part >> 14) & 127))) << 14) |
    (<u32>load<u8>(table + <usize>(((all >> 14) & (127 << 7)) | ((part >> 21) & 127))) << 21) |
    (part & 0xf0000000)
  );
}

/** The sum of the points by which cards of one position exceed their counterparts in another position of its class. */
@inline
export function pointGain(one: u32, two: u32): i32 {
  const table = tables + GAINS;
  return (
    <i32>load<u8>(table + <usize>(((one & 127) << 7) | (two & 127))) +
    <i32>load<u8>(table + <usize>((one & (127 << 7)) | ((two >> 7) & 127))) +
    <i32>load<u8>(table + <usize>(((one >> 7) & (127 << 7)) | ((two >> 14) & 127))) +
    <i32>load<u8>(table + <usize>(((one >> 14) & (127 << 7)) | ((two >> 21) & 127)))
  );
}

/** The card of position `to` that corresponds to a card of position `from` in the same class. */
export function counterpart(place: i32, from: u32, to: u32): i32 {
  if (place >= 28) return place;
  const suit: u32 = (<u32>127) << (place - (place % 7));
  let rest = to & suit;
  for (let below = from & suit & (((<u32>1) << place) - 1); below; below &= below - 1) rest &= rest - 1;
  return <i32>ctz(rest);
}
