/**
 * Fits the bidder's weights: logistic regression of the declarer's result on the features of his hand, over games with hands of all
 * strengths. Suit games and grands are solved double dummy, which favours the defenders; a smaller sample of games played after the
 * current bidder's auctions gives the shift of the log-odds. Null games are played, because they depend on hidden information.
 *
 *   node games/skat/fit-bidder.ts GAMES PLAYED [SEED] > weights && mv weights games/skat/bidder-weights.ts
 *
 * With GAMES = 0 the current weights are only shifted.
 */
import type { PlayerNumber } from "../../engine/contracts/position.ts";
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { solveLinear } from "../../engine/learn/linear-system.ts";
import { fitOf, probability } from "../../engine/learn/logistic.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { WEIGHTS } from "./bidder-weights.ts";
import { Bidder } from "./bidder.ts";
import { type CardSet, union, without } from "./cards.ts";
import { game } from "./game.ts";
import { FEATURES, featuresOf, type GameKind, kindOfGame } from "./hand-features.ts";
import { openDealOf, pointsSoFar, pointsToWin } from "./open-cards.ts";
import type { SkatRules } from "./rules.ts";
import { readState, type State, writeState } from "./state.ts";
import { type Contract, OUVERT } from "./value.ts";

interface Example {
  readonly features: readonly number[];
  readonly result: number;
}

const KINDS: readonly GameKind[] = ["suit", "grand", "null"];
/** Hopeless hands are skipped. */
const MIN_PROBABILITY = 0.05;
/** The player in all seats. */
const PLAYER = "best(samples=6)";
const ROUNDS = 25;
/** L2 regularization. */
const RIDGE = 1;

/** Maximum likelihood weights by Newton's method. */
function regress(examples: readonly Example[], size: number): number[] {
  let weights = Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, j) => (i === j ? RIDGE : 0)),
    );
    const slope = weights.map((weight) => -RIDGE * weight);
    for (const { features, result } of examples) {
      const predicted = probability(features.reduce((sum, feature, i) => sum + feature * (weights[i] as number), 0));
      features.forEach((a, i) => {
        if (a === 0) return;
        slope[i] = (slope[i] as number) + a * (result - predicted);
        const row = matrix[i] as number[];
        features.forEach((b, j) => (row[j] = (row[j] as number) + a * b * predicted * (1 - predicted)));
      });
    }
    const step = solveLinear(matrix, slope);
    if (!step) break;
    weights = weights.map((weight, i) => weight + (step[i] as number));
  }
  return weights;
}

/** A deal in which a random player has taken the skat and declared a plausible game. */
function namedGame(rules: SkatRules, bidder: Bidder, kind: GameKind, seed: number): State | null {
  const random = new SeededRandom(seed);
  const state = readState(randomOpening(rules, 32, seed));
  const declarer = random.below(3);
  const twelve = union(state.hands[declarer] as CardSet, state.skat);
  const plans = bidder
    .plans(twelve, declarer === 0)
    .filter(({ contract, probability }) => kindOfGame(contract.game) === kind && probability > MIN_PROBABILITY);
  if (plans.length === 0) return null;
  // Usually the game with the best chance.
  const plan =
    random.below(3) > 0
      ? plans.reduce((best, each) => (each.probability > best.probability ? each : best))
      : random.pick(plans);
  state.hands[declarer] = without(twelve, plan.put);
  state.bids[declarer] = 1;
  state.passed = [declarer !== 0, declarer !== 1, declarer !== 2];
  Object.assign(state, { skat: plan.put, declarer, contract: plan.contract, phase: "play" });
  return state;
}

function solvedAsWon(rules: SkatRules, state: State): boolean {
  const { cardPlay, solver } = rules;
  return solver.gets(openDealOf(state, cardPlay), pointsToWin(state) - pointsSoFar(state, cardPlay));
}

async function playedResult(rules: SkatRules, players: readonly Player[], state: State): Promise<number> {
  const { scores } = await playGame(rules, players, { start: writeState(state) });
  return scores[state.declarer as number] as number;
}

type Outcome = (state: State) => Promise<number>;

/** A deal after an auction of bidders in all seats; null if another kind of game is declared. */
function auctionedGame(rules: SkatRules, bidder: Bidder, kind: GameKind, seed: number): State | null {
  let position = randomOpening(rules, 32, seed);
  for (let state = readState(position); state.phase !== "passed"; state = readState(position)) {
    if (state.phase === "play") return kindOfGame(state.contract?.game as number) === kind ? state : null;
    const player = rules.actors(position)[0] as PlayerNumber;
    position = rules.play(position, [bidder.choose(readState(rules.hidden.observe(position, player)), player)]);
  }
  return null;
}

