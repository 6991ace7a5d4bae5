/** Games in the lanes of a propnet: restart, step and age. */
import { PropnetRecord } from "../../build/layouts/gdl/propnet/propnet.as";
import { evaluateGates } from "./evaluate.as";

/** Evaluates legal moves and terminal; returns the terminal lanes. */
@inline
export function computeLegal(record: usize): v128 {
  const propnet = PropnetRecord.at(record);
  const words = propnet.words;
  evaluateGates(words, propnet.legalCode, propnet.legalCodeEnd);
  return v128.load(words + propnet.terminal);
}

/** Advances every lane to its next state by the moves made. */
@inline
export function advance(record: usize): void {
  const propnet = PropnetRecord.at(record);
  const words = propnet.words;
  evaluateGates(words, propnet.nextCode, propnet.nextCodeEnd);
  memory.copy(words, words + propnet.nextState, <usize>propnet.facts << 4);
}

/** Resets these lanes to the start state. */
@inline
export function restart(record: usize, lanes: v128): void {
  const propnet = PropnetRecord.at(record);
  const words = propnet.words;
  const facts = <usize>propnet.facts << 4;
  for (let i: usize = 0; i < facts; i += 16) v128.store(words + i, v128.andnot(v128.load(words + i), lanes));
  const list = propnet.start;
  for (let at = list; at < list + (<usize>propnet.startCount << 2); at += 4) {
    const fact = words + load<u32>(at);
    v128.store(fact, v128.or(v128.load(fact), lanes));
  }
  clearAges(record, lanes);
}

/** These lanes start anew. */
@inline
export function clearAges(record: usize, lanes: v128): void {
  const ages = PropnetRecord.at(record).ages;
  v128.store(ages + 256, lanes);
  for (let i: usize = 0; i < 16; i++) {
    // One byte of the vector covers eight lanes, whose ages are one vector of 16-bit numbers.
    const spread = v128.and(i16x8.splat(<i16>load<u8>(ages + 256 + i)), i16x8(1, 2, 4, 8, 16, 32, 64, 128));
    const hit = i16x8.ne(spread, i16x8.splat(0));
    v128.store(ages + (i << 4), v128.andnot(v128.load(ages + (i << 4)), hit));
  }
}

/** Returns the lanes that have exceeded the maximum number of steps. */
@inline
export function incrementAges(record: usize): v128 {
  const ages = PropnetRecord.at(record).ages;
  const most = i16x8.splat(<i16>PropnetRecord.at(record).maxSteps);
  const out = ages + 256;
  for (let i: usize = 0; i < 16; i++) {
    const age = i16x8.add(v128.load(ages + (i << 4)), i16x8.splat(1));
    v128.store(ages + (i << 4), age);
    store<u8>(out + i, <u8>i16x8.bitmask(i16x8.gt_s(age, most)));
  }
  return v128.load(out);
}
