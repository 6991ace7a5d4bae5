/** What a search weighed at its root, as a player tells it: worked out only when somebody looks. */
import type { Move, Position, Rules } from "../contracts/game.ts";
import type { Considered, Thought } from "../contracts/player.ts";

/** Moves that are told of, the best first. */
export const MOST_CONSIDERED = 8;

export interface WeighedMove {
  readonly move: Move;
  readonly value: number | null;
  /** Playouts through it. */
  readonly count?: number;
  readonly reason?: string;
}

export function consideredMoves(rules: Rules, position: Position, moves: readonly WeighedMove[]): Considered[] {
  return moves
    .slice(0, MOST_CONSIDERED)
    .map(({ move, ...rest }): Considered => ({ kind: "move", text: rules.formatMove(position, move), ...rest }));
}

/** A thought with what was weighed. In a match nobody looks, and texts of moves would cost more than some searches. */
export function withConsidered(thought: Omit<Thought, "considered">, considered: () => readonly Considered[]): Thought {
  let known: readonly Considered[] | null = null;
  return {
    ...thought,
    get considered() {
      return (known ??= considered());
    },
  };
}
