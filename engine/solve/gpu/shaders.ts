/**
 * The passes of breadth-first search on sets of states, one bit each, in WGSL:
 * - `expand` reads the frontier and adds every unvisited neighbour to the next one;
 * - `settle` enters the depth of the next frontier into the table and adds it to the visited states;
 * - `seed`, `restore` and `complete` begin and end a solve.
 *
 * The table holds nearness, 255 minus depth, and 0 for unknown states, like checkpoints of the solver on threads; `complete`
 * turns it into distances.
 */
import type { GpuStates } from "./states.ts";

/** Threads of a workgroup of `expand`. They collect states of the frontier and expand them together, one each. */
export const THREADS = 128;
/** Words of the frontier that a workgroup reads at once: a thread takes half of a word. */
const TILE_WORDS = THREADS / 2;
const TILES = 16;
/** Words of the frontier for each workgroup of `expand`. */
export const EXPAND_WORDS: number = TILE_WORDS * TILES;

const SETTLE_THREADS = 256;
const SETTLE_ROUNDS = 4;
/** Words of sets for each workgroup of the other passes. */
export const SETTLE_WORDS: number = SETTLE_THREADS * SETTLE_ROUNDS;

/** The uniform `range`: the last of its fields is the pass's own. */
export function rangeWith(field: string): string {
  return `
struct Range {
  /** Of the window, among all words of a set. */
  firstWord: u32,
  /** Of the window. */
  words: u32,
  firstGroup: u32,
  ${field}: u32,
}
@group(0) @binding(0) var<uniform> range: Range;
`;
}
/** 255 minus the depth. */
const RANGE = rangeWith("nearness");

/** Ranks up to 2^32 are one word. Larger ones are the number of a word of a set and a bit: 32 x + y. */
const NARROW = `
alias Rank = u32;
fn isBelow(a: Rank, b: Rank) -> bool { return a < b; }
fn minus(a: Rank, b: Rank) -> Rank { return a - b; }
fn rankOf(word: u32, bit: u32) -> Rank { return (word << 5u) + bit; }
fn wordOf(rank: Rank) -> u32 { return rank >> 5u; }
fn bitOf(rank: Rank) -> u32 { return 1u << (rank & 31u); }
`;
const WIDE = `
alias Rank = vec2u;
fn isBelow(a: Rank, b: Rank) -> bool { return a.x < b.x || (a.x == b.x && a.y < b.y); }
fn minus(a: Rank, b: Rank) -> Rank {
  let borrow = select(0u, 1u, a.y < b.y);
  return Rank(a.x - b.x - borrow, a.y - b.y + 32u * borrow);
}
fn rankOf(word: u32, bit: u32) -> Rank { return Rank(word, bit); }
// The bit of a sum or difference carries over, or borrows from, the word.
fn wordOf(rank: Rank) -> u32 { return rank.x + u32(i32(rank.y) >> 5u); }
fn bitOf(rank: Rank) -> u32 { return 1u << (rank.y & 31u); }
`;

/** How sets of states lie in buffers. */
export interface SetLayout {
  /** Ranks need two words. */
  readonly wide: boolean;
  /** A set larger than a binding is divided into several buffers of this many words. */
  readonly parts: number;
  readonly partWords: number;
}

/** Bindings: the range, the game's data, the window of the frontier, then the parts of both sets. */
export const FIRST_PART_BINDING = 3;

/** The game's data as one array of words: its ranks, one or two words each, then its words. */
export function dataOf({ ranks, words }: GpuStates, wide: boolean): Uint32Array<ArrayBuffer> {
  const encoded = wide ? ranks.flatMap((rank) => [Math.floor(rank / 32), rank % 32]) : ranks;
  return Uint32Array.from([...encoded, ...words]);
}

export function expandShader(states: GpuStates, { wide, parts, partWords }: SetLayout): string {
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const { ranks, words, slots } = states;
  return `
${wide ? WIDE : NARROW}
${RANGE}
const THREADS = ${THREADS}u;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read> frontier: array<u32>;
${numbers.map((part) => `@group(0) @binding(${FIRST_PART_BINDING + part}) var<storage, read> visited${part}: array<u32>;`).join("\n")}
${numbers.map((part) => `@group(0) @binding(${FIRST_PART_BINDING + parts + part}) var<storage, read_write> next${part}: array<atomic<u32>>;`).join("\n")}

var<workgroup> ranks: array<Rank, ${Math.max(1, ranks.length)}>;
var<workgroup> words: array<u32, ${Math.max(1, words.length)}>;
var<workgroup> slots: array<Rank, ${Math.max(1, slots) * THREADS}>;

fn reach(rank: Rank) {
  let word = wordOf(rank);
  let bit = bitOf(rank);
${numbers
  .map((part) => {
    const at = `word - ${part * partWords}u`;
    // The visited states do not change in this pass, so they can be read without synchronization.
    const add = `if ((visited${part}[${at}] & bit) == 0u) { atomicOr(&next${part}[${at}], bit); }`;
    return part === parts - 1 ? `  ${add}` : `  if (word < ${(part + 1) * partWords}u) { ${add} return; }`;
  })
  .join("\n")}
}

${states.wgsl}

fn expandState(state: u32, thread: u32) { expand(rankOf(range.firstWord + (state >> 5u), state & 31u), thread); }
${expandEach(
  "expandFrontier",
  `for (var i = thread; i < ${ranks.length}u; i += THREADS) {
    ranks[i] = ${wide ? "Rank(data[2u * i], data[2u * i + 1u])" : "data[i]"};
  }
  for (var i = thread; i < ${words.length}u; i += THREADS) { words[i] = data[${(wide ? 2 : 1) * ranks.length}u + i]; }`,
)}`;
}

