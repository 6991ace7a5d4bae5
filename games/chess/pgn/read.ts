/** Files of PGN, however large: game after game, with what cannot be read named by its place. */
import { linesOf } from "../../../engine/arena/text-lines.ts";
import type { Board } from "../board.ts";
import { parsePiece, type PgnFault, type PgnItem } from "./parse.ts";
import { GameSplitter, type GameText } from "./split.ts";

export type ReadItem = PgnItem & {
  /** In the file, from 1; games that cannot be read count. */
  readonly number: number;
  /** How much of the file has been read. */
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
      yield { kind: "fault", line, fault: { line, column: 1, move: null, message }, number: ++number, done };
    }
  }
  yield* itemsOf(splitter.end(), 1);
}

export function faultText(file: string, number: number, { line, column, move, message }: PgnFault): string {
  return `${file}:${line}:${column}: game ${number}${move === null ? "" : `, move ${move}`}: ${message}`;
}
