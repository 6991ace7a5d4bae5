/** Shared memory of a kernel, handed out in regions: first fit, freed regions join their neighbours. */
import { GameloreError } from "../contracts/errors.ts";

const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
const FEWEST_PAGES = 1_024;
/** The kernels keep nothing of their own in memory, but address 0 shall never be a region. */
const FIRST_ADDRESS = 1_024;
const ALIGNMENT = 64;

interface Gap {
  start: number;
  end: number;
}

/** Addresses are reserved, not memory; small devices have not even so many of them. */
function reserve(maximum: number = MAX_PAGES): { readonly memory: WebAssembly.Memory; readonly maximum: number } {
  try {
    return { memory: new WebAssembly.Memory({ initial: 2, maximum, shared: true }), maximum };
  } catch (error) {
    if (maximum <= FEWEST_PAGES) throw error;
    return reserve(maximum / 4);
  }
}

export class KernelMemory {
  readonly memory: WebAssembly.Memory;
  #gaps: Gap[];
  readonly #sizes = new Map<number, number>();

  constructor() {
    const { memory, maximum } = reserve();
    this.memory = memory;
    this.#gaps = [{ start: FIRST_ADDRESS, end: maximum * PAGE_BYTES }];
  }

  /** The address of a new region; its bytes are what an earlier user left there. */
  allocate(bytes: number): number {
    const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    const gap = this.#gaps.find((candidate) => candidate.end - candidate.start >= size);
    if (!gap) {
      throw new GameloreError("too-large", `${size} bytes do not fit into the 4 GiB that a kernel can address`);
    }
    const start = gap.start;
    this.#reach(start + size);
    gap.start += size;
    if (gap.start === gap.end) this.#gaps.splice(this.#gaps.indexOf(gap), 1);
    this.#sizes.set(start, size);
    return start;
  }

  /**
   * A region of zeros. It is written even where it must be zero already: pages that come while several threads write to
   * them for the first time cost far more (the first sweep over 324 MB on two threads took a fifth longer).
   */
  allocateZeroed(bytes: number): number {
    const start = this.allocate(bytes);
    this.bytes(start, bytes).fill(0);
    return start;
  }

  free(start: number): void {
    const size = this.#sizes.get(start);
    if (size === undefined) throw new Error(`no region starts at ${start}`);
    this.#sizes.delete(start);
    this.#gaps.push({ start, end: start + size });
    this.#gaps.sort((a, b) => a.start - b.start);
    this.#gaps = this.#gaps.reduce<Gap[]>((joined, gap) => {
      const last = joined.at(-1);
      if (last && last.end === gap.start) last.end = gap.end;
      else joined.push(gap);
      return joined;
    }, []);
  }

  /** Views are made anew for every use: the memory may have grown since the last one. */
  bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, start, length);
  }

  words(start: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, start, length);
  }

  #reach(end: number): void {
    const missing = Math.ceil((end - this.memory.buffer.byteLength) / PAGE_BYTES);
    if (missing <= 0) return;
    try {
      this.memory.grow(missing);
    } catch (cause) {
      throw new GameloreError("too-large", `this machine refused ${missing * PAGE_BYTES} more bytes of memory`, {
        cause,
      });
    }
  }
}
