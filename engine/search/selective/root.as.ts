/**
 * The root of the selective alpha-beta: iterative deepening with aspiration windows, over the best move or the best few (MultiPV). Several
 * threads run this at once over one transposition table (lazy SMP); the main thread's answer counts. The record is described in layout.ts.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { MAX_EVALUATION, ONGOING, UNKNOWN, WIN_VALUE, rulesOf } from "../../contracts/rules.as";
import { BOUND_AT_LEAST, BOUND_AT_MOST, BOUND_EXACT, ENDED_BY_DEPTH, ENDED_BY_PROOF } from "../layout";
import { endValue } from "../run.as";
import {
  below, CHECK, EVALUATION, EXCLUDED, FRAMES_ABOVE, frameBytes, framesBytes, KILLERS, movesOf, PIECE_TARGET, REVERSIBLE, stateOf,
} from "./frames.as";
import { historyBytes, startHistory } from "./history.as";
import {
  MAX_ITERATION, MAX_LINES, SS_AGE, SS_DEPTH, SS_ENDED, SS_LINE, SS_LINE_BYTES, SS_LINES, SS_MOVE, SS_NODES, SS_PAST, SS_PAST_COUNT,
  SS_REACHED, SS_ROOT, SS_ROOT_BYTES, SS_ROOT_COUNT, SS_SCRATCH, SS_SELECTIVE, SS_SELECTIVE_DEPTH, SS_SHARED, SS_STATE, SS_TABLE,
  SS_TABLE_BITS, SS_THREAD, SS_VALUE, SS_VISITED,
} from "./layout";
import { ended, GOING_ON, longestLine, nodes, startLimits } from "./limits.as";
import { endLine, extendLine, lineAt, LINES_BYTES, startLines } from "./lines.as";
import { makeMove, startQuiescence, valueFromRoot } from "./quiescence.as";
import { lateMoveReduction, REDUCTIONS_BYTES, startReductions } from "./reductions.as";
import { HASHES_BYTES, noteHash, startHashes } from "./repetition.as";
import {
  bringForward, ENTRY, rootBound, rootCount, rootMove, rootValue, setRootMove, setRootValue, sortRootMoves, startRootMoves,
} from "./root-moves.as";
import { noteMove, search, startTree } from "./search.as";
import { NO_EVALUATION, useTable } from "./table.as";

const INFINITE: i32 = WIN_VALUE + 1;
/** Half the width of the first aspiration window, in hundredths of a pawn. */
const ASPIRATION: i32 = 15;

let root: usize = 0;
let record: usize = 0;
let selective: bool = true;

export function selectiveRecordSize<R extends SelectiveRules>(): usize {
  return SS_ROOT + SS_ROOT_BYTES * rulesOf<R>().maxMoves();
}

export function selectiveScratchSize<R extends SelectiveRules>(): usize {
  return (
    REDUCTIONS_BYTES + LINES_BYTES + HASHES_BYTES + ENTRY * rulesOf<R>().maxMoves() + framesBytes<R>() + historyBytes<R>() +
    <usize>rulesOf<R>().threadBytes() + 192
  );
}

/** Searches the record's state, which must not be an ended game, writes the answer into the record and returns the move. */
export function searchSelectively<R extends SelectiveRules>(at: usize): i32 {
  start<R>(at);
  const thread = load<i32>(record, SS_THREAD);
  let why = ENDED_BY_DEPTH;
  if (resolveByTables<R>()) why = ENDED_BY_PROOF;
  else why = deepen<R>(thread);
  rulesOf<R>().endThread();
  if (thread == 0) atomic.store<i32>(load<u32>(record, SS_SHARED), 1);
  store<i32>(record, why, SS_ENDED);
  store<i32>(record, longestLine, SS_SELECTIVE_DEPTH);
  store<f64>(record, <f64>nodes, SS_VISITED);
  return load<i32>(record, SS_MOVE);
}

