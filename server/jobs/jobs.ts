/** The server's jobs: requests are checked when they are submitted, then run one at a time, each in a worker thread. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { InProcessQueue, type Job, type JobControl } from "../../engine/jobs/queue.ts";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import type { TableSpecDocument } from "../../service/table-documents.ts";
import type { GameSource } from "../game-source.ts";
import { HttpError } from "../http/http-error.ts";
import { LIMITS } from "../http/limits.ts";
import { JobFiles } from "./job-files.ts";
import { WorkerClient } from "../threads/worker-client.ts";
import type { JobReport, Live, Reports } from "./job-work.ts";

const PROGRAM = new URL("./job-worker.ts", import.meta.url);
/** A cancelled job may use this time to save a checkpoint; then it is terminated. */
const GRACE_MS = 60_000;
const MEGABYTES = 2_000;

/** What jobs need of the games; answered by the games' threads. */
interface JobGames {
  source(id: string): GameSource;
  call(id: string, method: "tableSpec" | "playerText", argument: unknown): Promise<unknown>;
}

export class Jobs {
  readonly #queue: InProcessQueue<JobRequest, Live>;
  readonly #games: JobGames;
  readonly #experiments: readonly string[];
  readonly #files: JobFiles;

  constructor(games: JobGames, experiments: readonly string[], files: JobFiles = new JobFiles()) {
    this.#games = games;
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
    if (!job) throw new HttpError("not-found", `job ${JSON.stringify(id.slice(0, 60))} not found; see /api/jobs`);
    return documentOf(job);
  }

  async submit(request: JobRequest): Promise<JobDocument> {
    // The same request again returns the unfinished job.
    const same = this.#queue
      .list()
      .find((job) => job.ended === null && JSON.stringify(job.request) === JSON.stringify(request));
    if (same) return documentOf(same);
    const title = await this.#check(request);
    const waiting = this.#queue.list().filter(({ state }) => state === "waiting").length;
    if (waiting >= LIMITS.jobsWaiting)
      throw new HttpError("busy", `${waiting} jobs are waiting; cancel one or try again later`);
    const source = request.kind === "lab" ? null : this.#games.source(request.game);
    // A build that continues from a checkpoint counts its progress from there.
    const before = this.#queue
      .list()
      .findLast((job) => JSON.stringify(job.request) === JSON.stringify(request) && job.state !== "done");
    const run = (control: JobControl<Live>): Promise<string | null> =>
      runInWorker(request, source, resuming(control, before?.progress?.done ?? 0));
    return documentOf(this.#queue.submit({ title, request, resumable: true, run }));
  }

  async cancel(id: string): Promise<JobDocument> {
    this.get(id);
    return documentOf((await this.#queue.cancel(id)) as Job<JobRequest, Live>);
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

  /** Checks a request and returns its title, so that errors are reported on submission. */
  async #check(request: JobRequest): Promise<string> {
    switch (request.kind) {
      case "solve": {
        const { game, options } = request;
        const spec = (await this.#games.call(game, "tableSpec", { options })) as TableSpecDocument;
        if (spec.memoryBytes > process.availableMemory())
          throw new GameloreError(
            "too-large",
            `${spec.name} needs more memory to build than this machine has available`,
          );
        return `Table ${spec.name}: ${spec.summary}`;
      }
      case "match":
      case "tournament": {
        const { game, variant, players } = request;
        const texts: string[] = [];
        for (const text of players)
          texts.push(((await this.#games.call(game, "playerText", { variant, text })) as { text: string }).text);
        return request.kind === "match"
          ? `${game}: ${texts.join(" against ")}`
          : `${game}: tournament of ${texts.length}`;
      }
      case "lab":
        if (!this.#experiments.includes(request.experiment))
          throw new HttpError("not-found", `experiment "${request.experiment}" not found; see /api/lab`);
        return `Experiment ${request.experiment}, ${request.setting}`;
    }
  }
}

function documentOf({ request, ...job }: Job<JobRequest, Live>): JobDocument {
  return { ...job, kind: request.kind, request };
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
  source: GameSource | null,
  { signal, report }: WorkerControl,
): Promise<string | null> {
  const worker = new WorkerClient({ program: PROGRAM, data: source, megabytes: MEGABYTES, graceMs: GRACE_MS });
  try {
    const onEvent = (update: unknown): void => report(update as JobReport);
    return (await worker.call(request.kind, request, { signal, onEvent })) as string | null;
  } finally {
    await worker.close();
  }
}
