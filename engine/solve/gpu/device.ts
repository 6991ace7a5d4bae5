/** A GPU opened through WebGPU. Whatever goes wrong on it becomes a `GameloreError` with the code `gpu-failed`. */
import { findGpu } from "#platform/gpu";
import { GameloreError } from "../../contracts/errors.ts";
import { formatBytes } from "../../contracts/quantities.ts";

/** WebGPU's constants; Node does not define its global objects. */
export const USAGE = { mapRead: 0x1, copySource: 0x4, copyTarget: 0x8, uniform: 0x40, storage: 0x80 } as const;
const MAP_READ = 0x1;

/** A submission takes a fraction of a second; a driver that does not answer for this long hangs. */
const HANG_SECONDS = 60;

/** What is in flight on a device that is lost may fail before the loss is reported. */
const LOSS_MS = 1_000;

/** Limits that solvers need beyond WebGPU's defaults: as much as the adapter has. */
const WANTED_LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupStorageSize",
] as const;

export class GpuDevice {
  readonly device: GPUDevice;
  /** For a person: vendor and model. */
  readonly name: string;
  /** An implementation on the CPU, for tests: slower than the solver on threads. */
  readonly isSoftware: boolean;
  readonly #hangSeconds: number;
  /** Rejects when the device is lost. */
  readonly #lost: Promise<never>;
  readonly #buffers = new Set<GPUBuffer>();
  #closed = false;

  private constructor(device: GPUDevice, info: GPUAdapterInfo, hangSeconds: number) {
    this.device = device;
    this.name = info.description || [info.vendor, info.architecture, info.device].filter(Boolean).join(" ") || "GPU";
    this.isSoftware = info.isFallbackAdapter;
    this.#hangSeconds = hangSeconds;
    this.#lost = device.lost.then(({ message }) => {
      // Closing a device loses it too.
      if (this.#closed) return new Promise<never>(() => {});
      throw failure(`the GPU was lost: ${firstLine(message)}`);
    });
    this.#lost.catch(() => {});
  }

  /** Fails with `gpu-missing` if there is no adapter. */
  static async open(options: { readonly hangSeconds?: number } = {}): Promise<GpuDevice> {
    const gpu = await findGpu();
    if (typeof gpu === "string") throw new GameloreError("gpu-missing", `no GPU: ${gpu}`);
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) {
      throw new GameloreError("gpu-missing", "no GPU: WebGPU finds no adapter; is the graphics driver installed?");
    }
    const requiredLimits = Object.fromEntries(WANTED_LIMITS.map((name) => [name, adapter.limits[name]]));
    try {
      const device = await adapter.requestDevice({ requiredLimits });
      return new GpuDevice(device, adapter.info, options.hangSeconds ?? HANG_SECONDS);
    } catch (error) {
      throw failure(`the GPU cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  get limits(): GPUSupportedLimits {
    return this.device.limits;
  }

  get allocatedBytes(): number {
    return [...this.#buffers].reduce((sum, { size }) => sum + size, 0);
  }

  /** A zeroed buffer. */
  async buffer(bytes: number, usage: number, what: string): Promise<GPUBuffer> {
    const size = Math.ceil(bytes / 4) * 4;
    this.device.pushErrorScope("validation");
    this.device.pushErrorScope("out-of-memory");
    const buffer = this.device.createBuffer({ size, usage, label: what });
    const problems = [this.device.popErrorScope(), this.device.popErrorScope()];
    this.#buffers.add(buffer);
    for (const problem of problems) {
      const error = await this.#wait(problem);
      if (error) {
        throw failure(`the GPU has too little memory for ${what} (${formatBytes(size)}): ${firstLine(error.message)}`);
      }
    }
    return buffer;
  }

  /** A pipeline of a WGSL module. */
  async pipeline(code: string, entryPoint: string, layout: GPUPipelineLayout | "auto"): Promise<GPUComputePipeline> {
    this.device.pushErrorScope("validation");
    const module = this.device.createShaderModule({ code });
    const wrong = await this.#wait(this.device.popErrorScope());
    if (wrong) throw failure(`the GPU rejected a shader: ${wrong.message}`);
    try {
      return await this.#wait(this.device.createComputePipelineAsync({ layout, compute: { module, entryPoint } }));
    } catch (error) {
      throw await this.#failureOf(error);
    }
  }

  /** Submits commands that write a buffer with the usage `mapRead`, and passes its bytes to `read` when they are done. */
  async read<T>(
    commands: GPUCommandBuffer,
    buffer: GPUBuffer,
    bytes: number,
    read: (bytes: ArrayBuffer) => T,
  ): Promise<T> {
    this.device.pushErrorScope("out-of-memory");
    this.device.pushErrorScope("validation");
    this.device.queue.submit([commands]);
    const problems = [this.device.popErrorScope(), this.device.popErrorScope()];
    try {
      await this.#wait(buffer.mapAsync(MAP_READ, 0, bytes));
      for (const problem of problems) {
        const error = await this.#wait(problem);
        if (error) throw failure(`the GPU rejected a command: ${firstLine(error.message)}`);
      }
      const value = read(buffer.getMappedRange(0, bytes));
      buffer.unmap();
      return value;
    } catch (error) {
      throw await this.#failureOf(error);
    }
  }

  free(buffer: GPUBuffer): void {
    this.#buffers.delete(buffer);
    buffer.destroy();
  }

  close(): void {
    this.#closed = true;
    for (const buffer of this.#buffers) buffer.destroy();
    this.#buffers.clear();
    this.device.destroy();
  }

  /** Fails if the device is lost meanwhile or does not answer. */
  async #wait<T>(work: Promise<T>): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hang = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(failure(`the GPU has not answered for ${this.#hangSeconds} s`)),
        1_000 * this.#hangSeconds,
      );
    });
    try {
      return await Promise.race([work, this.#lost, hang]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #failureOf(error: unknown): Promise<unknown> {
    if (error instanceof GameloreError) return error;
    const message = `the GPU failed: ${firstLine(error instanceof Error ? error.message : String(error))}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const notLost = new Promise((resolve) => {
      timer = setTimeout(() => resolve(failure(message)), LOSS_MS);
    });
    try {
      return await Promise.race([this.#lost, notLost]);
    } catch (loss) {
      return loss;
    } finally {
      clearTimeout(timer);
    }
  }
}

function failure(message: string): GameloreError {
  return new GameloreError("gpu-failed", message);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
