/** Jobs: all jobs of this server, and the queue with the workers and runs of many machines. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { QueueDocument, QueueRunDocument, QueueWorkerDocument } from "../../service/queue-documents.ts";
import { messageOf } from "../client/api-client.ts";
import { allJobs, followJobs } from "../client/jobs.ts";
import { queue, stopRun } from "../client/queue.ts";
import { formatCount, formatDuration } from "../parts/format.ts";
import { JobList } from "../parts/job-card.tsx";
import { ErrorMessage } from "../parts/notices.tsx";
import { Scroll } from "../parts/scroll.tsx";

export function JobsPage(): VNode {
  useEffect(followJobs, []);
  const jobs = allJobs();
  return (
    <div class="page">
      <header class="page-head">
        <h1>Jobs</h1>
        <p>Tables, matches, tournaments and experiments that were started on this page.</p>
      </header>
      {queue.value && <Queue queue={queue.value} />}
      <section class={jobs.length === 0 ? "card" : ""} aria-label="Jobs of this server" aria-live="polite">
        <h2>This server</h2>
        <JobList
          jobs={jobs}
          none="No jobs. Start one under Solve, Matches or Lab; it continues when the page is closed."
        />
      </section>
      {queue.value === null && (
        <p class="none">
          Jobs run on this machine. To give them to many machines, start the server with{" "}
          <code>gamelore serve --queue redis://HOST:PORT</code>.
        </p>
      )}
    </div>
  );
}

function Queue({
  queue: { address, connected, build, waiting, active, workers, runs },
}: {
  readonly queue: QueueDocument;
}): VNode {
  const able = workers.filter(({ fits }) => fits);
  return (
    <>
      <section class="card" aria-label="Queue">
        <h2>Queue</h2>
        <p>
          <code>{address}</code> · {active} {active === 1 ? "job" : "jobs"} running, {waiting} waiting
        </p>
        {!connected && (
          <ErrorMessage text="The server has no connection to the queue and tries again. This is the last known state." />
        )}
        {able.length === 0 && (
          <p>
            Jobs wait for workers of build <code>{build}</code>. Start one on any machine:{" "}
            <code>gamelore worker --queue {address}</code>
          </p>
        )}
        {workers.length > 0 && <Workers workers={workers} />}
      </section>
      {runs.length > 0 && (
        <section aria-label="Runs" aria-live="polite">
          <h2>Runs of all machines</h2>
          <div class="jobs">
            {runs.toReversed().map((run) => (
              <RunCard key={run.id} run={run} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function speedOf({ games, entries, gamesPerSecond, entriesPerSecond }: QueueWorkerDocument): string {
  const speeds = [
    ...(games > 0 ? [`${gamesPerSecond.toFixed(1)} games a second`] : []),
    ...(entries > 0 ? [`${formatCount(Math.round(entriesPerSecond))} entries a second`] : []),
  ];
  return speeds.join(", ") || "–";
}

function Workers({ workers }: { readonly workers: readonly QueueWorkerDocument[] }): VNode {
  return (
    <Scroll label="Workers">
      <table class="wide stack">
        <thead>
          <tr>
            <th>worker</th>
            <th class="number">busy</th>
            <th>speed in the last minute</th>
            <th class="number">jobs</th>
            <th class="number">games</th>
            <th class="number">table entries</th>
            <th>running for</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id}>
              <td data-name="worker">
                {worker.id}
                {worker.startsPrograms && <small class="none"> may start programs</small>}
                {!worker.fits && <small class="none"> of another build, takes no jobs of this server</small>}
              </td>
              <td data-name="busy" class="number">
                {worker.busy} of {worker.slots}
              </td>
              <td data-name="speed in the last minute">{speedOf(worker)}</td>
              <td data-name="jobs" class="number">
                {formatCount(worker.tasks)}
              </td>
              <td data-name="games" class="number">
                {formatCount(worker.games)}
              </td>
              <td data-name="table entries" class="number">
                {formatCount(worker.entries)}
              </td>
              <td data-name="running for">{formatDuration(worker.seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const STATE_CLASSES: Readonly<Record<QueueRunDocument["state"], string>> = {
  running: "running",
  done: "done",
  failed: "failed",
  stopped: "cancelled",
  lost: "failed",
};

function RunCard({ run }: { readonly run: QueueRunDocument }): VNode {
  const error = useSignal<string | null>(null);
  const stop = (): void => {
    error.value = null;
    stopRun(run.id).catch((reason: unknown) => (error.value = messageOf(reason)));
  };
  const percent = Math.floor(100 * (run.done ?? 0));
  return (
    <article class="job card" aria-label={`Run ${run.id}`}>
      <header>
        <h3>
          <code>{run.command}</code>
        </h3>
        <span class={`state ${STATE_CLASSES[run.state]}`}>{run.state}</span>
      </header>
      {run.state === "running" && <progress max="100" value={percent} aria-label={`Progress of run ${run.id}`} />}
      <p class="progress-line">
        {run.state === "running" && run.done !== null ? `${percent} % · ` : ""}
        {run.note === "" || run.state === "failed" ? "" : `${run.note} · `}
        {run.host} · {run.id}
      </p>
      {run.state === "failed" && <ErrorMessage text={run.note} />}
      {run.state === "lost" && <ErrorMessage text="It ended without a message; perhaps it was killed." />}
      {error.value !== null && <ErrorMessage text={error.value} />}
      {run.state === "running" && (
        <p class="actions">
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      )}
      {["failed", "stopped", "lost"].includes(run.state) && (
        <p class="none">What is finished is stored; the same command on {run.host} resumes it.</p>
      )}
    </article>
  );
}