/**
 * The entry point of a pass that calls `expandState` for every member of the set `frontier`, given as its bit's number in the window. A
 * workgroup collects members until it has one for each thread; `before` is what it does first.
 */
export function expandEach(name: string, before: string): string {
  return `
/** Members that wait to be expanded: fewer than THREADS from earlier tiles, then those of this tile. */
var<workgroup> waiting: array<u32, ${THREADS - 1 + TILE_WORDS * 32}>;
/** Their number, for even and odd tiles. */
var<workgroup> waitingCount: array<atomic<u32>, 2>;

@compute @workgroup_size(${THREADS})
fn ${name}(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  ${before}
  let start = (range.firstGroup + group.x) * ${EXPAND_WORDS}u + (thread >> 1u);
  for (var tile = 0u; tile < ${TILES}u; tile++) {
    let word = start + tile * ${TILE_WORDS}u;
    var bits = 0u;
    if (word < range.words) { bits = extractBits(frontier[word], 16u * (thread & 1u), 16u); }
    workgroupBarrier();
    if (bits != 0u) {
      var at = atomicAdd(&waitingCount[tile & 1u], countOneBits(bits));
      let first = (word << 5u) + 16u * (thread & 1u);
      for (; bits != 0u; bits &= bits - 1u) {
        waiting[at] = first + countTrailingZeros(bits);
        at++;
      }
    }
    workgroupBarrier();
    var left = atomicLoad(&waitingCount[tile & 1u]);
    let rest = left % THREADS;
    // Nobody uses the other counter between these barriers.
    if (thread == 0u) { atomicStore(&waitingCount[(tile + 1u) & 1u], rest); }
    for (; left > rest; left -= THREADS) { expandState(waiting[left - THREADS + thread], thread); }
  }
  workgroupBarrier();
  if (thread < atomicLoad(&waitingCount[${TILES % 2}])) { expandState(waiting[thread], thread); }
}
`;
}

/** A pass over the words of a window. */
export function eachWord(
  name: string,
  body: string,
  { before = "", after = "" }: { readonly before?: string; readonly after?: string } = {},
): string {
  return `
@compute @workgroup_size(${SETTLE_THREADS})
fn ${name}(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  ${before}
  let start = (range.firstGroup + group.x) * ${SETTLE_WORDS}u + thread;
  for (var round = 0u; round < ${SETTLE_ROUNDS}u; round++) {
    let word = start + round * ${SETTLE_THREADS}u;
    if (word < range.words) {
      ${body}
    }
  }
  ${after}
}
`;
}

/** Sizes of the frontiers, by depth: two words each. */
export const SETTLE_SHADER: string = `
${RANGE}
@group(0) @binding(1) var<storage, read> next: array<u32>;
@group(0) @binding(2) var<storage, read_write> visited: array<u32>;
@group(0) @binding(3) var<storage, read_write> table: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;
var<workgroup> sum: atomic<u32>;
${eachWord(
  "settle",
  `let bits = next[word];
      if (bits != 0u) {
        visited[word] |= bits;
        found += countOneBits(bits);
        for (var i = 0u; i < 8u; i++) {
          let four = extractBits(bits, 4u * i, 4u);
          // The multiplication spreads four bits over four bytes.
          if (four != 0u) { table[8u * word + i] |= ((four * 0x00204081u) & 0x01010101u) * range.nearness; }
        }
      }`,
  {
    before: "var found = 0u;",
    after: `if (found != 0u) { atomicAdd(&sum, found); }
  workgroupBarrier();
  let total = atomicLoad(&sum);
  if (thread == 0u && total != 0u) {
    let at = 2u * (255u - range.nearness);
    let before = atomicAdd(&counts[at], total);
    if (before + total < before) { atomicAdd(&counts[at + 1u], 1u); }
  }`,
  },
)}`;

/** Adds words, given with their numbers in the window, to a set. */
export const SEED_SHADER: string = `
@group(0) @binding(0) var<storage, read> seeds: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;
@compute @workgroup_size(64)
fn seed(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&seeds)) { next[seeds[id.x].x] |= seeds[id.x].y; }
}
`;

/** Sets of states from the table of a checkpoint whose depths are complete up to that of the range. */
export const RESTORE_SHADER: string = `
${RANGE}
@group(0) @binding(1) var<storage, read_write> frontier: array<u32>;
@group(0) @binding(2) var<storage, read_write> visited: array<u32>;
@group(0) @binding(3) var<storage, read> table: array<u32>;
${eachWord(
  "restore",
  `var last = 0u;
      var all = 0u;
      for (var i = 0u; i < 32u; i++) {
        let nearness = extractBits(table[8u * word + (i >> 2u)], 8u * (i & 3u), 8u);
        if (nearness >= range.nearness) { all |= 1u << i; }
        if (nearness == range.nearness) { last |= 1u << i; }
      }
      frontier[word] = last;
      visited[word] = all;`,
)}`;

/** Distances from nearness. */
export const COMPLETE_SHADER: string = `
${RANGE}
@group(0) @binding(1) var<storage, read_write> table: array<u32>;
${eachWord("complete", "for (var i = 0u; i < 8u; i++) { table[8u * word + i] = ~table[8u * word + i]; }")}`;

/** Entries of a window of the table, by their numbers in it. */
export const GATHER_SHADER: string = `
@group(0) @binding(0) var<storage, read_write> list: array<u32>;
@group(0) @binding(1) var<storage, read> table: array<u32>;
@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&list)) {
    let index = list[id.x];
    list[id.x] = extractBits(table[index >> 2u], 8u * (index & 3u), 8u);
  }
}
`;
