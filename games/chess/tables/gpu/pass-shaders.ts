/**
 * The passes of the generator in WGSL (../retrograde.as.ts has the algorithm). A thread has a row: 64 positions by square of the black king. White's
 * and Black's wins are found in the same dispatches: `run` is the winner.
 *
 * - `start` finds the legal positions; conversion-shader.ts raises keys; `settle` turns keys into values.
 * - `mate` finds mates and stalemates; the passes of distance-shaders.ts follow for each distance.
 * - `finish` enters draws; `pack` copies a batch of slices to the compact table.
 */
import { LATEST_LOSS } from "../ending-constants.ts";
import { GROUP_ROWS, BOARD } from "./board-shader.ts";
import { COUNTERS, ESCAPES, MOVES, PENDING_WORDS, ROW_ARGUMENTS, SETS, setsWith, VALUES } from "./row-shader.ts";

/** Threads of the passes that do not have a thread for each row. */
export const WORD_THREADS = 256;
/** Rows for each workgroup of `settle`. */
export const SETTLE_ROWS: number = GROUP_ROWS;

const ROW_THREAD = `@compute @workgroup_size(${GROUP_ROWS})`;

export const START_SHADER: string = `
${BOARD}
${SETS}
@group(0) @binding(5) var<storage, read_write> layers: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> nextLayers: array<vec2u>;
${ROW_THREAD}
fn start(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${GROUP_ROWS}u);
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
  let number = threadOf(group, thread, ${GROUP_ROWS}u);
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

export const FINISH_SHADER: string = `
${BOARD}
${SETS}
${VALUES}
${ROW_THREAD}
fn finish(${ROW_ARGUMENTS}) {
  let number = threadOf(group, thread, ${GROUP_ROWS}u);
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
