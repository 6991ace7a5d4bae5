import { expect, test } from "vitest";
import type { JobDocument } from "../../service/job-documents.ts";
import { shownJobs } from "./jobs.ts";

const job = (id: string, experiment: string, state: JobDocument["state"]): JobDocument =>
  ({ id, state, request: { kind: "lab", experiment, setting: "quick" } }) as JobDocument;

test("newest first; a resumed job is listed once, finished ones each", () => {
  const jobs = [
    job("1", "a", "interrupted"),
    job("2", "b", "done"),
    job("3", "a", "running"),
    job("4", "b", "done"),
    job("5", "c", "failed"),
  ];
  expect(shownJobs(jobs).map(({ id }) => id)).toEqual(["5", "4", "3", "2"]);
});
