/** Starts the job that gives exact values of the position on the board, and shows its progress: it builds a table, or proves the position. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { BuildableTable, ProvablePosition } from "../../service/analysis-documents.ts";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import { messageOf } from "../client/api-client.ts";
import { cancelJob, followJobs, jobs, startJob } from "../client/jobs.ts";
import { buildText, proofText } from "./evaluations.ts";
import { formatDuration } from "./format.ts";
import { ErrorMessage } from "./notices.tsx";

/** The service looks for new tables and proofs four times a second, on a busy machine less often: the analysis is requested until they have been found. */
const IS_FOUND_MS = 400;
const LONGEST_WAIT_MS = 30_000;

/** A job, with its texts. */
interface ExactValuesJob {
  readonly request: JobRequest;
  /** "Building two-side-5x5-3v3". */
  readonly doing: string;
  readonly done: string;
  /** What the job takes. */
  readonly cost: string;
  readonly title: string;
  /** If its progress is the part of the time that it may take: that time. */
  readonly mostSeconds: number | null;
}

export function buildOf(game: string, table: BuildableTable): ExactValuesJob {
  const { name, summary, options } = table;
  return {
    request: { kind: "solve", game, options },
    doing: `Building ${name}`,
    done: `The table ${name} is built.`,
    cost: buildText(table),
    title: summary,
    mostSeconds: null,
  };
}

export function proofOf(game: string, provable: ProvablePosition): ExactValuesJob {
  return {
    request: { kind: "prove", game, position: provable.position },
    doing: "Proving this position",
    done: "The position is proven.",
    cost: proofText(provable),
    title: "Who wins the position and after each of its moves, by proof-number search",
    mostSeconds: provable.seconds,
  };
}

interface ExactValuesProps {
  readonly work: ExactValuesJob;
  /** The job has ended; called again while the analysis still offers it. */
  readonly onBuilt: () => void;
}

export function ExactValues({ work, onBuilt }: ExactValuesProps): VNode {
  const error = useSignal<string | null>(null);
  const started = useSignal<string | null>(null);
  const { request } = work;
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
    let wait = IS_FOUND_MS;
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
            <strong>{work.doing}</strong>
            {progressText(job, work.mostSeconds)}
          </p>
          <progress max="100" value={percent} aria-label={`Progress: ${work.doing}`} />
          <button
            type="button"
            class="link"
            onClick={() => cancelJob(job.id).catch((reason: unknown) => (error.value = messageOf(reason)))}
          >
            Cancel
          </button>
        </>
      ) : isBuilt ? (
        <p role="status">{work.done}</p>
      ) : (
        <>
          <button type="button" class="primary" title={work.title} onClick={build}>
            Get exact values
          </button>
          <p>{work.cost}</p>
        </>
      )}
      {job?.error != null && <ErrorMessage text={job.error} />}
      {error.value !== null && <ErrorMessage text={error.value} />}
    </section>
  );
}

function progressText({ state, progress, secondsLeft }: JobDocument, mostSeconds: number | null): string {
  if (!progress) return state === "waiting" ? " · waiting for other jobs" : " · starting";
  if (mostSeconds !== null) return ` · ${progress.note}${leftText("at most", (1 - progress.done) * mostSeconds)}`;
  return ` · ${progress.phase}: ${Math.round(progress.done * 100)} %${leftText("about", secondsLeft)}`;
}

function leftText(bound: string, seconds: number | null): string {
  return seconds === null ? "" : ` · ${bound} ${formatDuration(seconds)} left`;
}

function isActive({ state }: JobDocument): boolean {
  return state === "running" || state === "waiting";
}
