/** `gamelore arimaa mine`: mines setups, patterns around traps and turns that the plans miss from recorded games. */
import { plural } from "../../../../engine/contracts/quantities.ts";
import { join } from "node:path";
import { integerOption, type CommandOutput, type CommandInput } from "../../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted } from "../../../../engine/contracts/errors.ts";
import { oneLine } from "../../../../engine/contracts/quoted-text.ts";
import { writeAtomically, writeFully } from "../../../../engine/tables/atomic-write.ts";
import type { Board } from "../../board.ts";
import { errorText, readGames } from "../../records/read.ts";
import { type GraphCandidates, graphText, patternsText, setupsText, sideText, turnsText } from "./candidates.ts";
import { induceRules, type Rule } from "./induce.ts";
import { MissedTurns } from "./missed.ts";
import type { PlanSource } from "./planned.ts";
import { playedGame, type PlayedGame } from "./replayed.ts";
import { rowsText, SetupCounter } from "./setups.ts";
import { findPatterns, type FoundPatterns } from "./trap-patterns.ts";
import { addSamples, KINDS, TrapSamples } from "./trap-samples.ts";

const MAX_ERRORS_SHOWN = 20;
const SETUPS_SHOWN = 10;
const SETUPS_WRITTEN = 100;
/** The rating quantile from which players count as strong. */
const STRONG_SHARE = 2 / 3;
const MAX_RATINGS = 1_000_000;
const RULES = 60;
const PATTERNS = 40;

interface Options {
  readonly rating: number | null;
  readonly ahead: number;
  readonly positions: number;
  readonly minCount: number;
  readonly minGames: number;
}

