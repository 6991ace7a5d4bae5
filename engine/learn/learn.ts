/** Learning the weights of an evaluation: self-play, training, and comparison on separate test games. */
import { plural } from "../contracts/quantities.ts";
import { makePlayer } from "../arena/players.ts";
import { GameloreError, unwrap } from "../contracts/errors.ts";
import type { TermEvaluator } from "../contracts/evaluator.ts";
import type { OpenGame } from "../contracts/game.ts";
import { parsePlayerText } from "../contracts/player.ts";
import { examplesOf, sidedExamplesOf, type Example } from "./examples.ts";
import { fitOf, type Fit } from "./logistic.ts";
import { networkLogOdds, type Network } from "./network.ts";
import { rounded } from "./network-text.ts";
import { fitOfModel, normalised, regress, regressScale, type LogisticModel } from "./regression.ts";
import { labelled, Openings, selfPlay, type PlayedGame, type PlayElsewhere } from "./self-play.ts";
import { learnByTdLeaf } from "./tdleaf.ts";
import { trainNetwork } from "./train-network.ts";

export const METHODS = ["regression", "tdleaf", "net"] as const;
export type Method = (typeof METHODS)[number];

export const DEFAULT_RATES: Readonly<Record<Method, number>> = { regression: 0, tdleaf: 0.1, net: 0.003 };
const MAX_EPOCHS = 200;
/** Share of the training games used as validation set for early stopping. */
const VALIDATION_SHARE = 0.1;

export interface LearnOptions {
  readonly method: Method;
  readonly games: number;
  readonly testGames: number;
  /** The self-play player; it gets the evaluation, unless it names one. */
  readonly player: string;
  readonly seed: number;
  readonly lambda: number;
  readonly rate: number;
  readonly hidden: number;
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** `done` from 0 to 1. */
  readonly onProgress?: (done: number, note: string) => void;
  /** Plays the games of a player elsewhere; of TDLeaf only the test games, because the others are played with what each has taught. */
  readonly elsewhere?: ((rules: OpenGame, player: string) => PlayElsewhere) | undefined;
}

/** How well an evaluation predicts results, with the best scale. */
export interface EvaluationFit {
  /** The evaluation's text; null for a network that has not been saved. */
  readonly evaluation: string | null;
  readonly training: Fit;
  readonly test: Fit;
  /** Value of having the move, in units of the evaluation; for a network in log-odds. */
  readonly tempo: number;
}

export interface LearnReport {
  readonly method: Method;
  readonly player: string;
  readonly terms: readonly string[];
  readonly before: EvaluationFit;
  readonly after: EvaluationFit;
  readonly network: Network | null;
  /** Training epochs of the network. */
  readonly rounds: number | null;
  /** Starting positions of all games, all distinct. */
  readonly starts: { readonly training: readonly string[]; readonly test: readonly string[] };
}

interface Games {
  readonly training: readonly PlayedGame[];
  readonly test: readonly PlayedGame[];
}

/** A player's text with this evaluation, if it has an `eval` parameter that is not set. */
export function withEvaluation(rules: OpenGame, player: string, evaluation: string): string {
  const { name, parameters } = unwrap(parsePlayerText(player));
  const kind = rules.playerKinds.find((candidate) => candidate.name === name);
  if (!kind?.parameters.some((parameter) => parameter.name === "eval")) return player;
  const given = Object.entries({ eval: evaluation, ...parameters }).map(([key, value]) => `${key}=${value}`);
  return `${name}(${given.join(", ")})`;
}

