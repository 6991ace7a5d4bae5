/** Counts setups in recorded games, with results and ratings. Mirror images are identified. */
import { homeSquares, letterAt } from "../../setup/edit.ts";
import { SETUP_NAMES, setupRows } from "../../setups.ts";

export interface SetupCount {
  /** Canonical form: 16 letters from gold's view, the first row from a to h, then the second; the lexicographically smaller mirror image. */
  readonly rows: string;
  /** Its name, if it has one. */
  readonly name: string | null;
  /** By colour. */
  readonly sides: readonly [SideCount, SideCount];
  readonly games: number;
}

export interface SideCount {
  games: number;
  won: number;
  lost: number;
  /** The number of known ratings, and their sum. */
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

/** The canonical setup of a side in a position after both setups. Silver sees the board rotated. */
export function setupOf(letters: string, side: number): string {
  const rows = homeSquares(side).map((square) => letterAt(letters, square).toUpperCase());
  return canonical(side === 0 ? rows.join("") : Array.from(rows, (_, i) => rows[i ^ 7]).join(""));
}

/** Most setups occur once: at most this many are kept, and the rarest are evicted first. */
const CAPACITY = 200_000;

export class SetupCounter {
  readonly #counts = new Map<string, readonly [SideCount, SideCount]>();
  readonly #capacity: number;
  /** The number of evicted setups. */
  evicted = 0;

  constructor(capacity: number = CAPACITY) {
    this.#capacity = capacity;
  }

  add(letters: string, side: number, winner: number | null, rating: number | null): void {
    const rows = setupOf(letters, side);
    let sides = this.#counts.get(rows);
    if (!sides) {
      if (this.#counts.size >= this.#capacity) this.#evict();
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

  #evict(): void {
    for (let few = 1; this.#counts.size > this.#capacity / 2; few++)
      for (const [rows, [gold, silver]] of this.#counts)
        if (gold.games + silver.games <= few) {
          this.#counts.delete(rows);
          this.evicted++;
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

/** As in `RHCMECHR over RRRDDRRR`. */
export function rowsText(rows: string): string {
  return `${rows.slice(8)} over ${rows.slice(0, 8)}`;
}

/** In record notation: `Ra1 Rb1 …`. */
export function placementsText(rows: string): string {
  return Array.from(rows, (letter, i) => `${letter}${"abcdefgh"[i & 7]}${1 + (i >> 3)}`).join(" ");
}
