/** Which pieces a game is drawn with: the only place of the page that knows games by name. */
import { animals } from "./animals.tsx";
import { chessmen, onlyMen } from "./chessmen.tsx";
import { darkChess, marbles } from "./discs.tsx";
import type { PieceSet } from "./piece-set.ts";
import { stonesOf } from "./stones.tsx";

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

const stones = new Map<string, PieceSet>();

/** `seats` are the names of the players, after which stones are coloured. */
export function pieceSet(game: string, seats: readonly string[]): PieceSet {
  const own = SETS[game] ?? stones.get(seats.join());
  if (own) return own;
  const made = stonesOf(seats);
  stones.set(seats.join(), made);
  return made;
}
