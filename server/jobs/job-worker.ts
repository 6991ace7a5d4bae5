/** The thread of one job. It works on its own threads too; this one waits for them and tells how they get on. */
import { parentPort, workerData } from "node:worker_threads";
import { sentError, type SentError } from "../threads/messages.ts";
import { playLab, playMatchJob, playTournamentJob, solve, type JobWorkerStart, type Reports } from "./job-work.ts";

export type FromJob =
  | { readonly kind: "report"; readonly update: Parameters<Reports>[0] }
  | { readonly kind: "done"; readonly result: string | null }
  | { readonly kind: "failed"; readonly error: SentError };

if (parentPort) {
  const port = parentPort;
  const start = workerData as JobWorkerStart;
  const controller = new AbortController();
  const say = (message: FromJob): void => port.postMessage(message);
  port.on("message", () => controller.abort());
  const report: Reports = (update) => say({ kind: "report", update });
  const { request } = start;
  const control = { signal: controller.signal, report };
  try {
    const result = await (request.kind === "solve"
      ? solve(start.source, request, control)
      : request.kind === "match"
        ? playMatchJob(start.source, request, control)
        : request.kind === "tournament"
          ? playTournamentJob(start.source, request, control)
          : playLab(request, control));
    say({ kind: "done", result });
  } catch (error) {
    say({ kind: "failed", error: sentError(error) });
  }
  port.close();
}
