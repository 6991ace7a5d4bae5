/** The server's jobs, kept up to date. Listening starts with the first page that shows them. */
import { signal, type Signal } from "@preact/signals";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import { clients } from "./clients.ts";

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
export function jobsOf(kinds: readonly JobRequest["kind"][]): JobDocument[] {
  return shownJobs([...jobs.value.values()]).filter((job) => kinds.includes(job.kind));
}

export function shownJobs(list: readonly JobDocument[]): JobDocument[] {
  const seen = new Set<string>();
  return list.toReversed().filter((job) => {
    const request = JSON.stringify(job.request);
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

export async function cancelJob(id: string): Promise<void> {
  updateJob(await clients.fetch((server) => server.cancelJob(id)));
}
