/** Opens games by name. */
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { defaultsOf, parseOptions, type OptionSpec, type OptionValues } from "../engine/contracts/options.ts";
import { findGame, nativeGameIds, rulesheetNames } from "../games/games.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";
import type { Plugin } from "./plugin.ts";
import { withPlugins } from "./plugin-kinds.ts";

/** Values of options; those that are left out have their defaults. */
export type GivenOptions = Readonly<Record<string, string | number>>;

export interface OpenSettings {
  /** A named variant, for example "paper-001"; options override it. */
  readonly preset?: string;
  /** Players and evaluations of your own. */
  readonly plugins?: readonly Plugin[];
}

/**
 * Opens a variant of a game: a native game ("chess"), a general game ("connect-four") or a rulesheet file ("./game.kif"). The result has
 * the rules, the notation and the kinds of players. Close it when you are done: it may hold threads.
 *
 * `gamelore games NAME` lists a game's options.
 */
export async function openGame(
  name: string,
  options: GivenOptions = {},
  { preset, plugins = [] }: OpenSettings = {},
): Promise<OpenGame> {
  const game = await withExternalEngines(unwrap(await findGame(name)));
  const values = { ...defaultsOf(game.options), ...presetOf(game, preset), ...readGiven(game.options, options) };
  return unwrap(await withPlugins(game, plugins).open(values));
}

/** The names that `openGame` accepts, without files. */
export function gameNames(): string[] {
  return [...nativeGameIds(), ...rulesheetNames()];
}

function presetOf(game: OpenGame["game"], name: string | undefined): OptionValues {
  if (name === undefined) return {};
  const preset = game.presets[name];
  if (preset) return preset;
  const known = Object.keys(game.presets);
  throw new GameloreError("bad-variant", `${game.id} has no preset "${name}"; presets: ${known.join(", ") || "none"}`);
}

/** The given options only, checked. */
export function readGiven(specs: readonly OptionSpec[], given: GivenOptions): OptionValues {
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const values = unwrap(parseOptions(specs, texts));
  return Object.fromEntries(Object.keys(given).map((name) => [name, values[name] ?? null]));
}
