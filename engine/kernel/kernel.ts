/** A game's WebAssembly module instantiated on this thread, with its shared memory; starts pools of threads. */
import { readKernel } from "#platform/kernels.ts";
import { GameloreError } from "../contracts/errors.ts";
import { callExport, type KernelCall } from "./call.ts";
import { KernelMemory } from "./memory.ts";
import { KernelPool } from "./pool.ts";

export class Kernel {
  readonly name: string;
  readonly memory: KernelMemory = new KernelMemory();
  readonly module: WebAssembly.Module;
  readonly #instance: WebAssembly.Instance;

  /** `path` overrides the file of the build. */
  constructor(name: string, path?: string) {
    this.name = name;
    this.module = compile(name, path);
    this.#instance = new WebAssembly.Instance(this.module, { env: { memory: this.memory.memory } });
  }

  call(name: string, ...args: number[]): number {
    return callExport(this.#instance, this.name, [name, ...args]);
  }

  /** Threads that share this kernel's memory; `prepare` returns the calls that set up each thread. */
  startPool(threads: number, prepare: (thread: number) => readonly KernelCall[]): KernelPool {
    return new KernelPool(this.module, this.memory, this.name, threads, prepare);
  }
}

function compile(name: string, path: string | undefined): WebAssembly.Module {
  try {
    return new WebAssembly.Module(readKernel(name, path));
  } catch (cause) {
    throw new GameloreError("kernel-missing", `the kernel of ${name} is not built; run: npm run build`, { cause });
  }
}
