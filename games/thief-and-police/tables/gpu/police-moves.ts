/** The passes of the police table that make moves (police-shaders.ts). */
import { CONTESTED } from "./police-measure.ts";

/** Of a thread of `correct` and `expand`: a word. */
export const CORRECT_ENTRIES = 4;
export const CORRECT_THREADS = 256;
/** Of a thread of `recheck`: a word of a set. */
export const RECHECK_ENTRIES = 32;
export const RECHECK_THREADS = 128;

/** Nested loops over the joint moves of a set; `inner` uses \`rank\`, that of the set after the move. */
function eachMove(policemen: number, inner: string): string {
  const numbers = Array.from({ length: policemen }, (_, i) => i);
  const ranks = numbers.map((i) => {
    const lower = numbers.filter((j) => j !== i).map((j) => `u32(t${j} < t${i})`);
    return `choose(t${i}, ${["1u", ...lower].join(" + ")})`;
  });
  return numbers.reduceRight(
    (body, i) => {
      const clashes = numbers.slice(0, i).map((j) => `t${i} == t${j} || (t${j} == men.s${i} && t${i} == men.s${j})`);
      return `
  let steps${i} = steps[base + men.s${i}];
  for (var i${i} = 0u; i${i} < (steps${i}.z >> 16u); i${i}++) {
    let t${i} = (steps${i}[i${i} >> 1u] >> (16u * (i${i} & 1u))) & 0xffffu;
    ${clashes.length > 0 ? `if (${clashes.join(" || ")}) { continue; }` : ""}${body}
  }`;
    },
    `
    let rank = ${ranks.join(" + ")};
    ${inner}`,
  );
}

function correctionWgsl(policemen: number): string {
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

/** The value of a set: higher if no move leads to a value that is less by one. */
fn corrected(men: Set, base: u32, values: u32, value: u32) -> u32 {
  if (value == 0u || value >= MOST_MOVES) { return value; }
  let least = leastOneMoveAway(men, base, values, value - 1u);
  if (least < value) { return value; }
  atomicAdd(&changes[range.slot], 1u);
  testOneMoveAway(men, base, values);
  return select(min(least + 1u, MOST_MOVES), UNREACHABLE, least == UNREACHABLE);
}
`;
}

/** The first round: values can only be too low if two policemen are at most two steps apart where they may compete. */
export function correctWgsl(policemen: number): string {
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
${correctionWgsl(policemen)}
fn mayCompeteAt(at: u32) -> bool { return isContested(steps[at].w); }
fn mayCompete(men: Set, base: u32) -> bool { return ${pairs.length > 0 ? pairs.join(" || ") : "false"}; }

@compute @workgroup_size(${CORRECT_THREADS})
fn correct(@builtin(global_invocation_id) id: vec3u) {
  let first = ${CORRECT_ENTRIES}u * id.x;
  if (first >= SETS || (info[id.y] & 255u) < 2u || info[id.y] < 256u) { return; }
  let base = id.y * SQUARES;
  let values = id.y * STRIDE;
  let before = atomicLoad(&table[(values + first) >> 2u]);
  var word = before;
  var men = unrank(first);
  for (var i = 0u; i < min(${CORRECT_ENTRIES}u, SETS - first); i++) {
    if (i > 0u) { men = following(men); }
    let value = extractBits(word, 8u * i, 8u);
    if (mayCompete(men, base)) { word = insertBits(word, corrected(men, base, values, value), 8u * i, 8u); }
  }
  // No other thread writes this word.
  if (word != before) { atomicStore(&table[(values + first) >> 2u], word); }
}`;
}

export function recheckWgsl(policemen: number): string {
  return `
${correctionWgsl(policemen)}
@compute @workgroup_size(${RECHECK_THREADS})
fn recheck(@builtin(global_invocation_id) id: vec3u) {
  if (${RECHECK_ENTRIES}u * id.x >= STRIDE) { return; }
  let values = id.y * STRIDE;
  let at = values / ${RECHECK_ENTRIES}u + id.x;
  var bits = tests[at];
  if (bits == 0u) { return; }
  tests[at] = 0u;
  let base = id.y * SQUARES;
  for (; bits != 0u; bits &= bits - 1u) {
    let rank = ${RECHECK_ENTRIES}u * id.x + countTrailingZeros(bits);
    let value = valueAt(values + rank);
    let higher = corrected(unrank(rank), base, values, value);
    // No other thread writes the words of these entries.
    if (higher != value) {
      let word = (values + rank) >> 2u;
      atomicStore(&table[word], insertBits(atomicLoad(&table[word]), higher, 8u * (rank & 3u), 8u));
    }
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

@compute @workgroup_size(${CORRECT_THREADS})
fn expand(@builtin(global_invocation_id) id: vec3u) {
  let first = ${CORRECT_ENTRIES}u * id.x;
  if (first >= SETS) { return; }
  let base = id.y * SQUARES;
  let values = id.y * STRIDE;
  let word = atomicLoad(&table[(values + first) >> 2u]);
  let next = min(range.level + 1u, MOST_MOVES);
  var found = 0u;
  for (var i = 0u; i < min(${CORRECT_ENTRIES}u, SETS - first); i++) {
    if (extractBits(word, 8u * i, 8u) != range.level) { continue; }
    let men = unrank(first + i);
    ${eachMove(policemen, "found += reach(values + rank, next);")}
  }
  if (found > 0u) { atomicAdd(&changes[range.slot], found); }
}`;
}
