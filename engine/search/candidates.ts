/** Candidate moves of a search's root, computed lazily. */
import type { OpenGame } from "../contracts/game.ts";
import type { Move, Position } from "../contracts/position.ts";
import type { Candidate, SearchInfo } from "../contracts/player.ts";

/** Maximum number of reported candidates. */
export const MAX_CANDIDATES = 8;

export interface ScoredMove {
  readonly move: Move;
  readonly value: number | null;
  /** Playouts through it. */
  readonly count?: number;
  readonly reason?: string;
  readonly proven?: boolean;
}

export function candidateMoves(rules: OpenGame, position: Position, moves: readonly ScoredMove[]): Candidate[] {
  return moves
    .slice(0, MAX_CANDIDATES)
    .map(({ move, ...rest }): Candidate => ({ kind: "move", text: rules.formatMove(position, move), ...rest }));
}

/** Adds lazy candidates: a match does not read them, and formatting moves would cost more than some searches. */
export function withCandidates(
  info: Omit<SearchInfo, "candidates">,
  listCandidates: () => readonly Candidate[],
): SearchInfo {
  let listed: readonly Candidate[] | null = null;
  return {
    ...info,
    get candidates() {
      return (listed ??= listCandidates());
    },
  };
}
