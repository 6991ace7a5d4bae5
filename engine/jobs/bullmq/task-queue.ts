/**
 * Tasks for many machines, over BullMQ on the user's Redis or Valkey. Each build has its own queues, so that a worker never takes a task of
 * another build, and tasks that start programs have one of their own. Results are collected from events, and by looking every few
 * seconds, because events and even tasks may be lost when Redis dies: a task that Redis does not know any more is submitted again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { GameloreError } from "../../contracts/errors.ts";
import { errorOfText, taskError } from "../task-errors.ts";
import { ATTEMPTS, type Task, type TaskQueue, type WorkerStatus } from "../task-queue.ts";
import { connect, loadBullmq, PREFIX, type OnProblem } from "./connection.ts";
import { listWorkers, RENEW_MS } from "./registry.ts";

/** Of the queue of a build. */
export function laneName(build: string, startsPrograms: boolean): string {
  return `${build}${startsPrograms ? "-programs" : ""}`;
}

export interface TaskData {
  readonly group: string;
  readonly build: string;
  readonly payload: unknown;
}

/** Results that nobody collected, for a coordinator that is started again. */
const KEPT_SECONDS = 24 * 3_600;
const KEPT_TASKS = 10_000;
const BACKOFF_MS = 200;
/** The events of finished tasks contain their results. */
const EVENTS_KEPT = 500;
const CLOSE_MS = 2_000;

interface Entry {
  readonly task: Task;
  readonly settled: PromiseWithResolvers<unknown>;
  /** Redis has it. */
  submitted: boolean;
  submitting: Promise<void>;
}

export class BullTaskQueue implements TaskQueue {
  readonly redis: Redis;
  readonly build: string;
  readonly #lanes: readonly Lane[];
  readonly #timer: NodeJS.Timeout;
  #workers: readonly WorkerStatus[] = [];

  private constructor(redis: Redis, build: string, lanes: readonly Lane[]) {
    this.redis = redis;
    this.build = build;
    this.#lanes = lanes;
    this.#timer = setInterval(() => void this.#refresh().catch(() => {}), RENEW_MS);
  }

  static async connect(url: string, build: string, onProblem: OnProblem): Promise<BullTaskQueue> {
    const redis = await connect(url, onProblem);
    const lanes = await Promise.all([false, true].map((programs) => Lane.open(redis, build, programs)));
    const queue = new BullTaskQueue(redis, build, lanes);
    await queue.#refresh();
    return queue;
  }

  get slots(): number {
    const able = this.#workers.filter(({ build }) => build === this.build);
    return Math.max(
      1,
      able.reduce((sum, { slots }) => sum + slots, 0),
    );
  }

  /** As of a few seconds ago. */
  get known(): readonly WorkerStatus[] {
    return this.#workers;
  }

  /** Whether tasks start programs and no worker may. */
  get needsPermission(): boolean {
    const able = this.#workers.some(({ build, startsPrograms }) => build === this.build && startsPrograms);
    return !able && this.#lane(true).size > 0;
  }

  run(task: Task, signal?: AbortSignal): Promise<unknown> {
    return this.#lane(task.startsPrograms).run(task, signal);
  }

