/** A run that gives work to a queue: its connection, its tables for the workers, and its entry in the list of runs. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { GamesElsewhere } from "../engine/arena/match.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { PlayElsewhere } from "../engine/learn/self-play.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import type { OptionValues } from "../engine/contracts/options.ts";
import type { TableSetSpec } from "../engine/contracts/table.ts";
import { plural } from "../engine/contracts/quantities.ts";
import { withoutPassword } from "../engine/jobs/bullmq/connection.ts";
import {
  announceRun,
  isStopRequested,
  RENEW_MS,
  type RunState,
  type RunStatus,
} from "../engine/jobs/bullmq/registry.ts";
import { BullTaskQueue } from "../engine/jobs/bullmq/task-queue.ts";
import type { BuildElsewhere } from "../engine/tables/build-set.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { codeDigest } from "./code-digest.ts";
import type { Detached } from "./detach.ts";
import { QueuedGames } from "./queued-games.ts";
import { queuedSelfPlay } from "./queued-self-play.ts";
import { queuedTables } from "./queued-tables.ts";
import { TableHost, type ListenAt } from "./table-host.ts";

export interface RunOptions {
  readonly url: string;
  readonly listen: ListenAt | null;
  readonly store: TableStore;
  /** The command line. */
  readonly command: string;
  /** Of a run that was detached: given by the process that started it. */
  readonly detached: Detached | null;
  readonly say: (line: string) => void;
}

/** How often the lack of workers is mentioned. */
const REMIND_MS = 60_000;

export class QueueRun {
  readonly id: string;
  readonly queue: BullTaskQueue;
  readonly host: TableHost;
  /** Aborted by `gamelore jobs stop`. */
  readonly stopped: AbortController = new AbortController();
  readonly #options: RunOptions;
  readonly #started: string = new Date().toISOString();
  readonly #timer: NodeJS.Timeout;
  #done: number | null = null;
  #note: () => string = () => "";
  #reminded = Number.NEGATIVE_INFINITY;

  private constructor(queue: BullTaskQueue, host: TableHost, options: RunOptions) {
    this.queue = queue;
    this.host = host;
    this.#options = options;
    this.id = options.detached?.id ?? randomBytes(3).toString("hex");
    this.#timer = setInterval(() => void this.#renew().catch(() => {}), RENEW_MS);
  }

  static async open(options: RunOptions): Promise<QueueRun> {
    const queue = await BullTaskQueue.connect(options.url, codeDigest(), options.say);
    try {
      const host = await TableHost.start(queue.redis, options.store, options.listen);
      const run = new QueueRun(queue, host, options);
      await run.#renew();
      return run;
    } catch (error) {
      await queue.close();
      throw error;
    }
  }

  /** Plays games on the workers. */
  games(isStored: boolean): GamesElsewhere {
    return new QueuedGames({ queue: this.queue, build: this.queue.build, host: this.host, isStored });
  }

  /** Plays the self-play games of a player on the workers. */
  readonly selfPlay = (rules: OpenGame, player: string): PlayElsewhere =>
    queuedSelfPlay({ queue: this.queue, build: this.queue.build, host: this.host }, rules, player);

  /** Builds the tables of a set on the workers. */
  tables(game: Game, options: OptionValues, set: TableSetSpec): BuildElsewhere {
    const { store } = this.#options;
    return queuedTables({ queue: this.queue, build: this.queue.build, host: this.host, store, game, options, set });
  }

  /** Keeps the progress for the list of runs; returns the note with the workers. */
  progress(done: number | null, note: () => string, title = ""): () => string {
    this.#done = done;
    this.#note = () => title + note();
    return () => {
      const able = this.queue.known.filter(({ build }) => build === this.queue.build);
      const slots = able.reduce((sum, worker) => sum + worker.slots, 0);
      return `${note()} · ${plural(able.length, "worker")}, ${slots} at a time`;
    };
  }

  async close(state: RunState, note: string = this.#note()): Promise<void> {
    clearInterval(this.#timer);
    await this.host.close();
    const ended = announceRun(this.queue.redis, this.#status(state, note));
    // Redis may be gone.
    await Promise.race([ended.catch(() => {}), new Promise((resolve) => setTimeout(resolve, RENEW_MS).unref())]);
    await this.queue.close();
  }

  #status(state: RunState, note: string): RunStatus {
    const { command, detached } = this.#options;
    const { pid } = process;
    return {
      id: this.id,
      command,
      host: hostname(),
      pid,
      build: this.queue.build,
      started: this.#started,
      state,
      done: this.#done,
      note,
      log: detached?.log ?? null,
    };
  }

  async #renew(): Promise<void> {
    await announceRun(this.queue.redis, this.#status("running", this.#note()));
    if (await isStopRequested(this.queue.redis, this.id)) this.stopped.abort();
    this.#remind();
  }

  #remind(): void {
    const { url, say } = this.#options;
    const { known, build } = this.queue;
    const isAlone = !known.some((worker) => worker.build === build);
    if ((!isAlone && !this.queue.needsPermission) || performance.now() - this.#reminded < REMIND_MS) return;
    this.#reminded = performance.now();
    const start = `gamelore worker --queue ${withoutPassword(url)}`;
    if (!isAlone) return say(`a player starts a program; waiting for a worker that may: ${start} --allow-programs`);
    const others = [...new Set(known.map((worker) => worker.build))];
    const why = others.length > 0 ? `; the workers are of another build, ${others.join(", ")}` : "";
    say(`waiting for workers of build ${build}${why}; start one with: ${start}`);
  }
}

/** `HOST:PORT`, where other machines reach this one. */
export function listenAt(text: string): ListenAt {
  const match = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text);
  if (match) return { host: match[1] as string, port: Number(match[2]) };
  throw new GameloreError("bad-usage", `--listen: expected HOST:PORT, for example 192.168.1.20:8130, not "${text}"`);
}
