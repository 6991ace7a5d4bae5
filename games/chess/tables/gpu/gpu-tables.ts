/** Compact tables in the memory of a GPU, a buffer for each side to move. Those used last stay, up to a number of bytes. */
import { type GpuDevice, USAGE } from "../../../../engine/solve/gpu/device.ts";
import { upload } from "../../../../engine/solve/gpu/transfer.ts";
import { compactShapeOf } from "../compact-table.ts";
import { materialText, type Material } from "../material.ts";

/** WebGPU does not say how much memory a GPU has. */
export const DEFAULT_KEPT_BYTES: number = 2 ** 32;

const BYTES_USAGE = USAGE.storage | USAGE.copySource | USAGE.copyTarget;

/** Reads one side to move of a solved table. */
export type ReadTable = (material: Material, side: number, target: Uint8Array) => Promise<void>;

export class GpuTables {
  readonly #device: GpuDevice;
  readonly #read: ReadTable;
  readonly #keptBytes: number;
  /** Least recently used first. */
  readonly #buffers = new Map<string, GPUBuffer>();
  #bytes = 0;

  constructor(device: GpuDevice, read: ReadTable, keptBytes: number = DEFAULT_KEPT_BYTES) {
    this.#device = device;
    this.#read = read;
    this.#keptBytes = keptBytes;
  }

  /** One side to move of a solved table. */
  async get(material: Material, side: number): Promise<GPUBuffer> {
    const key = keyOf(material, side);
    const cached = this.#buffers.get(key);
    if (cached) {
      this.#buffers.delete(key);
      this.#buffers.set(key, cached);
      return cached;
    }
    const bytes = new Uint8Array(compactShapeOf(material).sideEntries);
    await this.#read(material, side, bytes);
    const buffer = await this.make(material, side);
    upload(this.#device, bytes, buffer);
    return buffer;
  }

  /** A zeroed buffer for one side to move of a table that will be solved. */
  async make(material: Material, side: number): Promise<GPUBuffer> {
    this.#free(keyOf(material, side));
    const what = `the table of ${materialText(material)}`;
    const buffer = await this.#device.buffer(compactShapeOf(material).sideEntries, BYTES_USAGE, what);
    this.#buffers.set(keyOf(material, side), buffer);
    this.#bytes += buffer.size;
    return buffer;
  }

  remove(material: Material): void {
    for (const side of [0, 1]) this.#free(keyOf(material, side));
  }

  /** Frees the tables that were used least recently, except some. */
  trim(inUse: ReadonlySet<GPUBuffer>): void {
    for (const [key, buffer] of this.#buffers) {
      if (this.#bytes <= this.#keptBytes) return;
      if (!inUse.has(buffer)) this.#free(key);
    }
  }

  close(): void {
    for (const key of this.#buffers.keys()) this.#free(key);
  }

  #free(key: string): void {
    const buffer = this.#buffers.get(key);
    if (!buffer) return;
    this.#buffers.delete(key);
    this.#bytes -= buffer.size;
    this.#device.free(buffer);
  }
}

function keyOf(material: Material, side: number): string {
  return `${materialText(material)} ${side}`;
}
