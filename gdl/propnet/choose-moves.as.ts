/** Chooses a random legal move in each of 128 lanes. */
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { LANES } from "./lanes.as";

/**
 * Chooses for one role in the given lanes. A legal word contains the lanes in which its move is legal; the bit of each lane is set in the word
 * of the chosen move only. The legal words are transposed to a bitset of moves for each lane.
 */
export function chooseMoves(record: usize, role: usize, lowLanes: u64, highLanes: u64): void {
  const propnet = PropnetRecord.at(record);
  const words = propnet.words;
  const moves = PropnetRole.at(role).moves;
  const legal = words + PropnetRole.at(role).legal;
  const made = words + PropnetRole.at(role).made;
  const masks = propnet.masks;
  const random = propnet.random;
  // Lanes with a single legal move are handled together: most roles only wait while another one moves.
  const end = legal + (<usize>moves << 4);
  let one = i64x2.splat(0);
  let more = i64x2.splat(0);
  for (let at = legal; at < end; at += 16) {
    const word = v128.load(at);
    more = v128.or(more, v128.and(one, word));
    one = v128.or(one, word);
  }
  const lanes = i64x2(<i64>lowLanes, <i64>highLanes);
  const single = v128.andnot(v128.and(one, lanes), more);
  for (let at = legal, to = made; at < end; at += 16, to += 16) v128.store(to, v128.and(v128.load(at), single));
  const choosing = v128.and(more, lanes);
  if (!v128.any_true(choosing)) return;
  const blocks = (moves + 15) >> 4;
  const numbers = (blocks + 3) >> 2;
  const stride = <usize>numbers << 3;
  if (blocks & 3) memory.fill(masks, 0, stride * LANES);
  for (let block: u32 = 0; block < blocks; block++) {
    transpose(legal + (<usize>block << 8), masks + (<usize>block << 1), stride);
  }
  chooseIn(<u64>i64x2.extract_lane(choosing, 0), 0, made, masks, stride, random);
  chooseIn(<u64>i64x2.extract_lane(choosing, 1), 64, made, masks, stride, random);
}

function chooseIn(lanes: u64, first: usize, made: usize, masks: usize, stride: usize, random: usize): void {
  let state = load<u64>(random);
  for (; lanes; lanes &= lanes - 1) {
    const lane = first + <usize>ctz(lanes);
    const own = masks + lane * stride;
    // The word and the bit are found without data-dependent branches, which would be mispredicted half the time.
    let total: u32 = 0;
    for (let i: usize = 0; i < stride; i += 8) total += <u32>popcnt(load<u64>(own + i));
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const chosen = <u32>((<u64>(<u32>(state >> 32)) * <u64>total) >> 32);
    let at: usize = 0;
    let before: u32 = 0;
    let seen: u32 = 0;
    for (let i: usize = 0; i < stride; i += 8) {
      seen += <u32>popcnt(load<u64>(own + i));
      const isPast = chosen >= seen;
      at = select<usize>(i + 8, at, isPast);
      before = select<u32>(seen, before, isPast);
    }
    const move = (<u32>at << 3) + selectBit(load<u64>(own + at), chosen - before);
    const byte = made + (<usize>move << 4) + (lane >> 3);
    const bit: u32 = 1 << (<u32>lane & 7);
    store<u8>(byte, <u8>(<u32>load<u8>(byte) | bit));
  }
  store<u64>(random, state);
}

/** Select: the position of the set bit with `below` set bits below it. */
@inline
function selectBit(set: u64, below: u32): u32 {
  // In each byte, the number of set bits up to its end.
  let sums = set - ((set >> 1) & 0x5555555555555555);
  sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101;
  // The first byte whose sum exceeds `below`; sums are at most 64, so no borrow crosses a byte.
  const enough = ((sums | 0x8080808080808080) - <u64>(below + 1) * 0x0101010101010101) & 0x8080808080808080;
  let place = <u32>ctz(enough) & ~7;
  let left = below - (<u32>((sums << 8) >> <u64>place) & 0xff);
  let byte = <u32>(set >> <u64>place) & 0xff;
  const inFour = popcnt(byte & 15);
  const past4 = left >= inFour;
  left -= select<u32>(inFour, 0, past4);
  byte >>= select<u32>(4, 0, past4);
  place += select<u32>(4, 0, past4);
  const inTwo = popcnt(byte & 3);
  const past2 = left >= inTwo;
  left -= select<u32>(inTwo, 0, past2);
  byte >>= select<u32>(2, 0, past2);
  place += select<u32>(2, 0, past2);
  return place + <u32>(left >= (byte & 1));
}

