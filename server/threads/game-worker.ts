/** The thread of one game: what it is asked can take any time, the server answers others meanwhile. */
import { parentPort, workerData } from "node:worker_threads";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { Desk } from "../../service/game-service.ts";
import { deskGame, type GameSource } from "../game-source.ts";
import { answerCalls, type Method } from "./answer-calls.ts";

type DeskMethod =
  | "summary"
  | "game"
  | "position"
  | "values"
  | "line"
  | "strip"
  | "choose"
  | "chance"
  | "compose"
  | "import"
  | "export"
  | "players"
  | "probe"
  | "table";

const METHODS: readonly DeskMethod[] = [
  "summary",
  "game",
  "position",
  "values",
  "line",
  "strip",
  "choose",
  "chance",
  "compose",
  "import",
  "export",
  "players",
  "probe",
  "table",
];

if (parentPort) {
  const source = workerData as GameSource;
  let desk: Promise<Desk> | null = null;
  const opened = (): Promise<Desk> =>
    (desk ??= deskGame(source).then((about) => new Desk(about, new TableStore(tablesFolder()))));
  const method =
    (name: DeskMethod): Method =>
    async (argument, signal, tell) =>
      ((await opened())[name] as Method).call(await opened(), argument, signal, tell);
  answerCalls(parentPort, Object.fromEntries(METHODS.map((name) => [name, method(name)])));
}
