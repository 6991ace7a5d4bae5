/** Connections to the user's Redis or Valkey. BullMQ is loaded on first use: other commands need neither it nor its start-up time. */
import type * as bullmq from "bullmq";
import type { Redis } from "ioredis";
import { GameloreError } from "../../contracts/errors.ts";

/** All keys in Redis begin with it. */
export const PREFIX = "gamelore";
const CONNECT_MS = 5_000;
const MAX_RETRY_MS = 2_000;

/** Receives problems that pass by themselves, such as a lost connection, one line each. */
export type OnProblem = (line: string) => void;

interface Modules {
  readonly bullmq: typeof bullmq;
  readonly Redis: typeof Redis;
}

export async function loadBullmq(): Promise<Modules> {
  try {
    const [bullmq, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, Redis };
  } catch (cause) {
    throw new GameloreError(
      "queue-missing",
      "a queue needs the optional packages bullmq and ioredis; install them with: npm install bullmq ioredis",
      { cause },
    );
  }
}

/** A URL, or the name of an environment variable that has it: command lines are visible to all users of a machine. */
export function queueUrl(given: string): string {
  const text = /^[A-Z][A-Z0-9_]*$/.test(given) ? (process.env[given] ?? "") : given;
  if (URL.canParse(text) && ["redis:", "rediss:"].includes(new URL(text).protocol)) return text;
  throw new GameloreError(
    "bad-usage",
    `--queue: expected redis://HOST:PORT, rediss://USER:PASSWORD@HOST:PORT for TLS, or the name of an environment variable that has such a URL${text === given ? "" : `; ${given} has none`}`,
  );
}

/** For messages. */
export function withoutPassword(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Connects, or fails in seconds; a connection that is lost later is restored, and commands wait for it. */
export async function connect(url: string, onProblem: OnProblem): Promise<Redis> {
  const { Redis } = await loadBullmq();
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    retryStrategy: (times) => Math.min(MAX_RETRY_MS, 50 * 2 ** Math.min(times, 8)),
  });
  let last: Error | null = null;
  let lost = false;
  let connected = false;
  redis.on("error", (error) => (last = error));
  redis.on("reconnecting", () => {
    if (connected && !lost) onProblem(`the connection to ${withoutPassword(url)} was lost; waiting for it`);
    lost = true;
  });
  redis.on("ready", () => {
    if (connected && lost) onProblem(`connected to ${withoutPassword(url)} again`);
    lost = false;
  });
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(last ?? new Error("no answer")), CONNECT_MS);
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), timeout.promise]);
    connected = true;
    return redis;
  } catch (cause) {
    redis.disconnect();
    const why = (last ?? (cause as Error)).message;
    throw new GameloreError("queue-unreachable", `cannot connect to ${withoutPassword(url)}: ${why}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reported once by the connection; every object of BullMQ repeats them. */
export function isConnectionError(error: Error): boolean {
  return "syscall" in error || /connection is closed|connection lost|loading the dataset/i.test(error.message);
}
