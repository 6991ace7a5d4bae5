/** Games under way in the lanes of a net: where they begin, how long they have gone on, and a step of theirs. */
import {
  NET_AFTER, NET_AGES, NET_FACTS, NET_MOST_STEPS, NET_NEXT, NET_NOW, NET_START, NET_TERMINAL, NET_WORDS,
} from "./layout";
import { work } from "./evaluate.as";

/** Works out legal moves and ends; returns the lanes whose game has ended. */
@inline
export function look(record: usize): v128 {
  const words = <usize>load<u32>(record, NET_WORDS);
  work(words, load<u32>(record, NET_NOW), load<u32>(record, NET_NOW + 4));
  return v128.load(words + load<u32>(record, NET_TERMINAL));
}

/** Every lane goes on to its next state, by the moves made. */
@inline
export function step(record: usize): void {
  const words = <usize>load<u32>(record, NET_WORDS);
  work(words, load<u32>(record, NET_AFTER), load<u32>(record, NET_AFTER + 4));
  memory.copy(words, words + load<u32>(record, NET_NEXT), <usize>load<u32>(record, NET_FACTS) << 4);
}

/** Puts the lanes of a vector back to the start. */
@inline
export function restart(record: usize, lanes: v128): void {
  const words = <usize>load<u32>(record, NET_WORDS);
  const facts = <usize>load<u32>(record, NET_FACTS) << 4;
  for (let i: usize = 0; i < facts; i += 16) v128.store(words + i, v128.andnot(v128.load(words + i), lanes));
  const list = <usize>load<u32>(record, NET_START);
  for (let at = list; at < list + (<usize>load<u32>(record, NET_START + 4) << 2); at += 4) {
    const fact = words + load<u32>(at);
    v128.store(fact, v128.or(v128.load(fact), lanes));
  }
  const ages = <usize>load<u32>(record, NET_AGES);
  v128.store(ages + 256, lanes);
  for (let i: usize = 0; i < 16; i++) {
    // One byte of the vector is for eight lanes, whose ages are one vector of 16-bit numbers.
    const spread = v128.and(i16x8.splat(<i16>load<u8>(ages + 256 + i)), i16x8(1, 2, 4, 8, 16, 32, 64, 128));
    const hit = i16x8.ne(spread, i16x8.splat(0));
    v128.store(ages + (i << 4), v128.andnot(v128.load(ages + (i << 4)), hit));
  }
}

/** One step older; which lanes have had their most steps. */
@inline
export function grownOld(record: usize): v128 {
  const ages = <usize>load<u32>(record, NET_AGES);
  const most = i16x8.splat(<i16>load<u32>(record, NET_MOST_STEPS));
  const out = ages + 256;
  for (let i: usize = 0; i < 16; i++) {
    const age = i16x8.add(v128.load(ages + (i << 4)), i16x8.splat(1));
    v128.store(ages + (i << 4), age);
    store<u8>(out + i, <u8>i16x8.bitmask(i16x8.gt_s(age, most)));
  }
  return v128.load(out);
}
