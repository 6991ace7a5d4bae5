/** Which players a client may name: none that starts a program on this machine, not even inside another's brackets. */
import { canonicalText, makePlayer } from "../../engine/arena/players.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Rules } from "../../engine/contracts/game.ts";
import type { Player, PlayerKind } from "../../engine/contracts/player.ts";

export function mayPlay(kind: PlayerKind): boolean {
  return kind.startsProgram !== true;
}

/** Looked for anywhere in the text, whether it would be understood there or not. */
export function refusePrograms(rules: Rules, text: string): void {
  const words = new Set(text.toLowerCase().match(/[a-z][a-z0-9-]*/g) ?? []);
  const named = rules.playerKinds.find((kind) => !mayPlay(kind) && words.has(kind.name));
  if (!named) return;
  throw new GameloreError(
    "bad-player",
    `${named.name} starts a program on the server's machine; a client cannot ask for it`,
  );
}

export function clientPlayerText(rules: Rules, text: string): string {
  refusePrograms(rules, text);
  return canonicalText(rules, text);
}

export function makeClientPlayer(rules: Rules, text: string, seed: number): Promise<Player> {
  refusePrograms(rules, text);
  return makePlayer(rules, text, seed);
}
