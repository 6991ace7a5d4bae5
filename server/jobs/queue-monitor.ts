/** The server's connection to the queue, if it has one: what workers and runs do, and stopping runs. */
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { codeDigest } from "../../distributed/code-digest.ts";
import { connect, loadBullmq, PREFIX, withoutPassword } from "../../engine/jobs/bullmq/connection.ts";
import { listRuns, listWorkers, requestStop, type RunStatus } from "../../engine/jobs/bullmq/registry.ts";
import { laneName } from "../../engine/jobs/bullmq/task-queue.ts";
import type { WorkerStatus } from "../../engine/jobs/task-queue.ts";
import type { QueueDocument, QueueRunDocument, QueueWorkerDocument } from "../../service/queue-documents.ts";
import { HttpError } from "../http/http-error.ts";

/** Pages that ask more often receive the same document. */
const FRESH_MS = 1_000;
/** Commands wait for a lost connection; clients do not. */
const PATIENCE_MS = 2_000;

export class QueueMonitor {
  readonly #url: string;
  readonly #redis: Redis;
  readonly #lanes: readonly Queue[];
  #latest: Promise<QueueDocument>;
  #at = Number.NEGATIVE_INFINITY;

  private constructor(url: string, redis: Redis, lanes: readonly Queue[]) {
    this.#url = url;
    this.#redis = redis;
    this.#lanes = lanes;
    this.#latest = Promise.resolve(this.#document([0, 0], [], []));
  }

  static async open(url: string, onProblem: (line: string) => void): Promise<QueueMonitor> {
    const { bullmq } = await loadBullmq();
    const redis = await connect(url, onProblem);
    const lanes = [false, true].map((programs) => {
      const options = { connection: redis, prefix: PREFIX, skipVersionCheck: true };
      const lane = new bullmq.Queue(laneName(codeDigest(), programs), options);
      // Reported by the connection.
      lane.on("error", () => {});
      return lane;
    });
    return new QueueMonitor(url, redis, lanes);
  }

  async status(): Promise<QueueDocument> {
    if (performance.now() - this.#at > FRESH_MS) {
      this.#at = performance.now();
      this.#latest = this.#read(this.#latest);
    }
    return this.#latest;
  }

  async stop(run: string): Promise<QueueDocument> {
    const found = (await this.status()).runs.find(({ id }) => id === run);
    if (found?.state !== "running")
      throw new HttpError("not-found", `run ${JSON.stringify(run.slice(0, 60))} is not running`);
    await this.#inTime(requestStop(this.#redis, run), null);
    return this.status();
  }

  close(): void {
    this.#redis.disconnect();
  }

  async #read(before: Promise<QueueDocument>): Promise<QueueDocument> {
    const lost = { ...(await before), connected: false };
    if (this.#redis.status !== "ready") return lost;
    const counts = this.#lanes.map((lane) => lane.getJobCounts("waiting", "prioritized", "delayed", "active"));
    const reading = Promise.all([Promise.all(counts), listWorkers(this.#redis), listRuns(this.#redis)]);
    const read = reading.then(([lanes, workers, runs]) => {
      const sum = (...states: readonly string[]): number =>
        lanes.reduce((total, lane) => total + states.reduce((some, state) => some + (lane[state] ?? 0), 0), 0);
      return this.#document([sum("waiting", "prioritized", "delayed"), sum("active")], workers, runs);
    });
    return this.#inTime(read, lost);
  }

  #document(
    [waiting, active]: readonly [number, number],
    workers: readonly WorkerStatus[],
    runs: readonly RunStatus[],
  ): QueueDocument {
    const build = codeDigest();
    return {
      address: withoutPassword(this.#url),
      connected: true,
      build,
      waiting,
      active,
      workers: workers.map((worker) => workerDocument(worker, build)),
      runs: runs.map(runDocument),
    };
  }

  async #inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const timer = setTimeout(resolve, PATIENCE_MS, otherwise);
    try {
      return await Promise.race([work.catch(() => otherwise), promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function workerDocument(
  { id, startsPrograms, slots, busy, seconds, tasks, games, entries, ...worker }: WorkerStatus,
  own: string,
): QueueWorkerDocument {
  const { build, gamesPerSecond, entriesPerSecond } = worker;
  const counts = { slots, busy, seconds, tasks, games, entries, gamesPerSecond, entriesPerSecond };
  return { id, build, fits: build === own, startsPrograms, ...counts };
}

function runDocument({ id, command, host, started, state, done, note }: RunStatus): QueueRunDocument {
  return { id, command, host, started, state, done, note };
}
