/**
 * Estimates the bidder's weights: games named with hands of all strengths, and a logistic regression of who wins them on the
 * features of the declarer's hand. Suit games and grands are solved with open cards, which is hard on the declarer: a smaller
 * number of played ones, bid by the bidder as it is, says by how much to shift the log-odds. Null games are played, as all depends on what defenders do not
 * see.
 *
 *   node games/skat/fit-bidder.ts GAMES PLAYED [SEED] > weights && mv weights games/skat/bidder-weights.ts
 *
 * With 0 for GAMES the weights that are there are only shifted.
 */
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { solveLinear } from "../../engine/learn/linear-system.ts";
import { fitOf, probability } from "../../engine/learn/logistic.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
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
/** Hands that nobody would play with tell little. */
const LEAST_CHANCE = 0.05;
/** In all seats. */
const PLAYER = "best(samples=6)";
const ROUNDS = 25;
/** Keeps weights small that the games say little about. */
const RIDGE = 1;

/** Weights under which the results are likeliest, by Newton's method. */
function regress(examples: readonly Example[], size: number): number[] {
  let weights = Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const matrix = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, j) => (i === j ? RIDGE : 0)),
    );
    const slope = weights.map((weight) => -RIDGE * weight);
    for (const { features, result } of examples) {
      const chance = probability(features.reduce((sum, feature, i) => sum + feature * (weights[i] as number), 0));
      features.forEach((a, i) => {
        if (a === 0) return;
        slope[i] = (slope[i] as number) + a * (result - chance);
        const row = matrix[i] as number[];
        features.forEach((b, j) => (row[j] = (row[j] as number) + a * b * chance * (1 - chance)));
      });
    }
    const step = solveLinear(matrix, slope);
    if (!step) break;
    weights = weights.map((weight, i) => weight + (step[i] as number));
  }
  return weights;
}

/** A deal in which a player has taken up the skat and named a game that it may win. */
function namedGame(rules: SkatRules, bidder: Bidder, kind: GameKind, seed: number): State | null {
  const random = new SeededRandom(seed);
  const state = readState(randomOpening(rules, 32, seed));
  const declarer = random.below(3);
  const twelve = union(state.hands[declarer] as CardSet, state.skat);
  const plans = bidder
    .plans(twelve, declarer === 0)
    .filter(({ contract, chance }) => kindOfGame(contract.game) === kind && chance > LEAST_CHANCE);
  if (plans.length === 0) return null;
  // Mostly the game that looks best.
  const plan =
    random.below(3) > 0 ? plans.reduce((best, each) => (each.chance > best.chance ? each : best)) : random.pick(plans);
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

/** A deal as the bidder in all seats comes to play it; null where that is another kind of game. */
function auctionedGame(rules: SkatRules, bidder: Bidder, kind: GameKind, seed: number): State | null {
  let position = randomOpening(rules, 32, seed);
  for (let state = readState(position); state.phase !== "passed"; state = readState(position)) {
    if (state.phase === "play") return kindOfGame(state.contract?.game as number) === kind ? state : null;
    const player = rules.actors(position)[0] as number;
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

/** Says how well the one half of the examples foretells the other. */
function tell(kind: GameKind, examples: readonly Example[]): void {
  const half = Math.floor(examples.length / 2);
  const trial = regress(examples.slice(0, half), FEATURES[kind].length);
  const { logLoss, accuracy } = fitOf(examples.slice(half), (example) => logOdds(trial, example));
  const won = examples.filter(({ result }) => result === 1).length / examples.length;
  process.stderr.write(
    `${kind}: ${(100 * won).toFixed(1)} % won; by the other half: log loss ${logLoss.toFixed(3)}, right ${(100 * accuracy).toFixed(1)} %\n`,
  );
}

/** What to add to the log-odds so that as many games are won as are expected to. */
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
      tell(kind, examples);
      weights = regress(examples, FEATURES[kind].length);
    }
    if (kind !== "null") {
      // Games as the bidder comes to them with the weights that it has now, on other deals than those above.
      const examples = await examplesOf(rules, kind, Number(played), Number(seed) + 1, auctionedGame, byPlay);
      const shift = shiftFor(weights, examples);
      process.stderr.write(`${kind}: log-odds shifted by ${shift.toFixed(2)} after ${played} played games\n`);
      weights = weights.map((weight, i) => (i === 0 ? weight + shift : weight));
    }
    lines.push(`  ${kind}: [${weights.map((weight) => Number(weight.toFixed(3))).join(", ")}],`);
  }
  process.stdout.write(
    [
      "/** Weights of the bidder's model: log-odds of winning, by the features of hand-features.ts. Made by fit-bidder.ts. */",
      'import type { GameKind } from "./hand-features.ts";\n',
      "export const WEIGHTS: Readonly<Record<GameKind, readonly number[]>> = {",
      ...lines,
      "};\n",
    ].join("\n"),
  );
  await rules.close();
}

await main(process.argv.slice(2));
