/** A distance table on a GPU, with the checkpoints of the solver on threads: each continues what the other has left. */
import { throwIfAborted } from "../../../../engine/contracts/errors.ts";
import type { SolvedTable, SolveOptions, TableIdentity } from "../../../../engine/contracts/table.ts";
import type { GpuDevice } from "../../../../engine/solve/gpu/device.ts";
import { type InterruptibleSolve, runInterruptible } from "../../../../engine/solve/interruptible.ts";
import type { MazeTable } from "../table-options.ts";
import type { DistanceBatches } from "./batches.ts";
import { policeBatches } from "./police-batches.ts";
import { thiefBatches } from "./thief-batches.ts";

/** Of the first batch, whose time says how many units to take next. */
const FIRST_ENTRIES = 2 ** 22;
const BATCH_MS = 500;
const MAX_GROWTH = 8;

export interface DistanceUnits {
  readonly identity: TableIdentity;
  readonly table: MazeTable;
  readonly units: number;
  /** Entries of a unit; the last one may have fewer. */
  readonly unitEntries: number;
  /** Label of the progress. */
  readonly phase: string;
  /** Fewer units at a time than the GPU's memory allows, for tests. */
  readonly mostUnits?: number;
}

export function distanceBatches(gpu: GpuDevice, table: MazeTable): Promise<DistanceBatches> {
  return table.kind === "police" ? policeBatches(gpu, table) : thiefBatches(gpu, table);
}

/** Numbers of units for the next batch, from the time of the last one. */
class BatchSizes {
  #units: number;
  readonly #most: number;

  constructor(unitEntries: number, most: number) {
    this.#most = most;
    this.#units = Math.max(1, Math.min(most, Math.floor(FIRST_ENTRIES / unitEntries)));
  }

  get next(): number {
    return this.#units;
  }

  measured(units: number, milliseconds: number): void {
    const growth = Math.min(MAX_GROWTH, BATCH_MS / Math.max(1, milliseconds));
    this.#units = Math.max(1, Math.min(this.#most, Math.floor(units * growth)));
  }
}

export function solveDistancesOnGpu(gpu: GpuDevice, given: DistanceUnits, options: SolveOptions): Promise<SolvedTable> {
  return runInterruptible(new DistanceOnGpu(gpu, given, options));
}

class DistanceOnGpu implements InterruptibleSolve<SolvedTable> {
  readonly #gpu: GpuDevice;
  readonly #given: DistanceUnits;
  readonly #options: SolveOptions;
  /** The table, then a mark for each finished unit. */
  readonly #state: Uint8Array<ArrayBuffer>;
  #batches: DistanceBatches | null = null;

  constructor(gpu: GpuDevice, given: DistanceUnits, options: SolveOptions) {
    this.#gpu = gpu;
    this.#given = given;
    this.#options = options;
    this.#state = new Uint8Array(given.identity.entries + given.units);
  }

  async run(): Promise<SolvedTable> {
    const { identity, units, unitEntries, table, mostUnits = units } = this.#given;
    const { signal, checkpoint } = this.#options;
    throwIfAborted(signal);
    const histogram = new Array<number>(256).fill(0);
    if (await checkpoint?.restore(this.#state)) this.#countFinished(histogram);
    const batches = await distanceBatches(this.#gpu, table);
    this.#batches = batches;
    const sizes = new BatchSizes(unitEntries, Math.min(mostUnits, batches.maxUnits));
    let gpuMilliseconds = 0;
    for (let first = this.#nextUnit(0); first < units; first = this.#nextUnit(first)) {
      const count = this.#openUnits(first, sizes.next);
      const began = performance.now();
      await batches.solve(first, count);
      const counts = await batches.count();
      gpuMilliseconds += performance.now() - began;
      await batches.read(this.#entriesOf(first, count));
      this.#marks.fill(1, first, first + count);
      counts.forEach((entries, value) => (histogram[value] = (histogram[value] as number) + entries));
      sizes.measured(count, performance.now() - began);
      this.#options.onProgress?.({ phase: this.#given.phase, done: (first + count) / units, counts: () => histogram });
      throwIfAborted(signal);
      if (checkpoint?.due()) await this.save();
    }
    return {
      identity,
      bytes: this.#state.subarray(0, identity.entries),
      histogram: histogram.slice(0, histogram.findLastIndex((count) => count > 0) + 1),
      statistics: { states: identity.entries, gpuSeconds: gpuMilliseconds / 1_000, deviceBytes: batches.deviceBytes },
      release: () => {},
    };
  }

  async save(): Promise<void> {
    if (this.#marks.includes(1)) await this.#options.checkpoint?.save(this.#state);
  }

  release(): void {}

  async close(): Promise<void> {
    this.#batches?.release();
  }

  get #marks(): Uint8Array {
    return this.#state.subarray(this.#given.identity.entries);
  }

  #entriesOf(first: number, count: number): Uint8Array {
    const { identity, unitEntries } = this.#given;
    return this.#state.subarray(first * unitEntries, Math.min(identity.entries, (first + count) * unitEntries));
  }

  /** The first unfinished unit from this one on. */
  #nextUnit(from: number): number {
    const next = this.#marks.indexOf(0, from);
    return next < 0 ? this.#given.units : next;
  }

  /** Unfinished units from this one on, at most `most`. */
  #openUnits(first: number, most: number): number {
    const end = this.#marks.indexOf(1, first);
    return Math.min(most, (end < 0 ? this.#given.units : end) - first);
  }

  #countFinished(histogram: number[]): void {
    this.#marks.forEach((mark, unit) => {
      if (mark === 0) return;
      for (const value of this.#entriesOf(unit, 1)) histogram[value] = (histogram[value] as number) + 1;
    });
  }
}
