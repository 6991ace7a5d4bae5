/** `gamelore chess pgn`: shows, checks, imports and exports games. */
import { basename, resolve } from "node:path";
import { gamesPath } from "../../../engine/arena/store.ts";
import type { CommandOutput, CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted } from "../../../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../../../engine/tables/atomic-write.ts";
import { openExistingGameStore, openGameStore } from "../../game-store.ts";
import type { Board } from "../board.ts";
import { formatFen } from "../fen.ts";
import { formatSan } from "../san.ts";
import { viewOf } from "../view.ts";
import { formatPgn } from "./format.ts";
import { numberText, type PgnGame } from "./game.ts";
import { faultText, readPgn, type ReadItem } from "./read.ts";
import { GameImport, pgnOfStored, whyNotStored } from "./stored.ts";

const ACTIONS = ["show", "check", "import", "export"];
/** More faults than these are only counted. */
const FAULTS_SHOWN = 100;

export async function runPgnCommand(given: CommandInput, board: Board): Promise<CommandOutput> {
  const [action = "", file] = given.words;
  if (!ACTIONS.includes(action))
    throw new GameloreError("bad-usage", `pgn ${action}: expected one of ${ACTIONS.join(", ")}`);
  if (action === "export") return exported(given, board, file);
  if (file === undefined) throw new GameloreError("bad-usage", `pgn ${action}: expected a file of PGN`);
  if (action === "import") return imported(given, board, file);
  const { game } = given.options;
  return game === undefined ? listed(given, board, file, action === "check") : shown(given, board, file, String(game));
}

interface Faults {
  readonly lines: string[];
  readonly documents: object[];
  count: number;
}

function noteFault(faults: Faults, file: string, item: ReadItem & { kind: "fault" }): void {
  faults.count++;
  if (faults.lines.length === FAULTS_SHOWN) return;
  faults.lines.push(clean(faultText(file, item.number, item.fault)));
  faults.documents.push({ game: item.number, ...item.fault });
}

