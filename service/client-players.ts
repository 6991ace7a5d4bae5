/** Players a client may name: none that starts a program on the server, not even as an argument of another player. */
import { canonicalText, makePlayer, startsPrograms } from "../engine/arena/players.ts";
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

export function clientPlayerText(rules: OpenGame, text: string): string {
  refusePrograms(rules, text);
  return canonicalText(rules, text);
}

export function makeClientPlayer(rules: OpenGame, text: string, seed: number, signal?: AbortSignal): Promise<Player> {
  refusePrograms(rules, text);
  return makePlayer(rules, text, seed, signal);
}