export async function runMineCommand(given: CommandInput, board: Board, plans: PlanSource): Promise<CommandOutput> {
  const [file = ""] = given.words;
  const { out } = given.options;
  const options = optionsOf(given);
  const first = await firstPass(given, board, file, options);
  if (first.games === 0)
    throw new GameloreError(
      "bad-usage",
      `${file} has no game with complete setups; ${plural(first.leftOut, "game")} skipped`,
    );
  const heading = [
    `From ${plural(first.games, "game")} of ${file.split(/[\\/]/).at(-1)}${first.leftOut > 0 ? ` (${first.leftOut} skipped)` : ""}. For manual editing.`,
  ];
  const setups = first.setups.setups();
  const patterns: FoundPatterns[] = [];
  for (const samples of first.samples)
    patterns.push(
      await findPatterns(samples, {
        minCount: Math.max(options.minCount, Math.ceil(samples.count / 1000)),
        minGames: options.minGames,
        most: PATTERNS,
        pause: pauseWithProgress(given, `patterns around traps: ${samples.kind}`),
      }),
    );
  const written: string[] = [];
  const write = async (name: string, text: string): Promise<void> => {
    if (typeof out !== "string") return;
    const bytes = Buffer.from(text);
    const path = join(out, name);
    await writeAtomically(path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
    written.push(path);
  };
  await write("setups.txt", setupsText(setups.slice(0, SETUPS_WRITTEN), heading));
  await write("traps.patterns", patternsText(patterns, options.ahead, heading));
  const rating = options.rating ?? strongRating(first.ratings);
  const missed = new MissedTurns(board, plans);
  const complete = await secondPass(given, board, file, missed, rating, options, first.strong(rating));
  const rules = induceRules(missed.instances, { minCount: options.minCount, minGames: options.minGames, most: RULES });
  const strength = rating === null ? "all players (no ratings known)" : `players rated ${rating} and above`;
  const { same, contained, missed: count } = missed.counts;
  const comparison = [
    ...heading,
    `${plural(missed.positions, "turn")} of ${strength}, compared with ${plans.name}: ${same} the same, ${contained} contain a planned one, ${count} missed.`,
  ];
  const graph = graphText(rules, comparison);
  if (graph.nodes > 0) await write("missed.graph", graph.text);
  if (missed.turns.length > 0) await write("missed.txt", turnsText(missed.turns, comparison));
  if (!complete)
    throw new GameloreError(
      "interrupted",
      `interrupted after ${plural(missed.positions, "turn")}${written.length > 0 ? `; partial results are in ${written.join(", ")}` : ""}`,
    );
  const found = { file, first, setups, patterns, missed, rules, graph, rating, strength, written, plans: plans.name };
  return { lines: linesOf(found, options), document: documentOf(found, options) };
}

function optionsOf({ options }: CommandInput): Options {
  const number = (name: string, initial: number, min: number, max: number): number =>
    integerOption({ options }, name, initial, min, max);
  return {
    rating: options["rating"] === undefined ? null : number("rating", 0, 0, 10_000),
    ahead: number("ahead", 4, 1, 40),
    positions: number("positions", 1_000, 0, 1_000_000),
    minCount: number("min-count", 8, 2, 1_000_000),
    minGames: number("min-games", 4, 1, 1_000_000),
  };
}

/** Yields to the event loop, shows progress and checks for interruption. */
function pauseWithProgress({ terminal, signal }: CommandInput, note: string): (done: number) => Promise<void> {
  let last = performance.now();
  return async (done) => {
    if (performance.now() - last < 50) return;
    last = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    throwIfAborted(signal);
    terminal.progress(done, note);
  };
}

interface FirstPass {
  readonly games: number;
  readonly leftOut: number;
  readonly errors: readonly string[];
  readonly turns: number;
  readonly setups: SetupCounter;
  readonly samples: readonly TrapSamples[];
  /** Rating and number of turns of each rated side of each game. */
  readonly ratings: readonly (readonly [number, number])[];
  /** The number of turns by players of at least this rating. */
  strong(rating: number | null): number;
}

async function firstPass(given: CommandInput, board: Board, file: string, { ahead }: Options): Promise<FirstPass> {
  const setups = new SetupCounter();
  const samples = KINDS.map((kind) => new TrapSamples(kind));
  const errors: string[] = [];
  const ratings: [number, number][] = [];
  let games = 0;
  let leftOut = 0;
  let turns = 0;
  const pause = pauseWithProgress(given, "reading");
  for await (const item of readGames(board, file, given.signal)) {
    await pause(item.done);
    if (item.kind === "error") {
      if (leftOut++ < MAX_ERRORS_SHOWN) errors.push(errorText(item));
      continue;
    }
    const game = playedGame(board, item);
    if (game.start === null) continue;
    games++;
    turns += game.turns.length;
    for (const side of [0, 1]) {
      const rating = game.ratings[side] ?? null;
      setups.add(game.start, side, game.winner, rating);
      const own = game.turns.filter((turn) => turn.side === side).length;
      if (rating !== null && ratings.length < MAX_RATINGS) ratings.push([rating, own]);
    }
    addSamples(samples, game, ahead);
  }
  for (const error of errors) given.terminal.say(oneLine(error));
  if (leftOut > errors.length) given.terminal.say(`… and ${leftOut - errors.length} more`);
  const strong = (least: number | null): number =>
    least === null ? turns : ratings.reduce((sum, [rating, own]) => sum + (rating >= least ? own : 0), 0);
  return { games, leftOut, errors, turns, setups, samples, ratings, strong };
}

/** The rating reached by the best third of the players; null if no ratings are known. */
function strongRating(ratings: readonly (readonly [number, number])[]): number | null {
  const sorted = ratings.map(([rating]) => rating).sort((a, b) => a - b);
  return sorted[Math.floor(STRONG_SHARE * sorted.length)] ?? null;
}

/** Returns whether it completed. If there are more turns than requested, they are sampled evenly. */
async function secondPass(
  given: CommandInput,
  board: Board,
  file: string,
  missed: MissedTurns,
  rating: number | null,
  { positions }: Options,
  turns: number,
): Promise<boolean> {
  const { signal, terminal } = given;
  const target = Math.min(positions, turns);
  const taken = (count: number): number => Math.floor((count * target) / Math.max(1, turns));
  let seen = 0;
  const isStrong = ({ ratings }: PlayedGame, side: number): boolean =>
    rating === null || (ratings[side] ?? Number.NEGATIVE_INFINITY) >= rating;
  try {
    for await (const item of readGames(board, file, signal)) {
      if (item.kind === "error") continue;
      const game = playedGame(board, item);
      for (const turn of game.turns) {
        if (!isStrong(game, turn.side)) continue;
        seen++;
        if (taken(seen) === taken(seen - 1)) continue;
        missed.add(game, turn);
        terminal.progress(
          missed.positions / Math.max(1, target),
          `${plural(missed.positions, "turn")} compared with plans`,
        );
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return false;
      }
    }
  } catch (error) {
    if (error instanceof GameloreError && error.code === "interrupted") return false;
    throw error;
  }
  return true;
}

interface Found {
  readonly file: string;
  readonly first: FirstPass;
  readonly setups: ReturnType<SetupCounter["setups"]>;
  readonly patterns: readonly FoundPatterns[];
  readonly missed: MissedTurns;
  readonly rules: readonly Rule[];
  readonly graph: GraphCandidates;
  readonly rating: number | null;
  readonly strength: string;
  readonly written: readonly string[];
  readonly plans: string;
}

function linesOf(found: Found, { ahead }: Options): string[] {
  const { file, first, setups, patterns, missed, graph, strength, written, plans } = found;
  const { same, contained, missed: count } = missed.counts;
  const share = (part: number): string => `${Math.round((100 * part) / Math.max(1, missed.positions))} %`;
  return [
    `${file}: ${plural(first.games, "game")}, ${plural(first.turns, "turn")}${first.leftOut > 0 ? `; ${plural(first.leftOut, "game")} skipped` : ""}`,
    "",
    `setups: ${setups.length} different; the most frequent (second row over first, from gold's view):`,
    ...setups
      .slice(0, SETUPS_SHOWN)
      .flatMap(({ rows, name, sides }) => [
        `  ${rowsText(rows)}${name === null ? "" : `  ${name}`}`,
        ...sides.flatMap((side, i) => (side.games > 0 ? [`      ${["gold  ", "silver"][i]} ${sideText(side)}`] : [])),
      ]),
    ...patterns.flatMap(({ kind, base, compared, patterns: significant }) => [
      "",
      `${kind}: ${plural(base.count, "arrangement")}; within ${plural(ahead, "turn")} ${base.lost} lost, ${base.won} won a piece there; ${plural(compared, "pattern")} tested, ${significant.length} significant`,
      ...significant
        .slice(0, SETUPS_SHOWN)
        .map(
          (each) =>
            `  ${each.conditions.padEnd(20)} ${plural(each.count, "time")} in ${plural(each.games, "game")}: lost ${each.lost} (lift ${each.lostLift.toFixed(1)}), won ${each.won} (lift ${each.wonLift.toFixed(1)})`,
        ),
    ]),
    "",
    `turns of ${strength}: ${missed.positions} compared with ${plans} (${(missed.planned / Math.max(1, missed.positions)).toFixed(1)} planned turns per position)`,
    `  the same ${same} (${share(same)}), a planned one and more ${contained} (${share(contained)}), missed ${count} (${share(count)})`,
    `  ${graph.nodes} candidates for a graph${graph.refused.length > 0 ? `, ${graph.refused.length} rejected by the graph checker` : ""}`,
    ...written.map((path) => `written: ${path}`),
  ];
}

function documentOf(found: Found, { ahead }: Options): object {
  const { file, first, setups, patterns, missed, rules, graph, rating, written, plans } = found;
  return {
    file,
    games: first.games,
    leftOut: first.leftOut,
    faults: first.errors,
    turns: first.turns,
    setups: setups.slice(0, SETUPS_WRITTEN),
    ahead,
    patterns,
    rating,
    plans,
    compared: missed.positions,
    ...missed.counts,
    rules: rules.map(({ event, ...rule }) => ({ ...event, ...rule })),
    refused: graph.refused,
    written,
  };
}
