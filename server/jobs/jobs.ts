/** The server's jobs: what clients ask for, checked before it waits its turn, each on a thread of its own. */
import { Worker } from "node:worker_threads";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { InProcessQueue, type Job, type JobControl } from "../../engine/jobs/queue.ts";
import type { JobDocument, JobRequest, TableOfferDocument } from "../../service/api.ts";
import type { GameSource } from "../game-source.ts";
import { ServerFault } from "../http/http-error.ts";
import { LIMITS } from "../http/limits.ts";
import { JobFiles } from "./job-files.ts";
import { receivedError } from "../threads/messages.ts";
import type { Live } from "./job-work.ts";
import type { FromJob } from "./job-worker.ts";

const PROGRAM = new URL("./job-worker-start.js", import.meta.url);
/** A job that was told to end may save what it has; after this it is ended as it is. */
const GRACE_MS = 60_000;
const MEGABYTES = 2_000;

/** What the jobs need of the games: asked in the games' own threads. */
export interface JobGames {
  source(id: string): GameSource;
  ask(id: string, method: "table" | "players", argument: unknown): Promise<unknown>;
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
    this.#queue = new InProcessQueue<JobRequest, Live>(limits, files.past());
    this.#queue.watch((job) => this.#keep(documentOf(job)));
  }

  list(): JobDocument[] {
    return this.#queue.list().map(documentOf);
  }

  get(id: string): JobDocument {
    const job = this.#queue.get(id);
    if (!job) throw new ServerFault("not-found", `there is no job ${JSON.stringify(id.slice(0, 60))}`);
    return documentOf(job);
  }

  async submit(request: JobRequest): Promise<JobDocument> {
    // Who asks twice for the same means it once.
    const same = this.#queue
      .list()
      .find((job) => job.ended === null && JSON.stringify(job.request) === JSON.stringify(request));
    if (same) return documentOf(same);
    const title = await this.#check(request);
    const waiting = this.#queue.list().filter(({ state }) => state === "waiting").length;
    if (waiting >= LIMITS.jobsWaiting)
      throw new ServerFault("busy", `${waiting} jobs wait already; end one, or try again later`);
    const source = request.kind === "lab" ? null : this.#games.source(request.game);
    const run = (control: JobControl<Live>): Promise<string | null> => runOnThread({ request, source }, control);
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

  #keep(job: JobDocument): void {
    this.#files.note(job);
    // What ends may make the queue forget an older one; it is told of before.
    if (job.ended !== null) queueMicrotask(() => this.#files.keepOnly(this.#queue.list().map(({ id }) => id)));
  }

  /** What is wrong with a request is told at once, not when its turn comes. The answer is its title. */
  async #check(request: JobRequest): Promise<string> {
    switch (request.kind) {
      case "solve": {
        const { game, options } = request;
        const offer = (await this.#games.ask(game, "table", { options })) as TableOfferDocument;
        if (offer.memoryBytes > process.availableMemory())
          throw new GameloreError(
            "too-large",
            `${offer.name} takes more memory to build than this machine has to spare`,
          );
        return `Table ${offer.name}: ${offer.summary}`;
      }
      case "match":
      case "tournament": {
        const { game, variant, players } = request;
        const texts: string[] = [];
        for (const text of players)
          texts.push(((await this.#games.ask(game, "players", { variant, text })) as { text: string }).text);
        return request.kind === "match"
          ? `${game}: ${texts.join(" against ")}`
          : `${game}: tournament of ${texts.length}`;
      }
      case "lab":
        if (!this.#experiments.includes(request.experiment))
          throw new ServerFault("not-found", `there is no experiment "${request.experiment}"; see /api/lab`);
        return `Experiment ${request.experiment}, ${request.setting}`;
    }
  }
}

function documentOf({ request, ...job }: Job<JobRequest, Live>): JobDocument {
  return { ...job, kind: request.kind, request };
}

function runOnThread(start: object, { signal, report }: JobControl<Live>): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(PROGRAM, { workerData: start, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } });
    let late: NodeJS.Timeout | undefined;
    let outcome: () => void = () => reject(new GameloreError("kernel-failed", "the job's thread ended"));
    const stop = (): void => {
      worker.postMessage("stop");
      late = setTimeout(() => void worker.terminate(), GRACE_MS);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    worker.on("message", (message: FromJob) => {
      if (message.kind === "report") return report(message.update);
      outcome = message.kind === "done" ? () => resolve(message.result) : () => reject(receivedError(message.error));
    });
    worker.on("error", (error: Error) => {
      outcome = () => reject(error);
    });
    // Only then are its files closed and its locks gone.
    worker.on("exit", () => {
      clearTimeout(late);
      signal.removeEventListener("abort", stop);
      outcome();
    });
  });
}