async function examplesOf(
  rules: SkatRules,
  kind: GameKind,
  count: number,
  seed: number,
  start: typeof namedGame,
  outcome: Outcome,
): Promise<Example[]> {
  const bidder = new Bidder(rules.cardPlay);
  const examples: Example[] = [];
  for (let i = 0; examples.length < count; i++) {
    const state = start(rules, bidder, kind, seed * 1_000_003 + i);
    if (!state) continue;
    const declarer = state.declarer as number;
    const { game, flags } = state.contract as Contract;
    const points = rules.cardPlay.points(state.skat);
    const hand = state.hands[declarer] as CardSet;
    const features = featuresOf(game, hand, points, declarer === 0, (flags & OUVERT) !== 0);
    examples.push({ features, result: await outcome(state) });
    if (examples.length % 100 === 0) process.stderr.write(`${kind}: ${examples.length} of ${count}\n`);
  }
  return examples;
}

function logOdds(weights: readonly number[], { features }: Example): number {
  return features.reduce((sum, feature, i) => sum + feature * (weights[i] as number), 0);
}

/** Two-fold validation: fits one half of the examples and reports the fit of the other. */
function reportFit(kind: GameKind, examples: readonly Example[]): void {
  const half = Math.floor(examples.length / 2);
  const trial = regress(examples.slice(0, half), FEATURES[kind].length);
  const { logLoss, accuracy } = fitOf(examples.slice(half), (example) => logOdds(trial, example));
  const won = examples.filter(({ result }) => result === 1).length / examples.length;
  process.stderr.write(
    `${kind}: ${(100 * won).toFixed(1)} % won; validation: log loss ${logLoss.toFixed(3)}, accuracy ${(100 * accuracy).toFixed(1)} %\n`,
  );
}

/** The shift of the log-odds that makes the expected number of wins equal the observed one. */
function shiftFor(weights: readonly number[], examples: readonly Example[]): number {
  let [low, high] = [-5, 5];
  const won = examples.reduce((sum, { result }) => sum + result, 0);
  while (high - low > 1e-4) {
    const shift = (low + high) / 2;
    const expected = examples.reduce((sum, example) => sum + probability(logOdds(weights, example) + shift), 0);
    if (expected < won) low = shift;
    else high = shift;
  }
  return low;
}

async function main([games = "2500", played = "200", seed = "1"]: readonly string[]): Promise<void> {
  const rules = unwrap(await game.open({})) as SkatRules;
  const players = await Promise.all([0, 1, 2].map((seat) => makePlayer(rules, PLAYER, Number(seed) + seat)));
  const byPlay = (state: State): Promise<number> => playedResult(rules, players, state);
  const bySolving = async (state: State): Promise<number> => Number(solvedAsWon(rules, state));
  const lines: string[] = [];
  for (const kind of KINDS) {
    let weights = WEIGHTS[kind];
    if (Number(games) > 0) {
      const examples = await examplesOf(
        rules,
        kind,
        Number(games),
        Number(seed),
        namedGame,
        kind === "null" ? byPlay : bySolving,
      );
      reportFit(kind, examples);
      weights = regress(examples, FEATURES[kind].length);
    }
    if (kind !== "null") {
      // Auctions with the current weights, on other deals than above.
      const examples = await examplesOf(rules, kind, Number(played), Number(seed) + 1, auctionedGame, byPlay);
      const shift = shiftFor(weights, examples);
      process.stderr.write(`${kind}: log-odds shifted by ${shift.toFixed(2)} after ${played} played games\n`);
      weights = weights.map((weight, i) => (i === 0 ? weight + shift : weight));
    }
    lines.push(`  ${kind}: [${weights.map((weight) => Number(weight.toFixed(3))).join(", ")}],`);
  }
  process.stdout.write(
    [
      "/** Weights of the bidder's model: log-odds of winning by the features of hand-features.ts. Generated by fit-bidder.ts. */",
      'import type { GameKind } from "./hand-features.ts";\n',
      "export const WEIGHTS: Readonly<Record<GameKind, readonly number[]>> = {",
      ...lines,
      "};\n",
    ].join("\n"),
  );
  await rules.close();
}

await main(process.argv.slice(2));
