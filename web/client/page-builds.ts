/** Builds of tables in this page, as jobs like those of the server. They end with the page; a checkpoint stays in the browser. */
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import { type BuildUpdate, isAbort, messageOf } from "./api-client.ts";
import { clients } from "./clients.ts";

const PREFIX = "page-";
const MOST_NOTES = 10;
const running = new Map<string, AbortController>();
let builds = 0;

export type BuildRequest = Extract<JobRequest, { kind: "solve" }>;

export function isPageBuild(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** `update` receives the job at once, and on every change. */
export function startPageBuild(request: BuildRequest, title: string, update: (job: JobDocument) => void): JobDocument {
  const id = `${PREFIX}${++builds}`;
  const controller = new AbortController();
  running.set(id, controller);
  let job: JobDocument = {
    id,
    kind: "solve",
    title,
    request,
    state: "running",
    progress: null,
    secondsLeft: null,
    started: new Date().toISOString(),
    ended: null,
    live: null,
    result: null,
    error: null,
    resumable: true,
  };
  const change = (changed: Partial<JobDocument>): void => update((job = { ...job, ...changed }));
  const onUpdate = ({ note, ...rest }: BuildUpdate): void =>
    change({ ...rest, ...(note === undefined ? {} : { notes: [...(job.notes ?? []), note].slice(-MOST_NOTES) }) });
  const end = (state: JobDocument["state"], error: string | null): void => {
    running.delete(id);
    change({ state, error, ended: new Date().toISOString() });
  };
  const { game, options, device = "auto" } = request;
  clients.solveInPage(game, { options, device }, { signal: controller.signal, onUpdate }).then(
    () => end("done", null),
    (error: unknown) => (isAbort(error) ? end("cancelled", null) : end("failed", messageOf(error))),
  );
  update(job);
  return job;
}

export function cancelPageBuild(id: string): void {
  running.get(id)?.abort();
}
