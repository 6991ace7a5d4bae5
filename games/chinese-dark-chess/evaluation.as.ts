/** Evaluation, move ordering, playout policy and table probes for the search. */
import { MAX_EVALUATION, ONGOING, DRAW, FIRST_WINS, UNKNOWN, WIN_VALUE } from "../../engine/contracts/rules.as";
import { randomBelow } from "../../engine/random/xorshift.as";
import { DRAWN, WON } from "../../engine/solve/outcome.as";
import { pliesInTurns } from "../../engine/solve/outcome-whole.as";
import { NOT_FOUND, probeState } from "./probe.as";
import { drawLimit, FOUND, legalMoves, playMove, preyOf, resultOf } from "./rules.as";
import {
  CANNON, CELLS, colourOf, colourToMove, EMPTY, FACE_DOWN, flippedCell, hiddenCount, hiddenOf, kindOf, pieceAt, sinceCapture, STATE_BYTES, turnOf,
} from "./state.as";

/** Centipawns: a cannon threatens everything, a pawn the king; ranks threaten those below. */
@inline
function pieceValue(kind: i32): i32 {
  if (kind == 1) return 100;
  if (kind == 2) return 260;
  if (kind == 3) return 150;
  if (kind == 4) return 190;
  if (kind == 5) return 320;
  if (kind == 6) return 550;
  return kind == 7 ? 750 : 0;
}

/** A table win that the ply limit may turn into a draw: above any material, less per ply. */
const TABLE_WIN: i32 = 9_000;
const PER_PLY: i32 = 20;
/** Penalty per cell of distance to the nearest prey. */
const PREY_DISTANCE_WEIGHT: i32 = 3;
/** Percentage of playout moves that capture if a capture is possible. */
const CAPTURE_PERCENT: u32 = 80;

let child: usize = 0;
export const SEARCH_THREAD_BYTES: usize = <usize>STATE_BYTES;

export function setSearchThread(thread: usize): void {
  child = thread;
}

/** The exact value from the tables: a draw, or an outcome before the ply limit without captures; otherwise UNKNOWN. */
export function exactOutcome(state: usize): i32 {
  if (hiddenCount(state) != 0) return UNKNOWN;
  const known = probeState(state);
  if (known == NOT_FOUND) return UNKNOWN;
  if (known == <i32>DRAWN) return 0;
  const plies = pliesInTurns(known);
  if (plies + sinceCapture(state) > drawLimit()) return UNKNOWN;
  return known >= <i32>WON ? WIN_VALUE - plies : plies - WIN_VALUE;
}

/** For the side to move: material that is not captured, face down or not, scaled down as the ply limit approaches. */
export function evaluateState(state: usize): i32 {
  const colour = max(0, colourToMove(state));
  if (hiddenCount(state) == 0) {
    const known = probeState(state);
    if (known == <i32>DRAWN) return 0;
    if (known != NOT_FOUND) {
      const tableValue = TABLE_WIN - PER_PLY * pliesInTurns(known);
      return known >= <i32>WON ? tableValue : -tableValue;
    }
  }
  let white = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const piece = pieceAt(state, cell);
    if (piece == <i32>EMPTY || piece == <i32>FACE_DOWN) continue;
    const score = pieceValue(kindOf(piece)) - PREY_DISTANCE_WEIGHT * distanceToPrey(state, cell, piece);
    white += colourOf(piece) == 0 ? score : -score;
  }
  if (hiddenCount(state) > 0) {
    for (let kind = 1; kind <= 7; kind++) white += pieceValue(kind) * (hiddenOf(state, kind) - hiddenOf(state, kind + 8));
  }
  const value = white * (2 * drawLimit() - sinceCapture(state)) / (2 * drawLimit());
  return max(-MAX_EVALUATION, min(MAX_EVALUATION, colour == 0 ? value : -value));
}

/** Distance to the nearest piece that this one can capture by a step; 0 for a cannon or if there is none. */
function distanceToPrey(state: usize, cell: i32, piece: i32): i32 {
  const kinds = preyOf(kindOf(piece));
  if (kindOf(piece) == CANNON || kinds == 0) return 0;
  let nearest = 99;
  for (let other = 0; other < CELLS; other++) {
    const found = pieceAt(state, other);
    if (found == <i32>EMPTY || found == <i32>FACE_DOWN || colourOf(found) == colourOf(piece)) continue;
    if (((kinds >> kindOf(found)) & 1) == 0) continue;
    nearest = min(nearest, abs((cell >> 3) - (other >> 3)) + abs((cell & 7) - (other & 7)));
  }
  return nearest == 99 ? 0 : nearest;
}

/** Captures first, by value of the victim; then flips; then other moves. */
export function orderScoreOf(state: usize, move: i32): i32 {
  if (move >= FOUND) return 0;
  const target = pieceAt(state, move & 31);
  if (target == <i32>EMPTY) return 0;
  return target == <i32>FACE_DOWN ? 20 : 100 + pieceValue(kindOf(target)) / 2;
}

/** The value after each move for the player who makes it. The result of a flip is unknown, so its value is that of the position before. */
export function evaluateMovesOf(state: usize, moves: usize, count: i32, values: usize): void {
  const turn = turnOf(state);
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    memory.copy(child, state, <usize>STATE_BYTES);
    playMove(child, load<i32>(moves + i));
    store<i32>(values + i, valueFor(turn));
  }
}

function valueFor(turn: i32): i32 {
  if (flippedCell(child) >= 0) return evaluateState(child);
  const result = resultOf(child);
  if (result == DRAW) return 0;
  if (result != ONGOING) return (result == FIRST_WINS) == (turn == 0) ? WIN_VALUE : -WIN_VALUE;
  const exact = exactOutcome(child);
  return exact == UNKNOWN ? -evaluateState(child) : -exact;
}

/** Random, but usually a capture if there is one. */
export function playoutMoveOf(state: usize, scratch: usize, random: usize): i32 {
  const count = legalMoves(state, scratch);
  if (randomBelow(random, 100) < CAPTURE_PERCENT) {
    let captures: u32 = 0;
    let chosen = 0;
    for (let i = 0; i < count; i++) {
      const move = load<i32>(scratch + (<usize>i << 2));
      const target = pieceAt(state, move & 31);
      if (target == <i32>EMPTY || target == <i32>FACE_DOWN) continue;
      captures++;
      if (randomBelow(random, captures) == 0) chosen = move;
    }
    if (captures > 0) return chosen;
  }
  return load<i32>(scratch + (<usize>randomBelow(random, count) << 2));
}
