/** PGN behind the game-text contract. */
import type {
  GameTextFormat,
  GameToWrite,
  ParsedGame,
  ParsedText,
  TextError,
} from "../../../engine/contracts/game-text.ts";
import type { Scores } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { formatPgn } from "./format.ts";
import type { PgnGame, PgnMove } from "./game.ts";
import { parsePgn, type PgnError } from "./parse.ts";
import type { PgnResult } from "./tokens.ts";

export function pgnFormat(board: Board): GameTextFormat {
  return {
    name: "PGN",
    parse: (text, max) => parsed(board, text, max),
    format: (game) => written(board, game),
  };
}

function parsed(board: Board, text: string, max: number): ParsedText {
  const games: ParsedGame[] = [];
  const errors: TextError[] = [];
  for (const item of parsePgn(board, text)) {
    if (games.length + errors.length === max) return { games, errors, more: true };
    if (item.kind === "error") errors.push(textError(item.error));
    else games.push(gameOf(item.game));
  }
  return { games, errors, more: false };
}

function textError({ line, column, move, message }: PgnError): TextError {
  return { line, column, message: move === null ? message : `move ${move} ${message}` };
}

function gameOf({ tags, start, moves, result, remarks }: PgnGame): ParsedGame {
  const named = (tag: string): string => (tags.get(tag) ?? "?").replace(/^\?+$/, "");
  const players = [named("White"), named("Black")].map((name) => name || "?").join(" – ");
  const about = [named("Event"), named("Date").replace(/[.?]+$/, "")].filter(Boolean).join(", ");
  const title = `${players}, ${result}${about === "" ? "" : ` (${about})`}`;
  return { title, start, moves: moves.map(({ move }) => move), remarks };
}

function written(board: Board, { start, moves, players, scores, date }: GameToWrite): string {
  let now = start;
  const made = moves.map((move): PgnMove => {
    const before = now;
    now = board.play(before, move);
    return { move, before, nags: [], comments: [] };
  });
  const tags = new Map([
    ["White", players[0] ?? "?"],
    ["Black", players[1] ?? "?"],
  ]);
  if (date !== null) tags.set("Date", date.replaceAll("-", "."));
  return formatPgn(board, { tags, start, comments: [], moves: made, result: resultOf(scores) });
}

function resultOf(scores: Scores | null): PgnResult {
  if (scores === null) return "*";
  return scores[0] === 1 ? "1-0" : scores[1] === 1 ? "0-1" : "1/2-1/2";
}
