/**
 * Reads files of recorded games: text in the format of records.ts, each game from its 1g (or 1w), with comments such as `# goldRating 2100`
 * above it; or JSON Lines, `{"goldRating": 2100, …, "turns": [["1w", "Ra1 …"], …]}`. A broken game is reported with its location, and
 * the others are read.
 */
import type { Move } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { shortened } from "../../../engine/contracts/quoted-text.ts";
import { parseMoves } from "../moves.ts";
import { type ArimaaRecord, RecordReader } from "../records.ts";
import { lettersOf } from "../squares.ts";
import { type GameHeader, headerOf, remarkField } from "./header.ts";
import { linesOf, MAX_LINE } from "../../../engine/arena/text-lines.ts";

export interface ReadGame {
  readonly kind: "game";
  readonly file: string;
  /** Where it begins. */
  readonly line: number;
  /** In the file, from 1; skipped games count. */
  readonly number: number;
  readonly header: GameHeader;
  readonly record: ArimaaRecord;
  /** The fraction of the file read so far. */
  readonly done: number;
}

export interface RecordError {
  readonly kind: "error";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The game that is skipped. */
  readonly number: number;
  readonly message: string;
  readonly done: number;
}

const FIRST_TURN = /^1[gw]\s+[RCDHME][a-h][1-8]\b/i;
const TURN = /^(\d+[gswb])\s/;

export function errorText({ file, line, column, number, message }: RecordError): string {
  return `${file}:${line}:${column}: game ${number} is skipped: ${message}`;
}

export async function* readGames(
  board: Board,
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<ReadGame | RecordError> {
  let number = 0;
  let done = 0;
  let open: OpenGame | null = null;
  /** Text between games is skipped after its first line was reported. */
  let skipping = false;
  let fields: Record<string, unknown> = {};
  const errorAt = (line: number, column: number, message: string): RecordError => ({
    kind: "error",
    file,
    line,
    column,
    number,
    message,
    done,
  });
  const closed = ({ reader, line, number: its, header }: OpenGame): ReadGame => ({
    kind: "game",
    file,
    line,
    number: its,
    header,
    record: reader.record(),
    done,
  });
  for await (const { number: at, text, done: far } of linesOf(file, signal)) {
    done = far;
    const line = text?.trim() ?? "";
    const field = remarkField(line);
    if (field) fields[field[0]] = field[1];
    if (text !== null && (line === "" || line.startsWith("#"))) continue;
    const json = line.startsWith("{");
    const starts = json || text === null || (FIRST_TURN.test(line) && (open === null || open.reader.turns > 0));
    if (starts && open) {
      yield closed(open);
      open = null;
    }
    if (starts) {
      number++;
      skipping = false;
    }
    if (text === null) yield errorAt(at, 1, `the line is longer than ${MAX_LINE.toLocaleString("en")} letters`);
    else if (json) {
      const read = readJson(board, text);
      if ("message" in read) yield errorAt(at, read.column, read.message);
      else yield { kind: "game", file, line: at, number, ...read, done };
    } else if (starts) {
      open = { reader: new RecordReader(board), line: at, number, header: headerOf(fields) };
      fields = {};
    }
    if (text === null || json) continue;
    if (open) {
      const error = readTurn(board, open.reader, text);
      if (!error) continue;
      yield errorAt(at, error.column, error.message);
      open = null;
      skipping = true;
    } else if (!skipping) {
      number++;
      skipping = true;
      const column = text.length - text.trimStart().length + 1;
      yield errorAt(
        at,
        column,
        `"${shortened(line)}" does not begin a game; expected 1g and pieces, as in 1g Ra1 Rb1 …, or {`,
      );
    }
  }
  if (open) yield closed(open);
}

interface OpenGame {
  readonly reader: RecordReader;
  readonly line: number;
  readonly number: number;
  readonly header: GameHeader;
}

interface LineError {
  readonly column: number;
  readonly message: string;
}

function readTurn(board: Board, reader: RecordReader, text: string): LineError | null {
  const before = reader.now;
  const read = reader.read(text.trim());
  if (read.ok) return null;
  return { column: 1 + firstInvalidWord(board, before, text), message: shortened(read.error.message, 300) };
}

/** The index of the first invalid word in a line; the start of the line if no single word is to blame. */
function firstInvalidWord(board: Board, before: Uint8Array, text: string): number {
  const start = text.length - text.trimStart().length;
  const label = TURN.exec(text.trimStart());
  if (!label) return start;
  const words = [...text.slice(start + label[0].length).matchAll(/\S+/g)];
  const from = start + label[0].length;
  for (let count = 1; count <= words.length; count++) {
    const part = words.slice(0, count).join(" ");
    const beyond = (position: Uint8Array): readonly Move[] => board.movesBeyondEnd(position);
    if (!parseMoves(board, before, part, beyond).ok) return from + (words[count - 1] as RegExpMatchArray).index!;
  }
  return start;
}

function readJson(board: Board, line: string): { header: GameHeader; record: ArimaaRecord } | LineError {
  let document: Record<string, unknown>;
  try {
    document = JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = /position (\d+)/.exec(message)?.[1];
    const column = at === undefined ? line.trimEnd().length : Number(at) + 1;
    return { column, message: `not valid JSON: ${shortened(message, 200)}` };
  }
  const { turns } = document;
  if (!Array.isArray(turns))
    return { column: 1, message: 'expected "turns", a list of labels and texts, as in [["1w", "Ra1 …"]]' };
  const reader = new RecordReader(board);
  let cursor = Math.max(0, line.indexOf('"turns"'));
  for (const [i, turn] of (turns as unknown[]).entries()) {
    if (!Array.isArray(turn) || typeof turn[0] !== "string" || typeof turn[1] !== "string")
      return {
        column: cursor + 1,
        message: `turn ${i + 1} of the list: expected a label and a text, as in ["2g", "Ra2n"]`,
      };
    const [label, text] = turn as [string, string];
    const quoted = JSON.stringify(text);
    const at = line.indexOf(quoted, cursor);
    if (at >= 0) cursor = at;
    const error = readTurn(board, reader, `${label} ${text}`);
    // The column within the JSON line, if the text occurs there unescaped.
    if (error) return { ...error, column: cursor + 1 + Math.max(0, error.column - label.length - 1) };
    if (at >= 0) cursor += quoted.length;
  }
  const header = headerOf(document);
  const record = reader.record();
  if (header.finalBoard !== null && header.finalBoard !== lettersOf(record.final))
    return {
      column: Math.max(0, line.indexOf('"finalBoard"')) + 1,
      message: `the turns lead to ${lettersOf(record.final)}, but finalBoard is ${shortened(header.finalBoard)}`,
    };
  return { header, record };
}
