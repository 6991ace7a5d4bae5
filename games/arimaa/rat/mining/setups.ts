/** How pieces are set up in recorded games: how often, by whom, with what results. Mirror images are one setup. */
import { homeSquares, letterAt } from "../../setup/edit.ts";
import { SETUP_NAMES, setupRows } from "../../setups.ts";

export interface SetupCount {
  /** 16 letters as gold sees them: the first row from a to h, then the second; of two mirror images the first by the alphabet. */
  readonly rows: string;
  /** What we call it, where it has a name. */
  readonly name: string | null;
  /** By colour. */
  readonly sides: readonly [SideCount, SideCount];
  readonly games: number;
}

export interface SideCount {
  games: number;
  won: number;
  lost: number;
  /** Of the players whose rating is known. */
  rated: number;
  ratings: number;
}

const NAMES: ReadonlyMap<string, string> = new Map(
  SETUP_NAMES.filter((name) => !name.endsWith("-mirrored")).map((name) => [canonical(setupRows(name)), name]),
);

function mirrorOf(rows: string): string {
  return Array.from(rows, (_, i) => rows[i ^ 7]).join("");
}

function canonical(rows: string): string {
  const mirror = mirrorOf(rows);
  return mirror < rows ? mirror : rows;
}

/** A side's setup in a position after both have set up. Silver sees the board from the other side. */
export function setupOf(letters: string, side: number): string {
  const rows = homeSquares(side).map((square) => letterAt(letters, square).toUpperCase());
  return canonical(side === 0 ? rows.join("") : Array.from(rows, (_, i) => rows[i ^ 7]).join(""));
}

/** Setups differ so much that most occur once: only so many are kept, and those seen once give way first. */
const MOST_KEPT = 200_000;

export class SetupCounter {
  readonly #counts = new Map<string, readonly [SideCount, SideCount]>();
  readonly #mostKept: number;
  /** Setups that were given up for room. */
  forgotten = 0;

  constructor(mostKept: number = MOST_KEPT) {
    this.#mostKept = mostKept;
  }

  add(letters: string, side: number, winner: number | null, rating: number | null): void {
    const rows = setupOf(letters, side);
    let sides = this.#counts.get(rows);
    if (!sides) {
      if (this.#counts.size >= this.#mostKept) this.#forget();
      sides = [none(), none()];
      this.#counts.set(rows, sides);
    }
    const count = sides[side] as SideCount;
    count.games++;
    if (winner !== null) count[winner === side ? "won" : "lost"]++;
    if (rating !== null) {
      count.rated++;
      count.ratings += rating;
    }
  }

  #forget(): void {
    for (let few = 1; this.#counts.size > this.#mostKept / 2; few++)
      for (const [rows, [gold, silver]] of this.#counts)
        if (gold.games + silver.games <= few) {
          this.#counts.delete(rows);
          this.forgotten++;
        }
  }

  /** The most frequent first. */
  setups(): SetupCount[] {
    return [...this.#counts]
      .map(([rows, sides]) => ({
        rows,
        name: NAMES.get(rows) ?? null,
        sides,
        games: sides[0].games + sides[1].games,
      }))
      .sort((a, b) => b.games - a.games || (a.rows < b.rows ? -1 : 1));
  }
}

function none(): SideCount {
  return { games: 0, won: 0, lost: 0, rated: 0, ratings: 0 };
}

/** `RHCMECHR over RRRDDRRR`, as setups are told elsewhere. */
export function rowsText(rows: string): string {
  return `${rows.slice(8)} over ${rows.slice(0, 8)}`;
}

/** The pieces as a record has them: `Ra1 Rb1 …`. */
export function placementsText(rows: string): string {
  return Array.from(rows, (letter, i) => `${letter}${"abcdefgh"[i & 7]}${1 + (i >> 3)}`).join(" ");
}
