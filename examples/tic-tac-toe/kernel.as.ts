/** This game's rules × the engine's templates: the exports of its WebAssembly. */
import { rulesOf } from "../../engine/contracts/rules.as";
import { alphabetaRecordSize, alphabetaScratchSize, searchByAlphabeta } from "../../engine/search/alphabeta.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { searchByUct, uctScratchSize } from "../../engine/search/uct.as";
import { TicTacToe } from "./rules.as";
export { setStop } from "../../engine/kernel/stop.as";
export { clearTranspositions } from "../../engine/search/alphabeta.as";
export { hasLine } from "./rules.as";

const rules = rulesOf<TicTacToe>();

export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(); }
export function turn(state: usize): i32 { return rules.turn(state); }
export function moves(state: usize, out: usize): i32 { return rules.moves(state, out); }
export function play(state: usize, move: i32): void { rules.play(state, move); }
export function result(state: usize): i32 { return rules.result(state); }
export function evaluate(state: usize): i32 { return rules.evaluate(state); }

export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<TicTacToe>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<TicTacToe>(state, depth, scratch); }

export function alphabetaRecordBytes(): usize { return alphabetaRecordSize<TicTacToe>(); }
export function alphabetaScratchBytes(): usize { return alphabetaScratchSize<TicTacToe>(); }
export function alphabeta(record: usize): i32 { return searchByAlphabeta<TicTacToe>(record); }
export function uctScratchBytes(): usize { return uctScratchSize<TicTacToe>(); }
export function uct(record: usize): i32 { return searchByUct<TicTacToe>(record); }
