/** What a search weighed at its root, as a player tells it: worked out only when somebody looks. */
import type { Move, Position, Rules } from "../contracts/game.ts";
import type { Candidate, SearchInfo } from "../contracts/player.ts";

/** Moves that are told of, the best first. */
export const MAX_CANDIDATES = 8;

export interface ScoredMove {
  readonly move: Move;
  readonly value: number | null;
  /** Playouts through it. */
  readonly count?: number;
  readonly reason?: string;
}

export function candidateMoves(rules: Rules, position: Position, moves: readonly ScoredMove[]): Candidate[] {
  return moves
    .slice(0, MAX_CANDIDATES)
    .map(({ move, ...rest }): Candidate => ({ kind: "move", text: rules.formatMove(position, move), ...rest }));
}

/** A thought with what was weighed. In a match nobody looks, and texts of moves would cost more than some searches. */
export function withCandidates(
  thought: Omit<SearchInfo, "candidates">,
  listCandidates: () => readonly Candidate[],
): SearchInfo {
  let known: readonly Candidate[] | null = null;
  return {
    ...thought,
    get candidates() {
      return (known ??= listCandidates());
    },
  };
}
