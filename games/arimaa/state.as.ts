/** The fields of a state that follow its board; layout.ts has their offsets. */
import {
  CAPTURES,
  HASH,
  PLAYING,
  PULL,
  PULLER,
  PUSH,
  PUSHERS,
  SIDE,
  START_HASH,
  STEP_COUNT,
  STEPS,
} from "./layout";

@inline export function sideOf(state: usize): i32 { return load<u8>(state + SIDE); }
@inline export function stepCount(state: usize): i32 { return load<u8>(state + STEP_COUNT); }
@inline export function isPlaying(state: usize): bool { return load<u8>(state + PLAYING) != 0; }
@inline export function startHashOf(state: usize): u64 { return load<u64>(state + START_HASH); }
/** -1 if no push is pending. */
@inline export function pushSquare(state: usize): i32 { return <i32>load<u8>(state + PUSH) - 1; }
@inline export function pushersOf(state: usize): i32 { return load<u8>(state + PUSHERS); }
/** -1 if no pull is possible. */
@inline export function pullSquare(state: usize): i32 { return <i32>load<u8>(state + PULL) - 1; }
@inline export function pullerOf(state: usize): i32 { return load<u8>(state + PULLER); }

@inline export function setPush(state: usize, square: i32, pushers: i32): void {
  store<u8>(state + PUSH, <u8>(square + 1));
  store<u8>(state + PUSHERS, <u8>pushers);
}
@inline export function setPull(state: usize, square: i32, puller: i32): void {
  store<u8>(state + PULL, <u8>(square + 1));
  store<u8>(state + PULLER, <u8>puller);
}

@inline export function noteStep(state: usize, step: i32, capture: i32): void {
  const count = stepCount(state);
  store<u8>(state + STEPS + count, <u8>step);
  store<u8>(state + CAPTURES + count, <u8>capture);
  store<u8>(state + STEP_COUNT, <u8>(count + 1));
}

/** Ends the turn: the other side's begins. */
export function passTurn(state: usize): void {
  const side = sideOf(state);
  beginTurn(state, 1 - side);
}

export function beginTurn(state: usize, side: i32): void {
  store<u64>(state + START_HASH, load<u64>(state + HASH));
  store<u64>(state + STEPS, 0);
  store<u64>(state + SIDE, 0);
  store<u8>(state + SIDE, <u8>side);
  store<u8>(state + PLAYING, 1);
}
