/**
 * The root of the selective alpha-beta search: iterative deepening with aspiration windows and MultiPV. Several threads run this over one
 * transposition table (lazy SMP); the main thread's result counts. The record is described in selective.layout.ts.
 */
import { RootMoveRecord } from "../../../build/layouts/engine/search/alphabeta.as";
import { SelectiveRecord } from "../../../build/layouts/engine/search/selective/selective.as";
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, ONGOING, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_LOWER, BOUND_UPPER, BOUND_EXACT, ENDED_BY_DEPTH, ENDED_BY_PROOF } from "../constants";
import { valueOfResult } from "../search-run.as";
import {
  nextFrame, IN_CHECK, EVALUATION, EXCLUDED, FRAMES_ABOVE, frameBytes, framesBytes, KILLERS, movesOf, PIECE_TO, REVERSIBLE, stateOf,
} from "./stack.as";
import { historyBytes, startHistory } from "./history.as";
import { MAX_ITERATION, MAX_MULTIPV } from "./constants";
import { ended, RUNNING, selDepth, nodes, startLimits } from "./limits.as";
import { clearPv, updatePv, pvAt, PV_TABLE_BYTES, startPvTable } from "./pv.as";
import { makeMove, startQuiescence, valueFromRoot } from "./quiescence.as";
import { lateMoveReduction, REDUCTIONS_BYTES, startReductions } from "./reductions.as";
import { REPETITION_BYTES, pushHash, startRepetitions } from "./repetition.as";
import {
  moveForward, ENTRY, rootBound, rootCount, rootMove, rootValue, setRootMove, setRootValue, sortRootMoves, startRootMoves,
} from "./root-moves.as";
import { setCurrentMove, search, startSearch } from "./search.as";
import { hashfull, NO_EVALUATION, useTable } from "./transposition-table.as";

const INFINITE: i32 = WIN_VALUE + 1;
/** Half the width of the first aspiration window, in centipawns. */
const ASPIRATION: i32 = 15;

let root: usize = 0;
let record: SelectiveRecord = SelectiveRecord.at(0);
let selective: bool = true;

export function selectiveRecordSize<R extends SelectiveRules>(): usize {
  return SelectiveRecord.BYTES + RootMoveRecord.BYTES * rulesOf<R>().maxMoves();
}

export function selectiveScratchSize<R extends SelectiveRules>(): usize {
  return (
    REDUCTIONS_BYTES + PV_TABLE_BYTES + REPETITION_BYTES + ENTRY * rulesOf<R>().maxMoves() + framesBytes<R>() + historyBytes<R>() +
    <usize>rulesOf<R>().threadBytes() + 192
  );
}

/** Searches the record's state, which must not be terminal, writes the result into the record and returns the move. */
export function searchSelectively<R extends SelectiveRules>(at: usize): i32 {
  start<R>(at);
  const thread = record.thread;
  let why = ENDED_BY_DEPTH;
  if (probeRootTables<R>()) why = ENDED_BY_PROOF;
  else why = iterativeDeepening<R>(thread);
  rulesOf<R>().endThread();
  if (thread == 0) atomic.store<i32>(record.shared, 1);
  record.ended = why;
  record.selDepth = selDepth;
  record.nodes = <f64>nodes;
  return record.move;
}

function start<R extends SelectiveRules>(at: usize): void {
  const rules = rulesOf<R>();
  record = SelectiveRecord.at(at);
  selective = record.selective != 0;
  let region = (record.scratch + 63) & ~63;
  rules.startThread(region);
  region += (<usize>rules.threadBytes() + 63) & ~63;
  startReductions(region);
  region += REDUCTIONS_BYTES;
  startPvTable(region);
  region += PV_TABLE_BYTES;
  startRepetitions<R>(region, record.history, record.historyCount);
  region += REPETITION_BYTES;
  const entries = region;
  region += ENTRY * rules.maxMoves();
  startHistory<R>(region);
  region += historyBytes<R>();
  const frames = (region + 15) & ~15;
  for (let i: usize = 0; i < FRAMES_ABOVE; i++) {
    store<i32>(frames + i * frameBytes<R>(), NO_EVALUATION, EVALUATION);
    store<i32>(frames + i * frameBytes<R>(), -1, PIECE_TO);
  }
  root = frames + FRAMES_ABOVE * frameBytes<R>();
  useTable(record.table, record.tableBits, record.age);
  startSearch(selective);
  startQuiescence(selective);
  const finished: usize = record.thread == 0 ? <usize>0 : record.shared;
  startLimits(record.maxNodes, record.nodesAddress, finished);

  const state = stateOf(root);
  memory.copy(state, record.state, rules.stateBytes());
  rules.initIncremental(state);
  const check = rules.inCheck(state);
  store<i32>(root, <i32>check, IN_CHECK);
  store<i32>(root, check ? NO_EVALUATION : rules.evaluateIncremental(state), EVALUATION);
  store<i32>(root, rules.reversiblePlies(state), REVERSIBLE);
  store<i32>(nextFrame<R>(root), 0, EXCLUDED);
  store<i64>(nextFrame<R>(root), 0, KILLERS);
  store<i64>(nextFrame<R>(nextFrame<R>(root)), 0, KILLERS);
  pushHash(0, rules.hash(state));
  initRootMoves<R>(entries);
}

