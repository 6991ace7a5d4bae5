/** A workbench for tests, in this process, with its own data folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unwrap } from "../engine/contracts/errors.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import type { MemoryBudget } from "../engine/kernel/memory-budget.ts";
import { buildSet } from "../engine/tables/build-set.ts";
import { buildTable } from "../engine/tables/build-table.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import { findGame } from "../games/games.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

export const HOST = "localhost";

export interface TestBench extends Workbench {
  readonly folder: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The document of a successful response. */
  json<T>(answer: Promise<Response>): Promise<T>;
  remove(): Promise<void>;
}

interface BenchOptions {
  readonly budget?: MemoryBudget;
  /** The URL of a queue. */
  readonly queue?: string;
}

export async function openTestBench({ budget, queue }: BenchOptions = {}): Promise<TestBench> {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-server-"));
  process.env["GAMELORE_HOME"] = folder;
  const workbench = await openWorkbench({
    hosts: [HOST],
    ...(budget && { budget }),
    ...(queue !== undefined && { queue: { url: queue, listen: null } }),
    folders: { page: join(folder, "web"), kernels: join(folder, "kernels") },
  });
  const request = (path: string, init: RequestInit): Promise<Response> =>
    Promise.resolve(
      workbench.app.request(`http://${HOST}${path}`, { ...init, headers: { host: HOST, ...(init.headers as object) } }),
    );
  return {
    ...workbench,
    folder,
    get: (path, headers = {}) => request(path, { headers }),
    post: (path, body, headers = {}) =>
      request(path, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    json: async <T>(answer: Promise<Response>): Promise<T> => {
      const response = await answer;
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status}: ${text}`);
      return JSON.parse(text) as T;
    },
    remove: async () => {
      await workbench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Builds a table or table set into the test's folder. */
export async function buildFor(id: string, options: Record<string, string | number>): Promise<void> {
  const game = unwrap(await findGame(id));
  const values = { ...defaultsOf(game.tableOptions), ...options };
  const store = new TableStore(tablesFolder());
  const building = {
    threads: 2,
    resume: "",
    signal: new AbortController().signal,
    reporter: { progress: () => ({ update: () => {}, end: () => {} }), say: () => {} },
  };
  const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
  if (set) await buildSet(store, set, { ...building, force: false });
  else await buildTable(store, unwrap(game.table(values)), building);
}

export async function until(what: () => Promise<boolean>, milliseconds = 20_000): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await what())) {
    if (performance.now() > end) throw new Error("timed out");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
