/**
 * The passes over a distance, in WGSL: `spread` marks the predecessors of the positions just decided, and `decide` decides those among them, and
 * those whose best conversion has this distance.
 */
import { LATEST_LOSS } from "../ending-constants.ts";
import { BOARD } from "./board-shader.ts";
import { COUNTERS, ESCAPES, MOVES, PENDING_WORDS, ROW_ARGUMENTS, SETS, VALUES } from "./row-shader.ts";

/** Rows of a workgroup. */
export const LISTED_ROWS = 256;

/** The greatest distance by winner, and one more. */
const LIMITS = [255, 252] as const;

/** A workgroup of many rows lists those with work to do, so that none of its threads idles. */
const LISTED = `
var<workgroup> listed: atomic<u32>;
var<workgroup> list: array<u32, ${LISTED_ROWS}>;
`;
const LISTED_THREAD = `@compute @workgroup_size(${LISTED_ROWS})`;

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
