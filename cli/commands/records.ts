/** `gamelore records`: lists, shows, replays and exports stored games. */
import { Option, type Command } from "commander";
import { buildOf } from "../../engine/arena/build.ts";
import { EXPORT_FORMATS, flatRecord, summaryOf } from "../../engine/arena/flat-record.ts";
import { isTimed, type RecordedGame } from "../../engine/arena/records.ts";
import { replayGame } from "../../engine/arena/replay.ts";
import { gamesPath, type GameFilter, type GameStore } from "../../engine/arena/store.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { openExistingGameStore } from "../../games/game-store.ts";
import { findGame } from "../../games/games.ts";
import { withExternalEngines } from "../../protocols/external-engines.ts";
import { checkRecords, type RecordsCheck } from "../check-records.ts";
import { addJson, interruptible, printResult, wholeNumber } from "../command.ts";
import { exportRecords } from "../export-records.ts";
import { gameLines, listLines, replayLines } from "../record-lines.ts";
import { painterFor, plural } from "../terminal.ts";

const LISTED = 20;
const NOTHING_CHECKED: RecordsCheck = { games: 0, replayed: 0, notReplayed: 0, problems: [] };

interface FilterGiven {
  readonly game?: string;
  readonly player?: string;
  readonly label?: string;
  readonly limit?: number;
  readonly json?: boolean;
}

export function recordsCommand(program: Command): void {
  const records = program
    .command("records")
    .description("stored games: list, show, replay, check, export")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore records list --player random\n  gamelore records show 12\n  gamelore records replay 12\n  gamelore records export --format csv --output games.csv",
    );
  listCommand(records);
  showCommand(records);
  replayCommand(records);
  checkCommand(records);
  exportCommand(records);
}

function listCommand(records: Command): void {
  const command = records
    .command("list")
    .description("lists games, newest first")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore records list\n  gamelore records list --player 'alphabeta(depth=3)' --limit 100\n  gamelore records list --label tournament/spring --json",
    );
  addJson(addFilter(command, LISTED)).action((given: FilterGiven) => {
    const { list, total } = withStore((store) => ({
      list: store ? [...store.select({ ...filterOf(given), newestFirst: true })] : [],
      total: store?.count(filterOf(given)) ?? 0,
    }));
    const lines =
      total === 0 ? [`no matching games in ${gamesPath()}`] : listLines(list, total, painterFor(process.stdout));
    printResult(given.json, { path: gamesPath(), total, games: list.map(summaryOf) }, lines);
  });
}

function showCommand(records: Command): void {
  const command = addId(records.command("show"))
    .description("shows a game: players, moves and result")
    .addHelpText("after", "\nExamples:\n  gamelore records show 12\n  gamelore records show 12 --json");
  addJson(command).action(async (id: number, given: { json?: boolean }) => {
    const record = recordOf(id);
    const seatNames = given.json ? [] : await seatNamesOf(record);
    printResult(given.json, flatRecord(record), gameLines(record, seatNames, painterFor(process.stdout)));
  });
}

/** Empty for games of three or more seats, and for games that can no longer be opened. */
async function seatNamesOf({ match }: RecordedGame): Promise<readonly string[]> {
  const game = await findGame(match.game);
  const rules = game.ok ? await game.value.open(match.options) : game;
  if (!rules.ok) return [];
  const { players } = rules.value;
  await rules.value.close();
  return players.length === 2 ? players : [];
}

function replayCommand(records: Command): void {
  const command = addId(records.command("replay"))
    .description("replays a game; exit status 1 if the moves differ")
    .option("--force", "even if the game was limited by time")
    .addHelpText("after", "\nExamples:\n  gamelore records replay 12\n  gamelore records replay 12 --json");
  addJson(command).action(async (id: number, given: { json?: boolean; force?: boolean }) => {
    const record = recordOf(id);
    if (isTimed(record.match) && !given.force)
      throw new GameloreError(
        "bad-usage",
        `game ${id} was limited by time and is not reproducible; use --force to replay it anyway`,
      );
    const game = await withExternalEngines(unwrap(await findGame(record.match.game)));
    const rules = unwrap(await game.open(record.match.options));
    try {
      const replay = await interruptible((signal) => replayGame(rules, record, signal));
      const build = buildOf(game.id);
      const same = replay.difference === null && replay.sameResult;
      printResult(
        given.json,
        { id, same, ...replay, builds: { recorded: record.game.build, now: build } },
        replayLines(record, replay, build),
      );
      if (!same) process.exitCode = 1;
    } finally {
      await rules.close();
    }
  });
}

function checkCommand(records: Command): void {
  const command = records
    .command("check")
    .description("checks the file, the digest of every game, and its moves by the rules; exit status 1 if one is wrong")
    .addHelpText("after", "\nExamples:\n  gamelore records check\n  gamelore records check --json");
  addJson(command).action(async (given: { json?: boolean }) => {
    const store = openExistingGameStore();
    try {
      const result = await interruptible(async (signal) => (store ? checkRecords(store, signal) : NOTHING_CHECKED));
      const { games, replayed, notReplayed, problems } = result;
      const summary = `${plural(games, "game")} in ${gamesPath()}: ${replayed} replayed, ${plural(problems.length, "problem")}`;
      const unknown = `${plural(notReplayed, "game")} of unknown games or variants: only the digests were checked`;
      const lines = [...problems, summary, ...(notReplayed > 0 ? [unknown] : [])];
      printResult(given.json, { path: gamesPath(), ...result }, lines);
      if (problems.length > 0) process.exitCode = 1;
    } finally {
      store?.close();
    }
  });
}

function exportCommand(records: Command): void {
  const formats = Object.keys(EXPORT_FORMATS);
  const command = records
    .command("export")
    .description("exports games with their moves, oldest first")
    .addOption(new Option("--format <FORMAT>", "JSON lines or CSV").choices(formats).default("jsonl"))
    .option("--output <FILE>", "write to this file (atomically)")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore records export > games.jsonl\n  gamelore records export --format csv --player random --output games.csv",
    );
  addFilter(command).action(async (given: FilterGiven & { format: keyof typeof EXPORT_FORMATS; output?: string }) => {
    const { output } = given;
    const store = openExistingGameStore();
    try {
      const games = await interruptible((signal) =>
        exportRecords(store?.select(filterOf(given)) ?? [], { format: EXPORT_FORMATS[given.format], output, signal }),
      );
      if (output !== undefined) process.stdout.write(`${plural(games, "game")} written to ${output}\n`);
    } finally {
      store?.close();
    }
  });
}

function addFilter(command: Command, limit?: number): Command {
  return command
    .option("--game <GAME>", "only games of this game")
    .option("--player <PLAYER>", "only games of this player, by its full text or its name")
    .option("--label <TEXT>", "only games of matches with this label")
    .option("--limit <N>", "maximum number of games", wholeNumber("limit", 1, Number.MAX_SAFE_INTEGER), limit);
}

function filterOf({ game, player, label, limit }: FilterGiven): GameFilter {
  return { game, player, label, limit };
}

function addId(command: Command): Command {
  return command.argument("<id>", "the game's number in the list", wholeNumber("id", 1, Number.MAX_SAFE_INTEGER));
}

function recordOf(id: number): RecordedGame {
  const record = withStore((store) => store?.find(id) ?? null);
  if (record) return record;
  throw new GameloreError("bad-usage", `game ${id} not found in ${gamesPath()}; see: gamelore records list`);
}

function withStore<T>(use: (store: GameStore | null) => T): T {
  const store = openExistingGameStore();
  try {
    return use(store);
  } finally {
    store?.close();
  }
}
