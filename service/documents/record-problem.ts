/** Whether a recorded game follows the rules. */
import { plural, formatPlies } from "../../engine/contracts/quantities.ts";
import type { GameRecord } from "../../engine/arena/play-game.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { replayGame } from "./replay.ts";

/** How the record contradicts the rules; null if it does not. */
export function recordProblem(rules: OpenGame, game: GameRecord): string | null {
  const replayed = replayGame(rules, game);
  if (!replayed.ok) return replayed.error.message;
  const { end, plies } = replayed.value;
  if (plies.length !== game.plies) return `${formatPlies(game.plies)} recorded, but ${plural(plies.length, "move")}`;
  const recorded = `recorded are the scores ${game.scores.join(", ")} (${game.ending})`;
  if (game.ending === "rules" && end?.ending !== "rules") return `the game has not ended by its rules; ${recorded}`;
  if (end && !game.forfeit && end.scores.join() !== game.scores.join())
    return `its moves give the scores ${end.scores.join(", ")}; ${recorded}`;
  return null;
}
