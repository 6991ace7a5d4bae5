/** The result of a game as text. */
import type { OpenGame } from "../contracts/game.ts";
import type { Scores } from "../contracts/position.ts";

/** With more than two players several may win together. */
export function endText(rules: OpenGame, scores: Scores, ending: string): string {
  const most = Math.max(...scores);
  const winners = rules.players.filter((_, player) => scores[player] === most);
  const how = ending === "rules" ? "" : ` by ${ending}`;
  if (rules.players.length === 1) return `The game is over${how}: ${Math.round(100 * most)} of 100 points.`;
  if (winners.length === rules.players.length) return `The game is a draw${how}.`;
  return `${winners.join(" and ")} ${winners.length === 1 ? "wins" : "win"}${how}.`;
}
