/**
 * Evaluates a propnet in 128 states at once: a node is one SIMD vector with a bit (lane) for each state. The code of a propnet is
 * data: blocks of gates of equal shape, so that loops are predictable.
 */
import { allLanes, popcount } from "./lanes.as";

const AND: u32 = 0;
const OR: u32 = 1;
const LOOP: u32 = 2;
const BLOCK_BYTES: usize = 20;

/**
 * A block: kind, number of gates, number of positive and of negative inputs, offset of the results; then for each gate the offsets of its
 * inputs. A loop: kind, bytes of its code, number of results, 0, offset of the results; then its code.
 */
export function evaluateGates(words: usize, code: usize, end: usize): void {
  while (code < end) {
    const kind = load<u32>(code);
    const count = load<u32>(code, 4);
    if (kind == LOOP) {
      const inner = code + BLOCK_BYTES;
      evaluateLoop(words, inner, inner + count, words + load<u32>(code, 16), load<u32>(code, 8));
      code = inner + count;
      continue;
    }
    const positive = load<u32>(code, 8);
    const negative = load<u32>(code, 12);
    const out = words + load<u32>(code, 16);
    code += BLOCK_BYTES;
    code = kind == AND ? ands(words, code, out, count, positive, negative) : ors(words, code, out, count, positive, negative);
  }
}

@inline
function input(words: usize, code: usize, offset: usize): v128 {
  return v128.load(words + load<u32>(code + offset));
}

function ands(words: usize, code: usize, out: usize, count: u32, positive: u32, negative: u32): usize {
  const end = out + (<usize>count << 4);
  if (positive == 2 && negative == 0) {
    for (; out < end; out += 16) {
      v128.store(out, v128.and(input(words, code, 0), input(words, code, 4)));
      code += 8;
    }
  } else if (positive == 1 && negative == 1) {
    for (; out < end; out += 16) {
      v128.store(out, v128.andnot(input(words, code, 0), input(words, code, 4)));
      code += 8;
    }
  } else if (positive == 3 && negative == 0) {
    for (; out < end; out += 16) {
      v128.store(out, v128.and(v128.and(input(words, code, 0), input(words, code, 4)), input(words, code, 8)));
      code += 12;
    }
  } else if (positive == 1 && negative == 0) {
    for (; out < end; out += 16) {
      v128.store(out, input(words, code, 0));
      code += 4;
    }
  } else {
    for (; out < end; out += 16) {
      let value = allLanes();
      for (const middle = code + (<usize>positive << 2); code < middle; code += 4) value = v128.and(value, input(words, code, 0));
      for (const last = code + (<usize>negative << 2); code < last; code += 4) value = v128.andnot(value, input(words, code, 0));
      v128.store(out, value);
    }
  }
  return code;
}

function ors(words: usize, code: usize, out: usize, count: u32, positive: u32, negative: u32): usize {
  const end = out + (<usize>count << 4);
  if (positive == 2 && negative == 0) {
    for (; out < end; out += 16) {
      v128.store(out, v128.or(input(words, code, 0), input(words, code, 4)));
      code += 8;
    }
  } else if (positive == 3 && negative == 0) {
    for (; out < end; out += 16) {
      v128.store(out, v128.or(v128.or(input(words, code, 0), input(words, code, 4)), input(words, code, 8)));
      code += 12;
    }
  } else {
    for (; out < end; out += 16) {
      let value = i64x2.splat(0);
      for (const middle = code + (<usize>positive << 2); code < middle; code += 4) value = v128.or(value, input(words, code, 0));
      for (const last = code + (<usize>negative << 2); code < last; code += 4) value = v128.or(value, v128.not(input(words, code, 0)));
      v128.store(out, value);
    }
  }
  return code;
}

/** Gates that depend on each other: the least fixpoint, from all false. */
function evaluateLoop(words: usize, code: usize, end: usize, results: usize, count: u32): void {
  memory.fill(results, 0, <usize>count << 4);
  let before: u64 = 0;
  while (true) {
    evaluateGates(words, code, end);
    // Results are monotonic, so an equal number of bits means a fixpoint.
    let bits: u64 = 0;
    for (let i: usize = 0; i < <usize>count << 4; i += 16) bits += popcount(v128.load(results + i));
    if (bits == before) return;
    before = bits;
  }
}
