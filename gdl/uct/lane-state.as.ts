/** What a lane's state is, read off the words: its hash, its legal moves. */
import { NET_FACTS, NET_WORDS, ROLE_LEGAL, ROLE_MOVES } from "../layout";
import { addToHash, hashNow, startHash } from "./tree.as";

/** The bits of one lane in 64 words, or in as many as are asked for. */
@inline
function column(words: usize, count: u32, shift: u32): u64 {
  let bits: u64 = 0;
  let i: u32 = 0;
  for (; i + 4 <= count; i += 4) {
    const four =
      (<u64>(load<u8>(words) >> shift) & 1) |
      ((<u64>(load<u8>(words, 16) >> shift) & 1) << 1) |
      ((<u64>(load<u8>(words, 32) >> shift) & 1) << 2) |
      ((<u64>(load<u8>(words, 48) >> shift) & 1) << 3);
    bits |= four << <u64>i;
    words += 64;
  }
  for (; i < count; i++) {
    bits |= (<u64>(load<u8>(words) >> shift) & 1) << <u64>i;
    words += 16;
  }
  return bits;
}

export function hashOfLane(net: usize, lane: u32): u64 {
  startHash();
  const facts = load<u32>(net, NET_FACTS);
  let at = <usize>load<u32>(net, NET_WORDS) + (lane >> 3);
  for (let from: u32 = 0; from < facts; from += 64) {
    addToHash(column(at, min(64, facts - from), lane & 7));
    at += 1024;
  }
  return hashNow();
}

/** Writes the legal moves of a role, 32 bits each; returns how many. */
export function legalOfLane(net: usize, role: usize, lane: u32, out: usize): u32 {
  const moves = load<u32>(role, ROLE_MOVES);
  let at = <usize>load<u32>(net, NET_WORDS) + load<u32>(role, ROLE_LEGAL) + (lane >> 3);
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
