/**
 * A queue for long-running jobs with limited concurrency. Jobs can be listed, watched and cancelled; the submitter provides the function to run.
 * Its jobs run in this process; work for other machines is cut into tasks (`task-queue.ts`).
 */
import { randomUUID } from "node:crypto";
import { GameloreError } from "../contracts/errors.ts";

/** `interrupted`: ended by shutdown, not cancelled. */
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled" | "interrupted";

/** The phase of a cancelled job until it has ended: it may be saving what it has. */
const STOPPING = "stopping";

export interface JobProgress {
  readonly phase: string;
  /** From 0 to 1. */
  readonly done: number;
  readonly note: string;
}

/** An update from a running job. `live` is data of the submitter. */
export interface JobUpdate<L> {
  readonly progress?: JobProgress;
  readonly live?: L;
  /** A line for the user, kept with the job. */
  readonly note?: string;
}

export interface JobControl<L> {
  readonly signal: AbortSignal;
  report(update: JobUpdate<L>): void;
}

export interface JobWork<Request, L> {
  readonly title: string;
  readonly request: Request;
  /** A restarted job resumes where it stopped. */
  readonly resumable: boolean;
  /** Resolves with the location of the result. */
  run(control: JobControl<L>): Promise<string | null>;
}

export interface Job<Request, L> {
  readonly id: string;
  readonly title: string;
  readonly request: Request;
  readonly resumable: boolean;
  readonly state: JobState;
  readonly progress: JobProgress | null;
  readonly secondsLeft: number | null;
  /** ISO 8601. */
  readonly started: string | null;
  readonly ended: string | null;
  readonly live: L | null;
  /** The latest ones. */
  readonly notes?: readonly string[];
  readonly result: string | null;
  readonly error: string | null;
}

export interface JobQueue<Request, L> {
  /** Fails with `store-busy` if too many jobs are waiting. */
  submit(work: JobWork<Request, L>): Job<Request, L>;
  list(): readonly Job<Request, L>[];
  get(id: string): Job<Request, L> | null;
  /** Cancels a job; resolves after its progress is saved. */
  cancel(id: string): Promise<Job<Request, L> | null>;
  /** Subscribes to changes; the returned function unsubscribes. */
  watch(listener: (job: Job<Request, L>) => void): () => void;
  close(): Promise<void>;
}

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
  /** Finished jobs that are kept in the list. */
  readonly remembered: number;
  /** Minimum interval between notifications about one job. */
  readonly notifyMilliseconds?: number;
}

const NOTIFY_MS = 250;
const MOST_NOTES = 10;
/** Below this progress the remaining time is not estimated. */
const TOO_EARLY = 0.01;

interface Entry<Request, L> {
  /** Null for a job of an earlier queue. */
  readonly run: JobWork<Request, L>["run"] | null;
  job: Job<Request, L>;
  readonly controller: AbortController;
  startedAt: number;
  /** The first reported progress: more than 0 if the job continues an earlier one. */
  firstDone: number | null;
  ended: Promise<void>;
  notifiedAt: number;
  timer: NodeJS.Timeout | null;
}

export class InProcessQueue<Request, L> implements JobQueue<Request, L> {
  readonly #limits: QueueLimits;
  readonly #entries = new Map<string, Entry<Request, L>>();
  readonly #listeners = new Set<(job: Job<Request, L>) => void>();
  #closed = false;

  /** `past`: finished jobs of an earlier queue. */
  constructor(limits: QueueLimits, past: readonly Job<Request, L>[] = []) {
    this.#limits = limits;
    for (const job of past) this.#enter(job, null);
  }

