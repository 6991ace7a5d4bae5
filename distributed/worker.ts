/** A worker: takes jobs from the queue, provides their tables, runs them in child processes, returns the results. */
import { plural } from "../engine/contracts/quantities.ts";
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import { connect, type OnProblem } from "../engine/jobs/bullmq/connection.ts";
import { announceWorker, listRuns, RENEW_MS, withdrawWorker } from "../engine/jobs/bullmq/registry.ts";
import { serveTasks } from "../engine/jobs/bullmq/task-server.ts";
import type { WorkerStatus } from "../engine/jobs/task-queue.ts";
import { openTableFile } from "../engine/tables/table-file.ts";
import { TableStore } from "../engine/tables/store.ts";
import { codeDigest } from "./code-digest.ts";
import type { BuiltTables } from "./execute.ts";
import { Executors } from "./executors.ts";
import { readPayload, readView, shortDigest, type Payload, type TablesResult, type View } from "./payloads.ts";
import { LISTEN_HINT, TableCache } from "./table-cache.ts";
import { hostKey, viewKey, type HostAddress } from "./table-host.ts";
import type { Redis } from "ioredis";

export interface WorkerOptions {
  readonly url: string;
  readonly slots: number;
  readonly startsPrograms: boolean;
  readonly lockSeconds: number;
  readonly cacheBytes: number;
  /** The worker's data: its cache, and the tables that it may share. */
  readonly folder: string;
  readonly tables: string;
  readonly signal: AbortSignal;
  readonly say: OnProblem;
  /** Called after every job. */
  readonly onStatus: (status: WorkerStatus) => void;
}

/** A coordinator that is started again has its results in time. */
const COORDINATOR_WAIT_MS = 10 * 60_000;
/** A coordinator that lives and cannot be reached for so long listens elsewhere. */
const UNREACHABLE_MS = 30_000;
const RETRY_MS = 500;
/** Tables of a job that are uploaded at the same time: the coordinator checks one while it waits for the disk of another. */
const UPLOADS = 4;
const VIEW_TRIES = 10;
const VIEWS_KNOWN = 20;

/** Works until the signal; then the running jobs are finished. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { url, slots, startsPrograms, lockSeconds, signal, say } = options;
  const redis = await connect(url, say);
  const build = codeDigest();
  const id = `${hostname()}-${process.pid}`;
  const worker = new Worker(redis, options);
  const meter = new Meter();
  const status = (): WorkerStatus => {
    const seconds = process.uptime();
    const speed = meter.rates(worker.counts, seconds);
    return {
      id,
      host: hostname(),
      pid: process.pid,
      build,
      startsPrograms,
      slots,
      ...worker.counts,
      seconds,
      ...speed,
    };
  };
  const others = new OtherBuilds(build, say);
  const renew = async (): Promise<void> => {
    await announceWorker(redis, status());
    await others.look(redis);
  };
  await renew();
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  const serving = { build, startsPrograms, slots, lockSeconds, onProblem: say };
  const server = await serveTasks(redis, serving, async (data, stop) => {
    try {
      return await worker.run(readPayload(data), stop);
    } finally {
      options.onStatus(status());
    }
  });
  say(`worker ${id} of build ${build} takes ${slots} at a time`);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  const { busy } = worker.counts;
  if (busy > 0) say(`finishing ${plural(busy, "job")}; Ctrl-C again leaves them to other workers`);
  clearInterval(timer);
  await server.close();
  worker.close();
  await withdrawWorker(redis, id);
  redis.disconnect();
}

/** Commands of another build, whose jobs this worker does not see: each build is mentioned once. */
class OtherBuilds {
  readonly #build: string;
  readonly #say: OnProblem;
  readonly #mentioned = new Set<string>();

  constructor(build: string, say: OnProblem) {
    this.#build = build;
    this.#say = say;
  }

  async look(redis: Redis): Promise<void> {
    for (const { id, host, build, state } of await listRuns(redis)) {
      if (state !== "running" || build === this.#build || this.#mentioned.has(build)) continue;
      this.#mentioned.add(build);
      this.#say(
        `run ${id} on ${host} is of another build, ${build}; this worker of build ${this.#build} takes none of its jobs: use the same version on all machines`,
      );
    }
  }
}

interface Counts {
  busy: number;
  tasks: number;
  games: number;
  entries: number;
}

const METERED_SECONDS = 60;

/** The speed of the last minute. */
class Meter {
  /** Counts at the times of earlier calls, oldest first. */
  readonly #samples: { readonly seconds: number; readonly games: number; readonly entries: number }[] = [];

