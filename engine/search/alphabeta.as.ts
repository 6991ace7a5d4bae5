/**
 * Alpha-beta search with iterative deepening. Without reductions the value of a finished iteration is the minimax value to
 * that depth over `searchMoves`, whatever the transposition table contains. For `ChanceRules` it is the expectimax value. The
 * record is described in alphabeta.layout.ts.
 */
import { AlphabetaRecord, LineRecord, RootMoveRecord } from "../../build/layouts/engine/search/alphabeta.as";
import { ChanceRules, MAX_EVALUATION, SearchRules, UNKNOWN, rulesOf } from "../contracts/rules.as";
import { exactValueAfter } from "./chance.as";
import { copyState } from "./copy-state.as";
import { BOUND_UPPER, BOUND_EXACT, ENDED_BY_DEPTH, ENDED_BY_PROOF, MAX_DEPTH, MAX_LINES, TIES_FIRST, TIES_ORDER, TIES_RANDOM } from "./constants";
import { searchChild, startSearch } from "./negamax.as";
import { pickBest } from "./pick-best.as";
import { randomBelow } from "../random/xorshift.as";
import {
  RUNNING, INFINITE, clearPv, ended, updatePv, frameBytes, pvAt, rootFrame, valueFromRoot, visited,
} from "./search-run.as";
import { useTable } from "./transposition-table.as";
export { alphabetaScratchSize } from "./search-run.as";
export { clearTranspositions } from "./transposition-table.as";

export function alphabetaRecordSize<R extends SearchRules>(): usize {
  return AlphabetaRecord.BYTES + RootMoveRecord.BYTES * rulesOf<R>().maxMoves();
}

/** Searches the record's state, which must not be terminal, writes the result into the record and returns the move. */
export function searchByAlphabeta<R extends SearchRules>(address: usize): i32 {
  const rules = rulesOf<R>();
  const record = AlphabetaRecord.at(address);
  const scratch = record.scratch;
  record.age++;
  useTable(record.table, record.tableBits, record.age);

  const root = rootFrame(scratch);
  const moves = root + rules.stateBytes();
  const values = moves + 4 * rules.maxMoves();
  memory.copy(root, record.state, rules.stateBytes());
  const count = rules.searchMoves(root, moves);
  startSearch(scratch, 1 + count, record.maxNodes, record.nodesAddress, record.reduce);
  evaluateRoot<R>(root, moves, count, values);
  if (record.ties == TIES_RANDOM) pickAmongFirst(record, moves, count, values);
  publish(record, moves, count, values);
  record.lineCount = 0;
  record.depth = 1;

  const deepest = min(record.maxDepth, MAX_DEPTH);
  let why = ENDED_BY_DEPTH;
  for (let depth = 2; depth <= deepest; depth++) {
    if (abs(record.value) > MAX_EVALUATION) {
      why = ENDED_BY_PROOF;
      break;
    }
    const lines = min(min(record.maxLines, MAX_LINES), count);
    const improved = lines > 1
      ? searchLines<R>(record, root, depth, moves, count, values, lines)
      : searchRoot<R>(record, root, depth, moves, count, values);
    if (ended != RUNNING) {
      why = ended;
      if (improved) publishBest(record, moves, values);
      break;
    }
    publish(record, moves, count, values);
    if (lines > 1) {
      memory.copy(changetype<usize>(record.lines[0]), changetype<usize>(record.runningLines[0]), LineRecord.BYTES * lines);
      record.lineCount = lines;
    }
    record.depth = depth;
  }
  record.ended = why;
  record.nodes = <f64>visited;
  return record.move;
}

/** The first iteration: sorts the moves by evaluation or exact value, ties by order score. */
function evaluateRoot<R extends SearchRules>(root: usize, moves: usize, count: i32, values: usize): void {
  const rules = rulesOf<R>();
  rules.evaluateMoves(root, moves, count, values);
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    let value = load<i32>(values + i);
    if (rules instanceof ChanceRules) {
      const known = exactValueAfter<R>(root, move, root + frameBytes<R>());
      if (known != UNKNOWN) value = known;
    }
    store<i32>(values + i, (valueFromRoot(value, 1) << 10) + 512 + rules.orderScore(root, move));
  }
  for (let i = 0; i < count; i++) {
    pickBest(moves, values, i, count);
    const at = values + (<usize>i << 2);
    store<i32>(at, ((load<i32>(at) >> 10) << 2) | BOUND_EXACT);
  }
  clearPv(1);
  updatePv(0, load<i32>(moves));
}

/** Moves a random one of the first, equally good moves to the front. */
function pickAmongFirst(record: AlphabetaRecord, moves: usize, count: i32, values: usize): void {
  let equal = 1;
  while (equal < count && load<i32>(values + (<usize>equal << 2)) == load<i32>(values)) equal++;
  const chosen = <i32>randomBelow(record.randomAddress, equal);
  moveToFront(moves, chosen);
  moveToFront(values, chosen);
  clearPv(1);
  updatePv(0, load<i32>(moves));
}

