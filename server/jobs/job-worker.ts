/** The worker thread of one job. The work itself runs on threads of its own; this one waits for them and reports progress. */
import type { JobRequest } from "../../service/job-documents.ts";
import type { RpcMethod } from "../../service/rpc.ts";
import type { GameSource } from "../game-source.ts";
import { serveWorker, startData } from "../threads/serve-worker.ts";
import { lowerThreadPriority } from "../threads/thread-priority.ts";
import { playLab, playMatchJob, playTournamentJob } from "./job-work.ts";
import { prove } from "./prove.ts";
import { solve } from "./solve.ts";

/** The job's game; null for an experiment. */
const source = startData as GameSource | null;
const methods: Readonly<Record<JobRequest["kind"], RpcMethod>> = {
  solve: (request, signal, report) => solve(source, request, { signal, report }),
  prove: (request, signal, report) => prove(source, request, { signal, report }),
  match: (request, signal, report) => playMatchJob(source, request, { signal, report }),
  tournament: (request, signal, report) => playTournamentJob(source, request, { signal, report }),
  lab: (request, signal, report) => playLab(request, { signal, report }),
};
lowerThreadPriority();
serveWorker(methods);
