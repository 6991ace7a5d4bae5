/** Distance tables on a GPU, unit by unit as on threads (distance-solve.ts): consecutive units are solved together, as many as fit. */

export interface DistanceBatches {
  /** The most units at a time. */
  readonly maxUnits: number;
  readonly deviceBytes: number;
  /** Solves units; their entries stay on the GPU until the next call. */
  solve(firstUnit: number, units: number): Promise<void>;
  /** The entries of these units by value. */
  count(): Promise<Uint32Array>;
  /** Copies the entries of these units. */
  read(target: Uint8Array): Promise<void>;
  release(): void;
}

/** Of a buffer; a multiple of these units is a batch. */
const MOST_BYTES = 2 ** 29;

export function largestBatch(limits: GPUSupportedLimits, unitBytes: number, units: number): number {
  const bytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize, MOST_BYTES);
  return Math.max(1, Math.min(units, Math.floor(bytes / unitBytes)));
}

/** A dimension has at most 65,535 workgroups. */
const WIDTH = 2 ** 15;

/** At least this many workgroups, numbered row by row. */
export function inTwoDimensions(groups: number): [number, number] {
  const width = Math.min(groups, WIDTH);
  return [width, Math.ceil(groups / width)];
}
