/** Routes of the queue behind the jobs: workers and runs of all machines. */
import type { Route } from "../http/route.ts";
import { HttpError } from "../http/http-error.ts";
import * as schemas from "../http/schemas.ts";
import type { QueueMonitor } from "../jobs/queue-monitor.ts";

export function queueRoutes(monitor: QueueMonitor | null): readonly Route[] {
  const tag = "queue";
  return [
    {
      method: "get",
      path: "/api/queue",
      tag,
      summary: "the queue to which jobs are given, with the workers and runs of all machines; null without one",
      response: schemas.QueueSchema,
      handle: async () => ({ queue: (await monitor?.status()) ?? null }),
    },
    {
      method: "delete",
      path: "/api/queue/runs/{id}",
      tag,
      summary: "stops a run of any machine; what is finished is stored, and its command resumes it",
      response: schemas.QueueSchema,
      handle: async ({ params }) => {
        if (monitor === null) throw new HttpError("not-found", "this server has no queue (gamelore serve --queue URL)");
        return { queue: await monitor.stop(params["id"] as string) };
      },
    },
  ];
}
