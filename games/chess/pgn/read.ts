/** Reads PGN files of any size game by game; errors have a place. */
import { linesOf } from "../../../engine/arena/text-lines.ts";
import type { Board } from "../board.ts";
import { parsePiece, type PgnError, type PgnItem } from "./parse.ts";
import { GameSplitter, type GameText } from "./split.ts";

export type ReadItem = PgnItem & {
  /** Index in the file, from 1, invalid games included. */
  readonly number: number;
  /** Fraction of the file read so far. */
  readonly done: number;
};

export async function* readPgn(board: Board, file: string, signal?: AbortSignal): AsyncGenerator<ReadItem> {
  const splitter = new GameSplitter();
  let number = 0;
  const itemsOf = function* (piece: GameText | null, done: number): Generator<ReadItem> {
    if (!piece) return;
    for (const item of parsePiece(board, piece)) yield { ...item, number: ++number, done };
  };
  for await (const { number: line, text, done } of linesOf(file, signal)) {
    yield* itemsOf(splitter.push(line, text ?? ""), done);
    if (text === null) {
      const message = "the line is longer than a megabyte";
      yield { kind: "error", line, error: { line, column: 1, move: null, message }, number: ++number, done };
    }
  }
  yield* itemsOf(splitter.end(), 1);
}

export function errorText(file: string, number: number, { line, column, move, message }: PgnError): string {
  return `${file}:${line}:${column}: game ${number}${move === null ? "" : `, move ${move}`}: ${message}`;
}
