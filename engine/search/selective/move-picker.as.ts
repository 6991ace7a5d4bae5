/**
 * Staged move picker: transposition table move; good noisy moves (SEE ≥ 0) by MVV-LVA; quiet moves by killers and history; bad noisy moves.
 * Each stage generates its moves lazily: most cut nodes fail high early.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { BAD_COUNT, IN_CHECK, COUNT, KILLERS, scoresOf, movesOf, NEXT, STAGE, stateOf, TT_MOVE } from "./stack.as";
import { quietHistory } from "./history.as";
import { pickBest } from "../pick-best.as";

export const NO_MOVE: i32 = 0;

const TT_STAGE: i32 = 0;
const START_NOISY: i32 = 1;
const NOISY: i32 = 2;
const START_QUIET: i32 = 3;
const QUIET: i32 = 4;
const BAD_NOISY: i32 = 5;
const START_EVASIONS: i32 = 6;
const EVASIONS: i32 = 7;
const DONE: i32 = 8;

const KILLER_SCORE: i32 = 1 << 20;
const NOISY_SCORE: i32 = 1 << 24;

export function startPicking<R extends SelectiveRules>(frame: usize, ttMove: i32): void {
  const usable = ttMove != NO_MOVE && rulesOf<R>().isPseudoLegal(stateOf(frame), ttMove);
  store<i32>(frame, usable ? ttMove : NO_MOVE, TT_MOVE);
  store<i32>(frame, 0, BAD_COUNT);
  store<i32>(frame, usable ? TT_STAGE : load<i32>(frame, IN_CHECK) ? START_EVASIONS : START_NOISY, STAGE);
}

/** The next move, or NO_MOVE. `skipQuiet` skips quiet moves that do not give check. */
export function nextMove<R extends SelectiveRules>(frame: usize, skipQuiet: bool): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const moves = movesOf<R>(frame);
  const scores = scoresOf<R>(frame);
  const ttMove = load<i32>(frame, TT_MOVE);
  while (true) {
    switch (load<i32>(frame, STAGE)) {
      case TT_STAGE: {
        store<i32>(frame, load<i32>(frame, IN_CHECK) ? START_EVASIONS : START_NOISY, STAGE);
        return ttMove;
      }
      case START_NOISY: {
        const count = rules.noisyMoves(state, moves);
        for (let i: usize = 0; i < <usize>count << 2; i += 4) store<i32>(scores + i, rules.mvvLva(state, load<i32>(moves + i)));
        store<i32>(frame, 0, NEXT);
        store<i32>(frame, count, COUNT);
        store<i32>(frame, NOISY, STAGE);
        break;
      }
      case NOISY: {
        const next = load<i32>(frame, NEXT);
        const count = load<i32>(frame, COUNT);
        if (next >= count) {
          store<i32>(frame, START_QUIET, STAGE);
          break;
        }
        const move = pickBest(moves, scores, next, count);
        store<i32>(frame, next + 1, NEXT);
        if (move == ttMove) break;
        if (rules.seeAtLeast(state, move, 0)) return move;
        const bad = load<i32>(frame, BAD_COUNT);
        store<i32>(moves + (<usize>bad << 2), move);
        store<i32>(frame, bad + 1, BAD_COUNT);
        break;
      }
      case START_QUIET: {
        const first = load<i32>(frame, BAD_COUNT);
        store<i32>(frame, first, NEXT);
        const count = first + rules.quietMoves(state, moves + (<usize>first << 2));
        scoreQuiets<R>(frame, moves, scores, first, count);
        store<i32>(frame, count, COUNT);
        store<i32>(frame, QUIET, STAGE);
        break;
      }
      case QUIET: {
        const next = load<i32>(frame, NEXT);
        const count = load<i32>(frame, COUNT);
        if (next >= count) {
          store<i32>(frame, 0, NEXT);
          store<i32>(frame, BAD_NOISY, STAGE);
          break;
        }
        if (skipQuiet) {
          store<i32>(frame, next + 1, NEXT);
          const move = load<i32>(moves + (<usize>next << 2));
          if (move != ttMove && rules.givesCheck(state, move)) return move;
          break;
        }
        const move = pickBest(moves, scores, next, count);
        store<i32>(frame, next + 1, NEXT);
        if (move != ttMove) return move;
        break;
      }
      case BAD_NOISY: {
        const next = load<i32>(frame, NEXT);
        if (next >= load<i32>(frame, BAD_COUNT)) {
          store<i32>(frame, DONE, STAGE);
          return NO_MOVE;
        }
        store<i32>(frame, next + 1, NEXT);
        return load<i32>(moves + (<usize>next << 2));
      }
      case START_EVASIONS: {
        const count = rules.moves(state, moves);
        scoreQuiets<R>(frame, moves, scores, 0, count);
        for (let i: usize = 0; i < <usize>count << 2; i += 4) {
          const move = load<i32>(moves + i);
          if (rules.isNoisy(move)) store<i32>(scores + i, NOISY_SCORE + rules.mvvLva(state, move));
        }
        store<i32>(frame, 0, NEXT);
        store<i32>(frame, count, COUNT);
        store<i32>(frame, EVASIONS, STAGE);
        break;
      }
      case EVASIONS: {
        const next = load<i32>(frame, NEXT);
        const count = load<i32>(frame, COUNT);
        if (next >= count) {
          store<i32>(frame, DONE, STAGE);
          return NO_MOVE;
        }
        const move = pickBest(moves, scores, next, count);
        store<i32>(frame, next + 1, NEXT);
        if (move != ttMove) return move;
        break;
      }
      default: return NO_MOVE;
    }
  }
  return NO_MOVE;
}

function scoreQuiets<R extends SelectiveRules>(frame: usize, moves: usize, scores: usize, first: i32, count: i32): void {
  const killer0 = load<i32>(frame, KILLERS);
  const killer1 = load<i32>(frame, KILLERS + 4);
  for (let i = <usize>first << 2; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    const score = move == killer0 ? KILLER_SCORE + 1 : move == killer1 ? KILLER_SCORE : quietHistory<R>(frame, move);
    store<i32>(scores + i, score);
  }
}