export async function learn(rules: OpenGame, evaluation: string, options: LearnOptions): Promise<LearnReport> {
  if (!rules.termEvaluator) throw new GameloreError("bad-usage", `${rules.game.id} has no evaluations to learn`);
  if (rules.players.length !== 2) throw new GameloreError("bad-usage", "learning needs a game for two players");
  const evaluator = await rules.termEvaluator(evaluation);
  const player = withEvaluation(rules, options.player, evaluation);
  // Fails before the first game if the player cannot be created.
  await (await makePlayer(rules, player, 0)).close();
  if (options.method === "net") sidedExamplesOf(evaluator, labelled(rules, [rules.initial()], [0.5, 0.5]));
  const learned =
    options.method === "tdleaf"
      ? await fromTdLeaf(rules, evaluator, options)
      : await fromSelfPlay(rules, evaluator, player, options);
  const { training, test } = learned.games;
  const fit = fitOn(evaluator, learned.games);
  return {
    method: options.method,
    player,
    terms: evaluator.names,
    before: fit(evaluator.weights),
    after: learned.network ? fitOfNetwork(evaluator, learned.network, learned.games) : fit(learned.weights),
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

/** Plays all games, then learns from them. */
async function fromSelfPlay(
  rules: OpenGame,
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
      onGame: (done) => options.onProgress?.((before + done) / all, `${before + done} of ${plural(all, "game")}`),
      elsewhere: options.elsewhere?.(rules, player),
    });
  const training = await play(options.games, 2 * options.seed, 0);
  const test = await play(options.testGames, 2 * options.seed + 1, options.games);
  const games = { training, test };
  if (options.method === "net") {
    const { network, rounds } = await trainOn(evaluator, training, options);
    return { games, weights: evaluator.weights, network, rounds };
  }
  const { weights } = regress(examplesOf(evaluator, positionsOf(training)));
  return { games, weights: normalised(weights), network: null, rounds: null };
}

async function trainOn(
  evaluator: TermEvaluator,
  games: readonly PlayedGame[],
  options: LearnOptions,
): Promise<{ network: Network; rounds: number }> {
  const split = Math.floor(games.length * (1 - VALIDATION_SHARE));
  const [kept, validation] = [games.slice(0, split), games.slice(split)].map((part) =>
    sidedExamplesOf(evaluator, positionsOf(part)),
  );
  const { network, epochs: rounds } = await trainNetwork(kept ?? [], validation ?? [], {
    hidden: options.hidden,
    rate: options.rate,
    epochs: MAX_EPOCHS,
    seed: options.seed,
    signal: options.signal,
    onEpoch: (epoch, loss) => options.onProgress?.(1, `epoch ${epoch}, validation loss ${loss.toFixed(4)}`),
  });
  return { network: rounded(network), rounds };
}

async function fromTdLeaf(rules: OpenGame, evaluator: TermEvaluator, options: LearnOptions): Promise<Learned> {
  if (unwrap(parsePlayerText(options.player)).parameters["eval"] !== undefined) {
    throw new GameloreError("bad-usage", "tdleaf sets the evaluation of its player; give a player without eval");
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
    onGame: (done, evaluation) => options.onProgress?.(done / all, `${done} of ${plural(all, "game")}, ${evaluation}`),
  });
  const seed = 2 * options.seed + 1;
  const start = evaluator.withWeights(evaluator.weights);
  const test = await selfPlay(rules, (each) => searcher(start, each), new Openings(rules, seed, taken), {
    games: options.testGames,
    seed,
    concurrency: options.concurrency,
    signal: options.signal,
    onGame: (done) =>
      options.onProgress?.((options.games + done) / all, `${options.games + done} of ${plural(all, "game")}`),
    elsewhere: options.elsewhere?.(rules, withEvaluation(rules, options.player, start)),
  });
  return { games: { training: games, test }, weights, network: null, rounds: null };
}

function positionsOf(games: readonly PlayedGame[]): PlayedGame["positions"] {
  return games.flatMap(({ positions }) => positions);
}

/** Scale and tempo are fitted to the training games, for old and new weights. */
function fitOn(evaluator: TermEvaluator, games: Games): (weights: readonly number[]) => EvaluationFit {
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

function fitOfNetwork(evaluator: TermEvaluator, network: Network, games: Games): EvaluationFit {
  const fit = (each: readonly PlayedGame[]): Fit =>
    fitOf(sidedExamplesOf(evaluator, positionsOf(each)), (example) => networkLogOdds(network, example));
  return { evaluation: null, training: fit(games.training), test: fit(games.test), tempo: network.tempo };
}
