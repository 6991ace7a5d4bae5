/** The players of chess. */
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { randomKind } from "../../engine/search/random.ts";
import type { ChessRules } from "./rules.ts";

export function playerKindsOf(rules: ChessRules): readonly PlayerKind[] {
  return [randomKind(rules)];
}
