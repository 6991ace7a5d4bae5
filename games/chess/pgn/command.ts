/** `gamelore chess pgn`: shows, checks, imports and exports games. */
import { plural } from "../../../engine/contracts/quantities.ts";
import { basename, resolve } from "node:path";
import { gamesPath } from "../../../engine/arena/store.ts";
import type { CommandOutput, CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted } from "../../../engine/contracts/errors.ts";
import { oneLine } from "../../../engine/contracts/quoted-text.ts";
import { writeAtomically, writeFully } from "../../../engine/tables/atomic-write.ts";
import { openExistingGameStore, openGameStore } from "../../game-store.ts";
import type { Board } from "../board.ts";
import { formatFen } from "../fen.ts";
import { formatSan } from "../san.ts";
import { viewOf } from "../view.ts";
import { formatPgn } from "./format.ts";
import { numberText, type PgnGame } from "./game.ts";
import { errorText, readPgn, type ReadItem } from "./read.ts";
import { GameImport, pgnOfStored, whyNotImportable } from "./stored.ts";

const ACTIONS = ["show", "check", "import", "export"];
/** Further errors are only counted. */
const MAX_ERRORS_SHOWN = 100;

export async function runPgnCommand(input: CommandInput, board: Board): Promise<CommandOutput> {
  const [action = "", file] = input.words;
  if (!ACTIONS.includes(action))
    throw new GameloreError("bad-usage", `pgn ${action}: expected one of ${ACTIONS.join(", ")}`);
  if (action === "export") return exported(input, board, file);
  if (file === undefined) throw new GameloreError("bad-usage", `pgn ${action}: expected a PGN file`);
  if (action === "import") return imported(input, board, file);
  const { game } = input.options;
  return game === undefined ? listed(input, board, file, action === "check") : shown(input, board, file, String(game));
}

interface ErrorList {
  readonly lines: string[];
  readonly documents: object[];
  count: number;
}

function addError(errors: ErrorList, file: string, item: ReadItem & { kind: "error" }): void {
  errors.count++;
  if (errors.lines.length === MAX_ERRORS_SHOWN) return;
  errors.lines.push(oneLine(errorText(file, item.number, item.error)));
  errors.documents.push({ game: item.number, ...item.error });
}

function errorLines({ lines, count }: ErrorList): string[] {
  return count > lines.length ? [...lines, `… and ${count - lines.length} more`] : lines;
}

function remarkText(number: number, line: number, remark: string): string {
  return oneLine(`game ${number} (line ${line}): ${remark}`);
}

function titleOf(game: PgnGame): string {
  const [white, black] = ["White", "Black"].map((tag) => game.tags.get(tag) ?? "?");
  const when = game.tags.get("Date")?.replace(/\.\?\?.*$/, "") ?? "";
  const where = [game.tags.get("Event") ?? "?", when].filter((each) => !/^\?*$/.test(each)).join(" ");
  return oneLine(`${white} – ${black}${where === "" ? "" : `, ${where}`}`);
}

async function listed(input: CommandInput, board: Board, file: string, check: boolean): Promise<CommandOutput> {
  const lines: string[] = [];
  const documents: object[] = [];
  const errors: ErrorList = { lines: [], documents: [], count: 0 };
  let games = 0;
  for await (const item of readPgn(board, file, input.signal)) {
    input.terminal.progress(item.done, plural(games, "game"));
    if (item.kind === "error") {
      addError(errors, file, item);
      continue;
    }
    games++;
    const { game, line, number } = item;
    const { result, moves, remarks } = game;
    if (check) lines.push(...remarks.map((remark) => remarkText(number, line, remark)));
    else
      lines.push(
        `${String(number).padStart(5)}  ${result.padEnd(7)}  ${plural(moves.length, "ply", "plies").padEnd(9)}  ${titleOf(game)}`,
      );
    documents.push({
      game: number,
      line,
      tags: Object.fromEntries(game.tags),
      result,
      plies: moves.length,
      final: formatFen(game.final),
      remarks,
    });
  }
  return {
    lines: [...lines, ...errorLines(errors), `${file}: ${plural(games, "game")}, ${errors.count} skipped`],
    document: { file, count: games, leftOut: errors.count, games: documents, faults: errors.documents },
    refused: check && errors.count > 0,
  };
}

async function shown(input: CommandInput, board: Board, file: string, requested: string): Promise<CommandOutput> {
  if (!/^[1-9]\d{0,8}$/.test(requested))
    throw new GameloreError("bad-usage", `--game ${requested}: expected a game number, from 1`);
  let count = 0;
  for await (const item of readPgn(board, file, input.signal)) {
    count = item.number;
    if (item.number < Number(requested)) continue;
    if (item.kind === "error") throw new GameloreError("bad-move", errorText(file, item.number, item.error));
    return shownGame(input, board, item.game, item.number);
  }
  throw new GameloreError("bad-usage", `--game ${requested}: ${file} has ${plural(count, "game")}`);
}

