/** Creates players from their texts. */
import { GameloreError, throwIfAborted, unwrap } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { didYouMean } from "../contracts/did-you-mean.ts";
import { optionWords, parseOptions, type OptionValues, type Resource } from "../contracts/options.ts";
import { parsePlayerText, type Player, type PlayerKind } from "../contracts/player.ts";
import type { TableSpec } from "../contracts/table.ts";
import { playerText, withDefaults } from "../search/parameters.ts";

/** Parses a player's text; the error suggests a correction. */
function readPlayer(rules: OpenGame, text: string): { kind: PlayerKind; parameters: OptionValues } {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((candidate) => candidate.name === name);
  if (!kind) {
    const known = rules.playerKinds.map((candidate) => candidate.name);
    const { id, variantPlayers = {} } = rules.game;
    const variant = Object.hasOwn(variantPlayers, name) ? variantPlayers[name] : undefined;
    if (variant) throw new GameloreError("bad-player", `the player "${name}" of ${id} needs ${optionWords(variant)}`);
    throw new GameloreError(
      "bad-player",
      `no player "${name}" in ${id}; players: ${known.join(", ")}${didYouMean(name, [...known, ...Object.keys(variantPlayers)])}`,
    );
  }
  const values = parseOptions(kind.parameters, parameters);
  if (!values.ok) throw new GameloreError("bad-player", `${text}: ${values.error.message}`);
  return { kind, parameters: values.value };
}

export async function makePlayer(
  rules: OpenGame,
  text: string,
  seed: number,
  signal?: AbortSignal | undefined,
): Promise<Player> {
  const { kind, parameters } = readPlayer(rules, text);
  const player = await kind.create(parameters, seed, signal);
  if (signal?.aborted) await player.close();
  throwIfAborted(signal);
  return player;
}

/** The canonical text of a player, as stored in records. */
export function canonicalText(rules: OpenGame, text: string): string {
  const { kind, parameters } = readPlayer(rules, text);
  return kind.text?.(parameters) ?? playerText(kind.name, kind.parameters, parameters);
}

/**
 * Whether a text contains, anywhere, the name of a player kind that starts programs: such a text must not come from a remote client.
 * Conservative: a coincidental match counts, too.
 */
export function startsPrograms({ playerKinds }: OpenGame, text: string): boolean {
  const words = new Set(text.toLowerCase().match(/[a-z0-9-]+/g));
  return playerKinds.some((kind) => kind.startsProgram && words.has(kind.name.toLowerCase()));
}

/** The game's `best` player, else `alphabeta` or `uct`, else the last kind. */
export function strongestOf({ playerKinds }: OpenGame): string {
  const names = playerKinds.filter((kind) => !kind.startsProgram).map(({ name }) => name);
  return ["best", "alphabeta", "uct"].find((name) => names.includes(name)) ?? names.at(-1) ?? "random";
}

/** Why a player cannot run on this machine; null if it can. */
export function unavailability(rules: OpenGame, text: string): string | null {
  const { kind, parameters } = readPlayer(rules, text);
  return kind.unavailable?.(parameters) ?? null;
}

/** The memory and threads that a player reserves by its parameters. */
export function resourcesOf(rules: OpenGame, text: string): { readonly megabytes: number; readonly threads: number } {
  const { kind, parameters } = readPlayer(rules, text);
  const values = withDefaults(kind.parameters, parameters);
  const sum = (resource: Resource): number =>
    kind.parameters
      .filter((spec) => spec.kind === "integer" && spec.resource === resource)
      .reduce((total, { name }) => total + Number(values[name] ?? 0), 0);
  const threads = Math.max(1, sum("threads"));
  return { megabytes: sum("megabytes") + threads * sum("megabytes per thread"), threads };
}

/** The tables a player reads; `makePlayer` fails if one is not built. */
export function tablesOf(rules: OpenGame, text: string): readonly TableSpec[] {
  const { kind, parameters } = readPlayer(rules, text);
  return kind.tables ? unwrap(kind.tables(parameters)) : [];
}
