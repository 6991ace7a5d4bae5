/** WGSL for rows of 64 positions, shared by the passes: their sets and values, moves of pieces to other rows, counters. */
import { LATEST_LOSS } from "../ending-constants.ts";

/** Words of counters: by distance and winner whether any position was decided; then the greatest distance of a conversion by winner. */
export const DISTANCES = 256;
export const COUNTER_WORDS: number = 2 * DISTANCES + 2;
/** Words of a row's set of values. */
export const PENDING_WORDS = 8;

export const ROW_ARGUMENTS = "@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32";

/** Sets and values of the rows; a value is a byte. */
export const setsWith = (valueWords: "u32" | "vec4u"): string => `
@group(0) @binding(3) var<storage, read_write> sets: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> values: array<${valueWords}>;
fn rows() -> u32 { return batch[0].x; }
/** Where a row's bits are: positions not yet won, and not yet lost, by side to move. */
fn notWon(side: u32, row: u32) -> u32 { return side * rows() + row; }
fn notLost(side: u32, row: u32) -> u32 { return (2u + side) * rows() + row; }
`;
export const SETS: string = setsWith("vec4u");

/** Values of a row, 16 at a time. */
export const VALUES: string = `
/** Where a row's values begin. */
fn valuesOf(side: u32, row: u32) -> u32 { return 4u * (side * rows() + row); }
fn sixteenOf(board: vec2u, i: u32) -> u32 { return extractBits(select(board.x, board.y, i > 1u), 16u * (i & 1u), 16u); }
/** The upper bits of 16 bytes. */
fn gatherBits(words: vec4u) -> u32 {
  return dot((((words >> vec4u(7u)) & vec4u(0x01010101u)) * 0x01020408u) >> vec4u(24u), vec4u(1u, 16u, 256u, 4096u));
}
fn bitsWith(words: vec4u, value: u32) -> u32 {
  let x = words ^ vec4u(value * 0x01010101u);
  return gatherBits(~(((x & vec4u(0x7f7f7f7fu)) + 0x7f7f7f7fu) | x));
}
/** Black king squares with this value. */
fn squaresWith(at: u32, value: u32) -> vec2u {
  return vec2u(
    bitsWith(values[at], value) | (bitsWith(values[at + 1u], value) << 16u),
    bitsWith(values[at + 2u], value) | (bitsWith(values[at + 3u], value) << 16u),
  );
}
fn bitsLosingBy(words: vec4u, limit: u32) -> u32 {
  let low = words & vec4u(0x7f7f7f7fu);
  return gatherBits((limit - low) & (low + 0x7f7f7f7fu) & ~words);
}
/** Black king squares where all conversions lose within this value. */
fn squaresLosingBy(at: u32, value: u32) -> vec2u {
  let isLast = value == ${LATEST_LOSS}u;
  let limit = (select(value, 127u, isLast) * 0x01010101u) | 0x80808080u;
  let board = vec2u(
    bitsLosingBy(values[at], limit) | (bitsLosingBy(values[at + 1u], limit) << 16u),
    bitsLosingBy(values[at + 2u], limit) | (bitsLosingBy(values[at + 3u], limit) << 16u),
  );
  if (isLast) { return board | squaresWith(at, value); }
  return board;
}
fn writeValues(at: u32, board: vec2u, value: u32) {
  for (var i = 0u; i < 4u; i++) {
    let bits = sixteenOf(board, i);
    if (bits == 0u) { continue; }
    // Four bits of a set as bytes of ones.
    let four = (vec4u(bits) >> vec4u(0u, 4u, 8u, 12u)) & vec4u(15u);
    let mask = ((four * 0x00204081u) & vec4u(0x01010101u)) * 255u;
    values[at + i] = (values[at + i] & ~mask) | (vec4u(value * 0x01010101u) & mask);
  }
}
`;

