/** The pipelines, buffers and bindings of retrograde analysis on a GPU. */
import { type Access, pipelineOf, Ranges } from "./bindings.ts";
import { type GpuDevice, USAGE } from "./device.ts";
import { GpuTable } from "./gpu-table.ts";
import { type RetrogradeGame, sectionTable } from "./retrograde-game.ts";
import {
  expandShader,
  FINISH_SHADER,
  FIRST_PART,
  RESTORE_SHADER,
  SECTION_COUNTS,
  SETTLE_SHADER,
  startShader,
} from "./retrograde-shaders.ts";
import type { Unit } from "./schedule.ts";
import { EXPAND_WORDS } from "./shaders.ts";
import { type BuffersBound, partBytes, type Window, type Windows } from "./windows.ts";

const MAX_UNITS = 1_024;
const STORAGE = USAGE.storage | USAGE.copySource | USAGE.copyTarget;

type Pass = "start" | "expand" | "settle" | "restore" | "finish";

/** A part of a pass: workgroups of a window. `level` is the one that it produces. */
export interface Work extends Pick<Unit, "window" | "firstGroup" | "groups"> {
  readonly pass: Pass;
  readonly level: number;
  readonly levelWord: number;
  /** Whether the level is empty before. */
  readonly isFirst?: boolean;
}

/** `expand` binds all parts of two sets and of the counters. */
export const RETROGRADE_BUFFERS: BuffersBound = (parts) => FIRST_PART - 1 + 3 * parts;

export class RetrogradePasses {
  readonly maxUnits: number = MAX_UNITS;
  readonly #device: GpuDevice;
  readonly #windows: Windows;
  readonly #table: GpuTable;
  readonly #pipelines: Readonly<Record<Pass, GPUComputePipeline>>;
  readonly #ranges: Ranges;
  readonly #buffers: GPUBuffer[] = [];
  readonly #groups = new Map<string, GPUBindGroup>();
  readonly #countBytes: number;
  readonly counters: GpuTable;
  #settled: GPUBuffer[] = [];
  /** The levels with even and odd numbers. */
  #levels: [GPUBuffer[], GPUBuffer[]] = [[], []];
  #sections!: GPUBuffer;
  #data!: GPUBuffer;
  #conversions!: GPUBuffer;
  #counts!: GPUBuffer;
  #staging!: GPUBuffer;

  private constructor(
    device: GpuDevice,
    windows: Windows,
    table: GpuTable,
    pipelines: Readonly<Record<Pass, GPUComputePipeline>>,
    ranges: Ranges,
    sections: number,
  ) {
    this.#device = device;
    this.#windows = windows;
    this.#table = table;
    this.#pipelines = pipelines;
    this.#ranges = ranges;
    this.counters = new GpuTable(device, windows, 32 * windows.words);
    this.#countBytes = 4 * (SECTION_COUNTS + 256 * sections);
  }

  static async create(
    device: GpuDevice,
    game: RetrogradeGame,
    windows: Windows,
    table: GpuTable,
  ): Promise<RetrogradePasses> {
    const write = (count: number): Access[] => new Array<Access>(count).fill("write");
    const { parts } = windows;
    const expandAccess: Access[] = ["read", "read", "read", "read", ...new Array<Access>(parts).fill("read")];
    const [start, expand, settle, restore, finish] = await Promise.all([
      pipelineOf(device, startShader(game), "startEntries", ["read", "read", "read", ...write(4)]),
      pipelineOf(device, expandShader(game, windows), "expandLevel", [...expandAccess, ...write(2 * parts)]),
      pipelineOf(device, SETTLE_SHADER, "settle", ["read", ...write(5)]),
      pipelineOf(device, RESTORE_SHADER, "restore", write(3)),
      pipelineOf(device, FINISH_SHADER, "finish", ["read", "write"]),
    ]);
    const pipelines = { start, expand, settle, restore, finish };
    const ranges = await Ranges.create(device, MAX_UNITS);
    const passes = new RetrogradePasses(device, windows, table, pipelines, ranges, game.sections.length);
    try {
      await passes.#allocate(game);
      return passes;
    } catch (error) {
      passes.release();
      throw error;
    }
  }

  async #allocate(game: RetrogradeGame): Promise<void> {
    const bytes = partBytes(this.#windows);
    const parts = async (what: string): Promise<GPUBuffer[]> => {
      const buffers: GPUBuffer[] = [];
      for (const size of bytes) buffers.push(await this.#buffer(size, STORAGE, what));
      return buffers;
    };
    this.#sections = await this.#filled([sectionTable(game)], "sections");
    this.#data = await this.#filled([Uint32Array.from([...game.words, ...(game.data ?? [])])], "the game's data");
    this.#conversions = await this.#filled(game.conversions ?? [], "other tables");
    this.#counts = await this.#buffer(this.#countBytes, STORAGE, "counts");
    this.#staging = await this.#buffer(this.#countBytes, USAGE.mapRead | USAGE.copyTarget, "counts");
    this.#settled = await parts("entries with a value");
    this.#levels = [await parts("a level"), await parts("the next level")];
    await this.counters.allocate();
  }

  async #buffer(bytes: number, usage: number, what: string): Promise<GPUBuffer> {
    const buffer = await this.#device.buffer(Math.max(4, bytes), usage, what);
    this.#buffers.push(buffer);
    return buffer;
  }