/** A game as PGN and its last position; with --at the position after a move. */
function shownGame({ terminal, options }: CommandInput, board: Board, game: PgnGame, number: number): CommandOutput {
  const { at } = options;
  let position = game.final;
  let lines = formatPgn(board, game).trimEnd().split("\n");
  if (at !== undefined) {
    const [, digits = "", letter] = /^(\d+)([wb])$/.exec(String(at)) ?? [];
    const label = `${digits}${letter === "w" ? "." : "..."}`;
    const found = game.moves.find(({ before }) => digits !== "" && numberText(before) === label);
    if (!found)
      throw new GameloreError(
        "bad-usage",
        `--at ${String(at)}: expected a move of the game, for example 12w for White's 12th move or 12b for Black's; game ${number} has ${plural(game.moves.length, "ply", "plies")}`,
      );
    position = board.play(found.before, found.move);
    lines = [`${label} ${formatSan(board, found.before, found.move)}`, ...found.comments];
  }
  const [actor] = board.states.result(position) === null ? [board.states.turn(position)] : [];
  return {
    lines: [
      ...lines.map(oneLine),
      "",
      terminal.draw(viewOf(board, position, actor ?? null)),
      formatFen(position),
      ...game.remarks.map(oneLine),
    ],
    document: {
      game: number,
      tags: Object.fromEntries(game.tags),
      start: formatFen(game.start),
      moves: game.moves.map(({ before, move, nags, comments }) => ({
        san: formatSan(board, before, move),
        nags,
        comments,
      })),
      result: game.result,
      position: formatFen(position),
      remarks: game.remarks,
    },
  };
}

async function imported(input: CommandInput, board: Board, file: string): Promise<CommandOutput> {
  const label = String(input.options["label"] ?? basename(file));
  const errors: ErrorList = { lines: [], documents: [], count: 0 };
  const remarks: string[] = [];
  let [added, duplicates, remarkCount] = [0, 0, 0];
  const store = openGameStore();
  const games = new GameImport(board, store, label);
  try {
    for await (const item of readPgn(board, file, input.signal)) {
      input.terminal.progress(item.done, `${plural(added, "game")} stored`);
      if (item.kind === "error") {
        addError(errors, file, item);
        continue;
      }
      const why = whyNotImportable(item.game);
      if (why !== null) {
        const error = { line: item.line, column: 1, move: null, message: `not stored: ${why}` };
        addError(errors, file, { ...item, kind: "error", error });
        continue;
      }
      if (games.add(item.game)) {
        added++;
        for (const remark of item.game.remarks) {
          if (++remarkCount <= MAX_ERRORS_SHOWN) remarks.push(remarkText(item.number, item.line, remark));
        }
      } else duplicates++;
    }
  } finally {
    store.close();
  }
  return {
    lines: [
      ...remarks,
      ...(remarkCount > remarks.length ? [`… and ${remarkCount - remarks.length} more`] : []),
      ...errorLines(errors),
      `${file}: ${plural(added, "game")} stored under the label ${label}, ${duplicates} already stored, ${errors.count} skipped`,
      ...(added > 0 ? [`see: gamelore records list --game chess --label '${label}'`] : []),
    ],
    document: {
      file,
      label,
      stored: added,
      there: duplicates,
      leftOut: errors.count,
      remarks,
      faults: errors.documents,
      path: gamesPath(),
    },
  };
}

async function exported(input: CommandInput, board: Board, file: string | undefined): Promise<CommandOutput> {
  const { player, label, id } = input.options;
  const text = (value: string | boolean | undefined): string | undefined =>
    value === undefined ? undefined : String(value);
  const store = openExistingGameStore();
  try {
    const one = id === undefined ? null : store?.find(Number(id));
    if (id !== undefined && one?.match.game !== "chess")
      throw new GameloreError(
        "bad-usage",
        `--id ${String(id)}: no such game of chess; see: gamelore records list --game chess`,
      );
    const records = one ? [one] : (store?.select({ game: "chess", player: text(player), label: text(label) }) ?? []);
    const games: string[] = [];
    for (const record of records) {
      throwIfAborted(input.signal);
      games.push(pgnOfStored(board, record));
    }
    if (file === undefined) return { lines: [games.join("\n").trimEnd()], document: { count: games.length, games } };
    const bytes = Buffer.from(games.join("\n"));
    await writeAtomically(resolve(file), { signal: input.signal, bytesNeeded: bytes.length }, (out) =>
      writeFully(out, bytes, 0),
    );
    return { lines: [`${plural(games.length, "game")} written to ${file}`], document: { count: games.length, file } };
  } finally {
    store?.close();
  }
}