/** Initial order: good noisy moves, quiet moves, bad noisy moves; all with the static evaluation as value. */
function initRootMoves<R extends SelectiveRules>(entries: usize): void {
  const rules = rulesOf<R>();
  const state = stateOf(root);
  const moves = movesOf<R>(root);
  const count = restrictToSearchMoves(moves, rules.moves(state, moves));
  startRootMoves(entries, count);
  for (let i = 0; i < count; i++) {
    const move = load<i32>(moves + (<usize>i << 2));
    let order = 0;
    if (rules.isNoisy(move)) order = rules.seeAtLeast(state, move, 0) ? 1 + rules.mvvLva(state, move) : -1;
    setRootMove(i, move, order, BOUND_EXACT);
  }
  sortRootMoves(0);
  const value = max(-MAX_EVALUATION, load<i32>(root, EVALUATION));
  for (let i = 0; i < count; i++) setRootValue(i, value, BOUND_UPPER);
  clearPv(1);
  updatePv(0, rootMove(0));
  publishPv(0);
  publishRoot();
}

/** Keeps only the record's `searchMoves`, if given; returns their number. */
function restrictToSearchMoves(moves: usize, count: i32): i32 {
  const only = record.searchMoves;
  const allowed = record.searchMovesCount;
  if (allowed == 0) return count;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = load<i32>(moves + (<usize>i << 2));
    for (let j = 0; j < allowed; j++) {
      if (load<i32>(only + (<usize>j << 2)) != move) continue;
      store<i32>(moves + (<usize>kept << 2), move);
      kept++;
      break;
    }
  }
  return kept;
}

/**
 * Ranks the root moves by tables if these cover the position after every move: the shortest win, the longest loss, the draw with the best
 * evaluation. Returns whether they do.
 */
function probeRootTables<R extends SelectiveRules>(): bool {
  const rules = rulesOf<R>();
  const state = stateOf(root);
  if (rules.exactValue(state) == UNKNOWN) return false;
  for (let i = 0; i < rootCount; i++) {
    const child = stateOf(makeMove<R>(root, rootMove(i)));
    const result = rules.result(child);
    const exact = result == ONGOING ? rules.exactValue(child) : valueOfResult(result, rules.turn(child), 0);
    if (exact == UNKNOWN) {
      for (let j = 0; j < i; j++) setRootValue(j, 0, BOUND_UPPER);
      return false;
    }
    setRootValue(i, -valueFromRoot(exact, 1), BOUND_EXACT);
  }
  sortRootMoves(0);
  if (rootValue(0) == 0) preferByEvaluation<R>();
  clearPv(1);
  updatePv(0, rootMove(0));
  publishPv(0);
  publishRoot();
  record.depth = 1;
  return true;
}

function preferByEvaluation<R extends SelectiveRules>(): void {
  const rules = rulesOf<R>();
  let best = -INFINITE;
  let chosen = 0;
  for (let i = 0; i < rootCount && rootValue(i) == 0; i++) {
    const value = -rules.evaluateIncremental(stateOf(makeMove<R>(root, rootMove(i))));
    if (value > best) {
      best = value;
      chosen = i;
    }
  }
  moveForward(chosen, 0);
}

