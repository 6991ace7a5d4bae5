/** The plies of a game in the terminal, and the result by their history. */
import { History } from "../engine/arena/play-game.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Position, Scores, Actor } from "../engine/contracts/position.ts";

export interface Ply {
  readonly position: Position;
  /** Cells of the last move. */
  readonly from?: string | readonly string[] | undefined;
  readonly to?: string | readonly string[] | undefined;
}

/** Replays the history each time, because plies may have been taken back. */
export function replayPlies(
  rules: OpenGame,
  plies: readonly Ply[],
): { history: History; end: { scores: Scores; ending: string } | null } {
  const [first, ...rest] = plies;
  const history = new History(rules, (first as Ply).position);
  const atStart = rules.result((first as Ply).position);
  let end: { scores: Scores; ending: string } | null = atStart && { scores: atStart, ending: "rules" };
  rest.forEach((ply, index) => {
    const mover = rules.actors((plies[index] as Ply).position)[0] as Actor;
    end = history.add(ply.position, mover) ?? end;
  });
  return { history, end };
}
