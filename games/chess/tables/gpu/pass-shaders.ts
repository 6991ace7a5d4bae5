/**
 * The passes of the generator in WGSL (../retrograde.as.ts has the algorithm). A thread has a row: 64 positions by square of the black king. White's
 * and Black's wins are found in the same dispatches: `run` is the winner.
 *
 * - `start` finds the legal positions; conversion-shader.ts raises keys; `settle` turns keys into values.
 * - `mate` finds mates and stalemates. Then, for each distance, `spread` marks the predecessors of the positions just decided, and `decide`
 *   decides those among them, and those whose best conversion has this distance.
 * - `finish` enters draws; `pack` copies a batch of slices to the compact table.
 */
import { LATEST_LOSS } from "../ending-constants.ts";
import { BLOCK, BOARD } from "./board-shader.ts";

/** Threads of the passes that do not have a thread for each row. */
export const WORD_THREADS = 256;
/** Rows for each workgroup of `settle`. */
export const SETTLE_ROWS: number = BLOCK;

/** Rows of a workgroup of `spread` and `decide`. */
export const LISTED_ROWS = 256;

/** Words of counters: by distance and winner whether any position was decided; then the greatest distance of a conversion by winner. */
export const DISTANCES = 256;
export const COUNTER_WORDS: number = 2 * DISTANCES + 2;
/** Words of a row's set of values. */
export const PENDING_WORDS = 8;

/** The greatest distance by winner, and one more. */
const LIMITS = [255, 252] as const;

/** Sets and values of the rows; a value is a byte. */
const setsWith = (valueWords: "u32" | "vec4u"): string => `
@group(0) @binding(3) var<storage, read_write> sets: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> values: array<${valueWords}>;
fn rows() -> u32 { return batch[0].x; }
/** Where a row's bits are: positions not yet won, and not yet lost, by side to move. */
fn notWon(side: u32, row: u32) -> u32 { return side * rows() + row; }
fn notLost(side: u32, row: u32) -> u32 { return (2u + side) * rows() + row; }
`;
const SETS = setsWith("vec4u");

/** Values of a row, 16 at a time. */
const VALUES = `
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
const ESCAPES = `
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

const MOVES = `
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
const COUNTERS = `
fn foundAt(plies: u32, run: u32) -> u32 { return 2u * plies + run; }
fn latestAt(run: u32) -> u32 { return ${2 * DISTANCES}u + run; }
`;

const ROW_THREAD = `@compute @workgroup_size(${BLOCK})`;
/** A workgroup of many rows lists those with work to do, so that none of its threads idles. */
const LISTED = `
var<workgroup> listed: atomic<u32>;
var<workgroup> list: array<u32, ${LISTED_ROWS}>;
`;
const LISTED_THREAD = `@compute @workgroup_size(${LISTED_ROWS})`;
const ROW_ARGUMENTS = "@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32";

export const START_SHADER: string = `
${BOARD}
${SETS}
@group(0) @binding(5) var<storage, read_write> layers: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> nextLayers: array<vec2u>;
${ROW_THREAD}
fn start(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${BLOCK}u);
  if (number >= rows()) { return; }
  let row = rowOf(number);
  var white = vec2u();
  var black = vec2u();
  if (row.valid) {
    white = ~row.occupied & ~attackedByWhite(row);
    black = ~row.occupied & ~setAt(KING_BITS + 2u * (row.squares & 255u)) & ~checksOnWhite(row);
  }
  sets[notWon(0u, number)] = white;
  sets[notWon(1u, number)] = black;
  sets[notLost(0u, number)] = white;
  sets[notLost(1u, number)] = black;
  for (var run = 0u; run < 2u; run++) {
    layers[run * rows() + number] = vec2u();
    nextLayers[run * rows() + number] = vec2u();
  }
}
`;

export const SETTLE_SHADER: string = `
${BOARD}
${setsWith("u32")}
/** By side, word and row: the set of a row's values. */
@group(0) @binding(5) var<storage, read_write> pending: array<u32>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;
${COUNTERS}
var<workgroup> seen: array<atomic<u32>, ${2 * PENDING_WORDS * SETTLE_ROWS}>;
var<workgroup> latest: array<atomic<u32>, 2>;

