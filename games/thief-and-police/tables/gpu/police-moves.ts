/** The passes of the police table that make moves (police-shaders.ts). */
import { eachJointMove } from "./joint-moves.ts";
import { CONTESTED } from "./police-measure.ts";

/** Of a thread of `select`: a word of a set. */
export const SELECT_ENTRIES = 32;
export const SELECT_THREADS = 128;
/** Of a thread of `correct`: four words of a set. */
export const CORRECT_ENTRIES = 128;
export const CORRECT_THREADS = 64;
/** Bits of each thread that a workgroup collects and shares out. */
const CORRECT_BITS = 16;
/** Of a thread of `expand`: a word. */
export const EXPAND_ENTRIES = 4;
export const EXPAND_THREADS = 256;

/** Joint moves: the steps of a square begin with those nearer to a goal. */
const eachMove = (policemen: number, inner: string): string =>
  eachJointMove(
    policemen,
    (i) => `
  let steps${i} = steps[base + men.s${i}];
  for (var i${i} = 0u; i${i} < (steps${i}.z >> 16u); i${i}++) {
    let t${i} = (steps${i}[i${i} >> 1u] >> (16u * (i${i} & 1u))) & 0xffffu;`,
    inner,
  );

/** The first sets to test: values can only be too low if two policemen are at most two steps apart where they may compete. */
export function selectWgsl(policemen: number): string {
  const numbers = Array.from({ length: policemen }, (_, i) => i);
  const pairs = numbers.flatMap((i) =>
    numbers
      .slice(0, i)
      .map(
        (j) => `(isClose(men.s${j}, men.s${i}) && mayCompeteAt(base + men.s${j}) && mayCompeteAt(base + men.s${i}))`,
      ),
  );
  return `
${CONTESTED}
fn mayCompeteAt(at: u32) -> bool { return isContested(steps[at].w); }
fn mayCompete(men: Set, base: u32) -> bool { return ${pairs.length > 0 ? pairs.join(" || ") : "false"}; }

@compute @workgroup_size(${SELECT_THREADS})
fn selectSets(@builtin(global_invocation_id) id: vec3u) {
  let first = ${SELECT_ENTRIES}u * id.x;
  if (first >= SETS || (info[id.y] & 255u) < 2u || info[id.y] < 256u) { return; }
  let base = id.y * SQUARES;
  var bits = 0u;
  var men = unrank(first);
  for (var i = 0u; i < min(${SELECT_ENTRIES}u, SETS - first); i++) {
    if (i > 0u) { men = following(men); }
    bits |= u32(mayCompete(men, base)) << i;
  }
  selected[(id.y * STRIDE + first) / ${SELECT_ENTRIES}u] = bits;
}`;
}

/** Sets to test are not spread evenly: the threads of a workgroup collect them and test as many each. */
export function correctWgsl(policemen: number): string {
  return `
fn valueAt(entry: u32) -> u32 { return extractBits(atomicLoad(&table[entry >> 2u]), 8u * (entry & 3u), 8u); }

/** The least value one move away, or one that is at most \`enough\`. \`base\`: where the thief's steps begin; \`values\`: his entries. */
fn leastOneMoveAway(men: Set, base: u32, values: u32, enough: u32) -> u32 {
  var least = UNREACHABLE;
  ${eachMove(
    policemen,
    `least = min(least, valueAt(values + rank));
    if (least <= enough) { return least; }`,
  )}
  return least;
}

fn testOneMoveAway(men: Set, base: u32, values: u32) {
  ${eachMove(policemen, `atomicOr(&nextTests[(values + rank) >> 5u], 1u << ((values + rank) & 31u));`)}
}

/** Raises the value of a set if no move leads to a value that is less by one. */
fn correctEntry(rank: u32, base: u32, values: u32) {
  let value = valueAt(values + rank);
  if (value == 0u || value >= MOST_MOVES) { return; }
  let men = unrank(rank);
  let least = leastOneMoveAway(men, base, values, value - 1u);
  if (least < value) { return; }
  atomicAdd(&changes[range.slot], 1u);
  testOneMoveAway(men, base, values);
  let higher = select(min(least + 1u, MOST_MOVES), UNREACHABLE, least == UNREACHABLE);
  // Other threads change other bytes of the word.
  atomicAdd(&table[(values + rank) >> 2u], (higher - value) << (8u * (rank & 3u)));
}

var<workgroup> isMarked: atomic<u32>;
var<workgroup> found: atomic<u32>;
var<workgroup> collected: array<u32, ${CORRECT_BITS * CORRECT_THREADS}>;

@compute @workgroup_size(${CORRECT_THREADS})
fn correct(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let values = group.y * STRIDE;
  let base = group.y * SQUARES;
  let first = ${CORRECT_ENTRIES * CORRECT_THREADS}u * group.x + ${CORRECT_ENTRIES}u * thread;
  var marks = vec4u(0u);
  if (first < STRIDE) { marks = tests[(values + first) / ${CORRECT_ENTRIES}u]; }
  if (any(marks != vec4u(0u))) {
    tests[(values + first) / ${CORRECT_ENTRIES}u] = vec4u(0u);
    atomicStore(&isMarked, 1u);
  }
  if (workgroupUniformLoad(&isMarked) == 0u) { return; }
  for (var start = 0u; start < ${CORRECT_ENTRIES}u; start += ${CORRECT_BITS}u) {
    if (thread == 0u) { atomicStore(&found, 0u); }
    workgroupBarrier();
    var bits = extractBits(marks[start >> 5u], start & 31u, ${CORRECT_BITS}u);
    var place = atomicAdd(&found, countOneBits(bits));
    for (; bits != 0u; bits &= bits - 1u) {
      collected[place] = first + start + countTrailingZeros(bits);
      place++;
    }
    let count = workgroupUniformLoad(&found);
    for (var i = thread; i < count; i += ${CORRECT_THREADS}u) { correctEntry(collected[i], base, values); }
    workgroupBarrier();
  }
}`;
}

export function expandWgsl(policemen: number): string {
  return `
fn reach(entry: u32, value: u32) -> u32 {
  let shift = 8u * (entry & 3u);
  if (extractBits(atomicLoad(&table[entry >> 2u]), shift, 8u) != UNREACHABLE) { return 0u; }
  // All threads that reach it in this pass turn its 255 into the same value.
  let before = atomicAnd(&table[entry >> 2u], ~((value ^ 255u) << shift));
  return u32(extractBits(before, shift, 8u) == UNREACHABLE);
}

@compute @workgroup_size(${EXPAND_THREADS})
fn expand(@builtin(global_invocation_id) id: vec3u) {
  let first = ${EXPAND_ENTRIES}u * id.x;
  if (first >= SETS) { return; }
  let base = id.y * SQUARES;
  let values = id.y * STRIDE;
  let word = atomicLoad(&table[(values + first) >> 2u]);
  let next = min(range.level + 1u, MOST_MOVES);
  var found = 0u;
  for (var i = 0u; i < min(${EXPAND_ENTRIES}u, SETS - first); i++) {
    if (extractBits(word, 8u * i, 8u) != range.level) { continue; }
    let men = unrank(first + i);
    ${eachMove(policemen, "found += reach(values + rank, next);")}
  }
  if (found > 0u) { atomicAdd(&changes[range.slot], found); }
}`;
}
