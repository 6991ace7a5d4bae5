/** Connections to the user's Redis or Valkey. BullMQ is loaded on first use: other commands need neither it nor its start-up time. */
import type * as bullmq from "bullmq";
import type { Redis } from "ioredis";
import { GameloreError } from "../../contracts/errors.ts";

/** All keys in Redis begin with it. */
export const PREFIX = "gamelore";
const CONNECT_MS = 5_000;
const MAX_RETRY_MS = 2_000;
const NO_ANSWER = "no answer";

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
    retryStrategy: (times) =>
      !connected && last !== null && hintOf(last, url) !== null
        ? null
        : Math.min(MAX_RETRY_MS, 50 * 2 ** Math.min(times, 8)),
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
  const timer = setTimeout(() => timeout.reject(last ?? new Error(NO_ANSWER)), CONNECT_MS);
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), timeout.promise]);
    connected = true;
    return redis;
  } catch (cause) {
    redis.disconnect();
    const error = last ?? (cause as Error);
    const hint = hintOf(error, url);
    const why = error.message + (hint === null ? "" : `; ${hint}`);
    throw new GameloreError("queue-unreachable", `cannot connect to ${withoutPassword(url)}: ${why}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

const UNKNOWN_AUTHORITY: readonly string[] = [
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
];

/** What to do about an error that does not pass by itself; null for others. */
function hintOf(error: Error, url: string): string | null {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (UNKNOWN_AUTHORITY.includes(code))
    return "no known authority has signed its certificate: give the file of yours (PEM) in the variable NODE_EXTRA_CA_CERTS";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "use a name or address that its certificate has";
  if (code === "CERT_HAS_EXPIRED") return "its certificate must be renewed";
  const noTls = code === "EPROTO" || (error.message === NO_ANSWER && url.startsWith("rediss:"));
  if (noTls) return "if it does not speak TLS on this port, use redis://…";
  if (error.message.startsWith("NOAUTH"))
    return `it requires a password: ${new URL(url).protocol}//:PASSWORD@HOST:PORT`;
  if (error.message.startsWith("WRONGPASS")) return "the user or the password in the URL is wrong";
  const isClosed = code === "ECONNRESET" || /connection is closed/i.test(error.message);
  return isClosed && url.startsWith("redis:") ? "if it speaks TLS on this port, use rediss://…" : null;
}

/** Reported once by the connection; every object of BullMQ repeats them. */
export function isConnectionError(error: Error): boolean {
  return "syscall" in error || /connection is closed|connection lost|loading the dataset/i.test(error.message);
}
