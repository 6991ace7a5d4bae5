/** `gamelore learn GAME EVALUATION`: learns the weights of an evaluation from self-play. */
import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import {
  learn,
  METHODS,
  DEFAULT_RATES,
  type EvaluationFit,
  type LearnReport,
  type Method,
} from "../../engine/learn/learn.ts";
import type { Network } from "../../engine/learn/network.ts";
import { networkPath, networksFolder, writeNetwork } from "../../engine/learn/network-file.ts";
import { digestOf, type NetworkFile } from "../../engine/learn/network-text.ts";
import {
  addJson,
  addSeed,
  addVariant,
  numberWithin,
  printResult,
  variantOf,
  wholeNumber,
  type Given,
} from "../command.ts";
import { Progress } from "../progress.ts";
import { addQueueOptions, detached, noteOf, withQueue, type QueueGiven } from "../queue-options.ts";
import { formatNumber, painterFor } from "../terminal.ts";

interface LearnGiven extends QueueGiven {
  readonly method: Method;
  readonly games: number;
  readonly testGames: number;
  readonly depth: number;
  readonly lambda: number;
  readonly rate?: number;
  readonly hidden: number;
  readonly player?: string;
  readonly output?: string;
  readonly threads: number;
  readonly seed: number;
  readonly json?: boolean;
}

/** Terms differ from game to game, and not all games have learnable weights. */
const EXAMPLES = [
  "  gamelore learn chinese-checkers 'sum(rows, behind)' --games 1000",
  "  gamelore learn chess 'sum(material, mobility)' --method tdleaf --depth 3 --lambda 0.7",
  "  gamelore learn chinese-checkers 'sum(rows, behind)' --method net --hidden 8 --output mine",
].join("\n");

export function learnCommand(parent: Command, game: Game): void {
  const command = parent
    .command(game.id)
    .argument("<evaluation>", "the evaluation whose terms are used; its weights are the initial weights")
    .description(`learns the weights of an evaluation of ${game.title} from self-play, tested on separate games`)
    .addOption(
      new Option("--method <NAME>", "regression of results on terms, TDLeaf(λ), or a small network over the terms")
        .choices(METHODS)
        .default("regression"),
    )
    .option("--games <N>", "training games", wholeNumber("games", 1, 1_000_000), 400)
    .option("--test-games <N>", "test games", wholeNumber("test-games", 1, 1_000_000), 100)
    .option("--depth <N>", "search depth of the player in plies", wholeNumber("depth", 1, 20), 2)
    .option("--player <PLAYER>", "the player, instead of alphabeta of that depth")
    .option(
      "--lambda <X>",
      "tdleaf: 0 learns from the next position, 1 from the result",
      numberWithin("lambda", 0, 1),
      0.4,
    )
    .option("--rate <X>", "tdleaf, net: learning rate", numberWithin("rate", 1e-6, 100))
    .option("--hidden <N>", "net: hidden units", wholeNumber("hidden", 1, 16), 8)
    .option("--output <NAME>", "net: name of the saved network, for net(NAME)")
    .option("--threads <N>", "games played in parallel", wholeNumber("threads", 1, 64), threadCount())
    .addHelpText(
      "after",
      `\nExamples:\n${EXAMPLES}\n\nGames are kept in memory only; Ctrl-C discards them. With --queue, workers play them; of tdleaf only the test games, because it learns after each of the others. A search depends only on the ratios of weights; they are printed with a mean of 1.`,
    );
  const options = addQueueOptions(addSeed(addJson(addVariant(command, game))));
  options.action(async (evaluation: string, given: LearnGiven & Given) => {
    if (await detached(given)) return;
    if ((given.method === "net") !== (given.output !== undefined)) {
      throw new GameloreError("bad-usage", "--output NAME and --method net require each other");
    }
    if (given.output !== undefined && existsSync(networkPath(networksFolder(), given.output))) {
      throw new GameloreError("bad-usage", `a network ${given.output} already exists; choose another --output`);
    }
    const rules = unwrap(await game.open(variantOf(game, given)));
    try {
      const report = await run(rules, evaluation, given);
      const saved = report.network && (await save(rules, evaluation, given, report, report.network));
      const { starts: _, network: __, ...shown } = report;
      printResult(
        given.json,
        { game: game.id, variant: rules.variant, seed: given.seed, ...shown, ...saved },
        linesFor(report, saved?.evaluation ?? null),
      );
      if (saved && !given.json) process.stdout.write(`saved in ${saved.path}\n`);
    } finally {
      await rules.close();
    }
  });
}

async function run(rules: OpenGame, evaluation: string, given: LearnGiven): Promise<LearnReport> {
  const progress = new Progress(`learning ${evaluation}`);
  let last = "";
  return withQueue(given, (signal, queue) =>
    learn(rules, evaluation, {
      method: given.method,
      games: given.games,
      testGames: given.testGames,
      player: given.player ?? `alphabeta(depth=${given.depth})`,
      seed: given.seed,
      lambda: given.lambda,
      rate: given.rate ?? DEFAULT_RATES[given.method],
      hidden: given.hidden,
      concurrency: given.threads,
      signal,
      onProgress: (done, note) => {
        last = note;
        progress.update(
          done,
          noteOf(queue, done, () => note),
        );
      },
      elsewhere: queue?.selfPlay,
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      const reached = last ? ` after ${last}` : "";
      throw new GameloreError("interrupted", `interrupted${reached}; nothing is saved`);
    }),
  ).finally(() => progress.end());
}

/** Saves the network with everything needed to train it again. */
async function save(
  rules: OpenGame,
  evaluation: string,
  given: LearnGiven,
  report: LearnReport,
  network: Network,
): Promise<{ evaluation: string; path: string }> {
  const { method, player, rounds, before, after } = report;
  const evaluator = await rules.termEvaluator?.(evaluation);
  const file: NetworkFile = {
    game: rules.game.id,
    variant: rules.options,
    terms: evaluator?.withWeights(evaluator.weights.map(() => 1)) ?? evaluation,
    network,
    trained: {
      method,
      player,
      seed: given.seed,
      games: given.games,
      testGames: given.testGames,
      rate: given.rate ?? DEFAULT_RATES[method],
      rounds,
      testLossOfSum: before.test.logLoss,
      testLoss: after.test.logLoss,
    },
  };
  const name = given.output as string;
  const path = await writeNetwork(networksFolder(), name, file);
  return { evaluation: `net(${name}#${digestOf(file)})`, path };
}

function linesFor({ method, player, before, after, terms }: LearnReport, network: string | null): string[] {
  const paint = painterFor(process.stdout);
  const line = (title: string, { training, test }: EvaluationFit): string =>
    `${title.padEnd(8)} ${training.logLoss.toFixed(4)} (${percent(training.accuracy)} correct)   ${test.logLoss.toFixed(4)} (${percent(test.accuracy)} correct)`;
  return [
    `${method} over ${terms.join(", ")}; played by ${player}`,
    `log-loss on ${formatNumber(before.training.positions)} training positions and on ${formatNumber(before.test.positions)} test positions:`,
    line("before", before),
    line("after", after),
    paint("bold", network ?? after.evaluation ?? ""),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
