/**
 * The passes of retrograde analysis in WGSL, on sets of entries with one bit each, a table and counters of moves with one byte each:
 * - `startEntries` counts the moves of every entry and enters the values that are known at once;
 * - `expandLevel` undoes the moves to the entries of a level: a predecessor of a lost entry is in the next level, one of a won entry if
 *   its counter reaches 0;
 * - `settle` enters a level into the table;
 * - `restore` continues from a checkpoint, `finish` makes the entries that are left draws.
 *
 * In the table, 0 is an entry without a value; in the end it is a draw. Values from other tables are there from the start and wait
 * for their level. Then such a win is settled, unless a faster one has been; such a loss counts as a move to a won position.
 */
import { type RetrogradeGame, START_VALUES } from "./retrograde-game.ts";
import { EXPAND_WORDS, eachWord, expandEach, rangeWith, type SetLayout, THREADS } from "./shaders.ts";

/** Words of sets that a workgroup of `startEntries` works on at once: a thread takes four entries. */
const START_TILE_WORDS = THREADS / 8;

/** Words of the counts: entries by level, the plies of the latest known value, the most moves; then for each section entries by value. */
export const LATEST_COUNT = 256;
export const MOVES_COUNT = 257;
export const SECTION_COUNTS = 512;
/** A move more would let a counter be mistaken for `NEVER`. */
export const MAX_COUNTED_MOVES = 253;

/** In the last field of the range: the values of this level's losses and wins, its number, whether values wait for it. */
export function levelWord(lost: number, won: number, level: number, isPending: boolean): number {
  return (lost | (won << 8) | (level << 16) | (isPending ? 1 << 31 : 0)) >>> 0;
}
const RANGE = `
${rangeWith("level")}
fn lostValue() -> u32 { return range.level & 255u; }
fn wonValue() -> u32 { return extractBits(range.level, 8u, 8u); }
fn levelNumber() -> u32 { return extractBits(range.level, 16u, 15u); }
fn isPending() -> bool { return (range.level >> 31u) != 0u; }
`;

const BYTES = `
/** Four bits to the lowest bits of four bytes. */
fn spread(four: u32) -> u32 { return (four * 0x00204081u) & 0x01010101u; }
/** Four bits: which bytes are 0. */
fn zeros(bytes: u32) -> u32 {
  let zero = ~(((bytes & 0x7f7f7f7fu) + 0x7f7f7f7fu) | bytes | 0x7f7f7f7fu);
  return extractBits((zero >> 7u) * 0x00204081u, 21u, 4u);
}
`;

/** The section of this workgroup. */
const SECTION = `
@group(0) @binding(1) var<storage, read> sections: array<u32>;
fn sectionOf(group: u32) -> u32 { return sections[1u + range.firstWord / ${EXPAND_WORDS}u + range.firstGroup + group]; }
`;

function gameShader({ words, slots, sections, wgsl }: RetrogradeGame): string {
  const own = sections[0]?.words.length ?? 0;
  return `
${RANGE}
${SECTION}
const THREADS = ${THREADS}u;
@group(0) @binding(2) var<storage, read> data: array<u32>;
var<workgroup> words: array<u32, ${Math.max(1, words.length)}>;
var<workgroup> section: array<u32, ${Math.max(1, own)}>;
var<workgroup> slots: array<u32, ${Math.max(1, slots) * THREADS}>;
${START_VALUES}
${wgsl.common}
/** Fills \`words\` and \`section\`; returns where the section's record is. */
fn enterSection(group: u32, thread: u32) -> u32 {
  for (var i = thread; i < ${words.length}u; i += THREADS) { words[i] = data[i]; }
  let record = sections[0] + sectionOf(group) * ${2 + own}u;
  for (var i = thread; i < ${own}u; i += THREADS) { section[i] = sections[record + 2u + i]; }
  workgroupBarrier();
  return record;
}
`;
}