/** Messages quote the file, which may hold codes that a terminal would obey. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

function faultLines({ lines, count }: Faults): string[] {
  return count > lines.length ? [...lines, `… and ${count - lines.length} more`] : lines;
}

const counted = (count: number, one: string, several: string = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

function titleOf(game: PgnGame): string {
  const [white, black] = ["White", "Black"].map((tag) => game.tags.get(tag) ?? "?");
  const when = game.tags.get("Date")?.replace(/\.\?\?.*$/, "") ?? "";
  const where = [game.tags.get("Event") ?? "?", when].filter((each) => !/^\?*$/.test(each)).join(" ");
  return clean(`${white} – ${black}${where === "" ? "" : `, ${where}`}`);
}

async function listed(given: CommandInput, board: Board, file: string, check: boolean): Promise<CommandOutput> {
  const lines: string[] = [];
  const documents: object[] = [];
  const faults: Faults = { lines: [], documents: [], count: 0 };
  let games = 0;
  for await (const item of readPgn(board, file, given.signal)) {
    given.terminal.progress(item.done, counted(games, "game"));
    if (item.kind === "fault") {
      noteFault(faults, file, item);
      continue;
    }
    games++;
    const { game, line, number } = item;
    const { result, moves, remarks } = game;
    if (check) lines.push(...remarks.map((remark) => clean(`game ${number} (line ${line}): ${remark}`)));
    else
      lines.push(
        `${String(number).padStart(5)}  ${result.padEnd(7)}  ${counted(moves.length, "ply", "plies").padEnd(9)}  ${titleOf(game)}`,
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
    lines: [...lines, ...faultLines(faults), `${file}: ${counted(games, "game")}, ${faults.count} left out`],
    document: { file, count: games, leftOut: faults.count, games: documents, faults: faults.documents },
    refused: check && faults.count > 0,
  };
}

async function shown(given: CommandInput, board: Board, file: string, wanted: string): Promise<CommandOutput> {
  if (!/^[1-9]\d{0,8}$/.test(wanted))
    throw new GameloreError("bad-usage", `--game ${wanted}: expected the number of a game, from 1`);
  let count = 0;
  for await (const item of readPgn(board, file, given.signal)) {
    count = item.number;
    if (item.number < Number(wanted)) continue;
    if (item.kind === "fault") throw new GameloreError("bad-move", faultText(file, item.number, item.fault));
    return shownGame(given, board, item.game, item.number);
  }
  throw new GameloreError("bad-usage", `--game ${wanted}: ${file} has ${counted(count, "game")}`);
}

/** A game as PGN and its last position; with --at the position after one move. */
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
        `--at ${String(at)}: expected a move of the game, as in 12w for White's 12th or 12b for Black's; game ${number} has ${counted(game.moves.length, "ply", "plies")}`,
      );
    position = board.play(found.before, found.move);
    lines = [`${label} ${formatSan(board, found.before, found.move)}`, ...found.comments];
  }
  const [actor] = board.states.result(position) === null ? [board.states.turn(position)] : [];
  return {
    lines: [
      ...lines.map(clean),
      "",
      terminal.draw(viewOf(board, position, actor ?? null)),
      formatFen(position),
      ...game.remarks.map(clean),
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

async function imported(given: CommandInput, board: Board, file: string): Promise<CommandOutput> {
  const label = String(given.options["label"] ?? basename(file));
  const faults: Faults = { lines: [], documents: [], count: 0 };
  let [added, there] = [0, 0];
  const store = openGameStore();
  const games = new GameImport(board, store, label);
  try {
    for await (const item of readPgn(board, file, given.signal)) {
      given.terminal.progress(item.done, `${counted(added, "game")} stored`);
      if (item.kind === "fault") {
        noteFault(faults, file, item);
        continue;
      }
      const why = whyNotStored(item.game);
      if (why !== null) {
        const fault = { line: item.line, column: 1, move: null, message: `not stored: ${why}` };
        noteFault(faults, file, { ...item, kind: "fault", fault });
      } else if (games.add(item.game)) added++;
      else there++;
    }
  } finally {
    store.close();
  }
  return {
    lines: [
      ...faultLines(faults),
      `${file}: ${counted(added, "game")} stored under the label ${label}, ${there} there already, ${faults.count} left out`,
      ...(added > 0 ? [`see: gamelore records list --game chess --label '${label}'`] : []),
    ],
    document: { file, label, stored: added, there, leftOut: faults.count, faults: faults.documents, path: gamesPath() },
  };
}

async function exported(given: CommandInput, board: Board, file: string | undefined): Promise<CommandOutput> {
  const { player, label, id } = given.options;
  const text = (value: string | boolean | undefined): string | undefined =>
    value === undefined ? undefined : String(value);
  const store = openExistingGameStore();
  try {
    const one = id === undefined ? null : store?.find(Number(id));
    if (id !== undefined && one?.match.game !== "chess")
      throw new GameloreError(
        "bad-usage",
        `--id ${String(id)}: there is no such game of chess; see: gamelore records list --game chess`,
      );
    const records = one ? [one] : (store?.select({ game: "chess", player: text(player), label: text(label) }) ?? []);
    const games: string[] = [];
    for (const record of records) {
      throwIfAborted(given.signal);
      games.push(pgnOfStored(board, record));
    }
    if (file === undefined) return { lines: [games.join("\n").trimEnd()], document: { count: games.length, games } };
    const bytes = Buffer.from(games.join("\n"));
    await writeAtomically(resolve(file), { signal: given.signal, bytesNeeded: bytes.length }, (out) =>
      writeFully(out, bytes, 0),
    );
    return { lines: [`${counted(games.length, "game")} written to ${file}`], document: { count: games.length, file } };
  } finally {
    store?.close();
  }
}
