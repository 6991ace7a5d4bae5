/** From steps that were thought of to moves of the contract: checked by the rules, so that no turn is ever illegal. */
import type { Move, Position } from "../../../engine/contracts/game.ts";
import type { ForbiddenPositions } from "../../../engine/contracts/player.ts";
import { stepsInTurn, type Board, type Turn } from "../board.ts";
import { END_TURN, PUSH, SIDE, STEP_COUNT } from "../layout.ts";
import { bestOf } from "./category.ts";
import { SearchNode } from "./search-node.ts";
import { landingScore } from "./evaluate.ts";

/** The moves of a turn from a position, with the end where it needs one; null where the rules do not allow them one after the other. */
export function movesIfLegal(board: Board, position: Position, turn: Turn): Move[] | null {
  const side = position[SIDE];
  const moves: Move[] = [];
  let now = position;
  for (const move of [...stepsInTurn(turn), END_TURN]) {
    if (now[SIDE] !== side) break;
    if (!board.moves(now).includes(move)) return null;
    moves.push(move);
    now = board.play(now, move);
  }
  return moves.length > 0 && now[SIDE] !== side ? moves : null;
}

/** The same placement with the fewest steps. Two plans in a row may go a long way round, or make a pull of what was meant as a push. */
export function otherWay(scene: SearchNode, turn: Turn): Turn | null {
  return scene.kernel.turnTo(scene.position, scene.steps, scene.after(turn, 0).position);
}

/** Whatever may be played: the turn whose pieces land best, of those that the past of the game allows; else the first legal steps. */
export function anyTurn(
  scene: SearchNode,
  position: Position,
  seed: number,
  forbidden: ForbiddenPositions | undefined,
): Move[] {
  const { board } = scene.kernel;
  const allowed = (moves: readonly Move[]): boolean =>
    !forbidden?.(moves.reduce((now, move) => board.play(now, move), position));
  if (position[PUSH] === 0) {
    for (const keep of [8, Number.POSITIVE_INFINITY]) {
      for (const { turn } of bestOf(scene, landingScore, { keep, seed, sacrifices: true })) {
        const moves = movesIfLegal(board, position, turn);
        if (moves && allowed(moves)) return moves;
      }
    }
  }
  return firstMoves(board, position, allowed);
}

/** Depth first through the legal steps: the first end of the turn that is allowed, else the first there is. */
function firstMoves(board: Board, position: Position, allowed: (moves: readonly Move[]) => boolean): Move[] {
  const side = position[SIDE];
  let fallback: Move[] | null = null;
  const search = (now: Position, moves: readonly Move[]): Move[] | null => {
    if (now[SIDE] !== side) {
      fallback ??= [...moves];
      return allowed(moves) ? [...moves] : null;
    }
    const legal = board.moves(now);
    // To end is tried first: it needs no further steps.
    for (const move of legal.toSorted((a, b) => b - a)) {
      const found = search(board.play(now, move), [...moves, move]);
      if (found) return found;
    }
    return null;
  };
  return search(position, []) ?? fallback ?? [];
}

/** A scene for the rest of a turn that may have begun. */
export function sceneOf(ground: SearchNode["kernel"], position: Position): SearchNode {
  const used = position[STEP_COUNT] as number;
  if (used === 0) return new SearchNode(ground, position);
  const start = ground.board.startOfTurn(position);
  return new SearchNode(ground, ground.after(position, 0, position[SIDE] as number), 4 - used, start);
}
