/** Accessors of a position (state.layout.ts). */
import { StateRecord } from "../../build/layouts/games/thief-and-police/state.as";
import { NO_SQUARE } from "./layout";
import { policemen } from "./maze.as";

export const STATE_BYTES: i32 = <i32>StateRecord.BYTES;

@inline function at(state: usize): StateRecord { return StateRecord.at(state); }

@inline export function thiefOf(state: usize): i32 { return at(state).thief; }
@inline export function setThief(state: usize, square: i32): void { at(state).thief = <u16>square; }
@inline export function turnOf(state: usize): i32 { return at(state).turn; }
@inline export function setTurn(state: usize, turn: i32): void { at(state).turn = <u8>turn; }
@inline export function policemanOf(state: usize, number: i32): i32 { return at(state).police[number]; }
@inline export function setPoliceman(state: usize, number: i32, square: i32): void { at(state).police[number] = <u16>square; }
/** The address of the policemen's squares. */
@inline export function policeSquares(state: usize): usize { return at(state).policeAddress; }

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
