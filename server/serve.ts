/** The workbench on a port of this machine. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { GameloreError } from "../engine/contracts/errors.ts";
import { MemoryBudget } from "../engine/kernel/memory-budget.ts";
import type { JobDocument, JobRequest } from "../service/job-documents.ts";
import { knownHosts } from "../engine/platform/node/known-hosts.ts";
import { limitConnections } from "./http/connections.ts";
import { LIMITS } from "./http/limits.ts";
import type { QueueSettings } from "./jobs/queued-job.ts";
import { openWorkbench } from "./workbench.ts";

export const DEFAULT_PORT = 8127;
export const LOOPBACK_HOST = "127.0.0.1";
/** If the default port is in use, the next ones are tried. */
const PORTS_TRIED = 10;

export interface ServeOptions {
  readonly host: string;
  /** Null for the default port, or the next free one. */
  readonly port: number | null;
  /** The memory of all games and jobs; null for half of the machine's. */
  readonly megabytes?: number | null;
  /** Addresses of proxies in front of the server, as browsers see them: https://gamelore.example.org. */
  readonly origins?: readonly string[];
  /** Time in which a request must arrive. */
  readonly requestMilliseconds?: number;
  /** Jobs are given to its workers. */
  readonly queue?: QueueSettings | null;
  /** Receives problems of the connection to the queue. */
  readonly onProblem?: (line: string) => void;
}

export interface Served {
  readonly address: string;
  /** Starts a job, for example a table that is built while the page is used. */
  submit(request: JobRequest): Promise<JobDocument>;
  /** Aborts requests and jobs; jobs save what they can. */
  close(): Promise<void>;
}

export async function serve({
  host,
  port,
  megabytes = null,
  origins = [],
  requestMilliseconds = LIMITS.requestSeconds * 1000,
  queue = null,
  onProblem = () => {},
}: ServeOptions): Promise<Served> {
  const workbench = await openWorkbench({
    hosts: [...knownHosts(host), ...origins.map((origin) => new URL(origin).hostname)],
    origins,
    queue,
    onProblem,
    ...(megabytes !== null && { budget: MemoryBudget.of(megabytes * 2 ** 20) }),
  });
  const server = createAdaptorServer({
    fetch: workbench.app.fetch,
    serverOptions: {
      maxHeaderSize: 64 * 1024,
      requestTimeout: requestMilliseconds,
      headersTimeout: Math.min(10_000, requestMilliseconds),
      keepAliveTimeout: 5_000,
      // Otherwise a request that is too slow may live twice as long.
      connectionsCheckingInterval: 1_000,
    },
  }) as Server;
  limitConnections(server, LIMITS.connections);
  try {
    const bound = await listenOnFree(server, host, port);
    workbench.prepare();
    return {
      submit: (request) => workbench.jobs.submit(request),
      address: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/`,
      close: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        await workbench.close();
        server.closeAllConnections();
        await closed;
      },
    };
  } catch (error) {
    await workbench.close();
    throw error;
  }
}

async function listenOnFree(server: Server, host: string, port: number | null): Promise<number> {
  const ports = port === null ? Array.from({ length: PORTS_TRIED }, (_, i) => DEFAULT_PORT + i) : [port];
  for (const each of ports) {
    const bound = await listen(server, host, each);
    if (bound !== null) return bound;
  }
  const taken =
    port === null ? `the ports ${DEFAULT_PORT} to ${DEFAULT_PORT + PORTS_TRIED - 1} are` : `port ${port} is`;
  throw new GameloreError("bad-usage", `${taken} in use; choose another with --port`);
}

/** The port; null if it is in use. */
function listen(server: Server, host: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === "EADDRINUSE") return resolve(null);
      reject(new GameloreError("bad-usage", `cannot listen on ${host}, port ${port}: ${error.message}`));
    };
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
