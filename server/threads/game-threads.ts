/** A thread for each game that is asked for, and no more of them than the machine bears. */
import type { GameSource } from "../game-source.ts";
import { ServerFault } from "../http/http-error.ts";
import { Caller, type CallOptions } from "./worker-client.ts";

const PROGRAM = new URL("./game-worker-start.js", import.meta.url);
const MOST_THREADS = 6;
/** V8's part of a thread; tables and search trees lie outside it. */
const MEGABYTES = 1_500;

export class GameThreads {
  readonly #callers = new Map<string, Caller>();

  call(source: GameSource, method: string, argument: unknown, options: CallOptions): Promise<unknown> {
    return this.#callerOf(source).call(method, argument, options);
  }

  /** A rulesheet that was replaced, say. */
  async forget(id: string): Promise<void> {
    const caller = this.#callers.get(id);
    this.#callers.delete(id);
    await caller?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#callers.keys()].map((id) => this.forget(id)));
  }

  #callerOf(source: GameSource): Caller {
    const found = this.#callers.get(source.id);
    if (found) return found;
    if (this.#callers.size >= MOST_THREADS) this.#makeRoom();
    const caller = new Caller({ program: PROGRAM, start: source, megabytes: MEGABYTES });
    this.#callers.set(source.id, caller);
    return caller;
  }

  /** The one that nobody has asked for longest. */
  #makeRoom(): void {
    const idle = [...this.#callers].filter(([, caller]) => !caller.isBusy).sort((a, b) => a[1].lastUse - b[1].lastUse);
    const [oldest] = idle;
    if (!oldest) throw new ServerFault("busy", "the games that are open are all busy; try again in a moment");
    void this.forget(oldest[0]);
  }
}
