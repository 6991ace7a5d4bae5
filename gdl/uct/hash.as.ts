/** Hashes of states, 64 facts at a time. */
import { PropnetRecord } from "../../build/layouts/gdl/propnet/propnet.as";

let mix: u64 = 0;

/** Hash of the root state, from the list of its facts. */
export function hashOfStart(propnet: usize): u64 {
  const record = PropnetRecord.at(propnet);
  startHash();
  const list = record.start;
  let at = list;
  const end = list + (<usize>record.startCount << 2);
  const facts = record.facts;
  for (let from: u32 = 0; from < facts; from += 64) {
    let bits: u64 = 0;
    for (; at < end && load<u32>(at) >> 4 < from + 64; at += 4) bits |= <u64>1 << (load<u32>(at) >> 4);
    addToHash(bits);
  }
  return mix;
}

@inline
export function startHash(): void {
  mix = 0x9e3779b97f4a7c15;
}

/** Adds the next 64 facts. */
@inline
export function addToHash(bits: u64): void {
  mix = (mix ^ bits) * 0xff51afd7ed558ccd;
  mix ^= mix >> 32;
}

@inline
export function currentHash(): u64 {
  return mix;
}
