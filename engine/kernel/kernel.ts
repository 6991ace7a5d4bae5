/** A game's WebAssembly on this thread: typed exports, shared memory, and thread pools. */
import { readKernel } from "#platform/kernels";
import { GameloreError } from "../contracts/errors.ts";
import { callExport, callsOf, exportsOf, type Callable, type KernelCall } from "./call.ts";
import { KernelMemory } from "./memory.ts";
import { KernelPool } from "./pool.ts";

/** `E` has a method for each export: `Exports` of build/kernels/<game>.ts, or the part of it that is used. */
export class Kernel<E = unknown> {
  readonly name: string;
  readonly memory: KernelMemory = new KernelMemory();
  readonly module: WebAssembly.Module;
  /** The exports, called on this thread. */
  readonly exports: Callable<E>;
  /** The exports as deferred calls for pool threads. */
  readonly calls: Callable<E, KernelCall>;
  readonly #instance: WebAssembly.Instance;

  /** `path` names a kernel outside the build. */
  constructor(name: string, path?: string) {
    this.name = name;
    this.module = compile(name, path);
    this.#instance = new WebAssembly.Instance(this.module, { env: { memory: this.memory.memory } });
    this.exports = exportsOf(this.#instance, name);
    this.calls = callsOf(this.#instance);
  }

  /** Makes deferred calls on this thread; returns the last result. */
  run(calls: readonly KernelCall[]): number {
    return calls.reduce((_, call) => callExport(this.#instance, this.name, call), 0);
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
