/** A table in the memory of a GPU, a buffer for each window. */
import { type GpuDevice, USAGE } from "./device.ts";
import { GATHER_SHADER } from "./shaders.ts";
import { download, upload } from "./transfer.ts";
import { TABLE_BYTES_PER_WORD, type Windows } from "./windows.ts";

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
  download(target: Uint8Array, start = 0, entries: number = this.#entries - start): Promise<void> {
    return download(this.#device, this.buffers, target.subarray(0, entries), { start });
  }

  upload(source: Uint8Array<ArrayBuffer>): void {
    const windowBytes = TABLE_BYTES_PER_WORD * this.#windows.windowWords;
    this.buffers.forEach((buffer, number) => {
      const from = number * windowBytes;
      upload(this.#device, source.subarray(from, from + windowBytes), buffer);
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