@compute @workgroup_size(${WORD_THREADS})
fn settle(${ROW_ARGUMENTS}) {
  let first = ${SETTLE_ROWS}u * threadOf(group, 0u, 1u);
  for (var i = thread; i < ${SETTLE_ROWS * 32}u; i += ${WORD_THREADS}u) {
    let side = i / ${SETTLE_ROWS * 16}u;
    let row = (i / 16u) % ${SETTLE_ROWS}u;
    let number = first + row;
    if (number >= rows()) { continue; }
    let at = 16u * (side * rows() + number) + (i & 15u);
    let board = sets[notWon(side, number)];
    let legal = extractBits(select(board.x, board.y, (i & 15u) > 7u), 4u * (i & 7u), 4u);
    let keys = values[at];
    var word = 0xffffffffu;
    for (var left = legal; left != 0u; left &= left - 1u) {
      let place = countTrailingZeros(left);
      let key = byteAt(keys, place);
      // 0: no conversion. 128: a draw. Greater ones win.
      var value = key + 1u;
      if (key == 127u) { value = ${LATEST_LOSS}u; }
      if (key == 128u) { value = 0u; }
      if (key > 128u) { value = 383u - key; }
      word = insertBits(word, value, 8u * place, 8u);
      if (value < 2u) { continue; }
      atomicOr(&seen[(${PENDING_WORDS}u * side + (value >> 5u)) * ${SETTLE_ROWS}u + row], 1u << (value & 31u));
      let isLatest = value == ${LATEST_LOSS}u && side == 1u;
      let isWon = value > 127u && !isLatest;
      let plies = select(select(2u * (value - 1u), 254u, isLatest), 2u * (value - 128u) + 1u, isWon);
      atomicMax(&latest[select(1u - side, side, isWon)], plies);
    }
    values[at] = word;
  }
  workgroupBarrier();
  for (var i = thread; i < ${2 * PENDING_WORDS * SETTLE_ROWS}u; i += ${WORD_THREADS}u) {
    let number = first + i % ${SETTLE_ROWS}u;
    if (number < rows()) { pending[i / ${SETTLE_ROWS}u * rows() + number] = atomicLoad(&seen[i]); }
  }
  if (thread < 2u) {
    let plies = atomicLoad(&latest[thread]);
    if (plies > 0u) { atomicMax(&counters[latestAt(thread)], plies); }
  }
}
`;

export const MATE_SHADER: string = `
${BOARD}
${SETS}
${VALUES}
@group(0) @binding(5) var<storage, read_write> layers: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;
/** By side to move and row of the whole table, if both sides have pawns. */
@group(0) @binding(7) var<storage, read_write> stalemates: array<vec2u>;
${COUNTERS}
${MOVES}
${ESCAPES}
${ROW_THREAD}
fn mate(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${BLOCK}u);
  if (number >= rows()) { return; }
  let run = group.z;
  let loser = 1u - run;
  let legal = sets[notLost(loser, number)];
  if (isEmpty(legal)) { return; }
  var stuck = legal;
  if (loser == 1u) { stuck &= ~kingReach(open(0u, number)); }
  if (isEmpty(stuck)) { return; }
  let at = valuesOf(loser, number);
  stuck &= squaresWith(at, 1u);
  if (isEmpty(stuck)) { return; }
  let row = rowOf(number);
  stuck = withoutEscape(loser, number, row, stuck);
  if (isEmpty(stuck)) { return; }
  var checked = vec2u();
  if (loser == 1u) { checked = attackedByWhite(row); } else { checked = checksOnWhite(row); }
  let stale = stuck & ~checked;
  if (!isEmpty(stale)) {
    writeValues(at, stale, 0u);
    let all = arrayLength(&stalemates) / 2u;
    let slice = number >> step.rows.y;
    if (all > 1u) {
      stalemates[loser * all + (batch[1u + slice].x << step.rows.y) + extractBits(number, 0u, step.rows.y)] = stale;
    }
  }
  let mates = stuck & checked;
  if (isEmpty(mates)) { return; }
  layers[run * rows() + number] = mates;
  sets[notLost(loser, number)] = legal & ~mates;
  atomicStore(&counters[foundAt(0u, run)], 1u);
}
`;

export const SPREAD_SHADER: string = `
${BOARD}
@group(0) @binding(3) var<storage, read> layers: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;
fn rows() -> u32 { return batch[0].x; }
${COUNTERS}
${MOVES}
${LISTED}
/** No position was decided at the last two distances, and no conversion has this one or a greater one. */
fn isFinished(plies: u32, run: u32) -> bool {
  return plies > 2u && plies > counters[latestAt(run)]
    && (counters[foundAt(plies - 1u, run)] | counters[foundAt(plies - 2u, run)]) == 0u;
}
fn mark(run: u32, number: u32, board: vec2u) {
  let at = 2u * (run * rows() + number);
  if (board.x != 0u) { atomicOr(&next[at], board.x); }
  if (board.y != 0u) { atomicOr(&next[at + 1u], board.y); }
}
${LISTED_THREAD}
fn spread(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${LISTED_ROWS}u);
  let run = group.z;
  if (number < rows() && !isFinished(step.task.x, run) && !isEmpty(layers[run * rows() + number])) {
    list[atomicAdd(&listed, 1u)] = number;
  }
  workgroupBarrier();
  if (thread < atomicLoad(&listed)) { spreadRow(run, list[thread]); }
}

