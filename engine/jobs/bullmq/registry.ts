/** What is alive, in Redis: workers, and the runs that give them work. Each entry expires unless it is renewed. */
import type { Redis } from "ioredis";
import * as z from "zod";
import type { WorkerStatus } from "../task-queue.ts";
import { PREFIX } from "./connection.ts";

export const RENEW_MS = 2_000;
const EXPIRES_MS = 10_000;

const count = z.number().nonnegative();
const workerSchema: z.ZodType<WorkerStatus> = z.strictObject({
  id: z.string(),
  host: z.string(),
  pid: count,
  build: z.string(),
  startsPrograms: z.boolean(),
  slots: count,
  busy: count,
  tasks: count,
  games: count,
  entries: count,
  seconds: count,
});

export interface RunStatus {
  readonly id: string;
  readonly command: string;
  readonly host: string;
  readonly pid: number;
  /** ISO 8601. */
  readonly started: string;
  readonly state: "running" | "done" | "failed" | "stopped";
  /** Its latest progress, or why it ended. */
  readonly note: string;
  /** Where a detached run writes its output. */
  readonly log: string | null;
}

const runSchema: z.ZodType<RunStatus> = z.strictObject({
  id: z.string(),
  command: z.string(),
  host: z.string(),
  pid: count,
  started: z.string(),
  state: z.enum(["running", "done", "failed", "stopped"]),
  note: z.string(),
  log: z.string().nullable(),
});

type Kind = "worker" | "run";
const SCHEMAS = { worker: workerSchema, run: runSchema } as const;

export async function announce(
  redis: Redis,
  kind: Kind,
  entry: WorkerStatus | RunStatus,
  milliseconds: number = EXPIRES_MS,
): Promise<void> {
  await redis
    .multi()
    .sadd(`${PREFIX}:${kind}s`, entry.id)
    .set(`${PREFIX}:${kind}:${entry.id}`, JSON.stringify(entry), "PX", milliseconds)
    .exec();
}

export async function withdraw(redis: Redis, kind: Kind, id: string): Promise<void> {
  await redis.multi().srem(`${PREFIX}:${kind}s`, id).del(`${PREFIX}:${kind}:${id}`).exec();
}

async function listed<T>(redis: Redis, kind: Kind, schema: z.ZodType<T>): Promise<T[]> {
  const ids = (await redis.smembers(`${PREFIX}:${kind}s`)).toSorted();
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map((id) => `${PREFIX}:${kind}:${id}`));
  const gone = ids.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(`${PREFIX}:${kind}s`, gone);
  return texts.flatMap((text) => {
    const entry = text ? schema.safeParse(JSON.parse(text)) : null;
    return entry?.success ? [entry.data] : [];
  });
}

export function listWorkers(redis: Redis): Promise<WorkerStatus[]> {
  return listed(redis, "worker", SCHEMAS.worker);
}

export function listRuns(redis: Redis): Promise<RunStatus[]> {
  return listed(redis, "run", SCHEMAS.run);
}

/** Asks a run to stop; it looks every few seconds. */
export async function requestStop(redis: Redis, run: string): Promise<void> {
  await redis.set(`${PREFIX}:stop:${run}`, "1", "EX", 3_600);
}

export async function isStopRequested(redis: Redis, run: string): Promise<boolean> {
  return (await redis.exists(`${PREFIX}:stop:${run}`)) === 1;
}
