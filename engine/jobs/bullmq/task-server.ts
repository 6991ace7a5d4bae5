/** The other end of the queue: takes tasks of this build and runs them. The handler must leave the event loop free, which renews the locks. */
import type { Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import * as z from "zod";
import { GameloreError } from "../../contracts/errors.ts";
import { errorText, isHopeless } from "../task-errors.ts";
import type { TaskHandler } from "../task-queue.ts";
import { isConnectionError, loadBullmq, PREFIX, type OnProblem } from "./connection.ts";
import { laneName } from "./task-queue.ts";

export interface ServeOptions {
  readonly build: string;
  readonly startsPrograms: boolean;
  readonly slots: number;
  /** The tasks of a worker that is silent for so long are given to others. */
  readonly lockSeconds: number;
  readonly onProblem: OnProblem;
}

export interface TaskServer {
  /** Takes no more tasks, and waits for the running ones. */
  close(): Promise<void>;
}

/** A worker that dies may have been ended by its task. */
const MAX_DEATHS = 10;
const STALLED_CHECKS_PER_LOCK = 3;
/** After a lost connection, until the next attempt to take a task. */
const RETRY_MS = 500;

const dataSchema = z.strictObject({ group: z.string(), build: z.string(), payload: z.unknown() });

export async function serveTasks(redis: Redis, options: ServeOptions, handler: TaskHandler): Promise<TaskServer> {
  const { bullmq } = await loadBullmq();
  const stop = new AbortController();
  const work = async (job: Job<unknown>): Promise<unknown> => {
    try {
      return await handler(payloadOf(job.data, options.build), stop.signal);
    } catch (error) {
      if (isHopeless(error)) throw new bullmq.UnrecoverableError(errorText(error));
      throw new Error(errorText(error), { cause: error });
    }
  };
  const milliseconds = 1_000 * options.lockSeconds;
  const workers: Worker[] = [];
  for (const startsPrograms of options.startsPrograms ? [false, true] : [false]) {
    const worker = new bullmq.Worker(laneName(options.build, startsPrograms), work, {
      connection: redis,
      prefix: PREFIX,
      skipVersionCheck: true,
      concurrency: options.slots,
      lockDuration: milliseconds,
      stalledInterval: Math.ceil(milliseconds / STALLED_CHECKS_PER_LOCK),
      maxStalledCount: MAX_DEATHS,
      runRetryDelay: RETRY_MS,
    });
    // A task whose lock was lost runs elsewhere, too.
    worker.on("error", (error) => {
      if (!isConnectionError(error)) options.onProblem(error.message);
    });
    workers.push(worker);
  }
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      stop.abort();
    },
  };
}

/** Tasks are data, never code: what does not have the expected form, or belongs to another build, is refused. */
export function payloadOf(data: unknown, build: string): unknown {
  const task = dataSchema.safeParse(data);
  if (!task.success) throw new GameloreError("job-refused", `the job is not valid: ${z.prettifyError(task.error)}`);
  if (task.data.build === build) return task.data.payload;
  throw new GameloreError(
    "job-refused",
    `the job is of another build, ${task.data.build}; this worker is ${build}: use the same version on all machines`,
  );
}
