/** The worker thread of one job. The work itself runs on threads of its own, or on workers of the queue; this one waits for them and reports progress. */
import type { JobRequest } from "../../service/job-documents.ts";
import type { RpcMethod } from "../../service/rpc.ts";
import { serveWorker, startData } from "../threads/serve-worker.ts";
import { lowerThreadPriority } from "../threads/thread-priority.ts";
import { playLab, playMatchJob, playTournamentJob, type JobStart } from "./job-work.ts";
import { prove } from "./prove.ts";
import { solve } from "./solve.ts";

const start = startData as JobStart;
const methods: Readonly<Record<JobRequest["kind"], RpcMethod>> = {
  solve: (request, signal, report) => solve(start, request, { signal, report }),
  prove: (request, signal, report) => prove(start.source, request, { signal, report }),
  match: (request, signal, report) => playMatchJob(start, request, { signal, report }),
  tournament: (request, signal, report) => playTournamentJob(start, request, { signal, report }),
  lab: (request, signal, report) => playLab(start, request, { signal, report }),
};
lowerThreadPriority();
serveWorker(methods);
