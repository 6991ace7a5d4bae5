/** The server's jobs, kept up to date. Listening starts with the first page that shows them. */
import { signal, type Signal } from "@preact/signals";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import { clients } from "./clients.ts";
import { type BuildRequest, cancelPageBuild, isPageBuild, startPageBuild } from "./page-builds.ts";

export const jobs: Signal<ReadonlyMap<string, JobDocument>> = signal(new Map());
let listening = false;

export function followJobs(): void {
  if (listening) return;
  listening = true;
  clients.server.watchJobs(updateJob);
}

function updateJob(job: JobDocument): void {
  jobs.value = new Map(jobs.value).set(job.id, job);
}

/** Newest first; a job that was resumed or restarted is listed once. */
export function allJobs(): JobDocument[] {
  return shownJobs([...jobs.value.values()]);
}

export function jobsOf(kinds: readonly JobRequest["kind"][]): JobDocument[] {
  return allJobs().filter((job) => kinds.includes(job.kind));
}

export function shownJobs(list: readonly JobDocument[]): JobDocument[] {
  const seen = new Set<string>();
  return list.toReversed().filter((job) => {
    const request = `${isPageBuild(job.id)} ${JSON.stringify(job.request)}`;
    const isRepeated = seen.has(request) && job.state !== "done";
    seen.add(request);
    return !isRepeated;
  });
}

export async function startJob(request: JobRequest): Promise<JobDocument> {
  const job = await clients.fetch((server) => server.startJob(request));
  updateJob(job);
  return job;
}

/** Builds a table in this page. */
export function buildInPage(request: BuildRequest, title: string): JobDocument {
  return startPageBuild(request, title, updateJob);
}

/** Continues where it stopped. */
export async function resumeJob({ id, request, title }: JobDocument): Promise<JobDocument> {
  return isPageBuild(id) ? buildInPage(request as BuildRequest, title) : startJob(request);
}

/** Whether it can go on without the server and the page; only with a queue. */
export function canDetach({ id, kind }: JobDocument): boolean {
  return kind !== "prove" && !isPageBuild(id);
}

export async function detachJob(id: string): Promise<void> {
  updateJob(await clients.fetch((server) => server.detachJob(id)));
}

export async function cancelJob(id: string): Promise<void> {
  if (isPageBuild(id)) return cancelPageBuild(id);
  updateJob(await clients.fetch((server) => server.cancelJob(id)));
}