function start<R extends SelectiveRules>(at: usize): void {
  const rules = rulesOf<R>();
  record = at;
  selective = load<i32>(record, SS_SELECTIVE) != 0;
  let region = (<usize>load<u32>(record, SS_SCRATCH) + 63) & ~63;
  rules.startThread(region);
  region += (<usize>rules.threadBytes() + 63) & ~63;
  startReductions(region);
  region += REDUCTIONS_BYTES;
  startLines(region);
  region += LINES_BYTES;
  startHashes<R>(region, load<u32>(record, SS_PAST), load<i32>(record, SS_PAST_COUNT));
  region += HASHES_BYTES;
  const entries = region;
  region += ENTRY * rules.maxMoves();
  startHistory<R>(region);
  region += historyBytes<R>();
  const frames = (region + 15) & ~15;
  for (let i: usize = 0; i < FRAMES_ABOVE; i++) {
    store<i32>(frames + i * frameBytes<R>(), NO_EVALUATION, EVALUATION);
    store<i32>(frames + i * frameBytes<R>(), -1, PIECE_TARGET);
  }
  root = frames + FRAMES_ABOVE * frameBytes<R>();
  useTable(load<u32>(record, SS_TABLE), load<i32>(record, SS_TABLE_BITS), load<i32>(record, SS_AGE));
  startTree(selective);
  startQuiescence(selective);
  const finished: usize = load<i32>(record, SS_THREAD) == 0 ? <usize>0 : <usize>load<u32>(record, SS_SHARED);
  startLimits(load<f64>(record, SS_NODES), record + SS_VISITED, finished);

  const state = stateOf(root);
  memory.copy(state, load<u32>(record, SS_STATE), rules.stateBytes());
  rules.track(state);
  const check = rules.inCheck(state);
  store<i32>(root, <i32>check, CHECK);
  store<i32>(root, check ? NO_EVALUATION : rules.evaluateTracked(state), EVALUATION);
  store<i32>(root, rules.reversiblePlies(state), REVERSIBLE);
  store<i32>(below<R>(root), 0, EXCLUDED);
  store<i64>(below<R>(root), 0, KILLERS);
  store<i64>(below<R>(below<R>(root)), 0, KILLERS);
  noteHash(0, rules.hash(state));
  listMoves<R>(entries);
}

/** Before the first iteration: noisy moves that win something, quiet moves, the rest; all with the static evaluation as value. */
function listMoves<R extends SelectiveRules>(entries: usize): void {
  const rules = rulesOf<R>();
  const state = stateOf(root);
  const moves = movesOf<R>(root);
  const count = rules.moves(state, moves);
  startRootMoves(entries, count);
  for (let i = 0; i < count; i++) {
    const move = load<i32>(moves + (<usize>i << 2));
    let order = 0;
    if (rules.isNoisy(move)) order = rules.exchangeAtLeast(state, move, 0) ? 1 + rules.noisyOrder(state, move) : -1;
    setRootMove(i, move, order, BOUND_EXACT);
  }
  sortRootMoves(0);
  const value = max(-MAX_EVALUATION, load<i32>(root, EVALUATION));
  for (let i = 0; i < count; i++) setRootValue(i, value, BOUND_AT_MOST);
  endLine(1);
  extendLine(0, rootMove(0));
  publishLine(0);
  publishRoot();
}

/**
 * Where tables cover the position after every move, they decide: the nearest win, the farthest loss, of draws the one that evaluates best.
 * Returns whether they did.
 */
function resolveByTables<R extends SelectiveRules>(): bool {
  const rules = rulesOf<R>();
  const state = stateOf(root);
  if (rules.exactValue(state) == UNKNOWN) return false;
  for (let i = 0; i < rootCount; i++) {
    const child = stateOf(makeMove<R>(root, rootMove(i)));
    const result = rules.result(child);
    const known = result == ONGOING ? rules.exactValue(child) : endValue(result, rules.turn(child), 0);
    if (known == UNKNOWN) {
      for (let j = 0; j < i; j++) setRootValue(j, 0, BOUND_AT_MOST);
      return false;
    }
    setRootValue(i, -valueFromRoot(known, 1), BOUND_EXACT);
  }
  sortRootMoves(0);
  if (rootValue(0) == 0) preferByEvaluation<R>();
  endLine(1);
  extendLine(0, rootMove(0));
  publishLine(0);
  publishRoot();
  store<i32>(record, 1, SS_REACHED);
  return true;
}

function preferByEvaluation<R extends SelectiveRules>(): void {
  const rules = rulesOf<R>();
  let best = -INFINITE;
  let chosen = 0;
  for (let i = 0; i < rootCount && rootValue(i) == 0; i++) {
    const value = -rules.evaluateTracked(stateOf(makeMove<R>(root, rootMove(i))));
    if (value > best) {
      best = value;
      chosen = i;
    }
  }
  bringForward(chosen, 0);
}

