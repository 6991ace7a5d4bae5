/** Jobs: started, looked at, ended; and the stream that tells of them. */
import type { Route } from "../http/route.ts";
import { withBody } from "../http/route.ts";
import * as schemas from "../http/schemas.ts";
import type { Jobs } from "../jobs/jobs.ts";

export function jobRoutes(jobs: Jobs): readonly Route[] {
  const tag = "jobs";
  return [
    {
      method: "get",
      path: "/api/jobs",
      tag,
      summary: "what is being worked on, waits, or has ended",
      response: schemas.JobsSchema,
      handle: async () => ({ jobs: jobs.list() }),
    },
    withBody({
      method: "post",
      path: "/api/jobs",
      tag,
      summary:
        "builds a table, plays a match or a tournament, runs an experiment; the same again goes on where it stopped",
      body: schemas.JobRequestSchema,
      response: schemas.JobSchema,
      status: 201,
      handle: ({ body }) => jobs.submit(body),
    }),
    {
      method: "get",
      path: "/api/jobs/{id}",
      tag,
      summary: "one job",
      response: schemas.JobSchema,
      handle: async ({ params }) => jobs.get(params["id"] as string),
    },
    {
      method: "delete",
      path: "/api/jobs/{id}",
      tag,
      summary: "ends a job; what is done is saved",
      response: schemas.JobSchema,
      handle: ({ params }) => jobs.cancel(params["id"] as string),
    },
    {
      method: "get",
      path: "/api/events",
      tag,
      summary: "a stream: every job at first, then each change, as events `job`",
      response: schemas.JobSchema,
      streamsOnly: true,
      events: { job: schemas.JobSchema },
      handle: async () => null,
      stream: ({ signal }, send) =>
        new Promise((resolve) => {
          for (const job of jobs.list()) send("job", job);
          const leave = jobs.watch((job) => void send("job", job));
          const end = (): void => {
            leave();
            resolve();
          };
          if (signal.aborted) end();
          signal.addEventListener("abort", end, { once: true });
        }),
    },
  ];
}
