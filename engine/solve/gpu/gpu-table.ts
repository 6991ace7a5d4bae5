/** A table in the memory of a GPU, a buffer for each window. */
import { type GpuDevice, USAGE } from "./device.ts";
import { GATHER_SHADER } from "./shaders.ts";
import { TABLE_BYTES_PER_WORD, type Windows } from "./windows.ts";

/** Copied at a time; the next part is copied to the CPU's memory while this one is read. */
const PART_BYTES = 2 ** 26;
const LANES = 2;

export class GpuTable {
  readonly buffers: GPUBuffer[] = [];
  readonly #device: GpuDevice;
  readonly #windows: Windows;
  readonly #entries: number;

  constructor(device: GpuDevice, windows: Windows, entries: number) {
    this.#device = device;
    this.#windows = windows;
    this.#entries = entries;
  }

  get deviceBytes(): number {
    return TABLE_BYTES_PER_WORD * this.#windows.words;
  }

  async allocate(): Promise<void> {
    for (const { words, number } of this.#windows.list) {
      const usage = USAGE.storage | USAGE.copySource | USAGE.copyTarget;
      this.buffers.push(
        await this.#device.buffer(TABLE_BYTES_PER_WORD * words, usage, `part ${number + 1} of the table`),
      );
    }
  }

  release(): void {
    for (const buffer of this.buffers.splice(0)) this.#device.free(buffer);
  }

  /** Copies entries to `target`, from a multiple of four on: all of them unless a part is given. */
  async download(target: Uint8Array, start = 0, entries: number = this.#entries - start): Promise<void> {
    const windowBytes = TABLE_BYTES_PER_WORD * this.#windows.windowWords;
    const partBytes = Math.min(PART_BYTES, windowBytes);
    const end = start + entries;
    // Parts do not cross windows.
    const firstPart = Math.floor(start / partBytes);
    const parts = Math.ceil(end / partBytes);
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const staging = await this.#device.buffer(partBytes, USAGE.mapRead | USAGE.copyTarget, "reading the table");
      try {
        for (let part = firstPart + lane; part < parts; part += LANES) {
          const first = Math.max(start, part * partBytes);
          const length = Math.min((part + 1) * partBytes, end) - first;
          const copied = Math.ceil(length / 4) * 4;
          const encoder = this.#device.device.createCommandEncoder();
          const window = this.buffers[Math.floor(first / windowBytes)] as GPUBuffer;
          encoder.copyBufferToBuffer(window, first % windowBytes, staging, 0, copied);
          await this.#device.read(encoder.finish(), staging, copied, (bytes) =>
            target.set(new Uint8Array(bytes, 0, length), first - start),
          );
        }
      } finally {
        this.#device.free(staging);
      }
    });
    await Promise.all(lanes);
  }

  upload(source: Uint8Array<ArrayBuffer>): void {
    const windowBytes = TABLE_BYTES_PER_WORD * this.#windows.windowWords;
    const { queue } = this.#device.device;
    this.buffers.forEach((buffer, number) => {
      const from = number * windowBytes;
      const length = Math.min(windowBytes, source.length - from);
      const whole = length - (length % 4);
      for (let at = 0; at < whole; at += PART_BYTES) {
        queue.writeBuffer(buffer, at, source, from + at, Math.min(PART_BYTES, whole - at));
      }
      if (whole === length) return;
      const last = new Uint8Array(4);
      last.set(source.subarray(from + whole, from + length));
      queue.writeBuffer(buffer, whole, last);
    });
  }

  /** The entries of these ranks. */
  async gather(ranks: readonly number[]): Promise<Uint8Array> {
    const windowEntries = 32 * this.#windows.windowWords;
    const found = new Uint8Array(ranks.length);
    const { device } = this.#device;
    const pipeline = await this.#device.pipeline(GATHER_SHADER, "gather", "auto");
    for (const [number, table] of this.buffers.entries()) {
      const own = ranks.flatMap((rank, i) => (Math.floor(rank / windowEntries) === number ? [i] : []));
      if (own.length === 0) continue;
      const indices = Uint32Array.from(own, (i) => (ranks[i] as number) % windowEntries);
      const usage = USAGE.storage | USAGE.copySource | USAGE.copyTarget;
      const list = await this.#device.buffer(indices.byteLength, usage, "entries");
      const staging = await this.#device.buffer(indices.byteLength, USAGE.mapRead | USAGE.copyTarget, "entries");
      device.queue.writeBuffer(list, 0, indices);
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(
        0,
        device.createBindGroup({
          layout: pipeline.getBindGroupLayout(0),
          entries: [
            { binding: 0, resource: { buffer: list } },
            { binding: 1, resource: { buffer: table } },
          ],
        }),
      );
      pass.dispatchWorkgroups(Math.ceil(own.length / 64));
      pass.end();
      encoder.copyBufferToBuffer(list, 0, staging, 0, indices.byteLength);
      await this.#device.read(encoder.finish(), staging, indices.byteLength, (bytes) => {
        new Uint32Array(bytes).forEach((value, i) => (found[own[i] as number] = value));
      });
      this.#device.free(list);
      this.#device.free(staging);
    }
    return found;
  }
}
