/**
 * Steps of a general game by move texts. In the protocol every role moves in every step; in `Rules` only the actors do.
 */
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";

/** The legal moves of a role by text. */
export function legalOf(rules: OpenGame, position: Position, role: PlayerNumber): ReadonlyMap<string, Move> {
  return new Map(rules.moves(position, role).map((move) => [moveText(rules, position, role, move), move]));
}

/** Without the name of the role, which `formatMove` adds if there are several actors. */
export function moveText(rules: OpenGame, position: Position, role: PlayerNumber, move: Move): string {
  const text = rules.formatMove(position, move);
  const prefix = `${rules.players[role]}: `;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Exact match, or a unique case-insensitive one. */
export function findName<T>(names: ReadonlyMap<string, T>, text: string): T | undefined {
  const exact = names.get(text);
  if (exact !== undefined) return exact;
  const folded = text.toLowerCase();
  const alike = [...names].filter(([name]) => name.toLowerCase() === folded);
  return alike.length === 1 ? alike[0]?.[1] : undefined;
}

/** One move of each role by text; null if a role has no such move. */
export function jointMove(rules: OpenGame, position: Position, texts: readonly string[]): readonly Move[] | null {
  if (texts.length !== rules.players.length) return null;
  const moves = texts.map((text, role) => findName(legalOf(rules, position, role as PlayerNumber), text));
  return moves.every((move) => move !== undefined) ? moves : null;
}

/** The position after one move of each role. */
export function playStep(rules: OpenGame, position: Position, joint: readonly Move[]): Position {
  return rules.play(position, actorMoves(rules, position, joint));
}

/** The moves of the actors in a joint move. */
export function actorMoves(rules: OpenGame, position: Position, joint: readonly Move[]): readonly Move[] {
  return rules.actors(position).map((actor) => joint[actor] as Move);
}

export function strongestPlayer(rules: OpenGame): string {
  return rules.playerKinds.some(({ name }) => name === "best") ? "best" : "random";
}

/** The move of a player; a single legal move is not searched. Null if the player chose an illegal move. */
export async function chooseFor(
  rules: OpenGame,
  player: Player,
  { position, role }: { readonly position: Position; readonly role: PlayerNumber },
  limits: Limits,
  signal?: AbortSignal,
): Promise<Move | null> {
  const own = rules.moves(position, role);
  if (own.length === 1) return own[0] as Move;
  const { move } = await player.choose(position, limits, { signal, actor: role });
  return own.includes(move) ? move : null;
}
