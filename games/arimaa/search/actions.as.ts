/**
 * The actions of the search: a step, or a push or pull as one action of two steps. Between actions, the only relevant history is the
 * placement at the start of the turn.
 */
import { behind, bit, neighbours, squareOf, stepFrom, stepOf, stepTo, TRAPS } from "../bitboard.as";
import { frozenPieces, ofKind, piecesOf, makePieceStep } from "../board.as";

/**
 * An action is 32 bits: the first step, the second (0 for a single step) in the next byte, the kind of the piece of the first step (3 bits),
 * whether it is an enemy (1 bit: a push), the kind of the piece of the second (3 bits). The low 16 bits identify it within a position.
 */
const FIRST_KIND: i32 = 16;
const IS_PUSH: i32 = 1 << 19;
const SECOND_KIND: i32 = 20;
export const ACTION_KEY: u32 = 0xffff;
/** An entry of an action list: the action (u32) and its move-ordering score (i32). */
export const ACTION_BYTES: usize = 8;
export const MAX_ACTIONS: usize = 320;

/** Move ordering: captures first, losses last; the others by the history heuristic. */
const CAPTURE_SCORE: i32 = 1 << 28;
const LOSS_SCORE: i32 = -(1 << 28);

@inline
export function stepsOfAction(action: u32): i32 {
  return action & 0xff00 ? 2 : 1;
}

@inline
export function makeAction(board: usize, side: i32, action: u32): void {
  const first = <i32>(action & 255);
  const second = <i32>((action >> 8) & 255);
  const firstKind = <i32>((action >> FIRST_KIND) & 7);
  const push = (action & IS_PUSH) != 0;
  makePieceStep(board, push ? 1 - side : side, firstKind, stepFrom(first), stepTo(first));
  if (!second) return;
  const secondKind = <i32>((action >> SECOND_KIND) & 7);
  makePieceStep(board, push ? side : 1 - side, secondKind, stepFrom(second), stepTo(second));
}

/** Writes the actions of at most `left` steps with their move-ordering scores, from a history table of u16 keys; returns the count. */
export function listActions(board: usize, side: i32, left: i32, history: usize, out: usize): i32 {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(own | enemy);
  const mobile = own & ~frozenPieces(board, side);
  let at = out;
  for (let kind = 0; kind < 6; kind++) {
    for (let movers = mobile & ofKind(board, kind) & neighbours(empty); movers; movers &= movers - 1) {
      const place = movers & -movers;
      const from = squareOf(movers);
      let targets = neighbours(place) & empty;
      if (kind == 0) targets &= ~behind(place, side);
      for (; targets; targets &= targets - 1) {
        const to = targets & -targets;
        const step = <u32>stepOf(from, squareOf(targets));
        const lost = to & TRAPS && !(neighbours(to) & (own ^ place));
        store<u32>(at, step | (<u32>kind << FIRST_KIND));
        store<i32>(at, lost ? LOSS_SCORE : load<i32>(history + (<usize>step << 2)), 4);
        at += ACTION_BYTES;
      }
    }
  }
  if (left >= 2) at = listPairs(board, side, mobile & neighbours(enemy) & ~ofKind(board, 0), history, at);
  return <i32>((at - out) / ACTION_BYTES);
}

function listPairs(board: usize, side: i32, mobile: u64, history: usize, out: usize): usize {
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(piecesOf(board, side) | enemy);
  let at = out;
  for (let kind = 1; kind < 6; kind++) {
    for (let movers = mobile & ofKind(board, kind); movers; movers &= movers - 1) {
      const mover = squareOf(movers);
      const around = neighbours(bit(mover));
      for (let weaker = 0; weaker < kind; weaker++) {
        for (let victims = around & enemy & ofKind(board, weaker); victims; victims &= victims - 1) {
          const victim = squareOf(victims);
          for (let targets = around & empty; targets; targets &= targets - 1) {
            const action =
              <u32>stepOf(mover, squareOf(targets)) |
              (<u32>stepOf(victim, mover) << 8) |
              (<u32>kind << FIRST_KIND) |
              (<u32>weaker << SECOND_KIND);
            at = put(at, action, pairOrderScore(enemy, bit(victim), bit(mover), weaker, history, action));
          }
          for (let targets = neighbours(bit(victim)) & empty; targets; targets &= targets - 1) {
            const action =
              <u32>stepOf(victim, squareOf(targets)) |
              (<u32>stepOf(mover, victim) << 8) |
              (<u32>weaker << FIRST_KIND) |
              IS_PUSH |
              (<u32>kind << SECOND_KIND);
            at = put(at, action, pairOrderScore(enemy, bit(victim), targets & -targets, weaker, history, action));
          }
        }
      }
    }
  }
  return at;
}

@inline
function put(at: usize, action: u32, orderScore: i32): usize {
  store<u32>(at, action);
  store<i32>(at, orderScore, 4);
  return at + ACTION_BYTES;
}

/** Captures come first: of the piece moved onto a trap, or of a piece that it abandons there. */
@inline
function pairOrderScore(enemy: u64, from: u64, to: u64, kind: i32, history: usize, action: u32): i32 {
  const rest = enemy ^ from;
  const after = rest | to;
  if (after & TRAPS & ~neighbours(after)) return CAPTURE_SCORE + kind;
  return load<i32>(history + (<usize>(action & ACTION_KEY) << 2));
}
