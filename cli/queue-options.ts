/** Options of commands that may give their work to other machines. The queue's modules are loaded only if one is given. */
import { join } from "node:path";
import type { Command } from "commander";
import type { QueueRun } from "../distributed/run.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { queueUrl } from "../engine/jobs/bullmq/connection.ts";
import { hidePasswords } from "../engine/jobs/command-line.ts";
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
  const { startDetached } = await import("../distributed/detach.ts");
  const words = process.argv.slice(1).filter((word) => word !== "--detach");
  const folder = join(dataFolder(), "runs");
  const { id, log } = await startDetached(words, {
    url: queueUrl(queue),
    folder,
    command: sameCommand(words.slice(1)),
  });
  const [shown] = hidePasswords([queue]);
  process.stdout.write(
    `run ${id} goes on in the background; its output is in ${log}\nstop it with: gamelore jobs stop ${id} --queue ${shown}\n`,
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
  const [{ listenAt, QueueRun }, { ownDetached }] = await Promise.all([
    import("../distributed/run.ts"),
    import("../distributed/detach.ts"),
  ]);
  const run = await QueueRun.open({
    url: queueUrl(given.queue),
    listen: given.listen === undefined ? null : listenAt(given.listen),
    store: new TableStore(tablesFolder()),
    command: sameCommand(),
    detached: ownDetached(),
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

/** A progress note, with the workers if there is a queue, which lists it with its runs, there after a title. */
export function noteOf(run: QueueRun | null, done: number | null, note: () => string, title = ""): () => string {
  return run === null ? note : run.progress(done, note, title);
}
