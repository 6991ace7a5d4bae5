/** Learning the weights of an evaluation by any of the methods: games are played, weights learned, and both judged on other games. */
import { makePlayer } from "../arena/players.ts";
import { GameloreError, unwrap } from "../contracts/errors.ts";
import type { TermEvaluator } from "../contracts/evaluator.ts";
import type { Rules } from "../contracts/game.ts";
import { parsePlayerText } from "../contracts/player.ts";
import { examplesOf, sidedExamplesOf, type Example } from "./examples.ts";
import { fitOf, type Fit } from "./logistic.ts";
import { networkLogOdds, type Network } from "./network.ts";
import { rounded } from "./network-text.ts";
import { fitOfModel, normalised, regress, regressScale, type LogisticModel } from "./regression.ts";
import { labelled, Openings, selfPlay, type PlayedGame } from "./self-play.ts";
import { learnByTdLeaf } from "./tdleaf.ts";
import { trainNetwork } from "./train-network.ts";

export const METHODS = ["regression", "tdleaf", "net"] as const;
export type Method = (typeof METHODS)[number];

export const USUAL_RATES: Readonly<Record<Method, number>> = { regression: 0, tdleaf: 0.1, net: 0.003 };
const MOST_ROUNDS = 200;
/** Of the games to train on, the share that says when a network has learned enough. */
const HELD_OUT = 0.1;

export interface LearnOptions {
  readonly method: Method;
  readonly games: number;
  readonly testGames: number;
  /** Who plays; it gets the evaluation, if it does not name one. */
  readonly player: string;
  readonly seed: number;
  readonly lambda: number;
  readonly rate: number;
  readonly hidden: number;
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** `done` from 0 to 1. */
  readonly onProgress?: (done: number, note: string) => void;
}

/** How well an evaluation foretells results, with the best scale it can have. */
export interface Judged {
  /** Its text; null for a network, which has none before it is saved. */
  readonly evaluation: string | null;
  readonly training: Fit;
  readonly test: Fit;
  /** What having the move is worth, in units of the evaluation; of a network in log-odds. */
  readonly tempo: number;
}

export interface LearnReport {
  readonly method: Method;
  readonly player: string;
  readonly terms: readonly string[];
  readonly before: Judged;
  readonly after: Judged;
  readonly network: Network | null;
  /** Rounds through the games that the network was trained for. */
  readonly rounds: number | null;
  /** The first positions of all games, which are all different. */
  readonly starts: { readonly training: readonly string[]; readonly test: readonly string[] };
}

interface Games {
  readonly training: readonly PlayedGame[];
  readonly test: readonly PlayedGame[];
}

/** A player's text with this evaluation, where it takes one and does not name it itself. */
export function withEvaluation(rules: Rules, player: string, evaluation: string): string {
  const { name, parameters } = unwrap(parsePlayerText(player));
  const kind = rules.playerKinds.find((candidate) => candidate.name === name);
  if (!kind?.parameters.some((parameter) => parameter.name === "eval")) return player;
  const said = Object.entries({ eval: evaluation, ...parameters }).map(([key, value]) => `${key}=${value}`);
  return `${name}(${said.join(", ")})`;
}

export async function learn(rules: Rules, evaluation: string, options: LearnOptions): Promise<LearnReport> {
  if (!rules.termEvaluator) throw new GameloreError("bad-usage", `${rules.game.id} has no evaluations to learn`);
  if (rules.players.length !== 2) throw new GameloreError("bad-usage", "learning takes a game for two");
  const evaluator = await rules.termEvaluator(evaluation);
  const player = withEvaluation(rules, options.player, evaluation);
  // What cannot be made is told before the first game.
  await (await makePlayer(rules, player, 0)).close();
  if (options.method === "net") sidedExamplesOf(evaluator, labelled(rules, [rules.initial()], [0.5, 0.5]));
  const learned =
    options.method === "tdleaf"
      ? await byTdLeaf(rules, evaluator, options)
      : await byRecords(rules, evaluator, player, options);
  const { training, test } = learned.games;
  const judge = judgeOn(evaluator, learned.games);
  return {
    method: options.method,
    player,
    terms: evaluator.names,
    before: judge(evaluator.weights),
    after: learned.network ? judgeNetwork(evaluator, learned.network, learned.games) : judge(learned.weights),
    network: learned.network,
    rounds: learned.rounds,
    starts: { training: training.map(({ start }) => start), test: test.map(({ start }) => start) },
  };
}

interface Learned {
  readonly games: Games;
  readonly weights: readonly number[];
  readonly network: Network | null;
  readonly rounds: number | null;
}

