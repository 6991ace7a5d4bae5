/** Routes of jobs: start, list, cancel, and a stream of changes. */
import type { Route } from "../http/route.ts";
import { withBody } from "../http/route.ts";
import * as requests from "../http/request-schemas.ts";
import * as schemas from "../http/schemas.ts";
import type { Jobs } from "../jobs/jobs.ts";

export function jobRoutes(jobs: Jobs): readonly Route[] {
  const tag = "jobs";
  return [
    {
      method: "get",
      path: "/api/jobs",
      tag,
      summary: "all jobs: running, waiting and ended",
      response: schemas.JobsSchema,
      handle: async () => ({ jobs: jobs.list() }),
    },
    withBody({
      method: "post",
      path: "/api/jobs",
      tag,
      summary:
        "starts a job: builds a table, plays a match or a tournament, or runs an experiment. The same request again continues where it stopped",
      body: requests.JobRequestSchema,
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
      summary:
        "cancels a job; results so far are kept. A job that is saving them is still running, with the phase stopping",
      response: schemas.JobSchema,
      handle: ({ params }) => jobs.cancel(params["id"] as string),
    },
    {
      method: "post",
      path: "/api/jobs/{id}/detach",
      tag: "queue",
      summary:
        "ends a job and goes on with it in a process that outlives the server; only with a queue, which lists the run",
      response: schemas.JobSchema,
      handle: ({ params }) => jobs.detach(params["id"] as string),
    },
    {
      method: "get",
      path: "/api/events",
      tag,
      summary: "a stream of events `job`: every job first, then each change",
      response: schemas.JobSchema,
      streamsOnly: true,
      events: { job: schemas.JobSchema },
      handle: async () => null,
      stream: ({ signal }, send) =>
        new Promise((resolve) => {
          for (const job of jobs.list()) send("job", job);
          const unwatch = jobs.watch((job) => void send("job", job));
          const end = (): void => {
            unwatch();
            resolve();
          };
          if (signal.aborted) end();
          signal.addEventListener("abort", end, { once: true });
        }),
    },
  ];
}
