/** Which pieces a game is drawn with: the only place of the page that knows games by name. */
import { animals } from "./animals.tsx";
import { chessmen } from "./chessmen.tsx";
import { darkChess, marbles, stones } from "./discs.tsx";
import type { PieceSet } from "./piece-set.ts";

const SETS: Readonly<Record<string, PieceSet>> = {
  arimaa: animals,
  "chinese-checkers": marbles,
  "chinese-dark-chess": darkChess,
  chess: chessmen,
  "pawn-whopping": chessmen,
  skirmish: chessmen,
  knightfight: chessmen,
  knightthrough: chessmen,
  knightazons: chessmen,
  ttcc4: chessmen,
};

export function pieceSet(game: string): PieceSet {
  return SETS[game] ?? stones;
}