/** Iterative deepening; returns why it ended. Odd helper threads start one ply deeper. */
function iterativeDeepening<R extends SelectiveRules>(thread: i32): i32 {
  const deepest = min(record.maxDepth, MAX_ITERATION);
  const multiPv = min(min(record.multiPv, MAX_MULTIPV), rootCount);
  for (let depth = 1 + (thread & 1); depth <= deepest; depth++) {
    for (let pvIndex = 0; pvIndex < multiPv; pvIndex++) {
      searchWithAspiration<R>(depth, pvIndex);
      if (ended != RUNNING) return ended;
    }
    sortRootMoves(multiPv);
    publishRoot();
    record.depth = depth;
    // A mate within the searched depth is the shortest.
    if (abs(rootValue(0)) > MAX_EVALUATION && WIN_VALUE - abs(rootValue(0)) <= depth) return ENDED_BY_PROOF;
  }
  return ENDED_BY_DEPTH;
}

/** One iteration for the root moves from `pvIndex` on, in an aspiration window around the last value that widens on fail high or low. */
function searchWithAspiration<R extends SelectiveRules>(depth: i32, pvIndex: i32): void {
  const last = rootValue(pvIndex);
  let margin = ASPIRATION * rulesOf<R>().pawnValue() / 100;
  let alpha = -INFINITE;
  let beta = INFINITE;
  if (selective && depth >= 5 && abs(last) < MAX_EVALUATION && rootBound(pvIndex) == BOUND_EXACT) {
    alpha = last - margin;
    beta = last + margin;
  }
  let reduced = depth;
  while (true) {
    const value = searchRoot<R>(reduced, alpha, beta, pvIndex);
    if (ended != RUNNING) return;
    if (value <= alpha) {
      beta = (alpha + beta) >> 1;
      alpha = max(-INFINITE, value - margin);
      reduced = depth;
    } else if (value >= beta) {
      beta = min(INFINITE, value + margin);
      if (reduced > depth - 2 && reduced > 1) reduced--;
    } else return;
    margin += margin >> 1;
    if (margin > 10 * rulesOf<R>().pawnValue()) {
      alpha = -INFINITE;
      beta = INFINITE;
    }
  }
}

/** Principal variation search over the root moves from `pvIndex` on; the best one moves to that index. An aborted search keeps its improvements. */
function searchRoot<R extends SelectiveRules>(depth: i32, given: i32, beta: i32, pvIndex: i32): i32 {
  const rules = rulesOf<R>();
  let alpha = given;
  let best = -INFINITE;
  for (let i = pvIndex; i < rootCount; i++) {
    const move = rootMove(i);
    setCurrentMove<R>(root, move);
    const child = makeMove<R>(root, move);
    const givesCheck = load<i32>(child, IN_CHECK) != 0;
    const next = depth - 1 + <i32>(selective && givesCheck && rules.seeAtLeast(stateOf(root), move, 0));
    let value = 0;
    if (i == pvIndex) value = -search<R>(child, 1, next, -beta, -alpha, false);
    else {
      let plies = 0;
      if (selective && depth >= 3 && i > pvIndex + 2 && !rules.isNoisy(move) && !givesCheck) {
        plies = min(max(0, (lateMoveReduction(depth, i - pvIndex + 1) >> 10) - 1), next - 1);
      }
      value = -search<R>(child, 1, next - plies, -alpha - 1, -alpha, true);
      if (value > alpha && plies > 0 && ended == RUNNING) value = -search<R>(child, 1, next, -alpha - 1, -alpha, true);
      if (value > alpha && value < beta && ended == RUNNING) value = -search<R>(child, 1, next, -beta, -alpha, false);
    }
    if (ended != RUNNING) return best;
    const bound = value <= alpha ? BOUND_UPPER : value >= beta ? BOUND_LOWER : BOUND_EXACT;
    setRootValue(i, value, bound);
    if (value > best) best = value;
    if (value > alpha) {
      alpha = value;
      updatePv(0, move);
      moveForward(i, pvIndex);
      publishPv(pvIndex);
      if (value >= beta) break;
    }
  }
  return best;
}

/** Writes the principal variation of a root move; of the first one also the move and its value. */
function publishPv(pvIndex: i32): void {
  const from = pvAt(0);
  memory.copy(changetype<usize>(record.pvs[pvIndex]), from, 4 + (<usize>load<i32>(from) << 2));
  if (pvIndex > 0) return;
  record.move = rootMove(0);
  record.value = rootValue(0);
}

function publishRoot(): void {
  for (let i = 0; i < rootCount; i++) {
    const published = record.rootMoves[i];
    published.move = rootMove(i);
    published.value = <i16>rootValue(i);
    published.bound = <i16>rootBound(i);
  }
  record.rootCount = rootCount;
  record.hashfull = hashfull();
}
