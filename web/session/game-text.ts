/**
 * A game as text, for every game: the id, the options that differ from their defaults, the start, the players and the moves. Lines are
 * `name: value`; long values with line breaks are JSON strings.
 */
import type { GameState } from "../../service/api.ts";
import type { SavedGame, Seat } from "./saved-game.ts";

const HEADER = "Gamelore game";
const SEPARATOR = "; ";
const HUMAN = "human";

export interface TextGame {
  readonly game: string;
  readonly variant: GameState["variant"];
  readonly start: string | null;
  readonly seats: readonly Seat[];
  readonly moves: readonly string[];
}

export type ParsedGame =
  | { readonly ok: true; readonly game: TextGame }
  | { readonly ok: false; readonly line: number; readonly message: string };

function written(value: string | number): string {
  const text = String(value);
  return /[\n"]/.test(text) || text !== text.trim() ? JSON.stringify(text) : text;
}

export function gameText(saved: SavedGame, result: string | null = null): string {
  const options = Object.entries(saved.variant).map(([name, value]) => `option ${name}: ${written(value)}`);
  const players = saved.seats.map((seat) => `player: ${seat.kind === "person" ? HUMAN : written(seat.text)}`);
  return [
    HEADER,
    `game: ${saved.game}`,
    ...options,
    ...(saved.start === null ? [] : [`start: ${written(saved.start)}`]),
    ...players,
    ...(result === null ? [] : [`result: ${written(result)}`]),
    `moves: ${saved.moves.join(SEPARATOR)}`,
    "",
  ].join("\n");
}

export function isGameText(text: string): boolean {
  return text.trimStart().startsWith(HEADER);
}

export function parseGameText(text: string): ParsedGame {
  let game: string | null = null;
  let start: string | null = null;
  let moves: string[] | null = null;
  const variant: Record<string, string> = {};
  const seats: Seat[] = [];
  const lines = text.trimStart().split(/\r?\n/);
  const failed = (line: number, message: string): ParsedGame => ({ ok: false, line: line + 1, message });
  if (lines[0]?.trim() !== HEADER) return failed(0, `a game begins with the line "${HEADER}"`);
  for (const [number, line] of lines.entries()) {
    if (number === 0 || line.trim() === "") continue;
    const [, name = "", rest = ""] = /^([^:]+):(.*)$/.exec(line) ?? [];
    const value = read(rest.trim());
    if (name === "" || value === null) return failed(number, `expected "name: value", found "${line.slice(0, 60)}"`);
    if (name === "game") game = value;
    else if (name === "start") start = value;
    else if (name === "player") seats.push(value === HUMAN ? { kind: "person" } : { kind: "player", text: value });
    else if (name === "moves") moves = value.split(SEPARATOR.trim()).flatMap((move) => move.trim() || []);
    else if (name.startsWith("option ")) variant[name.slice("option ".length)] = value;
    else if (name !== "result") return failed(number, `"${name}" is not a field of a game`);
  }
  if (game === null) return failed(0, `the line "game: …" is missing`);
  if (moves === null) return failed(0, `the line "moves: …" is missing`);
  return { ok: true, game: { game, variant, start, seats, moves } };
}

/** Null if it begins like a JSON string but is none. */
function read(text: string): string | null {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
