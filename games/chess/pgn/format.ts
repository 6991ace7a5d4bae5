/** Formats PGN: the seven tag roster first, lines of at most 79 characters. */
import type { Board } from "../board.ts";
import { formatFen, START_FEN } from "../fen.ts";
import { TURN } from "../layout.ts";
import { formatSan } from "../san.ts";
import { moveNumber, type PgnGame } from "./game.ts";

const ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
const MAX_LINE = 79;

export function formatPgn(board: Board, game: Omit<PgnGame, "remarks" | "final">): string {
  const tags = new Map(game.tags);
  for (const name of ROSTER) if (!tags.has(name)) tags.set(name, name === "Date" ? "????.??.??" : "?");
  tags.set("Result", game.result);
  const fen = formatFen(game.start);
  tags.delete("SetUp");
  tags.delete("FEN");
  if (fen !== START_FEN) tags.set("SetUp", "1").set("FEN", fen);
  const others = [...tags.keys()].filter((name) => !ROSTER.includes(name));
  const lines = [...ROSTER, ...others].map((name) => `[${name} "${escaped(tags.get(name) as string)}"]`);
  return `${lines.join("\n")}\n\n${wrapped(wordsOf(board, game)).join("\n")}\n`;
}

function escaped(value: string): string {
  return value.replaceAll(/\s+/g, " ").replaceAll(/["\\]/g, String.raw`\$&`);
}

/** Movetext with numbers: before every white move, and before a black move that is first or follows a comment. */
function wordsOf(board: Board, { comments, moves, result }: Pick<PgnGame, "comments" | "moves" | "result">): string[] {
  const words = comments.flatMap(commentWords);
  let numbered = false;
  for (const { move, before, nags, comments } of moves) {
    const white = before[TURN] === 0;
    if (white) words.push(`${moveNumber(before)}.`);
    else if (!numbered) words.push(`${moveNumber(before)}...`);
    words.push(formatSan(board, before, move), ...nags.map((nag) => `$${nag}`), ...comments.flatMap(commentWords));
    numbered = comments.length === 0;
  }
  return [...words, result];
}

/** Comments cannot contain braces. */
function commentWords(comment: string): string[] {
  return `{ ${comment.replaceAll(/[{}]/g, "|")} }`.split(/\s+/);
}

function wrapped(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + 1 + word.length > MAX_LINE) {
      lines.push(line);
      line = "";
    }
    line += `${line === "" ? "" : " "}${word}`;
  }
  return [...lines, line];
}
