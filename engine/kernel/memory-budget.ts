/**
 * A limit on the memory of all kernels of a process and of their threads. The counters are shared memory: every thread of a server has a
 * `share` of the budget, which is given back as a whole when the thread is terminated. Without a budget the machine is the only limit.
 */
import { GameloreError } from "../contracts/errors.ts";

const PAGE_BYTES = 65_536;
/** A thread of a pool: its stack, its V8 heap and its compiled code. */
export const THREAD_BYTES: number = 8 * 1024 * 1024;

/** Indexes of the counters, in pages. */
const LIMIT = 0;
const USED = 1;

/** What a thread is started with. */
export interface BudgetShare {
  readonly total: SharedArrayBuffer;
  readonly own: SharedArrayBuffer;
}

export class MemoryBudget {
  readonly #total: Int32Array;
  readonly #own: Int32Array;

  constructor({ total, own }: BudgetShare) {
    this.#total = new Int32Array(total);
    this.#own = new Int32Array(own);
  }

  static of(bytes: number): MemoryBudget {
    const total = new SharedArrayBuffer(8);
    new Int32Array(total)[LIMIT] = Math.floor(bytes / PAGE_BYTES);
    return new MemoryBudget({ total, own: new SharedArrayBuffer(4) });
  }

  get limitBytes(): number {
    return Atomics.load(this.#total, LIMIT) * PAGE_BYTES;
  }

  get usedBytes(): number {
    return Atomics.load(this.#total, USED) * PAGE_BYTES;
  }

  /** For a new thread. */
  share(): BudgetShare {
    return { total: this.#total.buffer as SharedArrayBuffer, own: new SharedArrayBuffer(4) };
  }

  take(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE_BYTES);
    if (Atomics.add(this.#total, USED, pages) + pages <= Atomics.load(this.#total, LIMIT)) {
      Atomics.add(this.#own, 0, pages);
      return;
    }
    Atomics.sub(this.#total, USED, pages);
    throw new GameloreError(
      "no-memory",
      `the memory budget of ${Math.round(this.limitBytes / 2 ** 20)} MB for all games and jobs is in use; try again later, with a smaller table or tree`,
    );
  }

  give(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE_BYTES);
    Atomics.sub(this.#own, 0, pages);
    Atomics.sub(this.#total, USED, pages);
  }

  /** All that a terminated thread had taken. */
  reclaim({ own }: BudgetShare): void {
    Atomics.sub(this.#total, USED, Atomics.exchange(new Int32Array(own), 0, 0));
  }
}

let current: MemoryBudget | null = null;

/** The budget of this thread. */
export function memoryBudget(): MemoryBudget | null {
  return current;
}

export function setMemoryBudget(budget: MemoryBudget): void {
  current = budget;
}
