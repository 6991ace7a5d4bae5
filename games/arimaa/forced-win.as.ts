/** A win in one turn, and a forced win in two: a turn after which every reply leaves a winning turn. */
import { stopped } from "../../engine/kernel/stop.as";
import { copyBoard, frozenPieces, NO_WINNER, ofKind, piecesOf, winnerAfter } from "./board.as";
import { makeTurn } from "./digest.as";
import { END_TURN, MAX_MOVES, MAX_STEPS } from "./constants";
import { beginTurn, sideOf, STATE_BYTES } from "./state.as";
import { listSteps, playStep } from "./steps.as";
import { turnList } from "./turn-set.as";
import { canReachGoal } from "./search/goal.as";
import { goalTurn, listTurns, TURNS_WORKSPACE_BYTES } from "./turns.as";

/** Three workspaces: our turns, replies, and winning turns; then three boards, a state with a list of steps, and recent refutations. */
const REPLIES: usize = TURNS_WORKSPACE_BYTES;
const WINS: usize = 2 * TURNS_WORKSPACE_BYTES;
const BOARDS: usize = 3 * TURNS_WORKSPACE_BYTES;
const NODE_BYTES: usize = 80;
const STATE: usize = BOARDS + 3 * NODE_BYTES;
const STEP_LIST: usize = STATE + STATE_BYTES;
const ESCAPES: usize = STEP_LIST + 4 * MAX_MOVES;
const MAX_ESCAPES: usize = 32;
export const FORCED_WIN_BYTES: usize = ESCAPES + 4 * MAX_ESCAPES;

/** What counts as a win: any end; goals; goals by the search's exact test, which needs its workspace (`useGoalWorkspace`) and is faster. */
const ANY_END: i32 = 0;
const FAST_GOALS: i32 = 2;

/** A turn captures at most two enemies: each capture needs a step of the enemy piece, which costs two steps. */
const MAX_LOST: i32 = 2;
/** Immobilization is not searched for if more enemies than this can move. */
const TOO_MANY_TO_HOLD: i32 = 3;

/**
 * A turn by which `mover` wins immediately, preferably by goal; 0 if there is none. With `ends` 0, elimination of the rabbits and
 * immobilization (if few enemies can move) are searched too. `made` is scratch space for a board.
 */
export function winningTurn(board: usize, mover: i32, ends: i32, workspace: usize, made: usize): u32 {
  const goal = goalTurn(board, mover, workspace);
  if (goal || ends != ANY_END) return goal;
  const enemy = piecesOf(board, 1 - mover);
  const rabbits = popcnt(ofKind(board, 0) & enemy);
  const free = popcnt(enemy & ~frozenPieces(board, 1 - mover));
  if (<i32>rabbits > MAX_LOST && <i32>free > TOO_MANY_TO_HOLD) return 0;
  const count = listTurns(board, mover, MAX_STEPS, workspace);
  for (let i = 0; i < count; i++) {
    const turn = turnList()[i].turn;
    copyBoard(made, board);
    makeTurn(made, turn);
    if (winnerAfter(made, mover) == mover) return turn;
  }
  return 0;
}

/** Whether `mover`, having just moved, has won or wins after every reply. */
export function isForced(board: usize, mover: i32, ends: i32, workspace: usize): bool {
  const winner = winnerAfter(board, mover);
  if (winner != NO_WINNER) return winner == mover;
  for (let i: usize = 0; i < MAX_ESCAPES; i++) {
    const at = workspace + ESCAPES + (i << 2);
    const turn = load<u32>(at);
    if (!turn || !isLegal(board, 1 - mover, turn, workspace) || !escapes(board, mover, turn, ends, workspace)) continue;
    // A refutation that worked moves towards the front.
    const earlier = i > 0 ? at - 4 : at;
    store<u32>(at, load<u32>(earlier));
    store<u32>(earlier, turn);
    return false;
  }
  // An escape is often short: short replies are tried before all are listed.
  return (
    allLoseTo(board, mover, 1, 0, ends, workspace) &&
    allLoseTo(board, mover, 2, 1, ends, workspace) &&
    allLoseTo(board, mover, MAX_STEPS, 2, ends, workspace)
  );
}

