/** A job of the server as a run of the queue: the same procedures with another place to play and to build. */
import { QueueRun } from "../../distributed/run.ts";
import type { ListenAt } from "../../distributed/table-host.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import type { Control, Reports } from "./job-control.ts";

export interface QueueSettings {
  /** With the password: it stays in this process and in the environment of runs that it detaches. */
  readonly url: string;
  /** Where workers on other machines fetch and return tables. */
  readonly listen: ListenAt | null;
}

/** Of one job. */
export interface QueuedJob extends QueueSettings {
  /** The command line of the same work. */
  readonly command: string;
}

/** Runs with the queue, if there is one; stopping the run from elsewhere interrupts the job. */
export async function withRun<T>(
  queued: QueuedJob | null,
  control: Control,
  work: (run: QueueRun | null, control: Control) => Promise<T>,
): Promise<T> {
  if (queued === null) return work(null, control);
  const { url, listen, command } = queued;
  const run = await QueueRun.open({
    url,
    listen,
    store: new TableStore(tablesFolder()),
    command,
    detached: null,
    say: (line) => control.report({ note: line }),
  });
  const signal = AbortSignal.any([control.signal, run.stopped.signal]);
  const report: Reports = ({ progress, ...rest }) => {
    if (!progress) return control.report(rest);
    const note = run.progress(progress.done, () => progress.note);
    control.report({ ...rest, progress: { ...progress, note: note() } });
  };
  try {
    const result = await work(run, { signal, report });
    await run.close("done");
    return result;
  } catch (error) {
    const isStop = error instanceof GameloreError && error.code === "interrupted";
    await run.close(isStop ? "stopped" : "failed", error instanceof Error ? error.message : String(error));
    throw error;
  }
}
