/** Moves typed in the terminal. */
import { fail, type Result } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { ForbiddenPositions } from "../engine/contracts/player.ts";
import type { Move, PlayerNumber, Position } from "../engine/contracts/position.ts";
import { HEAT_HELP } from "./maze-board.ts";

/** The first move of a line, and the remaining words: further moves of the same player's turn. */
interface TypedLine {
  readonly move: Result<Move>;
  readonly rest: string;
}

/** The first move is the longest prefix of words that is a move. */
export function readMoveLine(
  rules: OpenGame,
  position: Position,
  mover: PlayerNumber,
  text: string,
  forbidden: ForbiddenPositions | undefined,
): TypedLine {
  const words = text.split(/\s+/);
  const whole = parseTyped(rules, position, mover, text);
  const allowed = (typed: string, move: Result<Move>): Result<Move> =>
    refuseForbidden(rules, position, typed, move, forbidden);
  // No part of a multi-step move is a move.
  if (rules.moveSteps) return { move: allowed(text, whole), rest: "" };
  for (let count = words.length; count > 0; count--) {
    const first = words.slice(0, count).join(" ");
    const move = count === words.length ? whole : parseTyped(rules, position, mover, first);
    if (move.ok) return { move: allowed(first, move), rest: words.slice(count).join(" ") };
  }
  return { move: words.length > 1 ? parseTyped(rules, position, mover, words[0] as string) : whole, rest: "" };
}

/** Parses a move as written, in lower case, or without the player's name if several players act. */
function parseTyped(rules: OpenGame, position: Position, mover: PlayerNumber, text: string): Result<Move> {
  const named = `${rules.players[mover]}: ${text}`;
  const readings = [text, text.toLowerCase(), named].map((each) => rules.parseMove(position, each));
  const own = rules.moves(position, mover);
  const refused = readings[0] as Result<Move>;
  const accepted = readings.find((each) => each.ok && own.includes(each.value));
  return accepted ?? (refused.ok ? fail("bad-move", `"${text}" is a move of another player`) : refused);
}

/** Refuses a move that the history forbids. */
function refuseForbidden(
  rules: OpenGame,
  position: Position,
  text: string,
  move: Result<Move>,
  forbidden: ForbiddenPositions | undefined,
): Result<Move> {
  if (!move.ok || !forbidden?.(rules.play(position, [move.value]))) return move;
  const before = rules.history.repetitionCount - 1;
  return fail(
    "bad-move",
    `"${text}" is forbidden: it would repeat a position that has already occurred ${before} times`,
  );
}

/** Simultaneous moves are written with the player's name, which is left out where it is already said. */
export function withoutName(text: string, name: string): string {
  return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
}

/** How to type moves. */
export function moveHelp(rules: OpenGame, position: Position, mover: PlayerNumber): string {
  const [example] = rules.moves(position, mover);
  const text = withoutName(rules.formatMove(position, example as Move), rules.players[mover] ?? "");
  const moves = rules.moveHelp ?? [`  ${text.padEnd(9)} an example of a move`];
  return [...moves, ...(rules.heatMaps ? [HEAT_HELP] : [])].join("\n");
}
