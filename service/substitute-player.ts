/** A player to use instead of one whose tables are not available: the same with another evaluation, else the strongest that can play. */
import { tablesOf } from "../engine/arena/players.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { parsePlayerText } from "../engine/contracts/player.ts";
import type { TableIdentity } from "../engine/contracts/table.ts";
import { clientPlayerText, mayPlay } from "./client-players.ts";
import { strongestOf } from "./documents/game.ts";

const EVALUATION = "eval";

export function substitutePlayer(
  rules: OpenGame,
  text: string,
  hasTable: (identity: TableIdentity) => boolean,
): string {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((each) => each.name === name);
  const evaluations = kind?.parameters.some((spec) => spec.name === EVALUATION)
    ? rules.evaluators.map((spec) => spec.name).toReversed()
    : [];
  const sameWith = (evaluation: string): string => {
    const given = Object.entries({ ...parameters, [EVALUATION]: evaluation });
    return `${name}(${given.map(([key, value]) => `${key}=${value}`).join(", ")})`;
  };
  const playable = evaluations
    .map(sameWith)
    .find((each) => tablesOf(rules, clientPlayerText(rules, each)).every(({ identity }) => hasTable(identity)));
  return playable ?? strongestOf(rules, { hasTable, mayPlay });
}
