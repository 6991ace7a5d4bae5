/** The server's jobs: requests are checked when they are submitted, then run one at a time, each in a worker thread, on this machine or by the queue. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startDetached } from "../../distributed/detach.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { sourceFile } from "../../engine/platform/node/source-file.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { InProcessQueue, type Job, type JobControl } from "../../engine/jobs/queue.ts";
import { commandLine } from "../../engine/jobs/command-line.ts";
import type { MemoryBudget } from "../../engine/kernel/memory-budget.ts";
import type { ProvablePosition } from "../../service/analysis-documents.ts";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import type { TableSpecDocument } from "../../service/table-documents.ts";
import type { GameSource } from "../game-source.ts";
import { HttpError } from "../http/http-error.ts";
import { LIMITS } from "../http/limits.ts";
import { commandOf } from "./job-command.ts";
import { JobFiles } from "./job-files.ts";
import type { QueueSettings } from "./queued-job.ts";
import { WorkerClient } from "../threads/worker-client.ts";
import type { JobReport, Live, Reports } from "./job-control.ts";
import type { JobStart } from "./job-work.ts";

const PROGRAM = sourceFile("./job-worker", import.meta.url);
/** A cancelled job may use this time to save a checkpoint; then it is terminated. */
const GRACE_MS = 60_000;
/** A client does not wait longer for a cancelled job, which may be saving a large checkpoint; whoever watches the jobs receives its end. */
const CANCEL_MS = 2_000;
const MEGABYTES = 2_000;
const COMMAND = fileURLToPath(new URL("../../cli/gamelore.js", import.meta.url));
/** The variable that gives the queue to a detached run: command lines are visible to all users of a machine. */
const QUEUE_VARIABLE = "GAMELORE_DETACHED_QUEUE";

/** What jobs need of the games; answered by the games' threads. */
interface JobGames {
  source(id: string): GameSource;
  call(id: string, method: "tableSpec" | "playerText" | "provable", argument: unknown): Promise<unknown>;
  /** Frees the memory of games that are not in use. */
  releaseIdle(): Promise<unknown>;
}

export class Jobs {
  readonly #queue: InProcessQueue<JobRequest, Live>;
  readonly #games: JobGames;
  readonly #budget: MemoryBudget;
  readonly #experiments: readonly string[];
  readonly #files: JobFiles;
  readonly #settings: QueueSettings | null;

  constructor(
    games: JobGames,
    budget: MemoryBudget,
    experiments: readonly string[],
    settings: QueueSettings | null = null,
    files: JobFiles = new JobFiles(),
  ) {
    this.#games = games;
    this.#settings = settings;
    this.#budget = budget;
    this.#experiments = experiments;
    this.#files = files;
    const limits = {
      running: LIMITS.jobsRunning,
      waiting: LIMITS.jobsWaiting,
      remembered: LIMITS.jobsRemembered,
    };
    this.#queue = new InProcessQueue<JobRequest, Live>(limits, files.load());
    this.#queue.watch((job) => this.#save(documentOf(job)));
  }

  list(): JobDocument[] {
    return this.#queue.list().map(documentOf);
  }

  get(id: string): JobDocument {
    const job = this.#queue.get(id);
    if (!job) throw new HttpError("not-found", `job ${JSON.stringify(id.slice(0, 60))} not found`);
    return documentOf(job);
  }

