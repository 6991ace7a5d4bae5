/** PGN behind the contract of whole games as text. */
import type {
  GameTextFormat,
  GameToWrite,
  ParsedGame,
  ParsedText,
  TextFault,
} from "../../../engine/contracts/game-text.ts";
import type { Scores } from "../../../engine/contracts/game.ts";
import type { Board } from "../board.ts";
import { formatPgn } from "./format.ts";
import type { PgnGame, PgnMove } from "./game.ts";
import { parsePgn, type PgnFault } from "./parse.ts";
import type { PgnResult } from "./tokens.ts";

export function pgnFormat(board: Board): GameTextFormat {
  return {
    name: "PGN",
    parse: (text, most) => parsed(board, text, most),
    format: (game) => written(board, game),
  };
}

function parsed(board: Board, text: string, most: number): ParsedText {
  const games: ParsedGame[] = [];
  const faults: TextFault[] = [];
  for (const item of parsePgn(board, text)) {
    if (games.length + faults.length === most) return { games, faults, more: true };
    if (item.kind === "fault") faults.push(faultOf(item.fault));
    else games.push(gameOf(item.game));
  }
  return { games, faults, more: false };
}

function faultOf({ line, column, move, message }: PgnFault): TextFault {
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
