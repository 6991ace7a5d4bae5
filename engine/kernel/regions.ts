/** Regions of a kernel's memory that are freed together. */
import type { Address, KernelMemory } from "./memory.ts";

export class Regions {
  readonly #memory: KernelMemory;
  readonly #starts: Address[] = [];

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  allocate(bytes: number): Address {
    const start = this.#memory.allocate(bytes);
    this.#starts.push(start);
    return start;
  }

  /** See `KernelMemory.allocateZeroedLazily`. */
  allocateZeroedLazily(bytes: number): Address {
    const start = this.#memory.allocateZeroedLazily(bytes);
    this.#starts.push(start);
    return start;
  }

  free(): void {
    for (const start of this.#starts.splice(0)) this.#memory.free(start);
  }
}
