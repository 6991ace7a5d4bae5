/** Opens every game once for its summary and picture: two seconds of work that the server's own thread is spared. */
import { parentPort } from "node:worker_threads";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { GameSummary } from "../../service/api.ts";
import { deskGame, type GameSource } from "../game-source.ts";
import { gameSummary } from "../../service/documents/game.ts";
import { answerCalls } from "./answer-calls.ts";

async function summaryOf(source: GameSource): Promise<GameSummary> {
  const { game, kind } = await deskGame(source);
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  try {
    return gameSummary(rules, kind);
  } finally {
    await rules.close();
  }
}

if (parentPort) answerCalls(parentPort, { summary: (argument) => summaryOf(argument as GameSource) });
