/** The pipelines, buffers and bindings of breadth-first search on a GPU. */
import { type Access, pipelineOf, Ranges } from "./bindings.ts";
import { type GpuDevice, USAGE } from "./device.ts";
import type { GpuTable } from "./gpu-table.ts";
import type { Unit } from "./schedule.ts";
import {
  COMPLETE_SHADER,
  dataOf,
  expandShader,
  FIRST_PART_BINDING,
  RESTORE_SHADER,
  SEED_SHADER,
  SETTLE_SHADER,
  SETTLE_WORDS,
} from "./shaders.ts";
import type { GpuStates } from "./states.ts";
import { partBytes, type Window, type Windows } from "./windows.ts";

/** Ranges in the uniform buffer, one for each unit of a submission. */
const MAX_UNITS = 1_024;
const DEPTHS = 256;
const COUNT_BYTES = 8 * DEPTHS;
/** A set's window is bound with its size in bytes. */
const SET_USAGE = USAGE.storage | USAGE.copyTarget;

type SetBuffers = readonly GPUBuffer[];
type Simple = "settle" | "restore" | "complete";

export class Passes {
  readonly maxUnits: number = MAX_UNITS;
  readonly deviceBytes: number;
  readonly #device: GpuDevice;
  readonly #windows: Windows;
  readonly #table: GpuTable;
  /** Visited states, and the frontiers of even and odd depths. */
  readonly #visited: SetBuffers;
  readonly #frontiers: readonly [SetBuffers, SetBuffers];
  readonly #ranges: Ranges;
  readonly #counts: GPUBuffer;
  readonly #staging: GPUBuffer;
  readonly #data: GPUBuffer;
  readonly #expand: GPUComputePipeline;
  readonly #simple: Readonly<Record<Simple, GPUComputePipeline>>;
  readonly #groups = new Map<string, GPUBindGroup>();

