/**
 * Games whose id has changed, and how their positions and moves differ from those of the game that has the old id now. Maps links,
 * saved games and stored matches of the old id.
 */

export interface RenamedGame {
  readonly from: string;
  readonly to: string;
  /** Prefix of every position of the renamed game. */
  readonly position: string;
  /** Prefix of every move of the renamed game. */
  readonly move: string;
}

export const RENAMED_GAMES: readonly RenamedGame[] = [
  // Until version 0.1 the only chess was the rulesheet.
  { from: "chess", to: "chess-gdl", position: "{", move: "(" },
];

/** The current id of a game in a link, judged by its start position and moves. */
export function currentGameId(id: string, start: string | null, moves: readonly string[] = []): string {
  const renamed = RENAMED_GAMES.find(
    ({ from, position, move }) =>
      from === id && (start?.startsWith(position) || moves.some((each) => each.startsWith(move))),
  );
  return renamed?.to ?? id;
}

/** The current id of a game stored before the rename. */
export function renamedGameId(id: string): string {
  return RENAMED_GAMES.find(({ from }) => from === id)?.to ?? id;
}

/** The id before the rename; null if the game was never renamed. */
export function formerGameId(id: string): string | null {
  return RENAMED_GAMES.find(({ to }) => to === id)?.from ?? null;
}
