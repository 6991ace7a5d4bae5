/** Assembles the server: games, threads, library, jobs, and the application over them. */
import type { Hono } from "hono";
import { MemoryBudget } from "../engine/kernel/memory-budget.ts";
import { gameloreVersion } from "../games/games.ts";
import { loadExperiments } from "../lab/experiments.ts";
import { GameList } from "./game-list.ts";
import { makeApp } from "./http/app.ts";
import { defaultBudgetBytes, LIMITS } from "./http/limits.ts";
import { staticFiles, type StaticFolders } from "./http/static-files.ts";
import type { Route } from "./http/route.ts";
import { Jobs } from "./jobs/jobs.ts";
import type { QueueSettings } from "./jobs/queued-job.ts";
import { gameRoutes } from "./routes/games.ts";
import { jobRoutes } from "./routes/jobs.ts";
import { Library, libraryRoutes } from "./routes/library.ts";
import { queueRoutes } from "./routes/queue.ts";
import { rootRoutes } from "./routes/root.ts";
import { GameThreads } from "./threads/game-threads.ts";

export interface Workbench {
  readonly app: Hono;
  readonly routes: readonly Route[];
  readonly jobs: Jobs;
  /** Starts what the first page needs. */
  prepare(): void;
  /** Aborts requests and jobs; jobs save what they can. */
  close(): Promise<void>;
}

interface WorkbenchOptions {
  /** Allowed Host names. */
  readonly hosts: readonly string[];
  /** Of proxies in front of it. */
  readonly origins?: readonly string[];
  readonly folders?: StaticFolders;
  /** The memory of all games and jobs. */
  readonly budget?: MemoryBudget;
  /** Jobs are given to its workers. */
  readonly queue?: QueueSettings | null;
  /** Receives problems of the connection to the queue. */
  readonly onProblem?: (line: string) => void;
}

export async function openWorkbench({
  hosts,
  origins = [],
  folders,
  budget = MemoryBudget.of(defaultBudgetBytes()),
  queue = null,
  onProblem = () => {},
}: WorkbenchOptions): Promise<Workbench> {
  // Its packages are optional.
  const monitor = queue && (await (await import("./jobs/queue-monitor.ts")).QueueMonitor.open(queue.url, onProblem));
  const games = await GameList.load();
  const threads = new GameThreads(budget);
  const library = new Library();
  const experiments = await loadExperiments();
  const jobs = new Jobs(
    {
      source: (id) => games.source(id),
      call: (id, method, argument) =>
        threads.call(games.source(id), method, argument, { milliseconds: LIMITS.callSeconds * 1000 }),
      releaseIdle: () => threads.releaseIdle(),
    },
    budget,
    experiments.map(({ id }) => id),
    queue,
  );
  const routes = rootRoutes(
    [...gameRoutes(games, threads), ...libraryRoutes(library, games), ...jobRoutes(jobs), ...queueRoutes(monitor)],
    gameloreVersion(),
  );
  return {
    app: makeApp({ routes, hosts, origins, page: staticFiles(folders) }),
    routes,
    jobs,
    prepare: () => void games.summaries(),
    close: async () => {
      await jobs.close();
      monitor?.close();
      await Promise.all([threads.close(), games.close(), library.close()]);
    },
  };
}
