/** Reads the state of one lane from the words: its hash and its legal moves. */
import { PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.as";
import { addToHash, currentHash, startHash } from "./hash.as";

/** The bits of one lane in 16 words. Words past the last one must be readable. */
@inline
function column16(words: usize, shift: u32): u64 {
  let bytes = i64x2.splat(0);
  bytes = v128.load_lane<u8>(words, bytes, 0, 0);
  bytes = v128.load_lane<u8>(words, bytes, 1, 16);
  bytes = v128.load_lane<u8>(words, bytes, 2, 32);
  bytes = v128.load_lane<u8>(words, bytes, 3, 48);
  bytes = v128.load_lane<u8>(words, bytes, 4, 64);
  bytes = v128.load_lane<u8>(words, bytes, 5, 80);
  bytes = v128.load_lane<u8>(words, bytes, 6, 96);
  bytes = v128.load_lane<u8>(words, bytes, 7, 112);
  bytes = v128.load_lane<u8>(words, bytes, 8, 128);
  bytes = v128.load_lane<u8>(words, bytes, 9, 144);
  bytes = v128.load_lane<u8>(words, bytes, 10, 160);
  bytes = v128.load_lane<u8>(words, bytes, 11, 176);
  bytes = v128.load_lane<u8>(words, bytes, 12, 192);
  bytes = v128.load_lane<u8>(words, bytes, 13, 208);
  bytes = v128.load_lane<u8>(words, bytes, 14, 224);
  bytes = v128.load_lane<u8>(words, bytes, 15, 240);
  // Moves bit `shift` of each byte to the top.
  return <u64>i8x16.bitmask(i8x16.shl(bytes, 7 - shift));
}

/** The bits of one lane in at most 64 words. */
@inline
function column(words: usize, count: u32, shift: u32): u64 {
  let bits: u64 = 0;
  for (let i: u32 = 0; i < count; i += 16) {
    bits |= column16(words, shift) << <u64>i;
    words += 256;
  }
  return count == 64 ? bits : bits & ((<u64>1 << <u64>count) - 1);
}

export function hashOfLane(propnet: usize, lane: u32): u64 {
  startHash();
  const facts = PropnetRecord.at(propnet).facts;
  let at = PropnetRecord.at(propnet).words + (lane >> 3);
  for (let from: u32 = 0; from < facts; from += 64) {
    addToHash(column(at, min(64, facts - from), lane & 7));
    at += 1024;
  }
  return currentHash();
}

/** Writes the legal moves of a role, 32 bits each; returns their number. */
export function legalOfLane(propnet: usize, role: usize, lane: u32, out: usize): u32 {
  const moves = PropnetRole.at(role).moves;
  let at = PropnetRecord.at(propnet).words + PropnetRole.at(role).legal + (lane >> 3);
  let count: u32 = 0;
  for (let from: u32 = 0; from < moves; from += 64) {
    for (let bits = column(at, min(64, moves - from), lane & 7); bits; bits &= bits - 1) {
      store<u32>(out + (<usize>count << 2), from + <u32>ctz(bits));
      count++;
    }
    at += 1024;
  }
  return count;
}
