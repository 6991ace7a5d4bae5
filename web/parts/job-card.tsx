/** Something that takes time: how far it is, what has come out so far, and the ways to end it or to go on. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { JobDocument } from "../../service/api.ts";
import { cancelJob, startJob } from "../client/jobs.ts";
import { hrefOfPath } from "../router.ts";
import { duration } from "./format.ts";
import { Histogram } from "./histogram.tsx";
import { Fault } from "./notices.tsx";

const STATES: Readonly<Record<JobDocument["state"], string>> = {
  waiting: "waits",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
  interrupted: "interrupted",
};

function JobCard({ job }: { readonly job: JobDocument }): VNode {
  const fault = useSignal<string | null>(null);
  const attempt = (what: Promise<unknown>): void => {
    fault.value = null;
    what.catch((error: unknown) => (fault.value = error instanceof Error ? error.message : String(error)));
  };
  const under = job.state === "running" || job.state === "waiting";
  const percent = Math.round((job.progress?.done ?? (job.state === "done" ? 1 : 0)) * 100);
  return (
    <article class="job card" aria-label={job.title}>
      <header>
        <h3>{job.title}</h3>
        <span class={`state ${job.state}`}>{STATES[job.state]}</span>
      </header>
      {under && (
        <>
          <progress max="100" value={percent} aria-label={`Progress of ${job.title}`} />
          <p class="progress-line">
            {job.progress ? `${job.progress.phase}: ${percent} %` : "waits for its turn"}
            {job.progress?.note ? ` · ${job.progress.note}` : ""}
            {job.secondsLeft !== null ? ` · about ${duration(job.secondsLeft)} left` : ""}
          </p>
        </>
      )}
      {job.live?.kind === "histogram" && job.live.counts.length > 0 && <Histogram counts={job.live.counts} />}
      {job.live?.kind === "score" && job.live.lines.length > 0 && (
        <Score lines={job.live.lines} points={job.live.points} />
      )}
      {job.error !== null && <Fault text={job.error} />}
      {fault.value !== null && <Fault text={fault.value} />}
      <p class="actions">
        {under && (
          <button type="button" onClick={() => attempt(cancelJob(job.id))}>
            Cancel
          </button>
        )}
        {!under && job.resumable && job.state !== "done" && (
          <button type="button" class="primary" onClick={() => attempt(startJob(job.request))}>
            Resume
          </button>
        )}
        {job.result !== null && (
          <a class="button" href={hrefOfPath(job.result)}>
            See what came out
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

/** The score of a match so far, and how it went. */
function Score({ lines, points }: ScoreProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    if (points.length > 1)
      void import("./plots.ts").then(({ scoreCurve }) => {
        if (!gone && place.current) place.current.replaceChildren(scoreCurve(points, place.current.clientWidth || 600));
      });
    return () => {
      gone = true;
    };
  }, [points.length]);
  return (
    <>
      <pre class="lines">{lines.join("\n")}</pre>
      <div ref={place} aria-hidden="true" />
    </>
  );
}

export function JobList({ jobs, none }: { readonly jobs: readonly JobDocument[]; readonly none: string }): VNode {
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
