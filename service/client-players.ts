/** Players a client may name: none that starts a program on the server, not even as an argument of another player, and none that reserves too much. */
import { canonicalText, makePlayer, resourcesOf, startsPrograms } from "../engine/arena/players.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Player, PlayerKind } from "../engine/contracts/player.ts";

export function mayPlay(kind: PlayerKind): boolean {
  return kind.startsProgram !== true;
}

export function refusePrograms(rules: OpenGame, text: string): void {
  if (!startsPrograms(rules, text)) return;
  throw new GameloreError(
    "bad-player",
    `"${text}" starts a program on the server's machine; clients may not use such a player`,
  );
}

/** What a remote client's player may reserve. */
export interface PlayerLimits {
  readonly megabytes: number;
  readonly threads: number;
}

export function refuseLarge(rules: OpenGame, text: string, limits: PlayerLimits): void {
  const { megabytes, threads } = resourcesOf(rules, text);
  const refuse = (needed: string, limit: string): never => {
    throw new GameloreError("bad-player", `"${text}" needs ${needed}; a player on this server has at most ${limit}`);
  };
  if (threads > limits.threads) refuse(`${threads} threads`, `${limits.threads} threads`);
  if (megabytes > limits.megabytes) refuse(`${megabytes} MB of memory`, `${limits.megabytes} MB`);
}

export function clientPlayerText(rules: OpenGame, text: string): string {
  refusePrograms(rules, text);
  return canonicalText(rules, text);
}

export function makeClientPlayer(rules: OpenGame, text: string, seed: number, signal?: AbortSignal): Promise<Player> {
  refusePrograms(rules, text);
  return makePlayer(rules, text, seed, signal);
}
