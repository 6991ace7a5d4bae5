/** Material symmetry: which sets of elements (pieces, tiles, cards) are equivalent, so that they share a table. */
import type { Result } from "./errors.ts";
import type { OptionSpec, OptionValues } from "./options.ts";

/** Number of sets of a given size, and of equivalence classes (orbits) among them. */
export interface SymmetryCount {
  readonly sets: number;
  readonly representatives: number;
  /** Positions of all sets and of the representatives; null if the game does not count them. */
  readonly positions: { readonly all: number; readonly representatives: number } | null;
  /**
   * The same up to board symmetry, and the number of symmetries including the identity; null if the game declares no board.
   */
  readonly geometric: { readonly symmetries: number; readonly all: number; readonly representatives: number } | null;
  /** Bits per position in the table kind counted for. */
  readonly bitsPerPosition: number;
}

export interface Representative {
  /** The representative (canonical form) of the given set. */
  readonly set: string;
  /** The bijection of elements. */
  readonly mapping: readonly (readonly [from: string, to: string])[];
}

export interface CountOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export interface MaterialSymmetry {
  /** Describes elements and sets in one line. */
  readonly summary: string;
  /** An example set. */
  readonly example: string;
  /** Set sizes that can be counted. */
  readonly elements: { readonly min: number; readonly max: number };
  readonly options: readonly OptionSpec[];
  count(elements: number, options: OptionValues, control: CountOptions): Promise<SymmetryCount>;
  representative(set: string, options: OptionValues): Result<Representative>;
}