/** Transposes 16 words of 128 lanes to 16 bits for each lane. Words past the last move must be readable and zero. */
export function transpose(words: usize, out: usize, stride: usize): void {
  let any = v128.load(words);
  for (let i: usize = 16; i < 256; i += 16) any = v128.or(any, v128.load(words + i));
  if (!v128.any_true(any)) {
    for (let lane: usize = 0; lane < <usize>LANES; lane++) store<u16>(out + lane * stride, 0);
    return;
  }
  // Four rounds of interleaving move byte b of all 16 words into vector b.
  let a0 = v128.load(words), a1 = v128.load(words, 16), a2 = v128.load(words, 32), a3 = v128.load(words, 48);
  let a4 = v128.load(words, 64), a5 = v128.load(words, 80), a6 = v128.load(words, 96), a7 = v128.load(words, 112);
  let a8 = v128.load(words, 128), a9 = v128.load(words, 144), a10 = v128.load(words, 160), a11 = v128.load(words, 176);
  let a12 = v128.load(words, 192), a13 = v128.load(words, 208), a14 = v128.load(words, 224), a15 = v128.load(words, 240);
  // Words i and i + 8 first, so that the bytes end up in the order of the words.
  let b0 = low(a0, a8), b1 = high(a0, a8), b2 = low(a1, a9), b3 = high(a1, a9), b4 = low(a2, a10), b5 = high(a2, a10), b6 = low(a3, a11), b7 = high(a3, a11);
  let b8 = low(a4, a12), b9 = high(a4, a12), b10 = low(a5, a13), b11 = high(a5, a13), b12 = low(a6, a14), b13 = high(a6, a14), b14 = low(a7, a15), b15 = high(a7, a15);
  a0 = low(b0, b8), a1 = high(b0, b8), a2 = low(b1, b9), a3 = high(b1, b9), a4 = low(b2, b10), a5 = high(b2, b10), a6 = low(b3, b11), a7 = high(b3, b11);
  a8 = low(b4, b12), a9 = high(b4, b12), a10 = low(b5, b13), a11 = high(b5, b13), a12 = low(b6, b14), a13 = high(b6, b14), a14 = low(b7, b15), a15 = high(b7, b15);
  b0 = low(a0, a8), b1 = high(a0, a8), b2 = low(a1, a9), b3 = high(a1, a9), b4 = low(a2, a10), b5 = high(a2, a10), b6 = low(a3, a11), b7 = high(a3, a11);
  b8 = low(a4, a12), b9 = high(a4, a12), b10 = low(a5, a13), b11 = high(a5, a13), b12 = low(a6, a14), b13 = high(a6, a14), b14 = low(a7, a15), b15 = high(a7, a15);
  column(low(b0, b8), out, stride);
  column(high(b0, b8), out + 8 * stride, stride);
  column(low(b1, b9), out + 16 * stride, stride);
  column(high(b1, b9), out + 24 * stride, stride);
  column(low(b2, b10), out + 32 * stride, stride);
  column(high(b2, b10), out + 40 * stride, stride);
  column(low(b3, b11), out + 48 * stride, stride);
  column(high(b3, b11), out + 56 * stride, stride);
  column(low(b4, b12), out + 64 * stride, stride);
  column(high(b4, b12), out + 72 * stride, stride);
  column(low(b5, b13), out + 80 * stride, stride);
  column(high(b5, b13), out + 88 * stride, stride);
  column(low(b6, b14), out + 96 * stride, stride);
  column(high(b6, b14), out + 104 * stride, stride);
  column(low(b7, b15), out + 112 * stride, stride);
  column(high(b7, b15), out + 120 * stride, stride);
}

@inline
function low(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

@inline
function high(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Eight lanes: bit k of byte i is lane k of word i. */
@inline
function column(bytes: v128, out: usize, stride: usize): void {
  store<u16>(out, <u16>i8x16.bitmask(i8x16.shl(bytes, 7)));
  store<u16>(out + stride, <u16>i8x16.bitmask(i8x16.shl(bytes, 6)));
  store<u16>(out + 2 * stride, <u16>i8x16.bitmask(i8x16.shl(bytes, 5)));
  store<u16>(out + 3 * stride, <u16>i8x16.bitmask(i8x16.shl(bytes, 4)));
  store<u16>(out + 4 * stride, <u16>i8x16.bitmask(i8x16.shl(bytes, 3)));
  store<u16>(out + 5 * stride, <u16>i8x16.bitmask(i8x16.shl(bytes, 2)));
  store<u16>(out + 6 * stride, <u16>i8x16.bitmask(i8x16.shl(bytes, 1)));
  store<u16>(out + 7 * stride, <u16>i8x16.bitmask(bytes));
}
