/** What a job reports, and how it is stopped. */
import type { JobUpdate } from "../../engine/jobs/queue.ts";
import type { JobDocument } from "../../service/job-documents.ts";

export type Live = NonNullable<JobDocument["live"]>;
/** `resumed`: the job continues from a checkpoint; its progress from here on is that of the rest. */
export type JobReport = JobUpdate<Live> & { readonly resumed?: true };
export type Reports = (update: JobReport) => void;

export interface Control {
  readonly signal: AbortSignal;
  readonly report: Reports;
}