/** Bindings after the sections and the data: conversions, counts, and of the window the table, the counters and the settled entries. */
export function startShader(game: RetrogradeGame): string {
  const turns = game.values === "turns";
  return `
${gameShader(game)}
@group(0) @binding(3) var<storage, read> conversions: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> table: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<u32>;
@group(0) @binding(7) var<storage, read_write> settled: array<u32>;
/** The counter of an entry that cannot be lost. */
const NEVER = 255u;
var<workgroup> ended: array<atomic<u32>, ${START_TILE_WORDS}>;
var<workgroup> nothing: atomic<u32>;
var<workgroup> latest: atomic<u32>;
var<workgroup> most: atomic<u32>;

fn valueAt(index: u32) -> u32 { return extractBits(conversions[index >> 2u], 8u * (index & 3u), 8u); }
fn pliesOf(value: u32) -> u32 {
  return ${turns ? "select(2u * (value - LOST), 2u * (value - WON) + 1u, value >= WON)" : "select(value - LOST, value - WON, value >= WON)"};
}
${game.wgsl.start}

@compute @workgroup_size(${THREADS})
fn startEntries(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let record = enterSection(group.x, thread);
  let entries = sections[record + 1u];
  let firstWord = (range.firstGroup + group.x) * ${EXPAND_WORDS}u;
  let firstEntry = ((range.firstWord + firstWord) << 5u) - sections[record];
  var emptyOnes = 0u;
  var latestPlies = 0u;
  var mostMoves = 0u;
  for (var tile = 0u; tile < ${EXPAND_WORDS / START_TILE_WORDS}u; tile++) {
    let word = tile * ${START_TILE_WORDS}u;
    if (thread < ${START_TILE_WORDS}u) { atomicStore(&ended[thread], 0u); }
    workgroupBarrier();
    var values = 0u;
    var left = 0u;
    var isSettled = 0u;
    for (var i = 0u; i < 4u; i++) {
      let entry = firstEntry + (word << 5u) + 4u * thread + i;
      var value = NO_POSITION;
      var counter = NEVER;
      if (entry < entries) {
        let known = start(entry, thread);
        value = known.y;
        mostMoves = max(mostMoves, known.x);
        if (value == NO_POSITION) { emptyOnes++; }
        if (value == NO_CONVERSION) { counter = known.x; }
        if (value >= LOST && value < NO_POSITION) {
          latestPlies = max(latestPlies, pliesOf(value));
          if (value < WON) { counter = known.x + 1u; }
        }
      }
      if (value == NO_POSITION || value == ENDED_DRAWN) { isSettled |= 1u << i; }
      if (value > NO_POSITION) { value = DRAWN; }
      values |= value << (8u * i);
      left |= counter << (8u * i);
    }
    table[8u * (firstWord + word) + thread] = values;
    counters[8u * (firstWord + word) + thread] = left;
    atomicOr(&ended[thread >> 3u], isSettled << (4u * (thread & 7u)));
    workgroupBarrier();
    if (thread < ${START_TILE_WORDS}u) { settled[firstWord + word + thread] = atomicLoad(&ended[thread]); }
  }
  atomicAdd(&nothing, emptyOnes);
  atomicMax(&latest, latestPlies);
  atomicMax(&most, mostMoves);
  workgroupBarrier();
  if (thread != 0u) { return; }
  atomicMax(&counts[${LATEST_COUNT}u], atomicLoad(&latest));
  atomicMax(&counts[${MOVES_COUNT}u], atomicLoad(&most));
  atomicAdd(&counts[${SECTION_COUNTS}u + 256u * sectionOf(group.x) + NO_POSITION], atomicLoad(&nothing));
}
`;
}

/** Bindings of `expandLevel` after the sections and the data: of the window the level and the table; then all parts of three arrays. */
export const FIRST_PART = 5;

export function expandShader(
  game: RetrogradeGame,
  { parts, partWords }: Pick<SetLayout, "parts" | "partWords">,
): string {
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const arrays = [
    ["read", "settled", "u32"],
    ["read_write", "next", "atomic<u32>"],
    ["read_write", "counters", "atomic<u32>"],
  ].flatMap(([access, name, type], nth) =>
    numbers.map(
      (part) =>
        `@group(0) @binding(${FIRST_PART + nth * parts + part}) var<storage, ${access}> ${name}${part}: array<${type}>;`,
    ),
  );
  return `
${gameShader(game)}
@group(0) @binding(3) var<storage, read> frontier: array<u32>;
@group(0) @binding(4) var<storage, read> table: array<u32>;
${arrays.join("\n")}
/** Whether the current entry is lost. */
var<private> isLost: bool;
/** The number of the section's first entry. */
var<private> sectionStart: u32;

fn reach(number: u32) {
  let word = number >> 5u;
  let bit = 1u << (number & 31u);
  let shift = 8u * (number & 3u);
${numbers
  .map((part) => {
    const at = `word - ${part * partWords}u`;
    const counter = `(number >> 2u) - ${8 * part * partWords}u`;
    const step = `if ((settled${part}[${at}] & bit) == 0u
    && (isLost || extractBits(atomicSub(&counters${part}[${counter}], 1u << shift), shift, 8u) == 1u)) {
    atomicOr(&next${part}[${at}], bit);
  }`;
    return part === parts - 1 ? `  ${step}` : `  if (word < ${(part + 1) * partWords}u) { ${step} return; }`;
  })
  .join("\n")}
}

${game.wgsl.unmove}

fn expandState(state: u32, thread: u32) {
  isLost = extractBits(table[state >> 2u], 8u * (state & 3u), 8u) < WON;
  unmove((range.firstWord << 5u) + state - sectionStart, thread);
}
${expandEach("expandLevel", "sectionStart = sections[enterSection(group.x, thread)];")}`;
}

