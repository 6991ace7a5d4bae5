/** Replays a stored game: the same players, seeds and limits must give the same moves. */
import { GameloreError, unwrap } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { playSeated } from "./match-game.ts";
import type { RecordedGame } from "./records.ts";

export interface Replay {
  /** The first differing ply (1-based), with the moves; a move is null if that game has already ended. */
  readonly difference: { readonly ply: number; readonly recorded: string | null; readonly now: string | null } | null;
  /** Whether scores and ending are equal. */
  readonly sameResult: boolean;
}

export async function replayGame(
  rules: OpenGame,
  { match, game }: RecordedGame,
  signal?: AbortSignal,
): Promise<Replay> {
  if (rules.variant !== match.variant)
    throw new GameloreError(
      "bad-variant",
      `game ${game.id} has the variant ${match.variant}; its options now give ${rules.variant}`,
    );
  const { pair, firstPlaysFirst, seeds } = game;
  const start = unwrap(rules.parsePosition(game.start));
  const now = await playSeated(rules, match, { pair, firstPlaysFirst, seeds, start }, signal);
  const plies = Math.max(now.moves.length, game.moves.length);
  const ply = Array.from({ length: plies }, (_, i) => i).find((i) => now.moves[i] !== game.moves[i]);
  return {
    difference:
      ply === undefined ? null : { ply: ply + 1, recorded: game.moves[ply] ?? null, now: now.moves[ply] ?? null },
    sameResult: now.ending === game.ending && now.scores.join() === game.scores.join(),
  };
}
