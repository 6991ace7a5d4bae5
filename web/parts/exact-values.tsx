/** Builds the table that gives exact values of the position on the board, with its progress. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BuildableTable } from "../../service/analysis-documents.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import { messageOf } from "../client/api-client.ts";
import { cancelJob, followJobs, jobs, startJob } from "../client/jobs.ts";
import { buildText } from "./evaluations.ts";
import { formatDuration } from "./format.ts";
import { ErrorMessage } from "./notices.tsx";

/** The service looks for new tables four times a second, on a busy machine less often: the analysis is requested until the table has been found. */
const TABLE_IS_FOUND_MS = 400;
const LONGEST_WAIT_MS = 30_000;

interface ExactValuesProps {
  readonly game: string;
  readonly table: BuildableTable;
  /** The table has been built; called again while the analysis still offers it. */
  readonly onBuilt: () => void;
}

export function ExactValues({ game, table, onBuilt }: ExactValuesProps): VNode {
  const error = useSignal<string | null>(null);
  const started = useSignal<string | null>(null);
  const request = { kind: "solve", game, options: table.options } as const;
  const text = JSON.stringify(request);
  useEffect(() => followJobs(), []);
  const isSame = (job: JobDocument): boolean => JSON.stringify(job.request) === text;
  const list = [...jobs.value.values()];
  const job =
    list.find(({ id }) => id === started.value) ?? list.findLast((other) => isSame(other) && isActive(other)) ?? null;
  const active = job !== null && isActive(job);
  // A job of another page counts too, if it ends while this one shows it.
  const wasActive = useRef(false);
  const isBuilt = job?.state === "done" && (wasActive.current || started.value !== null);
  if (active) wasActive.current = true;
  useEffect(() => {
    if (!isBuilt) return undefined;
    let wait = TABLE_IS_FOUND_MS;
    let timer = setTimeout(again, wait);
    function again(): void {
      onBuilt();
      // The analysis that this begins needs time too.
      wait *= 2;
      if (wait < LONGEST_WAIT_MS) timer = setTimeout(again, wait);
    }
    return () => clearTimeout(timer);
  }, [isBuilt]);
  const build = (): void => {
    error.value = null;
    startJob(request).then(
      ({ id }) => (started.value = id),
      (reason: unknown) => (error.value = messageOf(reason)),
    );
  };
  const percent = Math.round((job?.progress?.done ?? 0) * 100);
  return (
    <section class="exact-values" aria-label="Exact values">
      {active ? (
        <>
          <p>
            <strong>Building {table.name}</strong>
            {job.progress ? ` · ${job.progress.phase}: ${percent} %` : " · waiting for other jobs"}
            {job.secondsLeft !== null ? ` · about ${formatDuration(job.secondsLeft)} left` : ""}
          </p>
          <progress max="100" value={percent} aria-label={`Progress of ${table.name}`} />
          <button
            type="button"
            class="link"
            onClick={() => cancelJob(job.id).catch((reason: unknown) => (error.value = messageOf(reason)))}
          >
            Cancel
          </button>
        </>
      ) : isBuilt ? (
        <p role="status">The table {table.name} is built.</p>
      ) : (
        <>
          <button type="button" class="primary" title={table.summary} onClick={build}>
            Get exact values
          </button>
          <p>{buildText(table)}</p>
        </>
      )}
      {job?.error != null && <ErrorMessage text={job.error} />}
      {error.value !== null && <ErrorMessage text={error.value} />}
    </section>
  );
}

function isActive({ state }: JobDocument): boolean {
  return state === "running" || state === "waiting";
}