/** Bindings after the sections: counts, and of the window the level, the settled entries, the table and the counters. */
export const SETTLE_SHADER: string = `
${RANGE}
${SECTION}
${BYTES}
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> next: array<u32>;
@group(0) @binding(4) var<storage, read_write> settled: array<u32>;
@group(0) @binding(5) var<storage, read_write> table: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<u32>;
var<workgroup> losses: atomic<u32>;
var<workgroup> wins: atomic<u32>;

/** Entries among those of \`open\` whose values were known before and are of this level. */
fn pendingOf(word: u32, open: u32) -> u32 {
  var found = 0u;
  for (var i = 0u; i < 8u; i++) {
    let values = table[8u * word + i];
    let own = extractBits(open, 4u * i, 4u);
    let lost = zeros(values ^ (lostValue() * 0x01010101u)) & own;
    let won = zeros(values ^ (wonValue() * 0x01010101u)) & own;
    if (lost != 0u) {
      let left = counters[8u * word + i] - spread(lost);
      counters[8u * word + i] = left;
      found |= (lost & zeros(left)) << (4u * i);
    }
    found |= won << (4u * i);
  }
  return found;
}

${eachWord(
  "settle",
  `let before = settled[word];
      let reached = next[word];
      var fresh = reached & ~before;
      if (isPending()) { fresh |= pendingOf(word, ~before); }
      if (fresh != reached) { next[word] = fresh; }
      if (fresh != 0u) {
        settled[word] = before | fresh;
        for (var i = 0u; i < 8u; i++) {
          let four = extractBits(fresh, 4u * i, 4u);
          if (four != 0u) {
            let lost = four & zeros(counters[8u * word + i]);
            let value = spread(lost) * lostValue() + spread(four ^ lost) * wonValue();
            table[8u * word + i] = (table[8u * word + i] & ~(spread(four) * 255u)) | value;
            lostOnes += countOneBits(lost);
          }
        }
        found += countOneBits(fresh);
      }`,
  {
    before: "var found = 0u;\n  var lostOnes = 0u;",
    after: `if (lostOnes != 0u) { atomicAdd(&losses, lostOnes); }
  if (found != lostOnes) { atomicAdd(&wins, found - lostOnes); }
  workgroupBarrier();
  if (thread != 0u) { return; }
  let lost = atomicLoad(&losses);
  let won = atomicLoad(&wins);
  let at = ${SECTION_COUNTS}u + 256u * sectionOf(group.x);
  if (lost != 0u) { atomicAdd(&counts[at + lostValue()], lost); }
  if (won != 0u) { atomicAdd(&counts[at + wonValue()], won); }
  if (lost + won != 0u) { atomicAdd(&counts[levelNumber()], lost + won); }`,
  },
)}`;

/** Sets from the table of a checkpoint, in which an entry without a value is 127: the level of the range, and all settled entries. */
export const RESTORE_SHADER: string = `
${RANGE}
${BYTES}
@group(0) @binding(1) var<storage, read_write> frontier: array<u32>;
@group(0) @binding(2) var<storage, read_write> settled: array<u32>;
@group(0) @binding(3) var<storage, read_write> table: array<u32>;
${eachWord(
  "restore",
  `var last = 0u;
      var open = 0u;
      for (var i = 0u; i < 8u; i++) {
        let values = table[8u * word + i];
        let isOpen = zeros(values ^ 0x7f7f7f7fu);
        open |= isOpen << (4u * i);
        last |= (zeros(values ^ (lostValue() * 0x01010101u)) | zeros(values ^ (wonValue() * 0x01010101u))) << (4u * i);
        table[8u * word + i] = values & ~(spread(isOpen) * 255u);
      }
      frontier[word] = last;
      settled[word] = ~open;`,
)}`;

/** Values from other tables that have not come true are forgotten. */
export const FINISH_SHADER: string = `
${RANGE}
${BYTES}
@group(0) @binding(1) var<storage, read> settled: array<u32>;
@group(0) @binding(2) var<storage, read_write> table: array<u32>;
${eachWord(
  "finish",
  `let open = ~settled[word];
      for (var i = 0u; open != 0u && i < 8u; i++) {
        let own = extractBits(open, 4u * i, 4u);
        if (own != 0u) { table[8u * word + i] &= ~(spread(own) * 255u); }
      }`,
)}`;
