/** Accessors of the fields of a position that follow its board (state.layout.ts). */
import { StateRecord } from "../../build/layouts/games/arimaa/state.as";

export const STATE_BYTES: i32 = <i32>StateRecord.BYTES;

@inline function at(state: usize): StateRecord { return StateRecord.at(state); }

@inline export function sideOf(state: usize): i32 { return at(state).side; }
@inline export function setSide(state: usize, side: i32): void { at(state).side = <u8>side; }
@inline export function stepCount(state: usize): i32 { return at(state).stepCount; }
@inline export function isPlaying(state: usize): bool { return at(state).playing != 0; }
@inline export function startHashOf(state: usize): u64 { return at(state).startHash; }
/** -1 if no push is pending. */
@inline export function pushSquare(state: usize): i32 { return <i32>at(state).push - 1; }
@inline export function pushersOf(state: usize): i32 { return at(state).pushers; }
/** -1 if no pull is possible. */
@inline export function pullSquare(state: usize): i32 { return <i32>at(state).pull - 1; }
@inline export function pullerOf(state: usize): i32 { return at(state).puller; }
@inline export function stepAt(state: usize, index: i32): i32 { return at(state).steps[index]; }
@inline export function captureAt(state: usize, index: i32): i32 { return at(state).captures[index]; }
/** The steps of this turn so far as a turn, the first step in the lowest byte. */
@inline export function turnSoFar(state: usize): u32 { return load<u32>(at(state).stepsAddress); }
/** The side and the fields after it, in one word. */
@inline export function turnFields(state: usize): u64 { return load<u64>(at(state).sideAddress); }

@inline export function setPush(state: usize, square: i32, pushers: i32): void {
  at(state).push = <u8>(square + 1);
  at(state).pushers = <u8>pushers;
}
@inline export function setPull(state: usize, square: i32, puller: i32): void {
  at(state).pull = <u8>(square + 1);
  at(state).puller = <u8>puller;
}

@inline export function noteStep(state: usize, step: i32, capture: i32): void {
  const count = stepCount(state);
  at(state).steps[count] = <u8>step;
  at(state).captures[count] = <u8>capture;
  at(state).stepCount = <u8>(count + 1);
}

/** Ends the turn: the other side's begins. */
export function passTurn(state: usize): void {
  const side = sideOf(state);
  beginTurn(state, 1 - side);
}

export function beginTurn(state: usize, side: i32): void {
  at(state).startHash = at(state).board.hash;
  // Steps and captures; then the side and the fields after it.
  store<u64>(at(state).stepsAddress, 0);
  store<u64>(at(state).sideAddress, 0);
  setSide(state, side);
  at(state).playing = 1;
}
