/** Options of commands that may give their work to other machines. The queue's modules are loaded only if one is given. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { QueueRun } from "../distributed/run.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { dataFolder, tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import { interruptible, sameCommand } from "./command.ts";

export interface QueueGiven {
  readonly queue?: string;
  readonly listen?: string;
  readonly detach?: boolean;
  /** Of commands with `--plugin`. */
  readonly plugin?: readonly string[];
}

/** Set for a detached run by the process that started it. */
const RUN_ID = "GAMELORE_RUN_ID";
const RUN_LOG = "GAMELORE_RUN_LOG";

export function addQueueOption(command: Command): Command {
  return command.option(
    "--queue <URL>",
    "work on many machines through this Redis or Valkey, redis://HOST:PORT or the name of a variable with its URL (see: gamelore worker --help)",
  );
}

export function addQueueOptions(command: Command): Command {
  return addQueueOption(command)
    .option(
      "--listen <HOST:PORT>",
      "with --queue: where workers on other machines fetch and return tables (default: this machine only)",
    )
    .option("--detach", "with --queue: go on in the background; see: gamelore jobs");
}

/** Starts the same command in the background and returns true, if asked to. */
export async function detached({ queue, detach, plugin }: QueueGiven): Promise<boolean> {
  if (queue !== undefined && plugin !== undefined)
    throw new GameloreError("bad-usage", "--plugin cannot be used with --queue: code is not sent to other machines");
  if (!detach) return false;
  if (queue === undefined) throw new GameloreError("bad-usage", "--detach requires --queue");
  const { connect, queueUrl } = await import("../engine/jobs/bullmq/connection.ts");
  // Fails here rather than in the background.
  (await connect(queueUrl(queue), () => {})).disconnect();
  const id = randomBytes(3).toString("hex");
  const folder = join(dataFolder(), "runs");
  mkdirSync(folder, { recursive: true });
  const log = join(folder, `${id}.log`);
  const output = openSync(log, "a");
  const words = process.argv.slice(1).filter((word) => word !== "--detach");
  const env = { ...process.env, [RUN_ID]: id, [RUN_LOG]: log };
  spawn(process.execPath, words, { detached: true, stdio: ["ignore", output, output], env }).unref();
  process.stdout.write(
    `run ${id} goes on in the background; its output is in ${log}\nstop it with: gamelore jobs stop ${id} --queue ${queue}\n`,
  );
  return true;
}

/** Runs with the queue, if one is given, and a signal that Ctrl-C and `gamelore jobs stop` abort. */
export async function withQueue<T>(
  given: QueueGiven,
  work: (signal: AbortSignal, run: QueueRun | null) => Promise<T>,
): Promise<T> {
  if (given.queue === undefined) {
    if (given.listen !== undefined) throw new GameloreError("bad-usage", "--listen requires --queue");
    return interruptible((signal) => work(signal, null));
  }
  const [{ listenAt, QueueRun }, { queueUrl }] = await Promise.all([
    import("../distributed/run.ts"),
    import("../engine/jobs/bullmq/connection.ts"),
  ]);
  const id = process.env[RUN_ID];
  const run = await QueueRun.open({
    url: queueUrl(given.queue),
    listen: given.listen === undefined ? null : listenAt(given.listen),
    store: new TableStore(tablesFolder()),
    command: sameCommand(),
    detached: id === undefined ? null : { id, log: process.env[RUN_LOG] ?? "" },
    say: (line) => void process.stderr.write(`gamelore: ${line}\n`),
  });
  try {
    const result = await interruptible((signal) => work(AbortSignal.any([signal, run.stopped.signal]), run));
    await run.close("done");
    return result;
  } catch (error) {
    const isStop = error instanceof GameloreError && error.code === "interrupted";
    await run.close(isStop ? "stopped" : "failed", error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** A progress note, with the workers if there is a queue. */
export function noteOf(run: QueueRun | null, note: string): string {
  return run === null ? note : run.progress(note);
}
