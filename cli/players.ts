/** Players by their text, for a variant that is open. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Rules } from "../engine/contracts/game.ts";
import { parseOptions } from "../engine/contracts/options.ts";
import { parsePlayerText, type Player } from "../engine/contracts/player.ts";

export async function makePlayer(rules: Rules, text: string, seed: number): Promise<Player> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((candidate) => candidate.name === name);
  if (!kind) {
    const known = rules.playerKinds.map((candidate) => candidate.name).join(", ");
    throw new GameloreError("bad-player", `there is no player "${name}" in ${rules.game.id}; there is: ${known}`);
  }
  const values = parseOptions(kind.parameters, parameters);
  if (!values.ok) throw new GameloreError("bad-player", `${text}: ${values.error.message}`);
  return kind.create(values.value, seed);
}