  rates({ games, entries }: Counts, seconds: number): Pick<WorkerStatus, "gamesPerSecond" | "entriesPerSecond"> {
    this.#samples.push({ seconds, games, entries });
    while ((this.#samples[1]?.seconds ?? seconds) <= seconds - METERED_SECONDS) this.#samples.shift();
    const [first] = this.#samples as [{ seconds: number; games: number; entries: number }];
    const time = Math.max(1, seconds - first.seconds);
    return { gamesPerSecond: (games - first.games) / time, entriesPerSecond: (entries - first.entries) / time };
  }
}

class Worker {
  readonly counts: Counts = { busy: 0, tasks: 0, games: 0, entries: 0 };
  readonly #redis: Redis;
  readonly #options: WorkerOptions;
  readonly #executors = new Executors();
  readonly #cache: TableCache;
  readonly #waiting: (() => void)[] = [];
  /** By key, least recently used first: they may be long. */
  readonly #views = new Map<string, View>();

  constructor(redis: Redis, options: WorkerOptions) {
    this.#redis = redis;
    this.#options = options;
    this.#cache = new TableCache(join(options.folder, "worker"), new TableStore(options.tables), options.cacheBytes);
  }

  /** Two queues together may have more jobs than slots. */
  async run(payload: Payload, signal: AbortSignal): Promise<unknown> {
    while (this.counts.busy >= this.#options.slots) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.counts.busy++;
    const output = mkdtempSync(join(this.#cache.folder, "output-"));
    try {
      const view = await this.#view(payload.view);
      const home = await this.#withCoordinator(view, signal, () =>
        this.#cache.acquire(payload.view, view, () => this.#address(view)),
      );
      try {
        const { startsPrograms } = this.#options;
        const result = await this.#executors.run({ payload, home, output, startsPrograms }, signal);
        const returned = payload.kind === "tables" ? await this.#upload(result as BuiltTables, view, signal) : result;
        this.counts.tasks++;
        if (payload.kind === "games") this.counts.games += payload.numbers.length;
        if (payload.kind === "self-play") this.counts.games += payload.games.length;
        return returned;
      } finally {
        this.#cache.release(payload.view);
      }
    } finally {
      rmSync(output, { recursive: true, force: true });
      this.counts.busy--;
      this.#waiting.shift()?.();
    }
  }

  close(): void {
    this.#executors.close();
    this.#cache.close();
  }

  async #view(key: string): Promise<View> {
    const known = this.#views.get(key) ?? (await this.#fetchView(key));
    this.#views.delete(key);
    this.#views.set(key, known);
    for (const oldest of this.#views.keys()) if (this.#views.size > VIEWS_KNOWN) this.#views.delete(oldest);
    return known;
  }

  async #fetchView(key: string): Promise<View> {
    for (let tries = 1; ; tries++) {
      const json = await this.#redis.get(viewKey(key));
      if (json !== null) return readView(json);
      if (tries === VIEW_TRIES) throw new GameloreError("table-missing", "the job's list of tables is not in Redis");
      await sleep(RETRY_MS);
    }
  }

  async #address({ host }: View): Promise<HostAddress> {
    const json = await this.#redis.get(hostKey(host));
    if (json !== null) return JSON.parse(json) as HostAddress;
    throw new GameloreError(
      "table-missing",
      "a table of the job is not on this machine, and its coordinator has ended",
    );
  }

  async #upload({ files, cpuSeconds }: BuiltTables, view: View, signal: AbortSignal): Promise<TablesResult> {
    const left = [...files];
    const tables: TablesResult["tables"][number][] = [];
    const uploadNext = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { game, name, path } = next;
        const file = openTableFile(path);
        tables.push({ name, digest: shortDigest(file.head()) });
        this.counts.entries += file.identity.entries;
        file.close();
        await this.#withCoordinator(view, signal, () => this.#put(`tables/${game}/${name}`, path, view));
      }
    };
    await Promise.all(Array.from({ length: UPLOADS }, uploadNext));
    return { tables, cpuSeconds };
  }

  /** Repeats work that needs the coordinator, which may be starting again. */
  async #withCoordinator<T>(view: View, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    while (true) {
      throwIfAborted(signal);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof GameloreError) || error.code !== "table-missing") throw error;
        const isThere = (await this.#redis.exists(hostKey(view.host))) === 1;
        if (performance.now() - started > (isThere ? UNREACHABLE_MS : COORDINATOR_WAIT_MS)) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  /** A file that the coordinator refuses is an error of the job; otherwise it cannot be reached. */
  async #put(where: string, path: string, view: View): Promise<void> {
    const { url, token } = await this.#address(view);
    const body = await openAsBlob(path);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/${where}`, { method: "PUT", body, headers }).catch((cause: unknown) => {
      throw new GameloreError("table-missing", `cannot upload ${where} to ${url}; ${LISTEN_HINT}`, { cause });
    });
    if (response.status === 201) return;
    const message = `${where}: status ${response.status} ${await response.text()}`;
    if (response.status === 422) throw new GameloreError("job-failed", `the coordinator refuses ${message}`);
    throw new GameloreError("table-missing", `cannot upload ${message}`);
  }
}