  submit(work: JobWork<Request, L>): Job<Request, L> {
    if (this.#closed) throw new GameloreError("interrupted", "the server is shutting down and accepts no jobs");
    if (this.#of("waiting").length >= this.#limits.waiting)
      throw new GameloreError(
        "store-busy",
        `${this.#limits.waiting} jobs are already waiting; cancel one or try again later`,
      );
    const { title, request, resumable } = work;
    const id = randomUUID();
    const job: Job<Request, L> = {
      id,
      title,
      request,
      resumable,
      state: "waiting",
      progress: null,
      secondsLeft: null,
      started: null,
      ended: null,
      live: null,
      result: null,
      error: null,
    };
    const entry = this.#enter(job, (control) => work.run(control));
    this.#notify(entry);
    this.#dispatch();
    return entry.job;
  }

  list(): readonly Job<Request, L>[] {
    return [...this.#entries.values()].map(({ job }) => job);
  }

  get(id: string): Job<Request, L> | null {
    return this.#entries.get(id)?.job ?? null;
  }

  async cancel(id: string): Promise<Job<Request, L> | null> {
    const entry = this.#entries.get(id);
    if (!entry) return null;
    if (entry.job.state === "waiting") this.#end(entry, { state: this.#endedBy });
    if (entry.job.state === "running" && !entry.controller.signal.aborted) {
      const progress = { phase: STOPPING, done: entry.job.progress?.done ?? 0, note: "" };
      this.#change(entry, { progress, secondsLeft: null });
      entry.controller.abort();
    }
    await entry.ended;
    return entry.job;
  }

  watch(listener: (job: Job<Request, L>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#entries.keys()].map((id) => this.cancel(id)));
    this.#listeners.clear();
  }

  #enter(job: Job<Request, L>, run: Entry<Request, L>["run"]): Entry<Request, L> {
    const entry: Entry<Request, L> = {
      run,
      job,
      controller: new AbortController(),
      startedAt: 0,
      firstDone: null,
      ended: Promise.resolve(),
      notifiedAt: 0,
      timer: null,
    };
    this.#entries.set(job.id, entry);
    return entry;
  }

  get #endedBy(): JobState {
    return this.#closed ? "interrupted" : "cancelled";
  }

  #of(state: JobState): Entry<Request, L>[] {
    return [...this.#entries.values()].filter(({ job }) => job.state === state);
  }

  #dispatch(): void {
    for (const entry of this.#of("waiting")) {
      if (this.#of("running").length >= this.#limits.running) return;
      entry.startedAt = performance.now();
      this.#change(entry, { state: "running", started: new Date().toISOString() });
      entry.ended = this.#run(entry);
    }
  }

  async #run(entry: Entry<Request, L>): Promise<void> {
    const { run, controller } = entry;
    try {
      const report = (update: JobUpdate<L>): void => this.#report(entry, update);
      const result = (await run?.({ signal: controller.signal, report })) ?? null;
      this.#end(entry, { state: "done", result, secondsLeft: null });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // It may have been stopped from elsewhere.
      const isStopped = error instanceof GameloreError && error.code === "interrupted";
      if (controller.signal.aborted || isStopped) this.#end(entry, { state: this.#endedBy, error: message });
      else this.#end(entry, { state: "failed", error: message });
    }
    this.#dispatch();
  }

  #report(entry: Entry<Request, L>, { progress, live, note }: JobUpdate<L>): void {
    if (entry.job.state !== "running" || entry.controller.signal.aborted) return;
    const notes = [...(entry.job.notes ?? []), ...(note === undefined ? [] : [note])].slice(-MOST_NOTES);
    this.#change(
      entry,
      {
        ...(progress ? this.#progressed(entry, progress) : {}),
        ...(live === undefined ? {} : { live }),
        ...(notes.length > 0 ? { notes } : {}),
      },
      false,
    );
  }

  /** Progress never goes backwards, whatever the phases of a job report. */
  #progressed(entry: Entry<Request, L>, progress: JobProgress): Pick<Job<Request, L>, "progress" | "secondsLeft"> {
    const done = Math.max(progress.done, entry.job.progress?.done ?? 0);
    entry.firstDone ??= done;
    const gained = done - entry.firstDone;
    const seconds = (performance.now() - entry.startedAt) / 1000;
    return {
      progress: { ...progress, done },
      secondsLeft: gained > TOO_EARLY ? (seconds / gained) * (1 - done) : null,
    };
  }

  #end(entry: Entry<Request, L>, change: Partial<Job<Request, L>>): void {
    this.#change(entry, { secondsLeft: null, ...change, ended: new Date().toISOString() });
    const over = [...this.#entries.values()].filter(({ job }) => job.ended !== null);
    for (const { job } of over.slice(0, Math.max(0, over.length - this.#limits.remembered)))
      this.#entries.delete(job.id);
  }

  /** Frequent changes are throttled. */
  #change(entry: Entry<Request, L>, change: Partial<Job<Request, L>>, immediately = true): void {
    entry.job = { ...entry.job, ...change };
    const wait = (this.#limits.notifyMilliseconds ?? NOTIFY_MS) - (performance.now() - entry.notifiedAt);
    if (immediately || wait <= 0) return this.#notify(entry);
    entry.timer ??= setTimeout(() => this.#notify(entry), wait);
  }

  #notify(entry: Entry<Request, L>): void {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    entry.notifiedAt = performance.now();
    for (const listener of this.#listeners) listener(entry.job);
  }
}
