/** The worker thread of one game: runs its GameService. */
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { GAME_METHODS } from "../../service/game-methods.ts";
import { GameService } from "../../service/game-service.ts";
import type { RpcMethod } from "../../service/rpc.ts";
import { loadServedGame, type GameSource } from "../game-source.ts";
import { playerLimits } from "../http/limits.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { serveWorker, startData } from "./serve-worker.ts";

let service: Promise<GameService> | undefined;
const open = (): Promise<GameService> =>
  (service ??= loadServedGame(startData as GameSource).then(
    (served) =>
      new GameService(served, new TableStore(tablesFolder()), { playerLimits: playerLimits(), collectGarbage }),
  ));

const methods = [...GAME_METHODS, "probe", "tableSpec", "provable"] as const;
serveWorker(
  Object.fromEntries(
    methods.map((name): [string, RpcMethod] => [
      name,
      async (argument, signal, emit) => ((await open())[name] as RpcMethod).call(await open(), argument, signal, emit),
    ]),
  ),
);
