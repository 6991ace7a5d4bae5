/** Everything that is being built or played by the server, as it changes. Listening begins with the first page that looks. */
import { signal, type Signal } from "@preact/signals";
import type { JobDocument, JobRequest } from "../../service/api.ts";
import { clients } from "./clients.ts";

export const jobs: Signal<ReadonlyMap<string, JobDocument>> = signal(new Map());
let listening = false;

export function followJobs(): void {
  if (listening) return;
  listening = true;
  clients.server.watchJobs(noteJob);
}

function noteJob(job: JobDocument): void {
  jobs.value = new Map(jobs.value).set(job.id, job);
}

/** Newest first; one that was gone on with, or begun anew, is shown once. */
export function jobsOf(kinds: readonly JobRequest["kind"][]): JobDocument[] {
  return shownJobs([...jobs.value.values()]).filter((job) => kinds.includes(job.kind));
}

export function shownJobs(list: readonly JobDocument[]): JobDocument[] {
  const asked = new Set<string>();
  return list.toReversed().filter((job) => {
    const request = JSON.stringify(job.request);
    const again = asked.has(request) && job.state !== "done";
    asked.add(request);
    return !again;
  });
}

export async function startJob(request: JobRequest): Promise<JobDocument> {
  const job = await clients.fetch((server) => server.startJob(request));
  noteJob(job);
  return job;
}

export async function cancelJob(id: string): Promise<void> {
  noteJob(await clients.fetch((server) => server.cancelJob(id)));
}
