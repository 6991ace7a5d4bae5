/** Legal single steps of a turn: pushes must be completed, and the turn must change the placement. */
import { behind, bit, directionTo, neighbours, offsetOf, squareOf, stepFrom, stepOf, stepTo } from "./bitboard.as";
import {
  colourAt,
  emptySquares,
  frozenPieces,
  hashOf,
  kindAt,
  makeStep,
  ofKind,
  piecesOf,
  strongerThan,
  undoStep,
  weakerThan,
} from "./board.as";
import { END_TURN, MAX_STEPS } from "./constants";
import {
  beginTurn,
  captureAt,
  noteStep,
  passTurn,
  pullerOf,
  pullSquare,
  pushersOf,
  pushSquare,
  setPull,
  setPush,
  sideOf,
  startHashOf,
  stepAt,
  stepCount,
} from "./state.as";

@inline
function put(out: usize, move: i32): usize {
  store<i32>(out, move);
  return out + 4;
}

/** Whether the placement after a step differs from that at the start of the turn. */
function changes(state: usize, step: i32): bool {
  const capture = makeStep(state, step);
  const changed = hashOf(state) != startHashOf(state);
  undoStep(state, step, capture);
  return changed;
}

/** The directions, a bit each, in which an unfrozen stronger piece can step onto the square of an enemy. */
function pushersTo(board: usize, square: i32, side: i32): i32 {
  const able = piecesOf(board, side) & ~frozenPieces(board, side) & neighbours(bit(square));
  let pushers = 0;
  for (let left = strongerThan(board, kindAt(board, square), able); left; left &= left - 1) {
    pushers |= 1 << directionTo(squareOf(left), square);
  }
  return pushers;
}

/** Whether some pusher can complete the push with a placement other than that at the start of the turn. */
function pushChanges(state: usize, step: i32, pushers: i32): bool {
  const capture = makeStep(state, step);
  let changed = false;
  for (let direction = 0; direction < 4; direction++) {
    if (!((pushers >> direction) & 1)) continue;
    const from = stepFrom(step) - offsetOf(direction);
    if (changes(state, from | (direction << 6))) changed = true;
  }
  undoStep(state, step, capture);
  return changed;
}

/** Writes the legal steps, and END_TURN if legal, as i32; returns the count. */
export function listSteps(state: usize, out: usize): i32 {
  const side = sideOf(state);
  const left = MAX_STEPS - stepCount(state);
  const push = pushSquare(state);
  let at = out;
  if (push >= 0) {
    for (let direction = 0; direction < 4; direction++) {
      if (!((pushersOf(state) >> direction) & 1)) continue;
      const step = (push - offsetOf(direction)) | (direction << 6);
      if (left > 1 || changes(state, step)) at = put(at, step);
    }
    return <i32>((at - out) >> 2);
  }
  at = listOwn(state, side, left, at);
  at = listPulls(state, side, left, at);
  if (left > 1) at = listPushes(state, side, left, at);
  if (stepCount(state) > 0 && hashOf(state) != startHashOf(state)) at = put(at, END_TURN);
  return <i32>((at - out) >> 2);
}

function listOwn(state: usize, side: i32, left: i32, at: usize): usize {
  const empty = emptySquares(state);
  const rabbits = ofKind(state, 0);
  for (let movers = piecesOf(state, side) & ~frozenPieces(state, side); movers; movers &= movers - 1) {
    const from = squareOf(movers);
    let targets = neighbours(bit(from)) & empty;
    if (bit(from) & rabbits) targets &= ~behind(bit(from), side);
    for (; targets; targets &= targets - 1) {
      const step = stepOf(from, squareOf(targets));
      if (left > 1 || changes(state, step)) at = put(at, step);
    }
  }
  return at;
}

/** Enemies that the piece of the last step may pull. */
@inline
function pullable(state: usize, side: i32): u64 {
  const square = pullSquare(state);
  return square < 0 ? 0 : weakerThan(state, pullerOf(state), piecesOf(state, 1 - side)) & neighbours(bit(square));
}

function listPulls(state: usize, side: i32, left: i32, at: usize): usize {
  for (let pulled = pullable(state, side); pulled; pulled &= pulled - 1) {
    const step = stepOf(squareOf(pulled), pullSquare(state));
    if (left > 1 || changes(state, step)) at = put(at, step);
  }
  return at;
}

/** First halves of pushes. A step that could be a pull counts as a pull. */
function listPushes(state: usize, side: i32, left: i32, at: usize): usize {
  const empty = emptySquares(state);
  const pulled = pullable(state, side);
  const mobile = piecesOf(state, side) & ~frozenPieces(state, side);
  for (let victims = piecesOf(state, 1 - side) & neighbours(mobile); victims; victims &= victims - 1) {
    const from = squareOf(victims);
    const pushers = pushersTo(state, from, side);
    if (!pushers) continue;
    let targets = neighbours(bit(from)) & empty;
    if (bit(from) & pulled) targets &= ~bit(pullSquare(state));
    for (; targets; targets &= targets - 1) {
      const step = stepOf(from, squareOf(targets));
      if (left > 2 || pushChanges(state, step, pushers)) at = put(at, step);
    }
  }
  return at;
}

/** Plays a legal step, or ends the turn. The fourth step ends it too. */
export function playStep(state: usize, step: i32): void {
  if (step == END_TURN) return passTurn(state);
  const side = sideOf(state);
  const from = stepFrom(step);
  const to = stepTo(step);
  const kind = kindAt(state, from);
  const isPull = to == pullSquare(state) && kind < pullerOf(state);
  if (colourAt(state, from) == side) {
    // A piece that completes a push cannot pull. Rabbits cannot pull.
    if (pushSquare(state) >= 0 || kind == 0) setPull(state, -1, 0);
    else setPull(state, from, kind);
    setPush(state, -1, 0);
  } else {
    setPush(state, isPull ? -1 : from, isPull ? 0 : pushersTo(state, from, side));
    setPull(state, -1, 0);
  }
  noteStep(state, step, makeStep(state, step));
  if (stepCount(state) == MAX_STEPS) passTurn(state);
}

/** Takes back all steps of this turn. */
export function rewindTurn(state: usize): void {
  for (let i = stepCount(state) - 1; i >= 0; i--) {
    undoStep(state, stepAt(state, i), captureAt(state, i));
  }
  beginTurn(state, sideOf(state));
}