/** Iterative deepening; returns why it ended. Helper threads with odd numbers are one ply ahead. */
function deepen<R extends SelectiveRules>(thread: i32): i32 {
  const deepest = min(load<i32>(record, SS_DEPTH), MAX_ITERATION);
  const lines = min(min(load<i32>(record, SS_LINES), MAX_LINES), rootCount);
  for (let depth = 1 + (thread & 1); depth <= deepest; depth++) {
    for (let line = 0; line < lines; line++) {
      aspire<R>(depth, line);
      if (ended != GOING_ON) return ended;
    }
    sortRootMoves(lines);
    publishRoot();
    store<i32>(record, depth, SS_REACHED);
    // A mate within the depth searched will not become a shorter one.
    if (abs(rootValue(0)) > MAX_EVALUATION && WIN_VALUE - abs(rootValue(0)) <= depth) return ENDED_BY_PROOF;
  }
  return ENDED_BY_DEPTH;
}

/** One iteration for the best of the moves from a place on, within a window around the last value that widens until the value is inside. */
function aspire<R extends SelectiveRules>(depth: i32, line: i32): void {
  const last = rootValue(line);
  let margin = ASPIRATION * rulesOf<R>().pawnValue() / 100;
  let alpha = -INFINITE;
  let beta = INFINITE;
  if (selective && depth >= 5 && abs(last) < MAX_EVALUATION && rootBound(line) == BOUND_EXACT) {
    alpha = last - margin;
    beta = last + margin;
  }
  let reduced = depth;
  while (true) {
    const value = searchRoot<R>(reduced, alpha, beta, line);
    if (ended != GOING_ON) return;
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

/** The value of the best move from a place on, which comes to that place. What was found by the time a search must end is kept. */
function searchRoot<R extends SelectiveRules>(depth: i32, given: i32, beta: i32, line: i32): i32 {
  const rules = rulesOf<R>();
  let alpha = given;
  let best = -INFINITE;
  for (let i = line; i < rootCount; i++) {
    const move = rootMove(i);
    noteMove<R>(root, move);
    const child = makeMove<R>(root, move);
    const givesCheck = load<i32>(child, CHECK) != 0;
    const next = depth - 1 + <i32>(selective && givesCheck && rules.exchangeAtLeast(stateOf(root), move, 0));
    let value = 0;
    if (i == line) value = -search<R>(child, 1, next, -beta, -alpha, false);
    else {
      let plies = 0;
      if (selective && depth >= 3 && i > line + 2 && !rules.isNoisy(move) && !givesCheck) {
        plies = min(max(0, (lateMoveReduction(depth, i - line + 1) >> 10) - 1), next - 1);
      }
      value = -search<R>(child, 1, next - plies, -alpha - 1, -alpha, true);
      if (value > alpha && plies > 0 && ended == GOING_ON) value = -search<R>(child, 1, next, -alpha - 1, -alpha, true);
      if (value > alpha && value < beta && ended == GOING_ON) value = -search<R>(child, 1, next, -beta, -alpha, false);
    }
    if (ended != GOING_ON) return best;
    const bound = value <= alpha ? BOUND_AT_MOST : value >= beta ? BOUND_AT_LEAST : BOUND_EXACT;
    setRootValue(i, value, bound);
    if (value > best) best = value;
    if (value > alpha) {
      alpha = value;
      extendLine(0, move);
      bringForward(i, line);
      publishLine(line);
      if (value >= beta) break;
    }
  }
  return best;
}

/** Writes the variation of a place's move; of the first also the move and its value. */
function publishLine(line: i32): void {
  const from = lineAt(0);
  memory.copy(record + SS_LINE + <usize>line * SS_LINE_BYTES, from, 4 + (<usize>load<i32>(from) << 2));
  if (line > 0) return;
  store<i32>(record, rootMove(0), SS_MOVE);
  store<i32>(record, rootValue(0), SS_VALUE);
}

function publishRoot(): void {
  for (let i = 0; i < rootCount; i++) {
    const at = record + SS_ROOT + <usize>i * SS_ROOT_BYTES;
    store<i32>(at, rootMove(i));
    store<i16>(at, <i16>rootValue(i), 4);
    store<i16>(at, <i16>rootBound(i), 6);
  }
  store<i32>(record, rootCount, SS_ROOT_COUNT);
}