  private constructor(given: {
    readonly device: GpuDevice;
    readonly windows: Windows;
    readonly table: GpuTable;
    readonly sets: readonly [SetBuffers, SetBuffers, SetBuffers];
    readonly ranges: Ranges;
    readonly others: readonly [counts: GPUBuffer, staging: GPUBuffer, data: GPUBuffer];
    readonly expand: GPUComputePipeline;
    readonly simple: Readonly<Record<Simple, GPUComputePipeline>>;
  }) {
    this.#device = given.device;
    this.#windows = given.windows;
    this.#table = given.table;
    this.#visited = given.sets[0];
    this.#frontiers = [given.sets[1], given.sets[2]];
    this.#ranges = given.ranges;
    [this.#counts, this.#staging, this.#data] = given.others;
    this.#expand = given.expand;
    this.#simple = given.simple;
    this.deviceBytes = given.sets.flat().reduce((sum, { size }) => sum + size, 0);
  }

  static async create(device: GpuDevice, states: GpuStates, windows: Windows, table: GpuTable): Promise<Passes> {
    const set = async (what: string): Promise<SetBuffers> => {
      const buffers: GPUBuffer[] = [];
      for (const bytes of partBytes(windows)) buffers.push(await device.buffer(bytes, SET_USAGE, what));
      return buffers;
    };
    const data = dataOf(states, windows.wide);
    const dataBuffer = await device.buffer(data.byteLength, USAGE.storage | USAGE.copyTarget, "the game's data");
    device.device.queue.writeBuffer(dataBuffer, 0, data);
    const [expand, settle, restore, complete] = await Promise.all([
      pipelineOf(device, expandShader(states, windows), "expandFrontier", expandBindings(windows)),
      pipelineOf(device, SETTLE_SHADER, "settle", ["read", "write", "write", "write"]),
      pipelineOf(device, RESTORE_SHADER, "restore", ["write", "write", "read"]),
      pipelineOf(device, COMPLETE_SHADER, "complete", ["write"]),
    ]);
    return new Passes({
      device,
      windows,
      table,
      sets: [await set("visited states"), await set("the frontier"), await set("the next frontier")],
      ranges: await Ranges.create(device, MAX_UNITS),
      others: [
        await device.buffer(COUNT_BYTES, USAGE.storage | USAGE.copySource, "counts"),
        await device.buffer(COUNT_BYTES, USAGE.mapRead | USAGE.copyTarget, "counts"),
        dataBuffer,
      ],
      expand,
      simple: { settle, restore, complete },
    });
  }

  /** Makes the goals the frontier of depth 0; returns their number. */
  async start(goals: readonly number[], nearness: number): Promise<number> {
    const { device } = this.#device;
    const seed = await this.#device.pipeline(SEED_SHADER, "seed", "auto");
    const encoder = device.createCommandEncoder();
    const lists: GPUBuffer[] = [];
    const byWindow = Map.groupBy(goals, (rank) => Math.floor(rank / 32 / this.#windows.windowWords));
    const pass = encoder.beginComputePass();
    for (const [number, ranks] of byWindow) {
      const window = this.#windows.list[number] as Window;
      const bits = new Map<number, number>();
      for (const rank of ranks) {
        const word = Math.floor(rank / 32) - window.firstWord;
        bits.set(word, ((bits.get(word) ?? 0) | (1 << (rank % 32))) >>> 0);
      }
      const seeds = Uint32Array.from([...bits].flat());
      const list = await this.#device.buffer(seeds.byteLength, USAGE.storage | USAGE.copyTarget, "goals");
      lists.push(list);
      device.queue.writeBuffer(list, 0, seeds);
      pass.setPipeline(seed);
      pass.setBindGroup(
        0,
        device.createBindGroup({
          layout: seed.getBindGroupLayout(0),
          entries: [
            { binding: 0, resource: { buffer: list } },
            { binding: 1, resource: this.#windowOf(this.#frontiers[0], window) },
          ],
        }),
      );
      pass.dispatchWorkgroups(Math.ceil(bits.size / 64));
    }
    pass.end();
    this.#encodeAll(encoder, "settle", nearness);
    const counts = await this.#readCounts(encoder);
    for (const list of lists) this.#device.free(list);
    return counts[0] as number;
  }

  /** Runs the units of a submission; returns the sizes of all frontiers so far. */
  async run(units: readonly Unit[]): Promise<number[]> {
    this.#ranges.write(
      units.map(({ window, firstGroup, depth }) => [window.firstWord, window.words, firstGroup, 255 - depth]),
    );
    const encoder = this.#device.device.createCommandEncoder();
    let pass: GPUComputePassEncoder | null = null;
    for (const [i, { pass: kind, window, groups, depth, isFirst }] of units.entries()) {
      const [next, frontier] = this.#setsOf(depth);
      if (isFirst) {
        pass?.end();
        pass = null;
        for (const buffer of next) encoder.clearBuffer(buffer);
      }
      pass ??= encoder.beginComputePass();
      pass.setPipeline(kind === "expand" ? this.#expand : this.#simple.settle);
      pass.setBindGroup(
        0,
        kind === "expand"
          ? this.#expandGroup(window, depth, next, frontier)
          : this.#simpleGroup("settle", window, depth),
        [i * this.#ranges.stride],
      );
      pass.dispatchWorkgroups(groups);
    }
    pass?.end();
    return this.#readCounts(encoder);
  }

  /** The sets of a table that is complete up to a nearness: its last depth becomes the frontier. */
  async restore(nearness: number): Promise<void> {
    const encoder = this.#device.device.createCommandEncoder();
    this.#encodeAll(encoder, "restore", nearness);
    await this.#readCounts(encoder);
  }

  /** Turns nearness into distances. */
  async complete(): Promise<void> {
    const encoder = this.#device.device.createCommandEncoder();
    this.#encodeAll(encoder, "complete", 0);
    await this.#readCounts(encoder);
  }

  release(): void {
    this.#ranges.release();
    const buffers = [...this.#visited, ...this.#frontiers.flat(), this.#counts, this.#staging, this.#data];
    for (const buffer of buffers) this.#device.free(buffer);
  }

  /** One pass over every window. */
  #encodeAll(encoder: GPUCommandEncoder, name: Simple, nearness: number): void {
    const { list } = this.#windows;
    this.#ranges.write(list.map(({ firstWord, words }) => [firstWord, words, 0, nearness]));
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#simple[name]);
    for (const window of list) {
      pass.setBindGroup(0, this.#simpleGroup(name, window, 255 - nearness), [window.number * this.#ranges.stride]);
      pass.dispatchWorkgroups(Math.ceil(window.words / SETTLE_WORDS));
    }
    pass.end();
  }

  async #readCounts(encoder: GPUCommandEncoder): Promise<number[]> {
    encoder.copyBufferToBuffer(this.#counts, 0, this.#staging, 0, COUNT_BYTES);
    return this.#device.read(encoder.finish(), this.#staging, COUNT_BYTES, (bytes) => {
      const words = new Uint32Array(bytes);
      return Array.from(
        { length: DEPTHS },
        (_, depth) => (words[2 * depth] as number) + 2 ** 32 * (words[2 * depth + 1] as number),
      );
    });
  }

  /** The frontier of a depth, and the one before. */
  #setsOf(depth: number): [SetBuffers, SetBuffers] {
    return depth % 2 === 0 ? [this.#frontiers[0], this.#frontiers[1]] : [this.#frontiers[1], this.#frontiers[0]];
  }

  #windowOf(set: SetBuffers, { part, partOffsetBytes, words }: Window): GPUBufferBinding {
    return { buffer: set[part] as GPUBuffer, offset: partOffsetBytes, size: 4 * words };
  }

  #expandGroup(window: Window, depth: number, next: SetBuffers, frontier: SetBuffers): GPUBindGroup {
    return this.#group(`expand ${window.number} ${depth % 2}`, this.#expand, [
      { buffer: this.#data },
      this.#windowOf(frontier, window),
      ...this.#visited.map((buffer) => ({ buffer })),
      ...next.map((buffer) => ({ buffer })),
    ]);
  }

  #simpleGroup(name: Simple, window: Window, depth: number): GPUBindGroup {
    const table = { buffer: this.#table.buffers[window.number] as GPUBuffer };
    const sets = [this.#windowOf(this.#setsOf(depth)[0], window), this.#windowOf(this.#visited, window)];
    const resources = {
      settle: [...sets, table, { buffer: this.#counts }],
      restore: [...sets, table],
      complete: [table],
    };
    return this.#group(`${name} ${window.number} ${depth % 2}`, this.#simple[name], resources[name]);
  }

  #group(key: string, pipeline: GPUComputePipeline, resources: readonly GPUBufferBinding[]): GPUBindGroup {
    const made = this.#groups.get(key) ?? this.#ranges.group(pipeline, resources);
    this.#groups.set(key, made);
    return made;
  }
}

/** The bindings after the range: the game's data and the window of the frontier, then the parts of both sets. */
function expandBindings({ parts }: Windows): Access[] {
  const before = new Array<Access>(FIRST_PART_BINDING - 1).fill("read");
  return [...before, ...new Array<Access>(parts).fill("read"), ...new Array<Access>(parts).fill("write")];
}
