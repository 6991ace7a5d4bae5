/** WGSL shared by all passes: the uniform record of a pass, sets of squares as two words, symmetries, and rows of the wide table (../rows.as.ts). */
import { MIRRORED, NO_PAIR } from "../ending-constants.ts";
import { geometryWords } from "./geometry-words.ts";

/** Rows of a workgroup in passes over rows. */
export const GROUP_ROWS = 64;
/** Workgroups of one row of a dispatch; larger dispatches have several. */
export const GRID = 32_768;

export const BOARD: string = `
/** Where a conversion leads: a compact table. Slots are those of the ending; a list of slots has a byte for each. */
struct Target {
  /** Colours are swapped; no pawns; only kings; number of groups. */
  shape: vec4u,
  /** Entries of a slice and of a pair of kings; where its slice numbers begin in the geometry; placements of the black pawns. */
  sizes: vec4u,
  /** By colour of the table: number of pawns, slots. */
  pawns: vec4u,
  /** Number of like pieces, stride, slots. */
  groups: array<vec4u, 3>,
}
struct Step {
  /** Of the ending: pieces, pawns, whether there are none, number of groups. */
  shape: vec4u,
  /** Bit offsets of the white king and of the slice in a row number; kinds and colours by slot. */
  rows: vec4u,
  /** Like pieces: their number, bit offset in a row number, slots. */
  groups: array<vec4u, 3>,
  /** A distance in plies; or a conversion: its kind, the captured slot, the pawn that moves, the side that moves. */
  task: vec4u,
  targets: array<Target, 2>,
}
@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> g: array<u32>;
/** Number of rows and of slices; then each slice's number and the squares of its pawns, by slot. */
@group(0) @binding(2) var<storage, read> batch: array<vec2u>;

${geometryWords().wgsl}
const NO_PAIR = ${NO_PAIR}u;
const MIRRORED = ${MIRRORED}u;
const PAWN = 0u; const KNIGHT = 1u; const BISHOP = 2u; const ROOK = 3u; const QUEEN = 4u;
const PAIR_COUNT = 2016u;
const TRIPLE_COUNT = 41664u;
const ALL = vec2u(0xffffffffu);
const OFF_BOARD = 255u;

fn byteAt(word: u32, i: u32) -> u32 { return extractBits(word, 8u * i, 8u); }
fn kindOf(slot: u32) -> u32 { return byteAt(step.rows.z, slot); }
fn colourOf(slot: u32) -> u32 { return byteAt(step.rows.w, slot); }
fn lastSlot() -> u32 { return step.shape.x + step.shape.y; }
fn setAt(at: u32) -> vec2u { return vec2u(g[at], g[at + 1u]); }

fn bitOf(square: u32) -> vec2u {
  let bit = 1u << (square & 31u);
  return select(vec2u(bit, 0u), vec2u(0u, bit), square > 31u);
}
fn has(board: vec2u, square: u32) -> bool {
  return ((select(board.x, board.y, square > 31u) >> (square & 31u)) & 1u) != 0u;
}
fn isEmpty(board: vec2u) -> bool { return (board.x | board.y) == 0u; }

/** The next square of a list, and the list after it. */
fn nextOf(list: vec2u) -> vec2u { return vec2u((list.x >> 8u) | (list.y << 24u), (list.y >> 8u) | 0xff000000u); }

/** All squares one king step away from the set. */
fn kingReach(board: vec2u) -> vec2u {
  let column = vec2u(board.x << 8u, (board.y << 8u) | (board.x >> 24u)) | vec2u((board.x >> 8u) | (board.y << 24u), board.y >> 8u);
  let all = board | column;
  return column | ((all << vec2u(1u)) & vec2u(0xfefefefeu)) | ((all >> vec2u(1u)) & vec2u(0x7f7f7f7fu));
}

// A symmetry is three bits applied in this order: 1 mirrors files, 2 mirrors ranks, 4 reflects at the diagonal a1-h8.
fn mapped(square: u32, symmetry: u32) -> u32 {
  let to = square ^ select(0u, 7u, (symmetry & 1u) != 0u) ^ select(0u, 56u, (symmetry & 2u) != 0u);
  return select(to, ((to & 7u) << 3u) | (to >> 3u), (symmetry & 4u) != 0u);
}
/** Brings a square into the triangle a1-d1-d4. */
fn canonicalOf(square: u32) -> u32 {
  let symmetry = select(0u, 1u, (square & 7u) > 3u) | select(0u, 2u, (square >> 3u) > 3u);
  let to = mapped(square, symmetry);
  return symmetry | select(0u, 4u, (to >> 3u) > (to & 7u));
}
fn onDiagonal(square: u32) -> bool { return (square & 7u) == (square >> 3u); }

fn mirrorFiles(board: vec2u) -> vec2u {
  var s = ((board >> vec2u(1u)) & vec2u(0x55555555u)) | ((board & vec2u(0x55555555u)) << vec2u(1u));
  s = ((s >> vec2u(2u)) & vec2u(0x33333333u)) | ((s & vec2u(0x33333333u)) << vec2u(2u));
  return ((s >> vec2u(4u)) & vec2u(0x0f0f0f0fu)) | ((s & vec2u(0x0f0f0f0fu)) << vec2u(4u));
}
fn mirrorRanks(board: vec2u) -> vec2u {
  let s = ((board >> vec2u(8u)) & vec2u(0x00ff00ffu)) | ((board & vec2u(0x00ff00ffu)) << vec2u(8u));
  return ((s >> vec2u(16u)) | (s << vec2u(16u))).yx;
}
fn transposed(board: vec2u) -> vec2u {
  let t = 0x0f0f0f0fu & (board.y ^ ((board.y << 28u) | (board.x >> 4u)));
  var s = vec2u(board.x ^ (t << 4u), board.y ^ t);
  let u = vec2u(0x33330000u) & (s ^ (s << vec2u(14u)));
  s ^= u ^ (u >> vec2u(14u));
  let v = vec2u(0x55005500u) & (s ^ (s << vec2u(7u)));
  return s ^ v ^ (v >> vec2u(7u));
}
/** The image of a set. */
fn mappedSet(board: vec2u, symmetry: u32) -> vec2u {
  var s = board;
  if ((symmetry & 1u) != 0u) { s = mirrorFiles(s); }
  if ((symmetry & 2u) != 0u) { s = mirrorRanks(s); }
  if ((symmetry & 4u) != 0u) { s = transposed(s); }
  return s;
}
/** The preimage of a set. */
fn unmappedSet(board: vec2u, symmetry: u32) -> vec2u {
  var s = board;
  if ((symmetry & 4u) != 0u) { s = transposed(s); }
  if ((symmetry & 2u) != 0u) { s = mirrorRanks(s); }
  if ((symmetry & 1u) != 0u) { s = mirrorFiles(s); }
  return s;
}

fn pairNumber(a: u32, b: u32) -> u32 {
  let high = max(a, b);
  return min(a, b) + ((high * (high - 1u)) >> 1u);
}
fn tripleNumber(a: u32, b: u32, c: u32) -> u32 {
  let low = min(a, min(b, c));
  let high = max(a, max(b, c));
  let middle = a + b + c - low - high;
  return low + ((middle * (middle - 1u)) >> 1u) + high * (high - 1u) * (high - 2u) / 6u;
}
/** The number of a set of one to three squares, those of the slots less an offset, under a symmetry. */
fn setNumber(size: u32, slots: u32, squares: u32, offset: u32, symmetry: u32) -> u32 {
  let first = mapped(byteAt(squares, slots & 255u), symmetry) - offset;
  if (size == 1u) { return first; }
  let second = mapped(byteAt(squares, byteAt(slots, 1u)), symmetry) - offset;
  if (size == 2u) { return pairNumber(first, second); }
  return tripleNumber(first, second, mapped(byteAt(squares, byteAt(slots, 2u)), symmetry) - offset);
}

struct Row {
  /** False if two pieces share a square. */
  valid: bool,
  /** A byte for each slot. */
  squares: u32,
  /** Without the black king. */
  occupied: vec2u,
}
fn rowOf(row: u32) -> Row {
  let number = extractBits(row, 0u, step.rows.y);
  var squares = batch[1u + (row >> step.rows.y)].y;
  let king = number >> step.rows.x;
  if (step.shape.z != 0u) { squares |= g[TRIANGLE + king]; } else { squares |= king; }
  for (var i = 0u; i < step.shape.w; i++) {
    let group = step.groups[i];
    let slots = group.z;
    let board = number >> group.y;
    if (group.x == 1u) {
      squares |= (board & 63u) << (8u * slots);
    } else if (group.x == 2u) {
      if ((board & 2047u) >= PAIR_COUNT) { return Row(false, 0u, vec2u()); }
      let pair = g[PAIRS + (board & 2047u)];
      squares |= ((pair & 255u) << (8u * byteAt(slots, 0u))) | ((pair >> 8u) << (8u * byteAt(slots, 1u)));
    } else {
      if ((board & 65535u) >= TRIPLE_COUNT) { return Row(false, 0u, vec2u()); }
      let triple = g[TRIPLES + (board & 65535u)];
      squares |= (byteAt(triple, 0u) << (8u * byteAt(slots, 0u))) | (byteAt(triple, 1u) << (8u * byteAt(slots, 1u)))
        | ((triple >> 16u) << (8u * byteAt(slots, 2u)));
    }
  }
  var occupied = vec2u();
  for (var slot = 0u; slot <= lastSlot(); slot++) {
    let here = bitOf(byteAt(squares, slot));
    if (!isEmpty(occupied & here)) { return Row(false, 0u, vec2u()); }
    occupied |= here;
  }
  return Row(true, squares, occupied);
}

/** The groups of a row number under a symmetry. */
fn groupsUnder(squares: u32, symmetry: u32) -> u32 {
  var row = 0u;
  for (var i = 0u; i < step.shape.w; i++) {
    let group = step.groups[i];
    row |= setNumber(group.x, group.z, squares, 0u, symmetry) << group.y;
  }
  return row;
}

/** Squares that a piece attacks, the black king ignored. */
fn attacksOf(kind: u32, square: u32, occupied: vec2u) -> vec2u {
  if (kind == KNIGHT) { return setAt(KNIGHT_BITS + 2u * square); }
  var board = vec2u();
  for (var direction = select(0u, 4u, kind == BISHOP); direction < select(8u, 4u, kind == ROOK); direction++) {
    for (var line = setAt(RAYS + 2u * (8u * square + direction)); (line.x & 255u) != OFF_BOARD; line = nextOf(line)) {
      board |= bitOf(line.x & 255u);
      if (has(occupied, line.x & 255u)) { break; }
    }
  }
  return board;
}
fn attacksOfSlot(slot: u32, row: Row) -> vec2u {
  let square = byteAt(row.squares, slot);
  if (slot == 0u) { return setAt(KING_BITS + 2u * square); }
  if (kindOf(slot) == PAWN) { return setAt(PAWN_BITS + 128u * colourOf(slot) + 2u * square); }
  return attacksOf(kindOf(slot), square, row.occupied);
}
/** Black king squares attacked by White. */
fn attackedByWhite(row: Row) -> vec2u {
  var board = attacksOfSlot(0u, row);
  for (var slot = 1u; slot <= lastSlot(); slot++) { if (colourOf(slot) == 0u) { board |= attacksOfSlot(slot, row); } }
  return board;
}
/** Black king squares for which Black's other pieces give check. */
fn checksOnWhite(row: Row) -> vec2u {
  let king = row.squares & 255u;
  var checks = vec2u();
  for (var slot = 1u; slot <= lastSlot(); slot++) {
    if (colourOf(slot) == 0u || !has(attacksOfSlot(slot, row), king)) { continue; }
    if (kindOf(slot) <= KNIGHT) { return ALL; }
    checks |= ~setAt(BETWEEN + 2u * (64u * byteAt(row.squares, slot) + king));
  }
  return checks;
}

/** The number of a thread of a dispatch over rows. */
fn threadOf(group: vec3u, thread: u32, threads: u32) -> u32 { return (group.y * ${GRID}u + group.x) * threads + thread; }
`;
