/**
 * Move generation. A policeman moves to a neighbouring square that is neither a wall nor the thief's. After the police's move no two are on one square, and no
 * two have swapped places; a policeman may enter the square that another leaves. The thief moves to a square without a policeman.
 *
 * With stay=no all policemen move; if that is impossible, none does.
 */
import { ALTERNATING_ONE, DIRECTION_BITS, DIRECTIONS, NO_SQUARE, THIEF_MOVE } from "./layout";
import { mayStay, neighbourOf, policemen, scratch, turns } from "./maze.as";
import { hasPoliceman, isClosed, policemanOf, setPoliceman, setThief, sortPolice, thiefOf } from "./state.as";

@inline
export function targetOf(square: i32, direction: i32): i32 {
  return direction == 0 ? square : neighbourOf(square, direction);
}

@inline
export function directionOf(move: i32, number: i32): i32 {
  return (move >> (DIRECTION_BITS * number)) & 7;
}

/** Writes the moves of the police; returns their number. */
export function policeMoves(state: usize, out: usize): i32 {
  const end = turns == ALTERNATING_ONE ? singleMoves(state, out) : jointMoves(state, 0, 0, out);
  if (end > out) return <i32>((end - out) >> 2);
  store<i32>(out, 0);
  return 1;
}

/** One policeman moves, or none if they may stay. */
function singleMoves(state: usize, out: usize): usize {
  const thief = thiefOf(state);
  let at = out;
  if (mayStay) {
    store<i32>(at, 0);
    at += 4;
  }
  for (let number = 0; number < policemen; number++) {
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const target = neighbourOf(policemanOf(state, number), direction);
      if (target == thief || isClosed(state, target)) continue;
      store<i32>(at, direction << (DIRECTION_BITS * number));
      at += 4;
    }
  }
  return at;
}

@inline
function chosen(number: i32): i32 {
  return load<u16>(scratch + (<usize>number << 1));
}

/** Whether no earlier policeman has the same target or swaps places with this one. */
@inline
function fits(state: usize, number: i32, square: i32, target: i32): bool {
  for (let other = 0; other < number; other++) {
    const taken = chosen(other);
    if (taken == target || (taken == square && policemanOf(state, other) == target)) return false;
  }
  return true;
}

/** Enumerates the joint moves of the policemen from `number` on; returns the end of the list. */
function jointMoves(state: usize, number: i32, move: i32, out: usize): usize {
  if (number == policemen) {
    store<i32>(out, move);
    return out + 4;
  }
  const square = policemanOf(state, number);
  const thief = thiefOf(state);
  let at = out;
  for (let direction = mayStay ? 0 : 1; direction <= DIRECTIONS; direction++) {
    const target = targetOf(square, direction);
    if (target == NO_SQUARE || target == thief || !fits(state, number, square, target)) continue;
    store<u16>(scratch + (<usize>number << 1), target);
    at = jointMoves(state, number + 1, move | (direction << (DIRECTION_BITS * number)), at);
  }
  return at;
}

/** Writes the thief's moves; there is at least one unless he is surrounded. */
export function thiefMoves(state: usize, out: usize): i32 {
  const thief = thiefOf(state);
  let at = out;
  if (mayStay) {
    store<i32>(at, THIEF_MOVE);
    at += 4;
  }
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    if (isClosed(state, neighbourOf(thief, direction))) continue;
    store<i32>(at, THIEF_MOVE | direction);
    at += 4;
  }
  return <i32>((at - out) >> 2);
}

export function playPolice(state: usize, move: i32): void {
  for (let number = 0; number < policemen; number++) {
    setPoliceman(state, number, targetOf(policemanOf(state, number), directionOf(move, number)));
  }
  sortPolice(state);
}

export function playThief(state: usize, move: i32): void {
  setThief(state, targetOf(thiefOf(state), directionOf(move, 0)));
}

/** Simultaneous moves: if a policeman and the thief choose the same square, the policeman gets it and the thief stays. */
export function playTogether(state: usize, policeMove: i32, thiefMove: i32): void {
  playPolice(state, policeMove);
  const target = targetOf(thiefOf(state), directionOf(thiefMove, 0));
  if (!hasPoliceman(state, target)) setThief(state, target);
}

/** Whether every empty neighbour of the thief's square has a policeman. */
export function isSurrounded(state: usize): bool {
  const thief = thiefOf(state);
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    const square = neighbourOf(thief, direction);
    if (square != NO_SQUARE && !hasPoliceman(state, square)) return false;
  }
  return true;
}
