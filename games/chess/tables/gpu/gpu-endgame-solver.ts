/** Builds compact tables on a GPU: batches of slices of equal pawn advancement, the passes of pass-shaders.ts over each. */
import { GameloreError } from "../../../../engine/contracts/errors.ts";
import { formatBytes } from "../../../../engine/contracts/quantities.ts";
import { ByteCounter } from "../../../../engine/solve/gpu/count-bytes.ts";
import { type GpuDevice, USAGE } from "../../../../engine/solve/gpu/device.ts";
import { download, upload } from "../../../../engine/solve/gpu/transfer.ts";
import { valueCount, valuesOfBytes } from "../../../../engine/solve/outcome-values.ts";
import { compactShapeOf, latestOf } from "../compact-table.ts";
import { materialText, type Material } from "../material.ts";
import { shapeOf, type Shape } from "../wide-table.ts";
import { geometryWords } from "./geometry-words.ts";
import { GpuTables, type ReadTable } from "./gpu-tables.ts";
import { compilePasses } from "./pipelines.ts";
import { type ConversionStep, stepsOf, type Source } from "./steps.ts";
import { type Batch, ROW_BYTES, Workspace } from "./workspace.ts";

/** Rows that are solved together; an ending without pawns has one slice of up to 2.6 million. */
const BATCH_ROWS = 2 ** 21;

const LOCAL_USAGE = USAGE.storage | USAGE.copyTarget;

export interface GpuEndgameOptions {
  readonly keptBytes?: number;
  readonly batchRows?: number;
}

export interface SolveOneOptions {
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** For tests: solves only these slices of a table; the others are given. */
  readonly part?: { readonly slices: ReadonlySet<number>; readonly bytes: Uint8Array<ArrayBuffer> };
}

export interface EndingOnGpu {
  /** By value, as in a file. */
  readonly histogram: readonly number[];
  /** The longest distance to mate. */
  readonly plies: number;
  /** Rows times distances, the work of the passes. */
  readonly rowSteps: number;
}

export class GpuEndgameSolver {
  readonly tables: GpuTables;
  readonly #gpu: GpuDevice;
  readonly #counter: ByteCounter;
  readonly #geometry: GPUBuffer;
  /** For bindings without a table. */
  readonly #none: GPUBuffer;
  readonly #workspace: Workspace;
  readonly #batchRows: number;