  async unfinished(group: string): Promise<readonly Task[]> {
    return (await Promise.all(this.#lanes.map((lane) => lane.unfinished(group)))).flat();
  }

  workers(): Promise<readonly WorkerStatus[]> {
    return listWorkers(this.redis);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // Redis may be gone.
    const closing = Promise.allSettled(this.#lanes.map((lane) => lane.close()));
    await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
    this.redis.disconnect();
  }

  #lane(startsPrograms: boolean): Lane {
    return this.#lanes[startsPrograms ? 1 : 0] as Lane;
  }

  async #refresh(): Promise<void> {
    this.#workers = await listWorkers(this.redis);
    for (const lane of this.#lanes) await lane.look();
  }
}

/** One queue of BullMQ with the tasks in flight. */
class Lane {
  readonly #queue: Queue<TaskData>;
  readonly #events: QueueEvents;
  readonly #startsPrograms: boolean;
  readonly #build: string;
  readonly #entries = new Map<string, Entry>();
  /** Removals that need not be awaited before the end. */
  readonly #removing = new Set<Promise<unknown>>();

  private constructor(queue: Queue<TaskData>, events: QueueEvents, build: string, startsPrograms: boolean) {
    this.#queue = queue;
    this.#events = events;
    this.#build = build;
    this.#startsPrograms = startsPrograms;
    // Reported by the connection.
    queue.on("error", () => {});
    events.on("error", () => {});
    events.on("completed", ({ jobId, returnvalue }) => this.#complete(jobId, returnvalue));
    events.on("failed", ({ jobId, failedReason }) => this.#fail(jobId, failedReason));
  }

  static async open(redis: Redis, build: string, startsPrograms: boolean): Promise<Lane> {
    const { bullmq } = await loadBullmq();
    const name = laneName(build, startsPrograms);
    const common = { prefix: PREFIX, skipVersionCheck: true };
    const queue = new bullmq.Queue<TaskData>(name, {
      ...common,
      connection: redis,
      streams: { events: { maxLen: EVENTS_KEPT } },
    });
    const events = new bullmq.QueueEvents(name, { ...common, connection: redis });
    const lane = new Lane(queue, events, build, startsPrograms);
    await events.waitUntilReady();
    return lane;
  }

  /** Tasks in flight. */
  get size(): number {
    return this.#entries.size;
  }

  run(task: Task, signal?: AbortSignal): Promise<unknown> {
    const same = this.#entries.get(task.id);
    if (same) return same.settled.promise;
    const settled = Promise.withResolvers<unknown>();
    const entry: Entry = { task, settled, submitted: false, submitting: Promise.resolve() };
    this.#entries.set(task.id, entry);
    const abort = (): void => void this.#abort(entry);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    else {
      entry.submitting = this.#submit(entry).catch((error: unknown) => {
        this.#entries.delete(task.id);
        settled.reject(error);
      });
    }
    return entry.settled.promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  async unfinished(group: string): Promise<Task[]> {
    const jobs = await this.#queue.getJobs(["waiting", "prioritized", "delayed", "active", "completed"]);
    return jobs.flatMap((job) =>
      // Jobs may vanish while they are listed.
      job?.id !== undefined && job.data.group === group
        ? [{ id: job.id, group, startsPrograms: this.#startsPrograms, payload: job.data.payload }]
        : [],
    );
  }

  /** Collects what events have not reported, and submits again what Redis has lost. */
  async look(): Promise<void> {
    const submitted = [...this.#entries.values()].filter((entry) => entry.submitted);
    for (const { task } of submitted) {
      const state = await this.#queue.getJobState(task.id);
      const entry = this.#entries.get(task.id);
      // It may have been settled meanwhile.
      if (entry && ["unknown", "completed", "failed"].includes(state)) await this.#submit(entry);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#removing);
    await this.#events.close();
    await this.#queue.close();
  }

  /** Attaches to the task in Redis, or adds it. One that failed in an earlier run is tried again. */
  async #submit(entry: Entry): Promise<void> {
    const { id, group, payload } = entry.task;
    const job = await this.#find(id);
    if (job?.finishedOn !== undefined && job.failedReason === undefined) return this.#complete(id, job.returnvalue);
    if (job?.finishedOn !== undefined && job.failedReason !== undefined) {
      if (entry.submitted) return this.#fail(id, job.failedReason);
      await job.remove();
    }
    if (!job?.finishedOn && job) {
      entry.submitted = true;
      return;
    }
    const data: TaskData = { group, build: this.#build, payload };
    await this.#queue.add("task", data, {
      jobId: id,
      attempts: ATTEMPTS,
      backoff: { type: "fixed", delay: BACKOFF_MS },
      removeOnComplete: { age: KEPT_SECONDS, count: KEPT_TASKS },
      removeOnFail: { age: KEPT_SECONDS, count: KEPT_TASKS },
    });
    entry.submitted = true;
  }

  async #find(id: string): Promise<Job<TaskData> | undefined> {
    const { bullmq } = await loadBullmq();
    return bullmq.Job.fromId<TaskData>(this.#queue, id);
  }

  #complete(id: string, result: unknown): void {
    const entry = this.#taken(id);
    entry?.settled.resolve(result);
  }

  #fail(id: string, reason: string): void {
    const entry = this.#taken(id);
    entry?.settled.reject(taskError(entry.task, errorOfText(reason)));
  }

  /** A waiting task is removed. A running one goes on, and its result is kept for the next run. */
  async #abort(entry: Entry): Promise<void> {
    this.#entries.delete(entry.task.id);
    const removed = entry.submitting.then(() => this.#remove(entry.task.id));
    // Redis may be gone.
    await Promise.race([removed, sleep(CLOSE_MS, undefined, { ref: false })]);
    entry.settled.reject(new GameloreError("interrupted", "interrupted"));
  }

  /** Ends an entry and removes its task. */
  #taken(id: string): Entry | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    this.#entries.delete(id);
    void this.#remove(id);
    return entry;
  }

  #remove(id: string): Promise<void> {
    const removing = this.#queue.remove(id).then(
      () => {},
      // It is running.
      () => {},
    );
    this.#removing.add(removing);
    return removing.finally(() => this.#removing.delete(removing));
  }
}
