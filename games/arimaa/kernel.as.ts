/** This game's rules × the engine's templates: the exports of its WebAssembly. */
import { rulesOf } from "../../engine/contracts/rules.as";
import { perft as countSequences, perftBytesPerPly } from "../../engine/search/perft.as";
import { frozenPieces } from "./board.as";
import { Arimaa } from "./rules.as";
import { FORCED_WIN_BYTES } from "./forced-win.as";
import { REFERENCE_TURNS_BYTES } from "./reference-turns.as";
import { RAT_GOAL_BYTES, RAT_WORKSPACE_BYTES } from "./rat/outcomes.as";
import { turnList as listOfTurns } from "./turn-set.as";
import { EVALUATION_BYTES, SEARCH_BYTES } from "./search/root.as";
import { TURNS_WORKSPACE_BYTES } from "./turns.as";
import { ZOBRIST_BYTES } from "./zobrist.as";
export { setStop } from "../../engine/kernel/stop.as";
export { canMove, makeStep, togglePiece, undoStep, winnerAfter } from "./board.as";
export { digestTurns, makeTurn, writeLetters } from "./digest.as";
export { beginTurn } from "./state.as";
export { countTurnsByReference } from "./reference-turns.as";
export { listSteps, rewindTurn } from "./steps.as";
export { goalTurn, listTurns } from "./turns.as";
export { listGoalDefences, listOutcomes, mayCapture, quickGoalTurn } from "./rat/outcomes.as";
export { canForceGoal, forcedWin, isForced, winningTurn } from "./forced-win.as";
export { captureAtTrap } from "./search/captures.as";
export { countTerms, evaluate, useWeights } from "./search/evaluate.as";
export { canReachGoal } from "./search/goal.as";
export { searchTurns, useEvaluationWorkspace, useSearchWorkspace } from "./search/root.as";
export { useTranspositionTable } from "./search/transposition-table.as";
export { buildZobrist, useZobrist } from "./zobrist.as";

const rules = rulesOf<Arimaa>();

export function stateBytes(): i32 { return rules.stateBytes(); }
export function maxMoves(): i32 { return rules.maxMoves(); }
export function turn(state: usize): i32 { return rules.turn(state); }
export function moves(state: usize, out: usize): i32 { return rules.moves(state, out); }
export function play(state: usize, move: i32): void { rules.play(state, move); }
export function result(state: usize): i32 { return rules.result(state); }
export function perftScratchBytes(depth: i32): usize { return <usize>depth * perftBytesPerPly<Arimaa>(); }
export function perft(state: usize, depth: i32, scratch: usize): f64 { return <f64>countSequences<Arimaa>(state, depth, scratch); }

/** Writes a bitboard, 8 bytes, to `out`. */
export function listFrozen(board: usize, colour: i32, out: usize): void { store<u64>(out, frozenPieces(board, colour)); }

export function zobristBytes(): i32 { return ZOBRIST_BYTES; }
/** Must be zeroed before the first use. */
export function turnsWorkspaceBytes(): usize { return TURNS_WORKSPACE_BYTES; }
export function forcedWinBytes(): usize { return FORCED_WIN_BYTES; }
export function referenceTurnsBytes(): usize { return REFERENCE_TURNS_BYTES; }
export function turnList(): usize { return changetype<usize>(listOfTurns()); }
export function searchBytes(): usize { return SEARCH_BYTES; }
export function evaluationBytes(): usize { return EVALUATION_BYTES; }
export function ratWorkspaceBytes(): usize { return RAT_WORKSPACE_BYTES; }
export function ratGoalBytes(): usize { return RAT_GOAL_BYTES; }
