/** Pipelines and bind groups of solvers: a uniform range with a dynamic offset at binding 0, then storage buffers. */
import { type GpuDevice, USAGE } from "./device.ts";

export type Access = "read" | "write";

const COMPUTE = 0x4;
const RANGE_BYTES = 16;

/** A pipeline of a WGSL module whose storage buffers begin at binding 1. */
export function pipelineOf(
  device: GpuDevice,
  code: string,
  entryPoint: string,
  buffers: readonly Access[],
): Promise<GPUComputePipeline> {
  const range: GPUBindGroupLayoutEntry = {
    binding: 0,
    visibility: COMPUTE,
    buffer: { type: "uniform", hasDynamicOffset: true },
  };
  const others = buffers.map((access, i): GPUBindGroupLayoutEntry => ({
    binding: i + 1,
    visibility: COMPUTE,
    buffer: { type: access === "read" ? "read-only-storage" : "storage" },
  }));
  const layout = device.device.createPipelineLayout({
    bindGroupLayouts: [device.device.createBindGroupLayout({ entries: [range, ...others] })],
  });
  return device.pipeline(code, entryPoint, layout);
}

/** The ranges of a submission: four words each, in a uniform buffer. */
export class Ranges {
  readonly #device: GpuDevice;
  readonly #buffer: GPUBuffer;
  /** Bytes from one range to the next: the dynamic offset of range i is i × stride. */
  readonly stride: number;

  private constructor(device: GpuDevice, buffer: GPUBuffer) {
    this.#device = device;
    this.#buffer = buffer;
    this.stride = device.limits.minUniformBufferOffsetAlignment;
  }

  static async create(device: GpuDevice, most: number): Promise<Ranges> {
    const bytes = most * device.limits.minUniformBufferOffsetAlignment;
    return new Ranges(device, await device.buffer(bytes, USAGE.uniform | USAGE.copyTarget, "ranges"));
  }

  write(ranges: readonly (readonly number[])[]): void {
    const strideWords = this.stride / 4;
    const words = new Uint32Array(strideWords * (ranges.length - 1) + RANGE_BYTES / 4);
    ranges.forEach((range, i) => words.set(range, i * strideWords));
    this.#device.device.queue.writeBuffer(this.#buffer, 0, words);
  }

  /** A bind group of a pipeline: the range, then these. */
  group(pipeline: GPUComputePipeline, resources: readonly GPUBufferBinding[]): GPUBindGroup {
    return this.#device.device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ buffer: this.#buffer, size: RANGE_BYTES }, ...resources].map((resource, binding) => ({
        binding,
        resource,
      })),
    });
  }

  release(): void {
    this.#device.free(this.#buffer);
  }
}