fn spreadRow(run: u32, number: u32) {
  let board = layers[run * rows() + number];
  let row = rowOf(number);
  // At an odd distance the winner has moved.
  let side = select(1u - run, run, (step.task.x & 1u) != 0u);
  if (side == 1u) { mark(run, number, kingReach(board)); } else { spreadKing(run, number, row, board); }
  for (var i = 0u; i < step.shape.w; i++) {
    let group = step.groups[i];
    if (colourOf(group.z & 255u) != side) { continue; }
    let kind = kindOf(group.z & 255u);
    let base = withoutGroup(number, group);
    for (var piece = 0u; piece < group.x; piece++) {
      let origin = byteAt(row.squares, byteAt(group.z, piece));
      let others = othersOf(row.squares, group, piece);
      if (kind == KNIGHT) {
        for (var list = setAt(KNIGHT_STEPS + 2u * origin); (list.x & 255u) != OFF_BOARD; list = nextOf(list)) {
          let to = list.x & 255u;
          if (!has(row.occupied, to)) { mark(run, base | groupWith(group, to, others), board); }
        }
        continue;
      }
      for (var direction = select(0u, 4u, kind == BISHOP); direction < select(8u, 4u, kind == ROOK); direction++) {
        var clear = board;
        for (var list = setAt(RAYS + 2u * (8u * origin + direction)); (list.x & 255u) != OFF_BOARD; list = nextOf(list)) {
          let to = list.x & 255u;
          if (has(row.occupied, to)) { break; }
          mark(run, base | groupWith(group, to, others), clear);
          clear &= ~bitOf(to);
        }
      }
    }
  }
}

/** A king on the diagonal has two rows for the same position, reflections of each other: both are marked. */
fn spreadKing(run: u32, number: u32, row: Row, board: vec2u) {
  let king = row.squares & 255u;
  for (var list = setAt(KING_STEPS + 2u * king); (list.x & 255u) != OFF_BOARD; list = nextOf(list)) {
    let to = list.x & 255u;
    if (has(row.occupied, to)) { continue; }
    let there = withKing(number, row, to);
    mark(run, there.x, mappedSet(board, there.y));
    if (step.shape.z == 0u || onDiagonal(king) || !onDiagonal(mapped(to, there.y))) { continue; }
    let kings = there.x & ~((1u << step.rows.x) - 1u);
    mark(run, kings | groupsUnder(row.squares, there.y ^ 4u), mappedSet(board, there.y ^ 4u));
  }
}
`;

export const DECIDE_SHADER: string = `
${BOARD}
${SETS}
/** Of the last distance; cleared. */
@group(0) @binding(5) var<storage, read_write> layers: array<vec2u>;
/** The marked positions; then those decided. */
@group(0) @binding(6) var<storage, read_write> next: array<vec2u>;
@group(0) @binding(7) var<storage, read> pending: array<u32>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;
${COUNTERS}
${VALUES}
${MOVES}
${ESCAPES}
${LISTED}
/** By place in the list: positions that may be decided. */
var<workgroup> boards: array<vec2u, ${LISTED_ROWS}>;
var<workgroup> found: atomic<u32>;

fn decidingSide(plies: u32, run: u32) -> u32 { return select(1u - run, run, (plies & 1u) != 0u); }
fn valueAfter(plies: u32) -> u32 {
  return select(select(1u + (plies >> 1u), ${LATEST_LOSS}u, plies == 254u), 128u + (plies >> 1u), (plies & 1u) != 0u);
}
/** Where a row's undecided positions are. */
fn undecided(side: u32, number: u32, plies: u32) -> u32 {
  return select(notLost(side, number), notWon(side, number), (plies & 1u) != 0u);
}

