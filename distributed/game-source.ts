/** Games as data for other machines, and back. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import { parseOptions, type OptionSpec, type OptionValues } from "../engine/contracts/options.ts";
import { findGame } from "../games/games.ts";
import { gdlGame, isGdlGame } from "../gdl/game.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";
import type { GameSource } from "./payloads.ts";

/** Rulesheets are sent as text, so that the file of a user need not be on the other machines. */
export function sourceOf(game: Game): GameSource {
  return isGdlGame(game) ? { id: game.id, rulesheet: game.rulesheet } : { id: game.id };
}

export async function gameOf({ id, rulesheet }: GameSource): Promise<Game> {
  if (rulesheet !== undefined) return unwrap(gdlGame(id, rulesheet));
  // Never a file of this machine: its name would come from another one.
  if (/[./\\]/.test(id)) throw new GameloreError("job-refused", `${JSON.stringify(id)} is not the id of a game`);
  return withExternalEngines(unwrap(await findGame(id)));
}

/** Options from another machine are checked like those of a command line. */
export function checkedOptions(
  specs: readonly OptionSpec[],
  given: Readonly<Record<string, string | number | null>>,
): OptionValues {
  const texts = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return unwrap(parseOptions(specs, Object.fromEntries(texts)));
}

export async function openVariant(
  source: GameSource,
  options: Readonly<Record<string, string | number | null>>,
): Promise<OpenGame> {
  const game = await gameOf(source);
  return unwrap(await game.open(checkedOptions(game.options, options)));
}
