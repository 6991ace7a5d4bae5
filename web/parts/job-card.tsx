/** A job: progress, intermediate results, and buttons to cancel or resume it. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import { canDetach, cancelJob, detachJob, resumeJob } from "../client/jobs.ts";
import { followQueue, queue } from "../client/queue.ts";
import { hrefOfPath } from "../router.ts";
import { formatDuration } from "./format.ts";
import { Histogram } from "./histogram.tsx";
import { ErrorMessage } from "./notices.tsx";
import { Plot } from "./plot.tsx";
import { ScrollText } from "./scroll.tsx";

const STATES: Readonly<Record<JobDocument["state"], string>> = {
  waiting: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
  interrupted: "interrupted",
};

/** Before the first progress. */
function waitingText({ state }: JobDocument): string {
  return state === "waiting" ? "waiting for other jobs" : "starting";
}

function JobCard({ job }: { readonly job: JobDocument }): VNode {
  const error = useSignal<string | null>(null);
  const attempt = (what: Promise<unknown>): void => {
    error.value = null;
    what.catch((reason: unknown) => (error.value = messageOf(reason)));
  };
  const isActive = job.state === "running" || job.state === "waiting";
  const percent = Math.round((job.progress?.done ?? (job.state === "done" ? 1 : 0)) * 100);
  return (
    <article class="job card" aria-label={job.title}>
      <header>
        <h3>{job.title}</h3>
        <span class={`state ${job.state}`}>{STATES[job.state]}</span>
      </header>
      {isActive && (
        <>
          <progress max="100" value={percent} aria-label={`Progress of ${job.title}`} />
          <p class="progress-line">
            {job.progress ? `${job.progress.phase}: ${percent} %` : waitingText(job)}
            {job.progress?.note ? ` · ${job.progress.note}` : ""}
            {job.secondsLeft !== null ? ` · about ${formatDuration(job.secondsLeft)} left` : ""}
          </p>
        </>
      )}
      {job.live?.kind === "histogram" && job.live.counts.length > 0 && <Histogram counts={job.live.counts} />}
      {job.live?.kind === "score" && job.live.lines.length > 0 && (
        <Score lines={job.live.lines} points={job.live.points} />
      )}
      {job.notes?.map((note, i) => (
        <p class="none job-note" key={i}>
          {note}
        </p>
      ))}
      {job.error !== null && <ErrorMessage text={job.error} />}
      {error.value !== null && <ErrorMessage text={error.value} />}
      <p class="actions">
        {isActive && (
          <button type="button" onClick={() => attempt(cancelJob(job.id))}>
            Cancel
          </button>
        )}
        {isActive && queue.value && canDetach(job) && (
          <button
            type="button"
            title="Goes on in the background, also when the server is stopped"
            onClick={() => attempt(detachJob(job.id))}
          >
            Detach
          </button>
        )}
        {!isActive && job.resumable && job.state !== "done" && (
          <button type="button" class="primary" onClick={() => attempt(resumeJob(job))}>
            Resume
          </button>
        )}
        {job.result !== null && (
          <a class="button" href={hrefOfPath(job.result)}>
            Show result
          </a>
        )}
      </p>
    </article>
  );
}

interface ScoreProps {
  readonly lines: readonly string[];
  readonly points: readonly (readonly [number, number])[];
}

function Score({ lines, points }: ScoreProps): VNode {
  return (
    <>
      <ScrollText label="Score" class="lines">
        {lines.join("\n")}
      </ScrollText>
      {points.length > 1 && <Plot data={points.length} draw={({ scoreCurve }, width) => scoreCurve(points, width)} />}
    </>
  );
}

export function JobList({ jobs, none }: { readonly jobs: readonly JobDocument[]; readonly none: string }): VNode {
  useEffect(followQueue, []);
  return jobs.length === 0 ? (
    <p class="none">{none}</p>
  ) : (
    <div class="jobs">
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </div>
  );
}
