/** Runs jobs in a child process of a worker: one at a time, on one thread. The data folder holds exactly the tables of the job. */
import { join } from "node:path";
import { playMatchGame } from "../engine/arena/match-game.ts";
import { makePlayer, startsPrograms } from "../engine/arena/players.ts";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { playRecorded } from "../engine/learn/self-play.ts";
import { writeTable } from "../engine/tables/write-table.ts";
import { checkedOptions, gameOf, openVariant } from "./game-source.ts";
import type { GameResult, GamesPayload, Payload, SelfPlayPayload, SelfPlayResult, TablesPayload } from "./payloads.ts";

export interface Execution {
  readonly payload: Payload;
  /** With the folder of tables. */
  readonly home: string;
  /** For the tables that the job builds. */
  readonly output: string;
  readonly startsPrograms: boolean;
}

export interface BuiltTables {
  readonly files: readonly { readonly game: string; readonly name: string; readonly path: string }[];
  readonly cpuSeconds: number;
}

/** Opening a game may take a second, so the latest ones stay open. */
const OPEN_GAMES = 3;
const open = new Map<string, OpenGame>();

export async function execute(execution: Execution): Promise<unknown> {
  const { payload, home } = execution;
  process.env["GAMELORE_HOME"] = home;
  switch (payload.kind) {
    case "games":
      return playGames(payload, home, execution.startsPrograms);
    case "self-play":
      return playSelf(payload, home, execution.startsPrograms);
    case "tables":
      return buildTables(payload, execution.output);
  }
}

async function variantOf({ source, options }: GamesPayload | SelfPlayPayload, home: string): Promise<OpenGame> {
  // Loaded tables belong to a folder.
  const key = JSON.stringify([source, options, home]);
  const rules = open.get(key) ?? (await openVariant(source, options));
  open.delete(key);
  open.set(key, rules);
  for (const [oldest, unused] of open) {
    if (open.size <= OPEN_GAMES) break;
    open.delete(oldest);
    await unused.close();
  }
  return rules;
}

async function playGames(payload: GamesPayload, home: string, mayStart: boolean): Promise<GameResult[]> {
  const { match, numbers } = payload;
  const rules = await variantOf(payload, home);
  if (rules.variant !== match.variant)
    throw new GameloreError("job-refused", `the options give the variant ${rules.variant}, not ${match.variant}`);
  requirePermission(rules, [match.first, match.second], mayStart);
  const results: GameResult[] = [];
  for (const number of numbers) {
    const programCpu: [boolean, number | null][] = [];
    const started = performance.now();
    const game = await playMatchGame(rules, match, number, undefined, (isFirst, seconds) =>
      programCpu.push([isFirst, seconds]),
    );
    const { start, moves, scores, ending, plies, forfeit } = game;
    const record = { number, start, moves, scores, ending, plies, ...(forfeit ? { forfeit } : {}) };
    results.push({ ...record, milliseconds: performance.now() - started, programCpu });
  }
  return results;
}

async function playSelf(payload: SelfPlayPayload, home: string, mayStart: boolean): Promise<SelfPlayResult[]> {
  const { player, games } = payload;
  const rules = await variantOf(payload, home);
  requirePermission(rules, [player], mayStart);
  const results: SelfPlayResult[] = [];
  for (const { start, seed } of games) {
    const started = performance.now();
    const from = { start: unwrap(rules.parsePosition(start)), seed };
    const record = await playRecorded(rules, (each) => makePlayer(rules, player, each), from);
    results.push({ ...record, milliseconds: performance.now() - started });
  }
  return results;
}

function requirePermission(rules: OpenGame, players: readonly string[], mayStart: boolean): void {
  if (mayStart || !players.some((player) => startsPrograms(rules, player))) return;
  throw new GameloreError(
    "job-refused",
    `a player starts a program, which this worker may not (--allow-programs): ${players.join(", ")}`,
  );
}

async function buildTables({ source, options, names }: TablesPayload, output: string): Promise<BuiltTables> {
  const game = await gameOf(source);
  const set = game.tableSet ? unwrap(game.tableSet(checkedOptions(game.tableOptions, options))) : null;
  const requested = new Set(names);
  const specs = set?.tables.filter(({ identity }) => requested.has(identity.name)) ?? [];
  if (!set || specs.length < requested.size)
    throw new GameloreError("job-refused", `${source.id} has no tables ${names.join(", ")} with these options`);
  const files: { game: string; name: string; path: string }[] = [];
  const { cpuSeconds } = await set.build(specs, { threads: 1 }, async (spec, { identity, histogram, bytes }) => {
    const path = join(output, `${identity.name}.table`);
    // Uploaded, then removed.
    await writeTable(path, { identity, histogram, built: spec.solver }, bytes, { durable: false });
    files.push({ game: identity.game, name: identity.name, path });
  });
  return { files, cpuSeconds };
}
