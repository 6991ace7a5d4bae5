/**
 * Games whose id has changed, and how their positions and moves are told from those of the game that has the old id now. Links, saved
 * games and stored matches of the old id are mapped with this list.
 */

export interface RenamedGame {
  readonly from: string;
  readonly to: string;
  /** What the text of every position of the renamed game begins with. */
  readonly position: string;
  /** What the text of every move of the renamed game begins with. */
  readonly move: string;
}

export const RENAMED_GAMES: readonly RenamedGame[] = [
  // Until version 0.1 the rulesheet was the only chess.
  { from: "chess", to: "chess-gdl", position: "{", move: "(" },
];

/** The id that a game of a link has now, judged by where it starts and by its moves. */
export function currentGameId(id: string, start: string | null, moves: readonly string[] = []): string {
  const renamed = RENAMED_GAMES.find(
    ({ from, position, move }) =>
      from === id && (start?.startsWith(position) || moves.some((each) => each.startsWith(move))),
  );
  return renamed?.to ?? id;
}

/** The id now of a game that was stored before the id changed. */
export function renamedGameId(id: string): string {
  return RENAMED_GAMES.find(({ from }) => from === id)?.to ?? id;
}

/** The id that a game had before it was renamed; null if it never was. */
export function formerGameId(id: string): string | null {
  return RENAMED_GAMES.find(({ to }) => to === id)?.from ?? null;
}
