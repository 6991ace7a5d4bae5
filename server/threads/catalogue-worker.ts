/** Opens every game once for its summary and picture: two seconds of work off the main thread. */
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { GameSummary } from "../../service/api.ts";
import { gameSummary } from "../../service/documents/game.ts";
import { loadServedGame, type GameSource } from "../game-source.ts";
import { serveWorker } from "./serve-worker.ts";

async function summary(source: GameSource): Promise<GameSummary> {
  const { game, kind } = await loadServedGame(source);
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  try {
    return gameSummary(rules, kind);
  } finally {
    await rules.close();
  }
}

serveWorker({ summary });
