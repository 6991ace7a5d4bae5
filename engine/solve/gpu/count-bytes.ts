/** Counts the bytes of a buffer on a GPU by value: histograms of tables. */
import { type GpuDevice, USAGE } from "./device.ts";

const THREADS = 256;
/** Words of a thread. */
const ROUNDS = 32;
const VALUES = 256;
const COUNT_BYTES = 4 * VALUES;
/** Of the first dimension, which has at most 65,535 workgroups. */
const WIDTH = 2 ** 15;

const SHADER = `
@group(0) @binding(0) var<uniform> bytes: u32;
@group(0) @binding(1) var<storage, read> table: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
var<workgroup> own: array<atomic<u32>, ${VALUES}>;

@compute @workgroup_size(${THREADS})
fn count(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) thread: u32) {
  let start = (group.y * groups.x + group.x) * ${THREADS * ROUNDS}u + thread;
  for (var round = 0u; round < ${ROUNDS}u; round++) {
    let first = 4u * (start + round * ${THREADS}u);
    if (first >= bytes) { break; }
    let word = table[first >> 2u];
    if (word == (word & 255u) * 0x01010101u && first + 4u <= bytes) {
      atomicAdd(&own[word & 255u], 4u);
      continue;
    }
    for (var i = 0u; i < min(4u, bytes - first); i++) { atomicAdd(&own[extractBits(word, 8u * i, 8u)], 1u); }
  }
  workgroupBarrier();
  let found = atomicLoad(&own[thread]);
  if (found != 0u) { atomicAdd(&counts[thread], found); }
}`;

export class ByteCounter {
  readonly #gpu: GpuDevice;
  readonly #pipeline: GPUComputePipeline;
  readonly #bytes: GPUBuffer;
  readonly #counts: GPUBuffer;
  readonly #staging: GPUBuffer;

  private constructor(
    gpu: GpuDevice,
    pipeline: GPUComputePipeline,
    buffers: readonly [GPUBuffer, GPUBuffer, GPUBuffer],
  ) {
    this.#gpu = gpu;
    this.#pipeline = pipeline;
    [this.#bytes, this.#counts, this.#staging] = buffers;
  }

  static async create(gpu: GpuDevice): Promise<ByteCounter> {
    const pipeline = await gpu.pipeline(SHADER, "count", "auto");
    return new ByteCounter(gpu, pipeline, [
      await gpu.buffer(16, USAGE.uniform | USAGE.copyTarget, "counting"),
      await gpu.buffer(COUNT_BYTES, USAGE.storage | USAGE.copySource | USAGE.copyTarget, "counting"),
      await gpu.buffer(COUNT_BYTES, USAGE.mapRead | USAGE.copyTarget, "counting"),
    ]);
  }

  /** The first bytes of a buffer, fewer than 2^32. */
  async count(buffer: GPUBuffer, bytes: number): Promise<Uint32Array> {
    const { device } = this.#gpu;
    const groups = Math.ceil(bytes / 4 / (THREADS * ROUNDS));
    const width = Math.min(groups, WIDTH);
    device.queue.writeBuffer(this.#bytes, 0, Uint32Array.from([bytes]));
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(this.#counts);
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(
      0,
      device.createBindGroup({
        layout: this.#pipeline.getBindGroupLayout(0),
        entries: [this.#bytes, buffer, this.#counts].map((each, binding) => ({ binding, resource: { buffer: each } })),
      }),
    );
    pass.dispatchWorkgroups(width, Math.ceil(groups / width));
    pass.end();
    encoder.copyBufferToBuffer(this.#counts, 0, this.#staging, 0, COUNT_BYTES);
    return this.#gpu.read(encoder.finish(), this.#staging, COUNT_BYTES, (found) => new Uint32Array(found.slice(0)));
  }

  release(): void {
    for (const buffer of [this.#bytes, this.#counts, this.#staging]) this.#gpu.free(buffer);
  }
}
