/** `gamelore arimaa records`: lists, checks, replays and converts recorded games. */
import { plural } from "../../../engine/contracts/quantities.ts";
import type { CommandOutput, CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import { oneLine } from "../../../engine/contracts/quoted-text.ts";
import type { Board } from "../board.ts";
import { formatPosition } from "../position.ts";
import { formatRecord } from "../records.ts";
import { lettersOf } from "../squares.ts";
import { formatTurn, playMoves } from "../turns.ts";
import { viewOf } from "../view.ts";
import { SIDE } from "../layout.ts";
import { headerRemarks, winnerOf } from "./header.ts";
import { errorText, readGames, type ReadGame, type RecordError } from "./read.ts";

/** Further errors are only counted. */
const MAX_ERRORS_SHOWN = 100;
const FORMS = ["text", "json"];
const NAMES = ["gold", "silver"];

export async function runRecordsCommand(given: CommandInput, board: Board): Promise<CommandOutput> {
  const file = given.words[0] as string;
  const { check, replay, at, export: form } = given.options;
  if ([check, replay, form].filter((each) => each !== undefined).length > 1)
    throw new GameloreError("bad-usage", "--check, --replay and --export exclude each other; expected one of them");
  if (at !== undefined && replay === undefined)
    throw new GameloreError("bad-usage", "--at is for a single game; expected --replay with it");
  if (form !== undefined && !FORMS.includes(String(form)))
    throw new GameloreError("bad-usage", `--export ${String(form)}: expected ${FORMS.join(" or ")}`);
  if (replay !== undefined) return replayOutput(given, board, file, String(replay), at as string | undefined);
  const read = await readAll(given, board, file, form === undefined ? summaryOf : exporter(board, String(form)));
  if (form === undefined) return listOutput(file, read, check !== undefined);
  for (const line of errorLines(read)) given.terminal.say(line);
  return {
    lines: read.games.map(({ line }) => line),
    document: documentOf(file, read),
  };
}

interface GameOutput {
  readonly line: string;
  readonly document: object;
  readonly remarks: readonly string[];
}

interface ReadFile {
  readonly games: readonly GameOutput[];
  readonly errors: readonly RecordError[];
  readonly errorCount: number;
}

/** Keeps only the output of each game. */
async function readAll(
  { signal, terminal }: CommandInput,
  board: Board,
  file: string,
  format: (game: ReadGame) => GameOutput,
): Promise<ReadFile> {
  const games: GameOutput[] = [];
  const errors: RecordError[] = [];
  let errorCount = 0;
  for await (const item of readGames(board, file, signal)) {
    if (item.kind === "game") games.push(format(item));
    else if (errorCount++ < MAX_ERRORS_SHOWN) errors.push(item);
    terminal.progress(item.done, plural(games.length, "game"));
  }
  return { games, errors, errorCount };
}

function documentOf(file: string, { games, errors, errorCount }: ReadFile): object {
  return {
    file,
    count: games.length,
    leftOut: errorCount,
    games: games.map(({ document }) => document),
    faults: errors.map(({ line, column, number, message }) => ({ line, column, game: number, message })),
  };
}

function errorLines({ errors, errorCount }: ReadFile): string[] {
  const more = errorCount - errors.length;
  return [...errors.map((error) => oneLine(errorText(error))), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function listOutput(file: string, read: ReadFile, check: boolean): CommandOutput {
  const games = read.games.length;
  const leftOut = read.errorCount;
  const remarks = read.games.flatMap((game) => game.remarks);
  return {
    lines: [
      ...(check ? remarks : read.games.map(({ line }) => line)),
      ...errorLines(read),
      `${file}: ${plural(games, "game")}, ${leftOut} skipped`,
    ],
    document: documentOf(file, read),
    refused: check && leftOut > 0,
  };
}

function summaryOf({ number, line, header, record }: ReadGame): GameOutput {
  const winner = winnerOf(header, record);
  const ratings = [header.goldRating, header.silverRating].map((rating) => rating ?? "?").join(" – ");
  const result = winner === null ? "not ended" : `${NAMES[winner]} won`;
  const how = header.termination ?? record.ending;
  const turns = record.turns.length;
  return {
    line: `${String(number).padStart(5)}  ${ratings.padEnd(12)} ${String(turns).padStart(4)} turns  ${result}${how === null ? "" : ` (${oneLine(how)})`}${record.remarks.length > 0 ? `; ${plural(record.remarks.length, "remark")}` : ""}`,
    document: {
      game: number,
      line,
      turns,
      goldRating: header.goldRating,
      silverRating: header.silverRating,
      winner: winner === null ? null : NAMES[winner],
      termination: how,
      remarks: record.remarks,
      finalBoard: lettersOf(record.final),
    },
    remarks: record.remarks.map((remark) => `game ${number} (line ${line}): ${remark}`),
  };
}

function exporter(board: Board, form: string): (game: ReadGame) => GameOutput {
  return ({ header, record }) => {
    const turns = record.turns.map(({ label, before, moves }) => [label, formatTurn(board, before, moves)]);
    const document = {
      ...header,
      result: header.result === null ? null : "gs"[header.result],
      finalBoard: lettersOf(record.final),
      turns: record.ending === null ? turns : [...turns, [nextLabel(record), record.ending]],
    };
    const text = [...headerRemarks(header), formatRecord(board, record)].join("\n");
    return { line: form === "json" ? JSON.stringify(document) : text, document, remarks: [] };
  };
}

function nextLabel({ turns, final }: ReadGame["record"]): string {
  return `${(turns.length >> 1) + 1}${final[SIDE] === 0 ? "g" : "s"}`;
}

async function replayOutput(
  given: CommandInput,
  board: Board,
  file: string,
  replay: string,
  at: string | undefined,
): Promise<CommandOutput> {
  const number = /^\d{1,9}$/.test(replay) ? Number(replay) : 0;
  if (number < 1) throw new GameloreError("bad-usage", `--replay ${replay}: expected the number of a game, from 1`);
  let count = 0;
  for await (const item of readGames(board, file, given.signal)) {
    given.terminal.progress(item.done, `game ${item.number}`);
    count = item.number;
    if (item.number < number) continue;
    if (item.kind === "error") throw new GameloreError("bad-move", errorText(item));
    return replayed(given, board, item, at);
  }
  throw new GameloreError("bad-usage", `--replay ${replay}: ${file} has ${plural(count, "game")}`);
}

function replayed(
  { terminal }: CommandInput,
  board: Board,
  { number, record }: ReadGame,
  at: string | undefined,
): CommandOutput {
  const turns = record.turns.map(({ label, before, moves }) => ({
    label,
    text: formatTurn(board, before, moves),
    after: playMoves(board, before, moves),
  }));
  const label = at?.toLowerCase().replace("w", "g").replace("b", "s");
  const shown = label === undefined ? turns : turns.filter((turn) => turn.label === label);
  if (shown.length === 0)
    throw new GameloreError(
      "bad-usage",
      `--at ${at}: game ${number} has no such turn; expected one from 1g to ${turns.at(-1)?.label ?? "1g"}`,
    );
  return {
    lines: [
      ...shown.flatMap(({ label, text, after }) => [
        `${label} ${text}`,
        terminal.draw(viewOf(board, after, null)),
        formatPosition(board, after),
        "",
      ]),
      ...record.remarks,
    ],
    document: {
      game: number,
      turns: shown.map(({ label, text, after }) => ({ label, text, position: formatPosition(board, after) })),
      remarks: record.remarks,
    },
  };
}
