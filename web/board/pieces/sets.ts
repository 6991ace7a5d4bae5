/** Which pieces a game is drawn with: the only place of the page that knows games by name. */
import { animals } from "./animals.tsx";
import { chessmen, onlyMen } from "./chessmen.tsx";
import { darkChess, marbles, stones } from "./discs.tsx";
import type { PieceSet } from "./piece-set.ts";

const SETS: Readonly<Record<string, PieceSet>> = {
  arimaa: animals,
  "chinese-checkers": marbles,
  "chinese-dark-chess": darkChess,
  chess: chessmen,
  "pawn-whopping": onlyMen("p"),
  skirmish: chessmen,
  knightfight: onlyMen("n"),
  knightthrough: onlyMen("n"),
  knightazons: onlyMen("n"),
  ttcc4: chessmen,
};

export function pieceSet(game: string): PieceSet {
  return SETS[game] ?? stones;
}
