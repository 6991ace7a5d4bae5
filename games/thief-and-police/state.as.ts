/** A state: the thief's square, the turn, the policemen's squares in ascending order (layout.ts). */
import { NO_SQUARE, STATE_POLICE, STATE_THIEF, STATE_TURN } from "./layout";
import { policemen } from "./maze.as";

@inline
export function thiefOf(state: usize): i32 {
  return load<u16>(state, STATE_THIEF);
}

@inline
export function setThief(state: usize, square: i32): void {
  store<u16>(state, square, STATE_THIEF);
}

@inline
export function turnOf(state: usize): i32 {
  return load<u8>(state, STATE_TURN);
}

@inline
export function setTurn(state: usize, turn: i32): void {
  store<u8>(state, turn, STATE_TURN);
}

@inline
export function policemanOf(state: usize, number: i32): i32 {
  return load<u16>(state + (<usize>number << 1), STATE_POLICE);
}

@inline
export function setPoliceman(state: usize, number: i32, square: i32): void {
  store<u16>(state + (<usize>number << 1), square, STATE_POLICE);
}

export function hasPoliceman(state: usize, square: i32): bool {
  for (let i = 0; i < policemen; i++) if (policemanOf(state, i) == square) return true;
  return false;
}

/** Insertion sort: a move changes the order little. */
export function sortPolice(state: usize): void {
  for (let i = 1; i < policemen; i++) {
    const square = policemanOf(state, i);
    let at = i;
    while (at > 0 && policemanOf(state, at - 1) > square) {
      setPoliceman(state, at, policemanOf(state, at - 1));
      at--;
    }
    setPoliceman(state, at, square);
  }
}

/** Whether a square is a wall (NO_SQUARE) or has a policeman. */
@inline
export function isClosed(state: usize, square: i32): bool {
  return square == NO_SQUARE || hasPoliceman(state, square);
}
