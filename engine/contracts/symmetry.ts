/** Material symmetry: which sets of a game's elements (pieces, tiles, cards) are equivalent, so that one table serves them all. */
import type { Result } from "./errors.ts";
import type { OptionSpec, OptionValues } from "./options.ts";

/** How many sets of so many elements there are, and how many are left when one stands for all that are equivalent. */
export interface SymmetryCount {
  readonly sets: number;
  readonly representatives: number;
  /** Positions of all sets, and of those that stand for them; null where the game does not count them. */
  readonly positions: { readonly all: number; readonly representatives: number } | null;
  /**
   * The same positions where those that a symmetry of the board makes of each other count once, and how many symmetries there are, the one that
   * changes nothing among them; null where the game declares no board.
   */
  readonly geometric: { readonly symmetries: number; readonly all: number; readonly representatives: number } | null;
  /** Bits that a position takes in a table of the kind that was counted for. */
  readonly bitsPerPosition: number;
}

export interface Representative {
  /** The set that stands for the given one. */
  readonly set: string;
  /** Which element of the given set is which of the other. */
  readonly mapping: readonly (readonly [from: string, to: string])[];
}

export interface CountOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface MaterialSymmetry {
  /** What an element and a set of them are, in a line. */
  readonly summary: string;
  /** An example of a set's text. */
  readonly example: string;
  /** The sizes of sets that can be counted. */
  readonly elements: { readonly min: number; readonly max: number };
  readonly options: readonly OptionSpec[];
  count(elements: number, options: OptionValues, control: CountOptions): Promise<SymmetryCount>;
  representative(set: string, options: OptionValues): Result<Representative>;
}
