/**
 * Nets of logic worked out for 128 states at once: a node is one vector, and each of its bits belongs to a state of its own. The code
 * of a net is data: blocks of gates of one kind and size, so that loops are predictable.
 */
import { stopped } from "../engine/kernel/stop.as";
import { chooseMoves } from "./choose.as";
import { ALL, LANES, onesOf } from "./lanes.as";
export { setStop } from "../engine/kernel/stop.as";
export { chooseMoves } from "./choose.as";

const AND: u32 = 0;
const OR: u32 = 1;
const LOOP: u32 = 2;
const BLOCK_BYTES: usize = 20;

/**
 * Works out a piece of code. A block: kind, number of gates, inputs that must hold, inputs that must not, where the results
 * go; then for each gate its inputs, as offsets. A loop: kind, bytes of its code, then the number and the place of its results.
 */
export function work(words: usize, code: usize, end: usize): void {
  while (code < end) {
    const kind = load<u32>(code);
    const count = load<u32>(code, 4);
    if (kind == LOOP) {
      const inner = code + BLOCK_BYTES;
      workLoop(words, inner, inner + count, words + load<u32>(code, 16), load<u32>(code, 8));
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
      let value = ALL();
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

/** What depends on itself begins as false and grows until nothing changes. */
function workLoop(words: usize, code: usize, end: usize, results: usize, count: u32): void {
  memory.fill(results, 0, <usize>count << 4);
  let before: u64 = 0;
  while (true) {
    work(words, code, end);
    // Results only ever gain bits, so an equal number of bits means that nothing changed.
    let bits: u64 = 0;
    for (let i: usize = 0; i < <usize>count << 4; i += 16) bits += onesOf(v128.load(results + i));
    if (bits == before) return;
    before = bits;
  }
}

// What a net is, for whole playouts: 32-bit numbers at these places of its record.
const WORDS: usize = 0;
const NOW: usize = 4; // code for legal moves and the end: from, to
const GOALS: usize = 12;
const THEN: usize = 20; // code for the next state
const FACTS: usize = 28; // number of facts; they lie at the beginning of the words
const NEXT: usize = 32; // offset of the next state's words
const INITIAL: usize = 36; // offsets of the facts that are true at the start: where they are listed, how many
const TERMINAL: usize = 44; // offset of the word that says whether the game has ended
const ROLES: usize = 48; // list of roles, how many: number of moves, offset of legal words, offset of moves made
const GOAL_LIST: usize = 56; // list of goals, how many: role, value, offset
const MASKS: usize = 64; // room for the choice of moves
const RANDOM: usize = 68; // where the random state is
const AGES: usize = 72; // 128 16-bit numbers: steps since a lane began
const MOST_STEPS: usize = 76;
// Results, f64 each: playouts that ended, that were cut off, steps, then for each role the sum of its goals.
const RESULTS: usize = 80;

/** Random playouts from the start, until at least so many have ended; lanes that end begin again. */
export function playouts(record: usize, wanted: f64): void {
  const words = <usize>load<u32>(record, WORDS);
  const results = <usize>load<u32>(record, RESULTS);
  const terminal = words + load<u32>(record, TERMINAL);
  const facts = <usize>load<u32>(record, FACTS) << 4;
  restart(record, ALL());
  while (!stopped()) {
    work(words, load<u32>(record, NOW), load<u32>(record, NOW + 4));
    const ended = v128.load(terminal);
    const over = v128.or(ended, tooOld(record));
    if (v128.any_true(over)) countGoals(record, ended, over);
    if (load<f64>(results) + load<f64>(results, 8) >= wanted) return;
    const roles = <usize>load<u32>(record, ROLES);
    for (let role = roles; role < roles + <usize>load<u32>(record, ROLES + 4) * 12; role += 12) {
      chooseMoves(
        words + load<u32>(role, 4),
        words + load<u32>(role, 8),
        load<u32>(role),
        load<u32>(record, MASKS),
        load<u32>(record, RANDOM),
      );
    }
    work(words, load<u32>(record, THEN), load<u32>(record, THEN + 4));
    memory.copy(words, words + load<u32>(record, NEXT), facts);
    if (v128.any_true(over)) restart(record, over);
    store<f64>(results, load<f64>(results, 16) + <f64>LANES, 16);
  }
}

/** Puts the lanes of a vector back to the start. */
function restart(record: usize, lanes: v128): void {
  const words = <usize>load<u32>(record, WORDS);
  const facts = <usize>load<u32>(record, FACTS) << 4;
  for (let i: usize = 0; i < facts; i += 16) v128.store(words + i, v128.andnot(v128.load(words + i), lanes));
  const list = <usize>load<u32>(record, INITIAL);
  for (let at = list; at < list + (<usize>load<u32>(record, INITIAL + 4) << 2); at += 4) {
    const fact = words + load<u32>(at);
    v128.store(fact, v128.or(v128.load(fact), lanes));
  }
  const ages = <usize>load<u32>(record, AGES);
  for (let i: usize = 0; i < 16; i++) {
    // One byte of the vector is for eight lanes, whose ages are one vector of 16-bit numbers.
    const byte = <u32>load<u8>(changetype<usize>(ages) + 256 + spill(ages + 256, lanes) + i);
    const spread = v128.and(i16x8.splat(<i16>byte), i16x8(1, 2, 4, 8, 16, 32, 64, 128));
    const hit = i16x8.ne(spread, i16x8.splat(0));
    v128.store(ages + (i << 4), v128.andnot(v128.load(ages + (i << 4)), hit));
  }
}

@inline
function spill(at: usize, lanes: v128): usize {
  v128.store(at, lanes);
  return 0;
}

/** One step older; which lanes have had their most steps. */
function tooOld(record: usize): v128 {
  const ages = <usize>load<u32>(record, AGES);
  const most = i16x8.splat(<i16>load<u32>(record, MOST_STEPS));
  const out = ages + 256;
  for (let i: usize = 0; i < 16; i++) {
    const age = i16x8.add(v128.load(ages + (i << 4)), i16x8.splat(1));
    v128.store(ages + (i << 4), age);
    store<u8>(out + i, <u8>i16x8.bitmask(i16x8.gt_s(age, most)));
  }
  return v128.load(out);
}

function countGoals(record: usize, ended: v128, over: v128): void {
  const words = <usize>load<u32>(record, WORDS);
  const results = <usize>load<u32>(record, RESULTS);
  work(words, load<u32>(record, GOALS), load<u32>(record, GOALS + 4));
  const done = onesOf(ended);
  store<f64>(results, load<f64>(results) + <f64>done);
  store<f64>(results, load<f64>(results, 8) + <f64>(onesOf(over) - done), 8);
  const list = <usize>load<u32>(record, GOAL_LIST);
  for (let at = list; at < list + <usize>load<u32>(record, GOAL_LIST + 4) * 12; at += 12) {
    const sum = results + 24 + (<usize>load<u32>(at) << 3);
    const reached = onesOf(v128.and(v128.load(words + load<u32>(at, 8)), ended));
    store<f64>(sum, load<f64>(sum) + <f64>reached * <f64>load<u32>(at, 4));
  }
}
