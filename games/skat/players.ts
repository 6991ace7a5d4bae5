import type { PlayerKind } from "../../engine/contracts/player.ts";
import { randomKind } from "../../engine/search/random.ts";
import { bestKind } from "./pimc-player.ts";
import type { SkatRules } from "./rules.ts";
import { simpleKind } from "./simple.ts";

export function playerKinds(rules: SkatRules): readonly PlayerKind[] {
  return [randomKind(rules), simpleKind(rules), bestKind(rules)];
}