  private constructor(
    gpu: GpuDevice,
    workspace: Workspace,
    counter: ByteCounter,
    buffers: readonly [geometry: GPUBuffer, none: GPUBuffer],
    tables: GpuTables,
    batchRows: number,
  ) {
    this.tables = tables;
    this.#gpu = gpu;
    this.#workspace = workspace;
    this.#counter = counter;
    [this.#geometry, this.#none] = buffers;
    this.#batchRows = batchRows;
  }

  static async create(gpu: GpuDevice, read: ReadTable, options: GpuEndgameOptions = {}): Promise<GpuEndgameSolver> {
    const pipelines = await compilePasses(gpu);
    const { words } = geometryWords();
    const geometry = await gpu.buffer(words.byteLength, LOCAL_USAGE, "geometry");
    gpu.device.queue.writeBuffer(geometry, 0, words);
    const none = await gpu.buffer(16, LOCAL_USAGE, "geometry");
    const tables = new GpuTables(gpu, read, options.keptBytes);
    const workspace = new Workspace(gpu, pipelines);
    const counter = await ByteCounter.create(gpu);
    return new GpuEndgameSolver(gpu, workspace, counter, [geometry, none], tables, options.batchRows ?? BATCH_ROWS);
  }

  /**
   * Solves an ending; the tables that its conversions lead to are solved here before, or read. The table stays in the GPU's memory at least
   * until the next one is solved.
   */
  async solve(material: Material, { signal, onProgress, part }: SolveOneOptions = {}): Promise<EndingOnGpu> {
    const shape = shapeOf(material);
    const { device, limits } = this.#gpu;
    const { bytes, stride, conversions } = stepsOf(shape, limits.minUniformBufferOffsetAlignment);
    const mostRows = Math.min(this.#batchRows, Math.floor(limits.maxStorageBufferBindingSize / ROW_BYTES));
    const batches = batchesOf(shape, mostRows, part?.slices);
    const rows = Math.max(...batches.map((batch) => batch.rows));
    this.#checkBinding(material, Math.max(ROW_BYTES * rows, compactShapeOf(material).sideEntries));
    const own: GPUBuffer[] = [];
    const local: GPUBuffer[] = [];
    const allocate = async (size: number, usage: number, what: string): Promise<GPUBuffer> => {
      const buffer = await this.#gpu.buffer(size, usage, what);
      local.push(buffer);
      return buffer;
    };
    try {
      for (const side of [0, 1]) {
        const table = await this.tables.make(material, side);
        own.push(table);
        if (part) upload(this.#gpu, part.bytes.subarray(side * table.size, (side + 1) * table.size), table);
      }
      const targets = await this.#targetsOf(shape, conversions);
      this.tables.trim(new Set([...own, ...targets.flat()]));
      const steps = await allocate(bytes.byteLength, USAGE.uniform | USAGE.copyTarget, "steps");
      device.queue.writeBuffer(steps, 0, bytes);
      const stalemates = shape.pawnCounts.includes(0)
        ? this.#none
        : await allocate((shape.sideBytes / 64) * 16, LOCAL_USAGE, "stalemates");
      await this.#workspace.prepare(rows, { geometry: this.#geometry, steps, stride, stalemates, own, targets });
      const all = batches.reduce((sum, batch) => sum + batch.rows, 0);
      let plies = 0;
      let rowSteps = 0;
      let done = 0;
      for (const batch of batches) {
        const longest = await this.#workspace.solve(shape, batch, conversions, signal);
        plies = Math.max(plies, longest);
        rowSteps += batch.rows * (longest + 1);
        done += batch.rows;
        onProgress?.(done / all);
      }
      const histogram = await this.#count(own);
      return { histogram, plies, rowSteps };
    } catch (error) {
      this.tables.remove(material);
      throw error;
    } finally {
      for (const buffer of local) this.#gpu.free(buffer);
    }
  }

  /** Copies all entries of a solved table. */
  async download(material: Material, target: Uint8Array): Promise<void> {
    const sides = [await this.tables.get(material, 0), await this.tables.get(material, 1)];
    await download(this.#gpu, sides, target);
  }

  close(): void {
    this.#workspace.close();
    this.#counter.release();
    this.tables.close();
    for (const buffer of [this.#geometry, this.#none]) this.#gpu.free(buffer);
  }

  #checkBinding(material: Material, bytes: number): void {
    const most = this.#gpu.limits.maxStorageBufferBindingSize;
    if (bytes <= most) return;
    const text = `${materialText(material)} needs buffers of ${formatBytes(bytes)}`;
    throw new GameloreError("gpu-failed", `${text}, and shaders can use ${formatBytes(most)} on this GPU`);
  }

  /** The tables of each conversion, and of its en-passant capture. */
  async #targetsOf(shape: Shape, conversions: readonly ConversionStep[]): Promise<(readonly [GPUBuffer, GPUBuffer])[]> {
    const get = async (source: Source | null): Promise<GPUBuffer> =>
      source ? this.tables.get(source.material, source.side) : this.#none;
    const found: (readonly [GPUBuffer, GPUBuffer])[] = [];
    for (const { target, passing } of conversions) found.push([await get(target), await get(passing)]);
    return found;
  }

  async #count(own: readonly GPUBuffer[]): Promise<number[]> {
    const histogram = new Array<number>(valueCount("turns")).fill(0);
    for (const [side, table] of own.entries()) {
      const found = await this.#counter.count(table, table.size);
      valuesOfBytes([...found], latestOf(side).latest).forEach((count, value) => (histogram[value]! += count));
    }
    while (histogram.at(-1) === 0) histogram.pop();
    return histogram;
  }
}

/** Slices that are solved together: of equal pawn advancement. */
function batchesOf(shape: Shape, mostRows: number, only?: ReadonlySet<number>): Batch[] {
  const { slices, sliceRows } = shape;
  if (!slices) return [{ slices: [0], rows: sliceRows }];
  const most = Math.max(1, Math.floor(mostRows / sliceRows));
  return slices.levels.flatMap((level) => {
    const chosen = only ? level.filter((slice) => only.has(slice)) : level;
    return Array.from({ length: Math.ceil(chosen.length / most) }, (_, i): Batch => {
      const own = chosen.slice(i * most, (i + 1) * most);
      return { slices: own, rows: own.length * sliceRows };
    });
  });
}