/**
 * One iteration; the best move moves to the front with its PV. Returns whether a move beat the first one: then the result
 * of an unfinished iteration is used. Unless the first of equals is played, a move that equals the best one is searched with a
 * window that includes this value.
 */
function searchRoot<R extends SearchRules>(
  record: AlphabetaRecord, root: usize, depth: i32, moves: usize, count: i32, values: usize,
): bool {
  const rules = rulesOf<R>();
  const child = root + frameBytes<R>();
  const ties = record.ties;
  let best = -INFINITE;
  let bestAt = 0;
  let equal: u32 = 0;
  for (let i = 0; i < count; i++) {
    const at = <usize>i << 2;
    const move = load<i32>(moves + at);
    copyState<R>(child, root);
    rules.play(child, move);
    const bound = ties == TIES_FIRST || i == 0 ? best : best - 1;
    const value = searchChild<R>(child, 0, depth, bound, INFINITE, i);
    if (ended != RUNNING) break;
    store<i32>(values + at, (value << 2) | (value > bound ? BOUND_EXACT : BOUND_UPPER));
    if (value <= bound) continue;
    if (value > best) equal = 0;
    equal++;
    if (value == best) {
      if (ties == TIES_RANDOM && randomBelow(record.randomAddress, equal) != 0) continue;
      if (ties == TIES_ORDER && rules.orderScore(root, move) <= rules.orderScore(root, load<i32>(moves + (<usize>bestAt << 2)))) continue;
    }
    best = value;
    bestAt = i;
    updatePv(0, move);
  }
  moveToFront(moves, bestAt);
  moveToFront(values, bestAt);
  return bestAt > 0;
}

/**
 * One iteration with exact values for the best `lines` moves (MultiPV): a move must beat the last of these. They move to the
 * front, with their PVs in the record. Returns whether the first one has changed.
 */
function searchLines<R extends SearchRules>(
  record: AlphabetaRecord, root: usize, depth: i32, moves: usize, count: i32, values: usize, lines: i32,
): bool {
  const rules = rulesOf<R>();
  const child = root + frameBytes<R>();
  const running = record.runningLines;
  const first = load<i32>(moves);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const at = <usize>i << 2;
    const move = load<i32>(moves + at);
    copyState<R>(child, root);
    rules.play(child, move);
    const bound = found < lines ? -INFINITE : running[lines - 1].value;
    const value = searchChild<R>(child, 0, depth, bound, INFINITE, i);
    if (ended != RUNNING) break;
    store<i32>(values + at, (value << 2) | (value > bound ? BOUND_EXACT : BOUND_UPPER));
    if (value <= bound) continue;
    // Insertion into the sorted lines.
    let slot = min(found, lines - 1);
    while (slot > 0 && running[slot - 1].value < value) {
      memory.copy(changetype<usize>(running[slot]), changetype<usize>(running[slot - 1]), LineRecord.BYTES);
      slot--;
    }
    updatePv(0, move);
    const line = running[slot];
    const pv = pvAt(0);
    line.value = value;
    line.length = min(load<i32>(pv), MAX_DEPTH);
    memory.copy(line.movesAddress, pv + 4, <usize>line.length << 2);
    if (found < lines) found++;
  }
  for (let slot = found - 1; slot >= 0; slot--) {
    const index = indexOf(moves, count, running[slot].moves[0]);
    moveToFront(moves, index);
    moveToFront(values, index);
  }
  if (found > 0) {
    // The PV of the best move.
    const best = running[0];
    store<i32>(pvAt(0), best.length);
    memory.copy(pvAt(0) + 4, best.movesAddress, <usize>best.length << 2);
  }
  return found > 0 && load<i32>(moves) != first;
}

function indexOf(moves: usize, count: i32, move: i32): i32 {
  let index = 0;
  while (index < count - 1 && load<i32>(moves + (<usize>index << 2)) != move) index++;
  return index;
}

function moveToFront(list: usize, index: i32): void {
  const chosen = load<i32>(list + (<usize>index << 2));
  memory.copy(list + 4, list, <usize>index << 2);
  store<i32>(list, chosen);
}

/** Writes the best move, its value and its PV. */
function publishBest(record: AlphabetaRecord, moves: usize, values: usize): void {
  record.move = load<i32>(moves);
  record.value = load<i32>(values) >> 2;
  const pv = pvAt(0);
  const length = min(load<i32>(pv), MAX_DEPTH);
  record.pvLength = length;
  memory.copy(record.pvAddress, pv + 4, <usize>length << 2);
}

function publish(record: AlphabetaRecord, moves: usize, count: i32, values: usize): void {
  publishBest(record, moves, values);
  record.rootCount = count;
  for (let i: usize = 0; i < <usize>count; i++) {
    const rootMove = record.rootMoves[i];
    const value = load<i32>(values + (i << 2));
    rootMove.move = load<i32>(moves + (i << 2));
    rootMove.value = <i16>(value >> 2);
    rootMove.bound = <i16>(value & 3);
  }
}
