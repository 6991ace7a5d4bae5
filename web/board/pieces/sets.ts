/** The piece sets by game: the only file of the page that names games. */
import { animals } from "./animals.tsx";
import { chessmen, onlyMen } from "./chessmen.tsx";
import { darkChess, marbles } from "./discs.tsx";
import type { PieceSet } from "./piece-set.ts";
import { pursuit } from "./pursuit.tsx";
import { stonesOf, type StoneSettings } from "./stones.tsx";

const SETS: Readonly<Record<string, PieceSet>> = {
  arimaa: animals,
  "chinese-checkers": marbles,
  "chinese-dark-chess": darkChess,
  chess: chessmen,
  "chess-gdl": chessmen,
  "pawn-whopping": onlyMen("p"),
  skirmish: chessmen,
  knightfight: onlyMen("n"),
  knightthrough: onlyMen("n"),
  knightazons: onlyMen("n"),
  "thief-and-police": pursuit,
  ttcc4: chessmen,
};

const DRAUGHTS: StoneSettings = { kinds: { m: "man", k: "king" } };
const STONES: Readonly<Record<string, StoneSettings>> = {
  checkers: DRAUGHTS,
  "checkers-barrel-no-kings": DRAUGHTS,
  "lose-checkers": DRAUGHTS,
  "peg-solitaire": { kinds: { p: "peg" } },
  "nine-board-tic-tac-toe": { ground: "patches" },
  pentago: { ground: "patches" },
};

const stones = new Map<string, PieceSet>();

/** `seats` are the players' names, which give the colours of stones. */
export function pieceSet(game: string, seats: readonly string[]): PieceSet {
  const key = `${game in STONES ? game : ""}:${seats.join()}`;
  const own = SETS[game] ?? stones.get(key);
  if (own) return own;
  const made = stonesOf(seats, STONES[game]);
  stones.set(key, made);
  return made;
}