/** Whether a turn from another position is legal here. */
function isLegal(board: usize, side: i32, turn: u32, workspace: usize): bool {
  const state = workspace + STATE;
  const list = workspace + STEP_LIST;
  copyBoard(state, board);
  beginTurn(state, side);
  for (let rest = turn; rest; rest >>= 8) {
    if (!hasMove(list, listSteps(state, list), <i32>(rest & 255))) return false;
    playStep(state, <i32>(rest & 255));
  }
  return sideOf(state) != side || hasMove(list, listSteps(state, list), END_TURN);
}

function hasMove(list: usize, count: i32, move: i32): bool {
  for (let i = 0; i < count; i++) if (load<i32>(list + (<usize>i << 2)) == move) return true;
  return false;
}

/** Whether a reply leaves `mover` without a winning turn. */
function escapes(board: usize, mover: i32, reply: u32, ends: i32, workspace: usize): bool {
  const after = workspace + BOARDS + NODE_BYTES;
  copyBoard(after, board);
  makeTurn(after, reply);
  const winner = winnerAfter(after, 1 - mover);
  if (winner == mover) return false;
  if (winner != NO_WINNER) return true;
  if (ends == FAST_GOALS) return !canReachGoal(after, mover, MAX_STEPS);
  return winningTurn(after, mover, ends, workspace + WINS, after + NODE_BYTES) == 0;
}

/** Whether all replies of more than `known` and at most `most` steps lose. */
function allLoseTo(board: usize, mover: i32, most: i32, known: u32, ends: i32, workspace: usize): bool {
  const count = listTurns(board, 1 - mover, most, workspace + REPLIES);
  const replies = turnList();
  for (let i = 0; i < count; i++) {
    const entry = replies[i];
    if (entry.steps <= known) continue;
    const reply = entry.turn;
    if (!escapes(board, mover, reply, ends, workspace)) continue;
    memory.copy(workspace + ESCAPES + 4, workspace + ESCAPES, 4 * (MAX_ESCAPES - 1));
    store<u32>(workspace + ESCAPES, reply);
    return false;
  }
  return true;
}

/** The shortest turn of `colour` that wins by its next turn at the latest; 0 if there is none or the search is stopped. */
export function forcedWin(board: usize, colour: i32, ends: i32, workspace: usize): u32 {
  memory.fill(workspace + ESCAPES, 0, 4 * MAX_ESCAPES);
  const made = workspace + BOARDS;
  const count = listTurns(board, colour, MAX_STEPS, workspace);
  const turns = turnList();
  for (let i = 0; i < count; i++) {
    if (stopped()) return 0;
    const turn = turns[i].turn;
    copyBoard(made, board);
    makeTurn(made, turn);
    if (isForced(made, colour, ends, workspace)) return turn;
  }
  return 0;
}

/**
 * Whether `colour` has a turn after which it reaches goal against every reply. Only turns that threaten goal are tried: the others leave the
 * opponent a free turn. Needs the goal workspace. False if the search is stopped.
 */
export function canForceGoal(board: usize, colour: i32, workspace: usize): bool {
  memory.fill(workspace + ESCAPES, 0, 4 * MAX_ESCAPES);
  const made = workspace + BOARDS;
  const count = listTurns(board, colour, MAX_STEPS, workspace);
  const turns = turnList();
  for (let i = 0; i < count; i++) {
    if ((i & 63) == 0 && stopped()) return false;
    const turn = turns[i].turn;
    copyBoard(made, board);
    makeTurn(made, turn);
    if (canReachGoal(made, colour, MAX_STEPS) && isForced(made, colour, FAST_GOALS, workspace)) return true;
  }
  return false;
}