${LISTED_THREAD}
fn decide(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${LISTED_ROWS}u);
  let plies = step.task.x;
  let run = group.z;
  if (number < rows() && plies <= select(${LIMITS[1]}u, ${LIMITS[0]}u, run == 0u)) { listRow(run, number, plies); }
  workgroupBarrier();
  if (thread < atomicLoad(&listed)) { decideRow(run, thread, plies); }
}

fn listRow(run: u32, number: u32, plies: u32) {
  let layer = run * rows() + number;
  if (!isEmpty(layers[layer])) { layers[layer] = vec2u(); }
  let side = decidingSide(plies, run);
  let value = valueAfter(plies);
  let marked = next[layer];
  var board = marked;
  if (((pending[(${PENDING_WORDS}u * side + (value >> 5u)) * rows() + number] >> (value & 31u)) & 1u) != 0u) {
    board |= squaresWith(valuesOf(side, number), value);
  }
  if (isEmpty(board)) { return; }
  board &= sets[undecided(side, number, plies)];
  if (isEmpty(board)) {
    if (!isEmpty(marked)) { next[layer] = vec2u(); }
    return;
  }
  let place = atomicAdd(&listed, 1u);
  list[place] = number;
  boards[place] = board;
}

fn decideRow(run: u32, place: u32, plies: u32) {
  let number = list[place];
  let side = decidingSide(plies, run);
  let value = valueAfter(plies);
  let at = valuesOf(side, number);
  var board = boards[place];
  if ((plies & 1u) == 0u) {
    board &= squaresLosingBy(at, value);
    if (!isEmpty(board)) { board = withoutEscape(side, number, rowOf(number), board); }
  }
  next[run * rows() + number] = board;
  if (isEmpty(board)) { return; }
  sets[undecided(side, number, plies)] &= ~board;
  writeValues(at, board, value);
  if (atomicExchange(&found, 1u) == 0u) { atomicStore(&counters[foundAt(plies, run)], 1u); }
}
`;

export const FINISH_SHADER: string = `
${BOARD}
${SETS}
${VALUES}
${ROW_THREAD}
fn finish(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${BLOCK}u);
  if (number >= rows()) { return; }
  let side = group.z;
  writeValues(valuesOf(side, number), sets[notWon(side, number)] & sets[notLost(side, number)], 0u);
}
`;

export const PACK_SHADER: string = `
${BOARD}
@group(0) @binding(3) var<storage, read> values: array<u32>;
@group(0) @binding(4) var<storage, read_write> table: array<u32>;

/** A thread has four entries of one side to move; \`step.targets[0]\` is the table itself. */
@compute @workgroup_size(${WORD_THREADS})
fn pack(${ROW_ARGUMENTS}) {
  let id = threadOf(group, thread, ${WORD_THREADS}u);
  let sizes = step.targets[0].sizes;
  let slice = id / (sizes.x / 4u);
  if (slice >= batch[0].y) { return; }
  let first = 4u * (id % (sizes.x / 4u));
  let side = step.task.x;
  var word = 0u;
  for (var i = 0u; i < 4u; i++) {
    let pair = (first + i) / sizes.y;
    var rest = (first + i) % sizes.y;
    var king = 0u;
    var black = 0u;
    if (step.shape.z != 0u) {
      let squares = g[SQUARES_OF_KING_PAIRS + pair];
      king = g[TRIANGLE_NUMBERS + (squares & 255u)];
      black = squares >> 8u;
    } else {
      let squares = g[SQUARES_OF_KING_PAIRS_WITH_PAWNS + pair];
      king = squares & 255u;
      black = squares >> 8u;
    }
    var row = (slice << step.rows.y) | (king << step.rows.x);
    for (var j = 0u; j < step.shape.w; j++) {
      let stride = step.targets[0].groups[j].y;
      row |= (rest / stride) << step.groups[j].y;
      rest %= stride;
    }
    word |= byteAt(values[16u * (side * batch[0].x + row) + (black >> 2u)], black & 3u) << (8u * i);
  }
  table[batch[1u + slice].x * (sizes.x / 4u) + first / 4u] = word;
}
`;
