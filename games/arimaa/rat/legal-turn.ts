/** Converts turns to moves of the contract, checked by the rules, so that no illegal turn is played. */
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { ForbiddenPositions } from "../../../engine/contracts/player.ts";
import { stepsInTurn, type Board, type Turn } from "../board.ts";
import { PUSH, SIDE, STEP_COUNT } from "../layout.ts";
import { END } from "../move-encoding.ts";
import { bestOf } from "./category.ts";
import { SearchNode } from "./search-node.ts";
import { landingScore } from "./evaluate.ts";

/** The moves of a turn from a position, including its end; null if they are not legal in sequence. */
export function movesIfLegal(board: Board, position: Position, turn: Turn): Move[] | null {
  const side = position[SIDE];
  const moves: Move[] = [];
  let now = position;
  for (const move of [...stepsInTurn(turn), END]) {
    if (now[SIDE] !== side) break;
    if (!board.moves(now).includes(move)) return null;
    moves.push(move);
    now = board.play(now, move);
  }
  return moves.length > 0 && now[SIDE] !== side ? moves : null;
}

/** A shortest turn to the same placement. Consecutive plans may waste steps, or turn an intended push into a pull. */
export function shortestEquivalent(node: SearchNode, turn: Turn): Turn | null {
  return node.kernel.board.turnTo(node.position, node.after(turn, 0).position, node.steps);
}

/** The turn with the best landing score that is not forbidden; else the first legal steps. */
export function fallbackTurn(
  node: SearchNode,
  position: Position,
  seed: number,
  forbidden: ForbiddenPositions | undefined,
): Move[] {
  const { board } = node.kernel;
  const allowed = (moves: readonly Move[]): boolean =>
    !forbidden?.(moves.reduce((now, move) => board.play(now, move), position));
  if (position[PUSH] === 0) {
    for (const keep of [8, Number.POSITIVE_INFINITY]) {
      for (const { turn } of bestOf(node, landingScore, { keep, seed, extensions: true, sacrifices: true })) {
        const moves = movesIfLegal(board, position, turn);
        if (moves && allowed(moves)) return moves;
      }
    }
  }
  return firstMoves(board, position, allowed);
}

/** Depth-first search of the legal steps: the first allowed end of the turn, else the first end. */
function firstMoves(board: Board, position: Position, allowed: (moves: readonly Move[]) => boolean): Move[] {
  const side = position[SIDE];
  let fallback: Move[] | null = null;
  const search = (now: Position, moves: readonly Move[]): Move[] | null => {
    if (now[SIDE] !== side) {
      fallback ??= [...moves];
      return allowed(moves) ? [...moves] : null;
    }
    const legal = board.moves(now);
    // The end of the turn is tried first.
    for (const move of legal.toSorted((a, b) => b - a)) {
      const found = search(board.play(now, move), [...moves, move]);
      if (found) return found;
    }
    return null;
  };
  return search(position, []) ?? fallback ?? [];
}

/** The search node of a position, possibly within a turn. */
export function nodeOf(kernel: SearchNode["kernel"], position: Position): SearchNode {
  const used = position[STEP_COUNT] as number;
  if (used === 0) return new SearchNode(kernel, position);
  const start = kernel.board.startOfTurn(position);
  return new SearchNode(kernel, kernel.after(position, 0, position[SIDE] as number), 4 - used, start);
}
