/**
 * Samples of arrangements around traps: after each turn, in the mover's view, the nine squares on and around each trap, and whether an own or
 * an enemy piece was captured there in the next turns. Home traps are mapped to c3, enemy traps to c6. An arrangement is counted when it
 * arises, not while it persists.
 */
import { type Cells, SQUARE_NAMES } from "../graphs/board.ts";
import { SeededRandom } from "../../../../engine/random/seeded.ts";
import { type PlayedGame, seenBy } from "./replayed.ts";

export const KINDS = ["protect", "attack"] as const;
export type TrapKind = (typeof KINDS)[number];
/** The trap for which each kind is written. */
const TRAP_OF: Readonly<Record<TrapKind, number>> = {
  protect: SQUARE_NAMES.indexOf("c3"),
  attack: SQUARE_NAMES.indexOf("c6"),
};
export const AROUND = 9;

/** The nine squares, row by row from the north. */
export function squaresAround(kind: TrapKind): readonly number[] {
  const trap = TRAP_OF[kind];
  return Array.from({ length: AROUND }, (_, i) => trap + 8 * (Math.floor(i / 3) - 1) + (i % 3) - 1);
}

export interface Outcome {
  readonly lost: boolean;
  readonly won: boolean;
}

const RECORD_BYTES = AROUND + 1;
const MAX_KEPT = 1_000_000;

/** Samples of one kind of trap, by reservoir sampling. */
export class TrapSamples {
  readonly kind: TrapKind;
  seen = 0;
  readonly #mostKept: number;
  readonly #random = new SeededRandom(1);
  #bytes = new Uint8Array(RECORD_BYTES * 1024);
  #games = new Uint32Array(1024);
  #count = 0;

  constructor(kind: TrapKind, mostKept: number = MAX_KEPT) {
    this.kind = kind;
    this.#mostKept = mostKept;
  }

  get count(): number {
    return this.#count;
  }

  add(game: number, contents: Uint8Array, { lost, won }: Outcome): void {
    this.seen++;
    let at = this.#count;
    if (at >= this.#mostKept) {
      at = this.#random.below(this.seen);
      if (at >= this.#mostKept) return;
    } else {
      this.#makeRoom();
      this.#count++;
    }
    this.#bytes.set(contents, at * RECORD_BYTES);
    this.#bytes[at * RECORD_BYTES + AROUND] = (lost ? 1 : 0) | (won ? 2 : 0);
    this.#games[at] = game;
  }

  #makeRoom(): void {
    if (this.#count < this.#games.length) return;
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    const games = new Uint32Array(this.#games.length * 2);
    games.set(this.#games);
    this.#games = games;
  }

  /** Sorted by game, so that games can be counted in one pass. */
  order(): Uint32Array {
    return Uint32Array.from({ length: this.#count }, (_, i) => i).sort(
      (a, b) => (this.#games[a] as number) - (this.#games[b] as number),
    );
  }

  contents(sample: number): Uint8Array {
    return this.#bytes.subarray(sample * RECORD_BYTES, sample * RECORD_BYTES + AROUND);
  }

  content(sample: number, place: number): number {
    return this.#bytes[sample * RECORD_BYTES + place] as number;
  }

  lost(sample: number): number {
    return (this.#bytes[sample * RECORD_BYTES + AROUND] as number) & 1;
  }

  won(sample: number): number {
    return (this.#bytes[sample * RECORD_BYTES + AROUND] as number) >> 1;
  }

  game(sample: number): number {
    return this.#games[sample] as number;
  }
}

/** Adds the samples of one game; `ahead` is the number of turns in which captures count. */
export function addSamples(samples: readonly TrapSamples[], { number, turns }: PlayedGame, ahead: number): void {
  for (const kept of samples) {
    const squares = squaresAround(kept.kind);
    for (const leftRight of [false, true]) {
      const last: (Uint8Array | null)[] = [null, null];
      for (const [i, { side, cellsAfter }] of turns.entries()) {
        const contents = around(seenBy(cellsAfter, side, leftRight), squares);
        const before = last[side];
        last[side] = contents;
        if (before && contents.every((content, at) => content === before[at])) continue;
        const trap = TRAP_OF[kept.kind] ^ (leftRight ? 7 : 0) ^ (side === 1 ? 56 : 0);
        const captures = turns
          .slice(i + 1, i + 1 + ahead)
          .flatMap((turn) => turn.captures)
          .filter(({ square }) => square === trap);
        kept.add(number, contents, {
          lost: captures.some(({ colour }) => colour === side),
          won: captures.some(({ colour }) => colour !== side),
        });
      }
    }
  }
}

function around(cells: Cells, squares: readonly number[]): Uint8Array {
  return Uint8Array.from(squares, (square) => cells[square] as number);
}