  async submit(request: JobRequest): Promise<JobDocument> {
    // The same request again returns the unfinished job.
    const same = this.#queue
      .list()
      .find((job) => job.ended === null && JSON.stringify(job.request) === JSON.stringify(request));
    if (same) return documentOf(same);
    const { title, memoryBytes } = await this.#check(request);
    const waiting = this.#queue.list().filter(({ state }) => state === "waiting").length;
    if (waiting >= LIMITS.jobsWaiting)
      throw new HttpError("busy", `${waiting} jobs are waiting; cancel one or try again later`);
    const source = request.kind === "lab" ? null : this.#games.source(request.game);
    // A build that continues from a checkpoint counts its progress from there.
    const before = this.#queue
      .list()
      .findLast((job) => JSON.stringify(job.request) === JSON.stringify(request) && job.state !== "done");
    const command = this.#settings && shownCommand(request, this.#settings);
    const queued = this.#settings && command !== null ? { ...this.#settings, command } : null;
    const start: JobStart = { source, queued };
    const run = async (control: JobControl<Live>): Promise<string | null> => {
      if (memoryBytes > this.#budget.limitBytes - this.#budget.usedBytes) await this.#games.releaseIdle();
      return runInWorker(request, start, this.#budget, resuming(control, before?.progress?.done ?? 0));
    };
    return documentOf(this.#queue.submit({ title, request, resumable: request.kind !== "prove", run }));
  }

  /** The job when it has ended, or while it is still stopping. */
  async cancel(id: string): Promise<JobDocument> {
    this.get(id);
    await Promise.race([this.#queue.cancel(id), sleep(CANCEL_MS, undefined, { ref: false })]);
    return this.get(id);
  }

  /** Ends the job here, and goes on with it in a process that outlives the server; it is listed with the runs of the queue. */
  async detach(id: string): Promise<JobDocument> {
    const { request, ended } = this.get(id);
    const settings = this.#settings;
    if (settings === null) throw new HttpError("not-found", "this server has no queue (gamelore serve --queue URL)");
    if (ended !== null) throw new GameloreError("bad-usage", "the job has ended; start it again to detach it");
    const words = commandOf(request);
    const command = shownCommand(request, settings);
    if (words === null || command === null)
      throw new GameloreError("bad-usage", "this job is done by the server and cannot be detached");
    if ("game" in request && this.#games.source(request.game).rulesheet !== undefined)
      throw new GameloreError(
        "bad-usage",
        "a job with an uploaded rulesheet cannot be detached: it runs in the server",
      );
    await this.#queue.cancel(id);
    await startDetached([COMMAND, ...withQueue(words, QUEUE_VARIABLE, ...listenWords(settings))], {
      url: settings.url,
      folder: join(dataFolder(), "runs"),
      command,
      env: { [QUEUE_VARIABLE]: settings.url },
    });
    return this.get(id);
  }

  watch(listener: (job: JobDocument) => void): () => void {
    return this.#queue.watch((job) => listener(documentOf(job)));
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#files.close();
  }

  #save(job: JobDocument): void {
    this.#files.save(job);
    // A job that ends may push the oldest one out of the queue, after this callback.
    if (job.ended !== null) queueMicrotask(() => this.#files.keepOnly(this.#queue.list().map(({ id }) => id)));
  }

  #refuseLarge(name: string, memoryBytes: number): void {
    const { limitBytes } = this.#budget;
    if (memoryBytes > limitBytes)
      throw new GameloreError(
        "too-large",
        `${name} needs ${megabytes(memoryBytes)} MB of memory; the server's budget is ${megabytes(limitBytes)} MB (gamelore serve --memory)`,
      );
    if (memoryBytes > process.availableMemory())
      throw new GameloreError("too-large", `${name} needs more memory than this machine has available`);
  }

  /** Checks a request, so that errors are reported on submission. `memoryBytes`: of the largest table, if that is known. */
  async #check(request: JobRequest): Promise<{ readonly title: string; readonly memoryBytes: number }> {
    switch (request.kind) {
      case "solve": {
        const { game, options } = request;
        const spec = (await this.#games.call(game, "tableSpec", { options })) as TableSpecDocument;
        this.#refuseLarge(spec.name, spec.memoryBytes);
        return { title: `Table ${spec.name}: ${spec.summary}`, memoryBytes: spec.memoryBytes };
      }
      case "prove": {
        const { game, position } = request;
        const { memoryBytes } = (await this.#games.call(game, "provable", { position })) as ProvablePosition;
        this.#refuseLarge(`a proof of ${game}`, memoryBytes);
        return { title: `Proof of a position of ${game}`, memoryBytes };
      }
      case "match":
      case "tournament": {
        const { game, variant, players } = request;
        const texts: string[] = [];
        for (const text of players)
          texts.push(((await this.#games.call(game, "playerText", { variant, text })) as { text: string }).text);
        const opponents = request.kind === "match" ? texts.join(" against ") : `tournament of ${texts.length}`;
        return { title: `${game}: ${opponents}`, memoryBytes: 0 };
      }
      case "lab":
        if (!this.#experiments.includes(request.experiment))
          throw new HttpError("not-found", `experiment "${request.experiment}" not found`);
        return { title: `Experiment ${request.experiment}, ${request.setting}`, memoryBytes: 0 };
    }
  }
}

function documentOf({ request, ...job }: Job<JobRequest, Live>): JobDocument {
  return { ...job, kind: request.kind, request };
}

/** Options are before `--`. */
function withQueue(words: readonly string[], queue: string, ...more: readonly string[]): string[] {
  const at = words.indexOf("--");
  return words.toSpliced(at < 0 ? words.length : at, 0, "--queue", queue, ...more);
}

function shownCommand(request: JobRequest, { url }: QueueSettings): string | null {
  const words = commandOf(request);
  return words && commandLine(withQueue(words, url));
}

/** The server keeps its port. */
function listenWords({ listen }: QueueSettings): string[] {
  return listen === null ? [] : ["--listen", `${listen.host.includes(":") ? `[${listen.host}]` : listen.host}:0`];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

interface WorkerControl {
  readonly signal: AbortSignal;
  readonly report: Reports;
}

/** Once the job reports that it continues, its progress is that of the part that was left. */
export function resuming({ signal, report }: JobControl<Live>, doneBefore: number): WorkerControl {
  let from = 0;
  return {
    signal,
    report: ({ resumed, progress, ...rest }) => {
      if (resumed) from = doneBefore;
      report({ ...rest, ...(progress && { progress: { ...progress, done: from + (1 - from) * progress.done } }) });
    },
  };
}

async function runInWorker(
  request: JobRequest,
  start: JobStart,
  budget: MemoryBudget,
  { signal, report }: WorkerControl,
): Promise<string | null> {
  const worker = new WorkerClient({ program: PROGRAM, data: start, megabytes: MEGABYTES, budget, graceMs: GRACE_MS });
  try {
    const onEvent = (update: unknown): void => report(update as JobReport);
    return (await worker.call(request.kind, request, { signal, onEvent })) as string | null;
  } finally {
    await worker.close();
  }
}
