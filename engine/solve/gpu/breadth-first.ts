/** Distances of all states from the nearest goal, by breadth-first search on a GPU (shaders.ts). */
import { GameloreError, throwIfAborted } from "../../contracts/errors.ts";
import type { CheckpointHooks, SolveOptions } from "../../contracts/table.ts";
import { type InterruptibleSolve, runInterruptible } from "../interruptible.ts";
import type { GpuDevice } from "./device.ts";
import { GpuTable } from "./gpu-table.ts";
import { Passes } from "./passes.ts";
import { Schedule, type Unit } from "./schedule.ts";
import type { GpuStates } from "./states.ts";
import { divide, type SmallWindows, type Windows } from "./windows.ts";

/** Of the goal. */
const NEAREST = 255;

export interface SolvedOnGpu {
  /** States by distance; unreachable ones at 255. */
  readonly histogram: readonly number[];
  /** Frontiers that were expanded. */
  readonly depths: number;
  readonly deviceBytes: number;
  /** The table, on the device: distances, 255 if unreachable. */
  readonly table: GpuTable;
  release(): void;
}

export interface GpuSolveOptions extends Omit<SolveOptions, "threads" | "device"> {
  readonly small?: SmallWindows;
}

export function solveBreadthFirst(
  device: GpuDevice,
  states: GpuStates,
  options: GpuSolveOptions = {},
): Promise<SolvedOnGpu> {
  return runInterruptible(new BreadthFirst(device, states, options));
}

class BreadthFirst implements InterruptibleSolve<SolvedOnGpu> {
  readonly #device: GpuDevice;
  readonly #states: GpuStates;
  readonly #options: GpuSolveOptions;
  readonly #windows: Windows;
  readonly #table: GpuTable;
  readonly #goals: readonly number[];
  #passes: Passes | null = null;
  /** Sizes of the complete frontiers, by depth. */
  readonly #counts: number[] = [];

  constructor(device: GpuDevice, states: GpuStates, options: GpuSolveOptions) {
    this.#device = device;
    this.#states = states;
    this.#options = options;
    this.#windows = divide(states.entries, device.limits, options.small);
    this.#table = new GpuTable(device, this.#windows, states.entries);
    this.#goals = [...states.goals];
  }

  async run(): Promise<SolvedOnGpu> {
    throwIfAborted(this.#options.signal);
    const { entries } = this.#states;
    await this.#table.allocate();
    const passes = await Passes.create(this.#device, this.#states, this.#windows, this.#table);
    this.#passes = passes;
    if (!(await this.#restore(passes))) this.#counts.push(await passes.start(this.#goals, NEAREST));
    const schedule = new Schedule(this.#windows, this.#counts, passes.maxUnits);
    while (this.#counts.at(-1) !== 0) {
      const units = schedule.next();
      const began = performance.now();
      this.#note(units, await passes.run(units));
      schedule.measured(units, performance.now() - began);
      this.#report();
      throwIfAborted(this.#options.signal);
      if (this.#options.checkpoint?.due()) await this.#save(this.#options.checkpoint);
    }
    await passes.complete();
    const histogram = this.#counts.slice(0, this.#counts.indexOf(0));
    const reached = histogram.reduce((sum, count) => sum + count, 0);
    if (reached < entries) histogram[255] = entries - reached;
    const deviceBytes = this.#table.deviceBytes + passes.deviceBytes;
    return {
      histogram: Array.from(histogram, (count) => count ?? 0),
      depths: this.#counts.indexOf(0),
      deviceBytes,
      table: this.#table,
      release: () => this.#table.release(),
    };
  }

  async save(): Promise<void> {
    if (this.#options.checkpoint && this.#counts.length > 1) await this.#save(this.#options.checkpoint);
  }

  release(): void {
    this.#table.release();
  }

  async close(): Promise<void> {
    this.#passes?.release();
  }

  #note(units: readonly Unit[], counts: readonly number[]): void {
    for (const { depth, isLast } of units) {
      if (!isLast) continue;
      // One byte has distances up to 254.
      if (depth === NEAREST) throw new GameloreError("kernel-failed", "distances of more than 254 moves");
      this.#counts.push(counts[depth] as number);
    }
  }

  #report(): void {
    const { entries } = this.#states;
    const reached = this.#counts.reduce((sum, count) => sum + count, 0);
    this.#options.onProgress?.({
      phase: `depth ${this.#counts.length - 1}`,
      done: Math.min(1, reached / entries),
      counts: () => this.#counts,
    });
  }

  /**
   * The table is nearness, as in checkpoints of the solver on threads, which can continue from it. That solver does not read the
   * entries of goals: the first one says up to which depth the table is complete.
   */
  async #save(checkpoint: CheckpointHooks): Promise<void> {
    const bytes = new Uint8Array(this.#states.entries);
    const complete = this.#counts.length - 1;
    await this.#table.download(bytes);
    bytes[this.#goals[0] as number] = NEAREST - complete;
    await checkpoint.save(bytes);
  }

  async #restore(passes: Passes): Promise<boolean> {
    const bytes = this.#options.checkpoint ? new Uint8Array(this.#states.entries) : null;
    if (!bytes || !(await this.#options.checkpoint?.restore(bytes))) return false;
    const first = this.#goals[0] as number;
    const nearness = bytes[first] as number;
    if (nearness === 0 || nearness === NEAREST) {
      this.#options.say?.("the checkpoint was saved by the solver on the CPU; the GPU starts from the beginning");
      return false;
    }
    bytes[first] = NEAREST;
    const all = new Array<number>(256).fill(0);
    for (const entry of bytes) all[entry] = (all[entry] as number) + 1;
    this.#table.upload(bytes);
    await passes.restore(nearness);
    for (let depth = 0; depth <= NEAREST - nearness; depth++) this.#counts.push(all[NEAREST - depth] as number);
    return true;
  }
}
