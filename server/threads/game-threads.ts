/** A worker thread for each game in use; the least recently used idle one is evicted for another. */
import { sourceFile } from "../../engine/platform/node/source-file.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { MemoryBudget } from "../../engine/kernel/memory-budget.ts";
import type { GameSource } from "../game-source.ts";
import { HttpError } from "../http/http-error.ts";
import { WorkerClient, type CallOptions } from "./worker-client.ts";

const PROGRAM = sourceFile("./game-worker", import.meta.url);
const MAX_THREADS = 6;
/** The V8 heap; tables and search trees lie outside it. */
const MEGABYTES = 1_500;

export class GameThreads {
  readonly #workers = new Map<string, WorkerClient>();
  readonly #budget: MemoryBudget | undefined;

  constructor(budget?: MemoryBudget) {
    this.#budget = budget;
  }

  async call(source: GameSource, method: string, argument: unknown, options: CallOptions): Promise<unknown> {
    try {
      return await this.#workerOf(source).call(method, argument, options);
    } catch (error) {
      const isMemory = error instanceof GameloreError && error.code === "no-memory";
      if (!isMemory || !(await this.releaseIdle())) throw error;
      return this.#workerOf(source).call(method, argument, options);
    }
  }

  /** Frees the memory of games without a request in progress; false if there is none. */
  async releaseIdle(): Promise<boolean> {
    const idle = [...this.#workers].filter(([, worker]) => !worker.isBusy);
    await Promise.all(idle.map(([id]) => this.#close(id)));
    return idle.length > 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers.keys()].map((id) => this.#close(id)));
  }

  #workerOf(source: GameSource): WorkerClient {
    const found = this.#workers.get(source.id);
    if (found) return found;
    if (this.#workers.size >= MAX_THREADS) this.#evict();
    const worker = new WorkerClient({ program: PROGRAM, data: source, megabytes: MEGABYTES, budget: this.#budget });
    this.#workers.set(source.id, worker);
    return worker;
  }

  #evict(): void {
    const idle = [...this.#workers].filter(([, worker]) => !worker.isBusy).sort((a, b) => a[1].lastUse - b[1].lastUse);
    const [oldest] = idle;
    if (!oldest) throw new HttpError("busy", "all open games are busy; try again in a moment");
    void this.#close(oldest[0]);
  }

  async #close(id: string): Promise<void> {
    const worker = this.#workers.get(id);
    this.#workers.delete(id);
    await worker?.close();
  }
}
