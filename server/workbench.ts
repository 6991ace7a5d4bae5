/** All that the server has, put together; and the application over it. */
import type { Hono } from "hono";
import packageFile from "../package.json" with { type: "json" };
import { GameList } from "./game-list.ts";
import { makeApp } from "./http/app.ts";
import { pageHandler } from "./http/page.ts";
import type { Route } from "./http/route.ts";
import { gameRoutes } from "./routes/games.ts";
import { rootRoutes } from "./routes/root.ts";
import { GameThreads } from "./threads/game-threads.ts";

export interface Workbench {
  readonly app: Hono;
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  /** Names under which it may be addressed. */
  readonly hosts: readonly string[];
}

export async function openWorkbench({ hosts }: WorkbenchOptions): Promise<Workbench> {
  const games = await GameList.load();
  const threads = new GameThreads();
  const routes = rootRoutes([...gameRoutes(games, threads)], packageFile.version);
  // The first page asks for this: begun now, it is there by then.
  void games.summaries();
  return {
    app: makeApp({ routes, hosts, page: pageHandler() }),
    routes,
    close: async () => {
      await Promise.all([threads.close(), games.close()]);
    },
  };
}