/** Plays all games first, then learns from them. */
async function byRecords(
  rules: Rules,
  evaluator: TermEvaluator,
  player: string,
  options: LearnOptions,
): Promise<Learned> {
  const taken = new Set<string>();
  const all = options.games + options.testGames;
  const play = (count: number, seed: number, before: number): Promise<PlayedGame[]> =>
    selfPlay(rules, (each) => makePlayer(rules, player, each), new Openings(rules, seed, taken), {
      games: count,
      seed,
      concurrency: options.concurrency,
      signal: options.signal,
      onGame: (done) => options.onProgress?.((before + done) / all, `${before + done} of ${all} games`),
    });
  const training = await play(options.games, 2 * options.seed, 0);
  const test = await play(options.testGames, 2 * options.seed + 1, options.games);
  const games = { training, test };
  if (options.method === "net") {
    const { network, rounds } = await byNetwork(evaluator, training, options);
    return { games, weights: evaluator.weights, network, rounds };
  }
  const { weights } = regress(examplesOf(evaluator, positionsOf(training)));
  return { games, weights: normalised(weights), network: null, rounds: null };
}

async function byNetwork(
  evaluator: TermEvaluator,
  games: readonly PlayedGame[],
  options: LearnOptions,
): Promise<{ network: Network; rounds: number }> {
  const split = Math.floor(games.length * (1 - HELD_OUT));
  const [kept, heldOut] = [games.slice(0, split), games.slice(split)].map((part) =>
    sidedExamplesOf(evaluator, positionsOf(part)),
  );
  const { network, rounds } = await trainNetwork(kept ?? [], heldOut ?? [], {
    hidden: options.hidden,
    rate: options.rate,
    rounds: MOST_ROUNDS,
    seed: options.seed,
    signal: options.signal,
    onRound: (round, loss) => options.onProgress?.(1, `round ${round}, loss ${loss.toFixed(4)} on held-out games`),
  });
  return { network: rounded(network), rounds };
}

async function byTdLeaf(rules: Rules, evaluator: TermEvaluator, options: LearnOptions): Promise<Learned> {
  if (unwrap(parsePlayerText(options.player)).parameters["eval"] !== undefined) {
    throw new GameloreError("bad-usage", "tdleaf plays with the evaluation it learns: a player without eval, please");
  }
  const all = options.games + options.testGames;
  const taken = new Set<string>();
  const searcher = (evaluation: string, seed: number): ReturnType<typeof makePlayer> =>
    makePlayer(rules, withEvaluation(rules, options.player, evaluation), seed);
  const { weights, games } = await learnByTdLeaf(rules, evaluator, searcher, {
    games: options.games,
    lambda: options.lambda,
    rate: options.rate,
    seed: 2 * options.seed,
    taken,
    signal: options.signal,
    onGame: (done, evaluation) => options.onProgress?.(done / all, `${done} of ${all} games, ${evaluation}`),
  });
  const seed = 2 * options.seed + 1;
  const start = evaluator.withWeights(evaluator.weights);
  const test = await selfPlay(rules, (each) => searcher(start, each), new Openings(rules, seed, taken), {
    games: options.testGames,
    seed,
    concurrency: options.concurrency,
    signal: options.signal,
    onGame: (done) => options.onProgress?.((options.games + done) / all, `${options.games + done} of ${all} games`),
  });
  return { games: { training: games, test }, weights, network: null, rounds: null };
}

function positionsOf(games: readonly PlayedGame[]): PlayedGame["positions"] {
  return games.flatMap(({ positions }) => positions);
}

/** The scale and the worth of the move are fitted to the games to train on, for old and new weights alike. */
function judgeOn(evaluator: TermEvaluator, games: Games): (weights: readonly number[]) => Judged {
  const [training, test] = [games.training, games.test].map((each) => examplesOf(evaluator, positionsOf(each))) as [
    Example[],
    Example[],
  ];
  return (weights) => {
    const model: LogisticModel = regressScale(weights, training);
    const first = weights.findIndex((weight) => weight !== 0);
    const scale = (model.weights[first] ?? 0) / (weights[first] ?? 1);
    return {
      evaluation: evaluator.withWeights(weights),
      training: fitOfModel(model, training),
      test: fitOfModel(model, test),
      tempo: scale === 0 ? 0 : model.tempo / scale,
    };
  };
}

function judgeNetwork(evaluator: TermEvaluator, network: Network, games: Games): Judged {
  const fit = (each: readonly PlayedGame[]): Fit =>
    fitOf(sidedExamplesOf(evaluator, positionsOf(each)), (example) => networkLogOdds(network, example));
  return { evaluation: null, training: fit(games.training), test: fit(games.test), tempo: network.tempo };
}
