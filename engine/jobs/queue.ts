/**
 * Long work in a queue: so many at a time, the others wait their turn, all can be seen and ended. What a job does is not known here; whoever
 * submits it brings the function. This one lives in the process; one for many machines would have the same face.
 */
import { randomUUID } from "node:crypto";
import { GameloreError } from "../contracts/errors.ts";

/** `interrupted`: the program ended, nobody cancelled it. */
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled" | "interrupted";

export interface JobProgress {
  readonly phase: string;
  /** From 0 to 1. */
  readonly done: number;
  readonly note: string;
}

/** What a running job may tell: `live` grows while it runs and belongs to whoever submitted it. */
export interface JobUpdate<L> {
  readonly progress?: JobProgress;
  readonly live?: L;
}

export interface JobControl<L> {
  readonly signal: AbortSignal;
  report(update: JobUpdate<L>): void;
}

export interface JobWork<Request, L> {
  readonly title: string;
  readonly request: Request;
  /** Starting it again goes on where it stopped. */
  readonly resumable: boolean;
  /** Resolves with where to look at what came out. */
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
  readonly result: string | null;
  readonly error: string | null;
}

/** The port: what the ways in know of a queue. */
export interface JobQueue<Request, L> {
  /** Fails with `store-busy` where too many wait already. */
  submit(work: JobWork<Request, L>): Job<Request, L>;
  list(): readonly Job<Request, L>[];
  get(id: string): Job<Request, L> | null;
  /** Ends a job; it resolves when what can be saved is. */
  cancel(id: string): Promise<Job<Request, L> | null>;
  /** Hears of every change until the returned function is called. */
  watch(listener: (job: Job<Request, L>) => void): () => void;
  close(): Promise<void>;
}

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
  /** Ended ones that are remembered. */
  readonly remembered: number;
  /** Changes of one job are told no more often than this. */
  readonly tellMilliseconds?: number;
}

const TELL_MS = 250;
/** So little done says nothing about the time left. */
const TOO_EARLY = 0.01;

interface Entry<Request, L> {
  /** Of one that has ended, nothing is left to do. */
  readonly run: JobWork<Request, L>["run"] | null;
  job: Job<Request, L>;
  readonly controller: AbortController;
  /** When it, or the part that it is in, began. */
  startedAt: number;
  ended: Promise<void>;
  told: number;
  timer: NodeJS.Timeout | null;
}

export class InProcessQueue<Request, L> implements JobQueue<Request, L> {
  readonly #limits: QueueLimits;
  readonly #entries = new Map<string, Entry<Request, L>>();
  readonly #listeners = new Set<(job: Job<Request, L>) => void>();
  #closed = false;

  /** `past`: jobs of an earlier queue, all ended. */
  constructor(limits: QueueLimits, past: readonly Job<Request, L>[] = []) {
    this.#limits = limits;
    for (const job of past) this.#enter(job, null);
  }

  submit(work: JobWork<Request, L>): Job<Request, L> {
    if (this.#closed) throw new GameloreError("interrupted", "no more jobs are taken: the program ends");
    if (this.#of("waiting").length >= this.#limits.waiting)
      throw new GameloreError("store-busy", `${this.#limits.waiting} jobs wait already; end one, or try again later`);
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
    this.#tell(entry);
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
    if (entry.job.state === "running") entry.controller.abort();
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
      ended: Promise.resolve(),
      told: 0,
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
      if (controller.signal.aborted) this.#end(entry, { state: this.#endedBy, error: message });
      else this.#end(entry, { state: "failed", error: message });
    }
    this.#dispatch();
  }

  #report(entry: Entry<Request, L>, { progress, live }: JobUpdate<L>): void {
    if (entry.job.state !== "running") return;
    // What goes back has begun something new: the time before says nothing about it.
    if (progress && progress.done < (entry.job.progress?.done ?? 0)) entry.startedAt = performance.now();
    const seconds = (performance.now() - entry.startedAt) / 1000;
    const left = progress && progress.done > TOO_EARLY ? (seconds / progress.done) * (1 - progress.done) : null;
    this.#change(
      entry,
      { ...(progress ? { progress, secondsLeft: left } : {}), ...(live === undefined ? {} : { live }) },
      false,
    );
  }

  #end(entry: Entry<Request, L>, change: Partial<Job<Request, L>>): void {
    this.#change(entry, { secondsLeft: null, ...change, ended: new Date().toISOString() });
    const over = [...this.#entries.values()].filter(({ job }) => job.ended !== null);
    for (const { job } of over.slice(0, Math.max(0, over.length - this.#limits.remembered)))
      this.#entries.delete(job.id);
  }

  /** Small changes are gathered for a moment. */
  #change(entry: Entry<Request, L>, change: Partial<Job<Request, L>>, atOnce = true): void {
    entry.job = { ...entry.job, ...change };
    const wait = (this.#limits.tellMilliseconds ?? TELL_MS) - (performance.now() - entry.told);
    if (atOnce || wait <= 0) return this.#tell(entry);
    entry.timer ??= setTimeout(() => this.#tell(entry), wait);
  }

  #tell(entry: Entry<Request, L>): void {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    entry.told = performance.now();
    for (const listener of this.#listeners) listener(entry.job);
  }
}
