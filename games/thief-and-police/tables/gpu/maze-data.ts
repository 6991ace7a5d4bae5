/** What the shaders know of a maze: neighbours, binomials for ranks of sets, and the squares that are at most two steps apart. */
import { binomial } from "../../../../engine/index/combinations.ts";
import { DIRECTIONS } from "../../layout.ts";
import type { MazeTable } from "../table-options.ts";

export interface MazeData {
  readonly words: Uint32Array<ArrayBuffer>;
  /** Constants and accessors in WGSL. */
  readonly wgsl: string;
}

/** Words of a square: its neighbours, 16 bits each. */
const SQUARE_WORDS = DIRECTIONS / 2;

/** `array`: the name of the array of these words in WGSL. */
export function mazeData({ maze, policemen }: Pick<MazeTable, "maze" | "policemen">, array = "maze"): MazeData {
  const { squares } = maze;
  const count = squares.length;
  const chooseAt = SQUARE_WORDS * count;
  const exitsAt = chooseAt + policemen * count;
  const closeAt = exitsAt + Math.ceil(count / 32);
  const rowWords = Math.ceil(count / 32);
  const words = new Uint32Array(closeAt + count * rowWords);
  squares.forEach(({ neighbours, exit }, square) => {
    neighbours.forEach((next, i) => (words[SQUARE_WORDS * square + (i >> 1)]! |= next << (16 * (i & 1))));
    for (let place = 1; place <= policemen; place++) {
      words[chooseAt + (place - 1) * count + square] = binomial(square, place);
    }
    if (exit) words[exitsAt + (square >> 5)]! |= 1 << (square & 31);
    for (const one of neighbours) {
      for (const two of [one, ...(squares[one]?.neighbours ?? [])]) {
        if (two < count) words[closeAt + square * rowWords + (two >> 5)]! |= 1 << (two & 31);
      }
    }
  });
  return {
    words,
    wgsl: `
const SQUARES = ${count}u;
const POLICEMEN = ${policemen}u;
const SETS = ${binomial(count, policemen)}u;
const NO_SQUARE = 0xffffu;
const UNREACHABLE = 255u;
const MOST_MOVES = 254u;

/** The neighbour of a square in a direction from 0 to 3, or NO_SQUARE. */
fn neighbourOf(square: u32, direction: u32) -> u32 {
  return (${array}[${SQUARE_WORDS}u * square + (direction >> 1u)] >> (16u * (direction & 1u))) & 0xffffu;
}
fn choose(square: u32, place: u32) -> u32 { return ${array}[${chooseAt}u + (place - 1u) * SQUARES + square]; }
/** Those of 32 squares, a bit each. */
fn exitsIn(word: u32) -> u32 { return ${array}[${exitsAt}u + word]; }
/** At most two steps apart. */
fn isClose(a: u32, b: u32) -> bool {
  return extractBits(${array}[${closeAt}u + a * ${rowWords}u + (b >> 5u)], b & 31u, 1u) != 0u;
}
${setWgsl(policemen)}`,
  };
}

/** Sets of squares in ascending order, ranked colexicographically. */
function setWgsl(policemen: number): string {
  const places = Array.from({ length: policemen }, (_, i) => i);
  const search = places
    .toReversed()
    .map(
      (i) => `
  low = ${i}u;
  high = limit;
  while (high - low > 1u) {
    let middle = (low + high) >> 1u;
    if (rest < choose(middle, ${i + 1}u)) { high = middle; } else { low = middle; }
  }
  rest -= choose(low, ${i + 1}u);
  limit = low;
  men.s${i} = low;`,
    )
    .join("");
  const advance = (i: number): string =>
    i + 1 === policemen
      ? `men.s${i}++;`
      : `men.s${i}++;
  if (men.s${i} == men.s${i + 1}) {
    men.s${i} = ${i}u;
    ${advance(i + 1)}
  }`;
  return `
struct Set { ${places.map((i) => `s${i}: u32`).join(", ")} }

fn unrank(rank: u32) -> Set {
  var men: Set;
  var rest = rank;
  var limit = SQUARES;
  var low: u32;
  var high: u32;${search}
  return men;
}

/** The next one in the order of ranks. */
fn following(given: Set) -> Set {
  var men = given;
  ${advance(0)}
  return men;
}

/** In any order. */
fn rankOf(men: Set) -> u32 {
  return ${places.map((i) => `choose(men.s${i}, ${["1u", ...places.filter((j) => j !== i).map((j) => `u32(men.s${j} < men.s${i})`)].join(" + ")})`).join(" + ")};
}

fn contains(men: Set, square: u32) -> bool {
  return ${places.map((i) => `men.s${i} == square`).join(" || ")};
}
`;
}
