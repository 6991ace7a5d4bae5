/** This game's rules × the engine's templates: the exports of its WebAssembly. */
import { Rules, rulesOf } from "../../engine/contracts/rules.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { legalMoves, MAX_MOVES, playMove, preyOf, jumps, resultOf, setRules, THREAD_BYTES } from "./rules.as";
import { hashOf, STATE_BYTES, turnOf } from "./state.as";
export { setStop } from "../../engine/kernel/stop.as";

@final
class DarkChess extends Rules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return turnOf(state); }
  @inline moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline play(state: usize, move: i32): void { playMove(state, move); }
  @inline result(state: usize): i32 { return resultOf(state); }
  @inline hash(state: usize): u64 { return hashOf(state); }
}

const rules = rulesOf<DarkChess>();

export { setRules as setVariant };
export function threadBytes(): usize { return THREAD_BYTES; }
export function stateBytes(): i32 { return STATE_BYTES; }
export function maxMoves(): i32 { return MAX_MOVES; }
export function turn(state: usize): i32 { return turnOf(state); }
export function moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
export function play(state: usize, move: i32): void { playMove(state, move); }
export function result(state: usize): i32 { return resultOf(state); }
/** The kinds that a kind captures by a step, a bit for each; and whether it captures by jumping. */
export function stepPrey(kind: i32): i32 { return preyOf(kind); }
export function jumpsAnything(kind: i32): i32 { return jumps(kind) ? 1 : 0; }

export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<DarkChess>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<DarkChess>(state, depth, scratch); }
