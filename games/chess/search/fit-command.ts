/** `gamelore chess fit`: self-play games, and evaluation weights fitted to them. */
import { writeFileSync } from "node:fs";
import { makePlayer } from "../../../engine/arena/players.ts";
import { integerOption, type CommandOutput, type CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../../engine/contracts/errors.ts";
import { threadCount } from "../../../engine/kernel/threads.ts";
import type { LabelledPosition } from "../../../engine/learn/examples.ts";
import { Openings, selfPlay } from "../../../engine/learn/self-play.ts";
import { game } from "../game.ts";
import type { ChessRules } from "../rules.ts";
import { parseEvaluation } from "./evaluation-text.ts";
import { examplesFrom, FIT_DEFAULTS, fitWeights, type FitExample, type FittedWeights } from "./fit.ts";
import { appendGames, readGames } from "./self-play-games.ts";

const DEFAULT_GAMES = 2_000;
const DEFAULT_PLAYER = "alphabeta(nodes=3000, tt=4)";
/** One in this many games is held out for testing. */
const TEST_SHARE = 10;
/** Games played before they are appended to the file. */
const BATCH = 50;

export async function runFitCommand({ options, signal, terminal }: CommandInput): Promise<CommandOutput> {
  const count = integerOption({ options }, "games", DEFAULT_GAMES);
  const seed = integerOption({ options }, "seed", 1);
  const rounds = integerOption({ options }, "rounds", FIT_DEFAULTS.rounds);
  const freedom = integerOption({ options }, "freedom", FIT_DEFAULTS.freedom);
  const results = integerOption({ options }, "results", 100 * FIT_DEFAULTS.results) / 100;
  const player = typeof options["player"] === "string" ? options["player"] : DEFAULT_PLAYER;
  const from = typeof options["from"] === "string" ? options["from"] : "handmade";
  const { weights: start } = unwrap(parseEvaluation(from));
  const rules = unwrap(await game.open({})) as ChessRules;
  try {
    const keep = options["keep"];
    const games = typeof keep === "string" ? unwrap(readGames(keep, rules)) : [];
    // In batches, so that finished games survive an interruption.
    for (let done = 0; done < count; done += BATCH) {
      const played = await selfPlay(
        rules,
        (each) => makePlayer(rules, player, each),
        new Openings(rules, seed * 1_000 + done / BATCH, new Set()),
        {
          games: Math.min(BATCH, count - done),
          seed: seed * 1_000 + done / BATCH,
          concurrency: threadCount(),
          signal,
          onGame: (part) => terminal.progress((0.9 * (done + part)) / count, `${done + part} of ${count} games`),
        },
      );
      if (typeof keep === "string") appendGames(keep, rules, played);
      games.push(...played.map(({ positions }) => [...positions]));
    }
    if (games.length < TEST_SHARE)
      throw new GameloreError(
        "bad-usage",
        `${games.length} games are too few for a fit; play at least ${TEST_SHARE} with --games`,
      );
    const examplesOf = (some: readonly (readonly LabelledPosition[])[]): FitExample[] =>
      examplesFrom(rules.board, rules.evaluations, start, some.flat());
    const fitted = fitWeights(
      start,
      examplesOf(games.filter((_, i) => i % TEST_SHARE !== 0)),
      examplesOf(games.filter((_, i) => i % TEST_SHARE === 0)),
      { rounds, freedom, results },
      (round) => terminal.progress(0.9 + (0.1 * round) / rounds, `round ${round} of ${rounds}`),
    );
    const about =
      `fitted from ${from} to ${fitted.positions} quiet positions of ${games.length} games of ${player} against itself, ` +
      `seed ${seed}, ${rounds} rounds, freedom ${freedom}, results ${100 * results} %; log-loss on results of other games ` +
      `${fitted.before.test.logLoss.toFixed(4)} before, ${fitted.after.test.logLoss.toFixed(4)} after`;
    // Middlegame and endgame values alternate.
    const document = { about, weights: fitted.weights.flat() };
    const out = options["out"];
    if (typeof out === "string") writeFileSync(out, `${JSON.stringify(document)}\n`);
    return { lines: linesFor(fitted, about, out), document };
  } finally {
    await rules.close();
  }
}

function linesFor({ before, after, scale }: FittedWeights, about: string, out: string | boolean | undefined): string[] {
  const losses = ({ training, test }: FittedWeights["before"]): string =>
    `${training.logLoss.toFixed(4)} on training games, ${test.logLoss.toFixed(4)} on test games`;
  return [
    about,
    `log-loss before: ${losses(before)}`,
    `log-loss after:  ${losses(after)}`,
    `${scale.toFixed(0)} centipawns correspond to odds of e to 1`,
    typeof out === "string" ? `written to ${out}` : "not written; --out FILE writes the weights",
  ];
}
