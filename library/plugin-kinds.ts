/** Adds the players and evaluations of plugins to a game. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../engine/contracts/options.ts";
import type { Player, PlayerKind } from "../engine/contracts/player.ts";
import { legalMovesOf } from "../engine/search/legal.ts";
import { limitSpec, MILLISECONDS, playerText, withDefaults } from "../engine/search/parameters.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { minimax } from "./minimax.ts";
import type { CustomEvaluation, CustomPlayer, Plugin } from "./plugin.ts";

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MINIMAX = "minimax";
const DEFAULT_DEPTH = 2;

/** The game with the plugins' players; itself without plugins. */
export function withPlugins(game: Game, plugins: readonly Plugin[]): Game {
  if (plugins.length === 0) return game;
  return {
    ...game,
    open: async (options) => {
      const opened = await game.open(options);
      if (!opened.ok) return opened;
      const rules = opened.value;
      try {
        addKinds(rules, plugins);
      } catch (error) {
        await rules.close();
        if (error instanceof GameloreError) return { ok: false, error };
        throw error;
      }
      return opened;
    },
  };
}

/** The rules have just been opened, so nothing has read their players yet. */
function addKinds(rules: OpenGame, plugins: readonly Plugin[]): void {
  const plays = ({ games }: { readonly games?: readonly string[] }): boolean => games?.includes(rules.game.id) ?? true;
  const kinds = plugins.flatMap((plugin) => [
    ...(plugin.players ?? []).filter(plays).map((player) => playerKind(rules, player, plugin.version)),
    ...minimaxKinds(rules, (plugin.evaluations ?? []).filter(plays), plugin.version),
  ]);
  const names = rules.playerKinds.map(({ name }) => name);
  for (const { name } of kinds) {
    if (!NAME.test(name))
      throw new GameloreError(
        "bad-player",
        `plugin: "${name}" is not a name; expected lower-case letters, digits and hyphens`,
      );
    if (names.includes(name))
      throw new GameloreError("bad-player", `plugin: there is another player "${name}" in ${rules.game.id}`);
    names.push(name);
  }
  Object.defineProperty(rules, "playerKinds", { value: [...rules.playerKinds, ...kinds] });
}

/** The parameter that makes stored games of another version another player's. */
function versionSpec(version: string | undefined): OptionSpec[] {
  if (version === undefined) return [];
  return [{ name: "plugin", summary: "digest of the plugin, set by itself", kind: "text", default: null }];
}

function withVersion(version: string | undefined, given: OptionValues, name: string): OptionValues {
  const named = given["plugin"] ?? null;
  if (named !== null && named !== version)
    throw new GameloreError("bad-player", `${name}: plugin=${named} was another version; this one is ${version}`);
  return version === undefined ? given : { ...given, plugin: version };
}

function playerKind(rules: OpenGame, custom: CustomPlayer, version: string | undefined): PlayerKind {
  const { name, summary = "a player of a plugin" } = custom;
  const parameters = versionSpec(version);
  const text = (given: OptionValues): string => playerText(name, parameters, withVersion(version, given, name));
  return {
    name,
    summary,
    parameters,
    text,
    create: async (given, seed) => createPlayer(rules, custom, text(given), seed),
  };
}

function createPlayer(rules: OpenGame, custom: CustomPlayer, text: string, seed: number): Player {
  const chooseMove = called(custom.name, () => custom.create(rules, new SeededRandom(seed)));
  return {
    text,
    choose: async (position, limits, { actor, forbidden, signal, history } = {}) => {
      const started = performance.now();
      const player = actor ?? rules.actors(position)[0];
      const legal = legalMovesOf(rules, position, player);
      const allowed = forbidden ? legal.filter((move) => !forbidden(rules.play(position, [move]))) : legal;
      const moves = allowed.length > 0 ? allowed : legal;
      const turn = { player: player as never, moves, limits, signal, history };
      const move = await calledAsync(custom.name, async () => chooseMove(position, turn));
      if (!legal.includes(move)) {
        const where = rules.formatPosition(position);
        throw new GameloreError(
          "player-failed",
          `${custom.name} returned ${move}, which is not a legal move in ${where}`,
        );
      }
      const milliseconds = performance.now() - started;
      return { move, info: { value: null, unit: "none", pv: [move], nodes: 0, milliseconds, depth: null } };
    },
    close: async () => {},
  };
}

/** One kind for all evaluations of a plugin, as `alphabeta` has one. */
function minimaxKinds(
  rules: OpenGame,
  evaluations: readonly CustomEvaluation[],
  version: string | undefined,
): PlayerKind[] {
  const names = evaluations.map(({ name }) => name);
  const [first] = names;
  if (first === undefined) return [];
  const parameters: readonly OptionSpec[] = [
    { name: "eval", summary: "an evaluation of the plugin", kind: "choice", choices: names, default: first },
    { ...limitSpec("depth", `search depth in plies (default ${DEFAULT_DEPTH} without a time limit)`, 100) },
    MILLISECONDS,
    ...versionSpec(version),
  ];
  // The evaluation is always written out: another one may become the default.
  const text = (given: OptionValues): string => {
    const specs = parameters.map((spec) => (spec.kind === "choice" ? { ...spec, default: "" } : spec));
    return playerText(MINIMAX, specs, withVersion(version, withDefaults(parameters, given), MINIMAX));
  };
  return [
    {
      name: MINIMAX,
      summary: "alpha-beta in TypeScript with an evaluation of a plugin",
      parameters,
      text,
      create: async (given) => {
        const values = withDefaults(parameters, given);
        const custom = evaluations.find(({ name }) => name === values["eval"]) as CustomEvaluation;
        const evaluate = called(custom.name, () => custom.create(rules));
        return minimax(rules, {
          text: text(given),
          evaluate: (position, player) => called(custom.name, () => evaluate(position, player)),
          unit: custom.unit ?? custom.name,
          depth: values["depth"] as number | null,
          milliseconds: values["ms"] as number | null,
          defaultDepth: DEFAULT_DEPTH,
        });
      },
    },
  ];
}

/** An exception of a plugin names the plugin's player. */
function called<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw failure(name, error);
  }
}

async function calledAsync<T>(name: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw failure(name, error);
  }
}

function failure(name: string, error: unknown): GameloreError {
  if (error instanceof GameloreError) return error;
  const message = error instanceof Error ? `${error.message}${placeOf(error)}` : String(error);
  return new GameloreError("player-failed", `${name}: ${message}`, { cause: error });
}

/** The line of the plugin that threw. */
function placeOf({ stack = "" }: Error): string {
  const [, place] = /\(?((?:file:|\/|[A-Z]:)[^\s()]+:\d+:\d+)\)?/.exec(stack) ?? [];
  return place === undefined ? "" : ` (at ${place})`;
}