/** Moves of pieces of a side in a row, by which a set of positions escapes to open ones. */
export const ESCAPES: string = `
fn open(side: u32, row: u32) -> vec2u { return sets[notWon(side, row)]; }

/** Positions of a row in which no move within the slice leads to an open position: legal and not yet won by the other side. */
fn withoutEscape(side: u32, number: u32, row: Row, given: vec2u) -> vec2u {
  let other = 1u - side;
  var board = given;
  if (side == 1u) { board &= ~kingReach(open(other, number)); } else { board = withoutKingEscape(number, row, board); }
  for (var i = 0u; i < step.shape.w; i++) {
    let group = step.groups[i];
    if (colourOf(group.z & 255u) != side) { continue; }
    let kind = kindOf(group.z & 255u);
    let base = withoutGroup(number, group);
    for (var piece = 0u; piece < group.x; piece++) {
      if (isEmpty(board)) { return board; }
      let origin = byteAt(row.squares, byteAt(group.z, piece));
      let others = othersOf(row.squares, group, piece);
      if (kind == KNIGHT) {
        for (var list = setAt(KNIGHT_STEPS + 2u * origin); (list.x & 255u) != OFF_BOARD; list = nextOf(list)) {
          let to = list.x & 255u;
          if (!has(row.occupied, to)) { board &= ~open(other, base | groupWith(group, to, others)); }
        }
        continue;
      }
      for (var direction = select(0u, 4u, kind == BISHOP); direction < select(8u, 4u, kind == ROOK); direction++) {
        var clear = ALL;
        for (var list = setAt(RAYS + 2u * (8u * origin + direction)); (list.x & 255u) != OFF_BOARD; list = nextOf(list)) {
          let to = list.x & 255u;
          if (has(row.occupied, to)) { break; }
          board &= ~(open(other, base | groupWith(group, to, others)) & clear);
          clear &= ~bitOf(to);
        }
      }
    }
  }
  return board;
}

fn withoutKingEscape(number: u32, row: Row, given: vec2u) -> vec2u {
  var board = given;
  for (var list = setAt(KING_STEPS + 2u * (row.squares & 255u)); (list.x & 255u) != OFF_BOARD; list = nextOf(list)) {
    if (has(row.occupied, list.x & 255u)) { continue; }
    let there = withKing(number, row, list.x & 255u);
    board &= ~unmappedSet(open(1u, there.x), there.y);
  }
  return board;
}
`;

export const MOVES: string = `
/** A row number without a group. */
fn withoutGroup(number: u32, group: vec4u) -> u32 {
  let bits = select(select(16u, 11u, group.x == 2u), 6u, group.x == 1u);
  return insertBits(number, 0u, group.y, bits);
}
/** The squares of the other pieces of a group. */
fn othersOf(squares: u32, group: vec4u, piece: u32) -> vec2u {
  let a = byteAt(squares, byteAt(group.z, select(0u, 1u, piece == 0u)));
  let b = byteAt(squares, byteAt(group.z, select(2u, 1u, piece == 2u)));
  return vec2u(a, b);
}
/** The bits of a group in a row number with a piece on a square. */
fn groupWith(group: vec4u, square: u32, others: vec2u) -> u32 {
  var number = square;
  if (group.x == 2u) { number = pairNumber(square, others.x); }
  if (group.x == 3u) { number = tripleNumber(square, others.x, others.y); }
  return number << group.y;
}
/** The row with the white king on a square, in canonical form, and the symmetry applied. */
fn withKing(number: u32, row: Row, to: u32) -> vec2u {
  if (step.shape.z == 0u) { return vec2u(insertBits(number, to, step.rows.x, 6u), 0u); }
  let symmetry = canonicalOf(to);
  let king = g[TRIANGLE_NUMBERS + mapped(to, symmetry)] << step.rows.x;
  if (symmetry == 0u) { return vec2u(king | extractBits(number, 0u, step.rows.x), 0u); }
  return vec2u(king | groupsUnder(row.squares, symmetry), symmetry);
}
`;

/** Where a winner's counters are (COUNTER_WORDS). */
export const COUNTERS: string = `
fn foundAt(plies: u32, run: u32) -> u32 { return 2u * plies + run; }
fn latestAt(run: u32) -> u32 { return ${2 * DISTANCES}u + run; }
`;
