/**
 * Staged move picking: the table's move, noisy moves that do not lose material by most valuable victim, quiet moves by killers and history,
 * noisy moves that lose material. Moves are generated when their stage begins: most nodes that fail high do so before.
 */
import { SelectiveRules } from "../../contracts/selective-rules.as";
import { rulesOf } from "../../contracts/rules.as";
import { BAD, CHECK, COUNT, KILLERS, keysOf, movesOf, NEXT, STAGE, stateOf, TABLE_MOVE } from "./frames.as";
import { quietHistory } from "./history.as";

export const NO_MOVE: i32 = 0;

const FIRST: i32 = 0;
const START_NOISY: i32 = 1;
const NOISY: i32 = 2;
const START_QUIET: i32 = 3;
const QUIET: i32 = 4;
const LOSING: i32 = 5;
const START_EVASIONS: i32 = 6;
const EVASIONS: i32 = 7;
const DONE: i32 = 8;

const KILLER_KEY: i32 = 1 << 20;
const NOISY_KEY: i32 = 1 << 24;

/** Whether the moves to come are only quiet ones and such as lose material. */
@inline export function isPastNoisy(frame: usize): bool { const stage = load<i32>(frame, STAGE); return stage >= QUIET && stage <= LOSING; }

export function startPicking<R extends SelectiveRules>(frame: usize, tableMove: i32): void {
  const usable = tableMove != NO_MOVE && rulesOf<R>().isPlausible(stateOf(frame), tableMove);
  store<i32>(frame, usable ? tableMove : NO_MOVE, TABLE_MOVE);
  store<i32>(frame, 0, BAD);
  store<i32>(frame, usable ? FIRST : load<i32>(frame, CHECK) ? START_EVASIONS : START_NOISY, STAGE);
}

/** The next move; NO_MOVE where there is none. With `skipQuiet` quiet moves are left out, except checks. */
export function nextMove<R extends SelectiveRules>(frame: usize, skipQuiet: bool): i32 {
  const rules = rulesOf<R>();
  const state = stateOf(frame);
  const moves = movesOf<R>(frame);
  const keys = keysOf<R>(frame);
  const tableMove = load<i32>(frame, TABLE_MOVE);
  while (true) {
    switch (load<i32>(frame, STAGE)) {
      case FIRST: {
        store<i32>(frame, load<i32>(frame, CHECK) ? START_EVASIONS : START_NOISY, STAGE);
        return tableMove;
      }
      case START_NOISY: {
        const count = rules.noisyMoves(state, moves);
        for (let i: usize = 0; i < <usize>count << 2; i += 4) store<i32>(keys + i, rules.noisyOrder(state, load<i32>(moves + i)));
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
        const move = bringBest(moves, keys, next, count);
        store<i32>(frame, next + 1, NEXT);
        if (move == tableMove) break;
        if (rules.exchangeAtLeast(state, move, 0)) return move;
        const bad = load<i32>(frame, BAD);
        store<i32>(moves + (<usize>bad << 2), move);
        store<i32>(frame, bad + 1, BAD);
        break;
      }
      case START_QUIET: {
        const first = load<i32>(frame, BAD);
        store<i32>(frame, first, NEXT);
        const count = first + rules.quietMoves(state, moves + (<usize>first << 2));
        writeQuietKeys<R>(frame, moves, keys, first, count);
        store<i32>(frame, count, COUNT);
        store<i32>(frame, QUIET, STAGE);
        break;
      }
      case QUIET: {
        const next = load<i32>(frame, NEXT);
        const count = load<i32>(frame, COUNT);
        if (next >= count) {
          store<i32>(frame, 0, NEXT);
          store<i32>(frame, LOSING, STAGE);
          break;
        }
        if (skipQuiet) {
          store<i32>(frame, next + 1, NEXT);
          const move = load<i32>(moves + (<usize>next << 2));
          if (move != tableMove && rules.givesCheck(state, move)) return move;
          break;
        }
        const move = bringBest(moves, keys, next, count);
        store<i32>(frame, next + 1, NEXT);
        if (move != tableMove) return move;
        break;
      }
      case LOSING: {
        const next = load<i32>(frame, NEXT);
        if (next >= load<i32>(frame, BAD)) {
          store<i32>(frame, DONE, STAGE);
          return NO_MOVE;
        }
        store<i32>(frame, next + 1, NEXT);
        return load<i32>(moves + (<usize>next << 2));
      }
      case START_EVASIONS: {
        const count = rules.moves(state, moves);
        writeQuietKeys<R>(frame, moves, keys, 0, count);
        for (let i: usize = 0; i < <usize>count << 2; i += 4) {
          const move = load<i32>(moves + i);
          if (rules.isNoisy(move)) store<i32>(keys + i, NOISY_KEY + rules.noisyOrder(state, move));
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
        const move = bringBest(moves, keys, next, count);
        store<i32>(frame, next + 1, NEXT);
        if (move != tableMove) return move;
        break;
      }
      default: return NO_MOVE;
    }
  }
  return NO_MOVE;
}

function writeQuietKeys<R extends SelectiveRules>(frame: usize, moves: usize, keys: usize, first: i32, count: i32): void {
  const killer0 = load<i32>(frame, KILLERS);
  const killer1 = load<i32>(frame, KILLERS + 4);
  for (let i = <usize>first << 2; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    const key = move == killer0 ? KILLER_KEY + 1 : move == killer1 ? KILLER_KEY : quietHistory<R>(frame, move);
    store<i32>(keys + i, key);
  }
}

/** Brings the move with the biggest key among those from `start` on to `start`. */
@inline
export function bringBest(moves: usize, keys: usize, start: i32, count: i32): i32 {
  const first = <usize>start << 2;
  const end = <usize>count << 2;
  let best = first;
  let bestKey = load<i32>(keys + first);
  for (let i = first + 4; i < end; i += 4) {
    const key = load<i32>(keys + i);
    if (key > bestKey) {
      bestKey = key;
      best = i;
    }
  }
  const move = load<i32>(moves + best);
  store<i32>(moves + best, load<i32>(moves + first));
  store<i32>(keys + best, load<i32>(keys + first));
  store<i32>(moves + first, move);
  store<i32>(keys + first, bestKey);
  return move;
}
