/** What is alive, in Redis: workers, and the runs that give them work. Each entry expires unless it is renewed. */
import type { Redis } from "ioredis";
import * as z from "zod";
import type { WorkerStatus } from "../task-queue.ts";
import { PREFIX } from "./connection.ts";

export const RENEW_MS = 2_000;
const EXPIRES_MS = 10_000;

const count = z.number().nonnegative();
/** Other versions may have more fields, and are listed with their build. */
const workerSchema: z.ZodType<WorkerStatus> = z.object({
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
  gamesPerSecond: count,
  entriesPerSecond: count,
});

/** `lost`: it ended without saying so, for example because it was killed. */
export const RUN_STATES = ["running", "done", "failed", "stopped", "lost"] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface RunStatus {
  readonly id: string;
  /** Without passwords. */
  readonly command: string;
  readonly host: string;
  readonly pid: number;
  /** Of its code; workers of others do not take its tasks. */
  readonly build: string;
  /** ISO 8601. */
  readonly started: string;
  readonly state: RunState;
  /** From 0 to 1; null before the first progress. */
  readonly done: number | null;
  /** Its latest progress, or why it ended. */
  readonly note: string;
  /** Where a detached run writes its output. */
  readonly log: string | null;
}

const runSchema: z.ZodType<RunStatus> = z.object({
  id: z.string(),
  command: z.string(),
  host: z.string(),
  pid: count,
  build: z.string(),
  started: z.string(),
  state: z.enum(RUN_STATES),
  done: z.number().nullable(),
  note: z.string(),
  log: z.string().nullable(),
});

/** Runs are listed for a day. */
const REMEMBERED_MS = 24 * 3_600_000;

type Kind = "worker" | "run";

function entryKey(kind: Kind, id: string): string {
  return `${PREFIX}:${kind}:${id}`;
}

function aliveKey(run: string): string {
  return `${PREFIX}:alive:${run}`;
}

async function announce(redis: Redis, kind: Kind, entry: WorkerStatus | RunStatus, expiresMs: number): Promise<void> {
  await redis
    .multi()
    .sadd(`${PREFIX}:${kind}s`, entry.id)
    .set(entryKey(kind, entry.id), JSON.stringify(entry), "PX", expiresMs)
    .exec();
}

export function announceWorker(redis: Redis, worker: WorkerStatus): Promise<void> {
  return announce(redis, "worker", worker, EXPIRES_MS);
}

export async function withdrawWorker(redis: Redis, id: string): Promise<void> {
  await redis.multi().srem(`${PREFIX}:workers`, id).del(entryKey("worker", id)).exec();
}

export async function announceRun(redis: Redis, run: RunStatus): Promise<void> {
  if (run.state === "running") await redis.set(aliveKey(run.id), "1", "PX", EXPIRES_MS);
  await announce(redis, "run", run, REMEMBERED_MS);
}

async function listed<T>(redis: Redis, kind: Kind, schema: z.ZodType<T>): Promise<T[]> {
  const ids = (await redis.smembers(`${PREFIX}:${kind}s`)).toSorted();
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map((id) => entryKey(kind, id)));
  const gone = ids.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(`${PREFIX}:${kind}s`, gone);
  return texts.flatMap((text) => {
    const entry = text ? schema.safeParse(JSON.parse(text)) : null;
    return entry?.success ? [entry.data] : [];
  });
}

export function listWorkers(redis: Redis): Promise<WorkerStatus[]> {
  return listed(redis, "worker", workerSchema);
}

/** Oldest first. */
export async function listRuns(redis: Redis): Promise<RunStatus[]> {
  const runs = (await listed(redis, "run", runSchema)).toSorted((a, b) => (a.started < b.started ? -1 : 1));
  if (runs.length === 0) return [];
  const alive = await redis.mget(runs.map(({ id }) => aliveKey(id)));
  return runs.map((run, i) => (run.state === "running" && alive[i] === null ? { ...run, state: "lost" } : run));
}

/** Asks a run to stop; it looks every few seconds. */
export async function requestStop(redis: Redis, run: string): Promise<void> {
  await redis.set(`${PREFIX}:stop:${run}`, "1", "EX", 3_600);
}

export async function isStopRequested(redis: Redis, run: string): Promise<boolean> {
  return (await redis.exists(`${PREFIX}:stop:${run}`)) === 1;
}