  /** A buffer with the bytes of these arrays, one after the other. */
  async #filled(arrays: readonly (Uint8Array | Uint32Array)[], what: string): Promise<GPUBuffer> {
    const bytes = new Uint8Array(4 * Math.ceil(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) / 4));
    let at = 0;
    for (const array of arrays) {
      bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
      at += array.byteLength;
    }
    const buffer = await this.#buffer(bytes.length, STORAGE, what);
    this.#device.device.queue.writeBuffer(buffer, 0, bytes);
    return buffer;
  }

  get deviceBytes(): number {
    return this.#buffers.reduce((sum, { size }) => sum + size, this.counters.deviceBytes);
  }

  /** All of a pass. */
  whole(pass: Pass, level: number, levelWord: number): Work[] {
    return this.#windows.list.map((window) => {
      return { pass, window, firstGroup: 0, groups: Math.ceil(window.words / EXPAND_WORDS), level, levelWord };
    });
  }

  /** Runs a submission; returns the counts (retrograde-shaders.ts). */
  async run(work: readonly Work[]): Promise<Uint32Array> {
    this.#ranges.write(
      work.map(({ window, firstGroup, levelWord }) => [window.firstWord, window.words, firstGroup, levelWord]),
    );
    const encoder = this.#device.device.createCommandEncoder();
    let pass: GPUComputePassEncoder | null = null;
    for (const [i, { pass: name, window, groups, level, isFirst }] of work.entries()) {
      if (isFirst) {
        pass?.end();
        pass = null;
        for (const buffer of this.#levelOf(level)) encoder.clearBuffer(buffer);
      }
      pass ??= encoder.beginComputePass();
      pass.setPipeline(this.#pipelines[name]);
      pass.setBindGroup(0, this.#group(name, window, level), [i * this.#ranges.stride]);
      pass.dispatchWorkgroups(groups);
    }
    pass?.end();
    encoder.copyBufferToBuffer(this.#counts, 0, this.#staging, 0, this.#countBytes);
    return this.#device.read(
      encoder.finish(),
      this.#staging,
      this.#countBytes,
      (bytes) => new Uint32Array(bytes.slice(0)),
    );
  }

  writeCounts(counts: Uint32Array<ArrayBuffer>): void {
    this.#device.device.queue.writeBuffer(this.#counts, 0, counts);
  }

  release(): void {
    this.#ranges.release();
    this.counters.release();
    for (const buffer of this.#buffers.splice(0)) this.#device.free(buffer);
  }

  #levelOf(level: number): GPUBuffer[] {
    return this.#levels[(level & 1) as 0 | 1];
  }

  #group(pass: Pass, window: Window, level: number): GPUBindGroup {
    const key = `${pass} ${window.number} ${level & 1}`;
    const made =
      this.#groups.get(key) ?? this.#ranges.group(this.#pipelines[pass], this.#resources(pass, window, level));
    this.#groups.set(key, made);
    return made;
  }

  #resources(pass: Pass, window: Window, level: number): GPUBufferBinding[] {
    const { part, partOffsetBytes, words, number } = window;
    const ofWindow = (buffers: readonly GPUBuffer[]): GPUBufferBinding => ({
      buffer: buffers[part] as GPUBuffer,
      offset: partOffsetBytes,
      size: 4 * words,
    });
    const whole = (buffers: readonly GPUBuffer[]): GPUBufferBinding[] => buffers.map((buffer) => ({ buffer }));
    const sections = { buffer: this.#sections };
    const counts = { buffer: this.#counts };
    const table = { buffer: this.#table.buffers[number] as GPUBuffer };
    const settled = ofWindow(this.#settled);
    const counters = { buffer: this.counters.buffers[number] as GPUBuffer };
    const own = this.#levelOf(level);
    switch (pass) {
      case "start":
        return [sections, { buffer: this.#data }, { buffer: this.#conversions }, counts, table, counters, settled];
      case "expand":
        return [
          sections,
          { buffer: this.#data },
          ofWindow(this.#levelOf(level - 1)),
          table,
          ...whole(this.#settled),
          ...whole(own),
          ...whole(this.counters.buffers),
        ];
      case "settle":
        return [sections, counts, ofWindow(own), settled, table, counters];
      case "restore":
        return [ofWindow(own), settled, table];
      case "finish":
        return [settled, table];
    }
  }
}
