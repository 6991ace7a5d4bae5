/** Hashes of states, 64 facts at a time. */
import { PROPNET_FACTS, PROPNET_START } from "../propnet/layout";

let mix: u64 = 0;

/** Hash of the root state, from the list of its facts. */
export function hashOfStart(propnet: usize): u64 {
  startHash();
  const list = <usize>load<u32>(propnet, PROPNET_START);
  let at = list;
  const end = list + (<usize>load<u32>(propnet, PROPNET_START + 4) << 2);
  const facts = load<u32>(propnet, PROPNET_FACTS);
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
