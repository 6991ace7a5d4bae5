/** A run in the background: a process of its own that outlives the one that starts it, with its output in a file. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GameloreError } from "../engine/contracts/errors.ts";
import { connect } from "../engine/jobs/bullmq/connection.ts";
import { RUN_COMMAND } from "../engine/jobs/command-line.ts";
import { listRuns } from "../engine/jobs/bullmq/registry.ts";

export interface Detached {
  readonly id: string;
  readonly log: string;
}

/** Set for a detached run by the process that started it. */
const RUN_ID = "GAMELORE_RUN_ID";
const RUN_LOG = "GAMELORE_RUN_LOG";
/** A run that is neither listed nor over by then is slow to start. */
const START_MS = 30_000;
const POLL_MS = 100;

/** What this process is, if it was detached. */
export function ownDetached(): Detached | null {
  const { [RUN_ID]: id, [RUN_LOG]: log } = process.env;
  return id === undefined || log === undefined ? null : { id, log };
}

export interface DetachOptions {
  readonly url: string;
  /** For its output. */
  readonly folder: string;
  /** As it is listed, without passwords. */
  readonly command: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts the command and waits until it is listed as a run. A command that ends before is an error, with its message. */
export async function startDetached(
  words: readonly string[],
  { url, folder, command, env = {} }: DetachOptions,
): Promise<Detached> {
  // Fails here rather than in the background.
  const redis = await connect(url, () => {});
  try {
    const id = randomBytes(3).toString("hex");
    mkdirSync(folder, { recursive: true });
    const log = join(folder, `${id}.log`);
    const child = start(words, log, { ...process.env, ...env, [RUN_ID]: id, [RUN_LOG]: log, [RUN_COMMAND]: command });
    let status: number | string | null = null;
    child.on("exit", (code, signal) => (status = code ?? signal));
    child.on("error", (error) => (status = error.message));
    const until = performance.now() + START_MS;
    const isListed = async (): Promise<boolean> => (await listRuns(redis)).some((run) => run.id === id);
    while (performance.now() < until && !(await isListed())) {
      if (status !== null && status !== 0) throw new GameloreError("job-failed", messageOf(log, status));
      if (status === 0) break;
      await sleep(POLL_MS);
    }
    child.unref();
    return { id, log };
  } finally {
    redis.disconnect();
  }
}

function start(words: readonly string[], log: string, env: NodeJS.ProcessEnv): ChildProcess {
  const output = openSync(log, "a", 0o600);
  try {
    return spawn(process.execPath, words, { detached: true, stdio: ["ignore", output, output], env });
  } finally {
    closeSync(output);
  }
}

/** The last error that the command has printed. */
function messageOf(log: string, status: number | string): string {
  const lines = readFileSync(log, "utf8").split("\n");
  const last = lines.findLast((line) => line.startsWith("gamelore: "));
  return last?.slice("gamelore: ".length) ?? `the command ended with ${status}; its output is in ${log}`;
}
