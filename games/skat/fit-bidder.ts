/**
 * Estimates the bidder's weights: games named with hands of all strengths, and a logistic regression of who wins them on the
 * features of the declarer's hand. Suit games and grands are solved with open cards. Null games, in which it is the defenders'
 * trouble not to see each other's cards, are played.
 *
 *   node games/skat/fit-bidder.ts GAMES [SEED] > games/skat/bidder-weights.ts
 */
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { solveLinear } from "../../engine/learn/linear-system.ts";
import { fitOf, probability } from "../../engine/learn/logistic.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { Bidder, type Plan } from "./bidder.ts";
import { type CardSet, union, without } from "./cards.ts";
import { game } from "./game.ts";
import { FEATURES, featuresOf, type GameKind, kindOfGame } from "./hand-features.ts";
import { openDealOf, pointsSoFar, pointsToWin } from "./open-cards.ts";
import type { SkatRules } from "./rules.ts";
import { readState, type State, writeState } from "./state.ts";
import { OUVERT } from "./value.ts";

interface Example {
  readonly features: readonly number[];
  readonly result: number;
}

const KINDS: readonly GameKind[] = ["suit", "grand", "null"];
/** Hands that nobody would play with tell little. */
const LEAST_CHANCE = 0.05;
/** Of null games. */
const PLAYER = "best(samples=10)";
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
function namedGame(
  rules: SkatRules,
  bidder: Bidder,
  kind: GameKind,
  seed: number,
): { state: State; plan: Plan } | null {
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
  return { state, plan };
}

function solvedAsWon(rules: SkatRules, state: State): boolean {
  const { cardPlay, solver } = rules;
  return solver.gets(openDealOf(state, cardPlay), pointsToWin(state) - pointsSoFar(state, cardPlay));
}

async function played(rules: SkatRules, players: readonly Player[], state: State): Promise<number> {
  const { scores } = await playGame(rules, players, { start: writeState(state) });
  return scores[state.declarer as number] as number;
}

async function examplesOf(rules: SkatRules, kind: GameKind, count: number, seed: number): Promise<Example[]> {
  const bidder = new Bidder(rules.cardPlay);
  const players = await Promise.all([0, 1, 2].map((seat) => makePlayer(rules, PLAYER, seed + seat)));
  const examples: Example[] = [];
  for (let i = 0; examples.length < count; i++) {
    const named = namedGame(rules, bidder, kind, seed * 1_000_003 + i);
    if (!named) continue;
    const { state, plan } = named;
    const declarer = state.declarer as number;
    const hand = state.hands[declarer] as CardSet;
    const result = kind === "null" ? await played(rules, players, state) : Number(solvedAsWon(rules, state));
    const points = rules.cardPlay.points(plan.put);
    const ouvert = (plan.contract.flags & OUVERT) !== 0;
    const features = featuresOf(plan.contract.game, hand, points, declarer === 0, ouvert);
    examples.push({ features, result });
    if (examples.length % 500 === 0) process.stderr.write(`${kind}: ${examples.length} of ${count} games\n`);
  }
  await Promise.all(players.map((player) => player.close()));
  return examples;
}

async function main([games = "3000", seed = "1"]: readonly string[]): Promise<void> {
  const rules = unwrap(await game.open({})) as SkatRules;
  const lines: string[] = [];
  for (const kind of KINDS) {
    const examples = await examplesOf(rules, kind, Number(games), Number(seed));
    const half = Math.floor(examples.length / 2);
    const trial = regress(examples.slice(0, half), FEATURES[kind].length);
    const logOdds = (weights: readonly number[]) => (example: Example) =>
      example.features.reduce((sum, feature, i) => sum + feature * (weights[i] as number), 0);
    const { logLoss, accuracy } = fitOf(examples.slice(half), logOdds(trial));
    const won = examples.filter(({ result }) => result === 1).length / examples.length;
    process.stderr.write(
      `${kind}: ${(100 * won).toFixed(1)} % won; by the other half: log loss ${logLoss.toFixed(3)}, right ${(100 * accuracy).toFixed(1)} %\n`,
    );
    const weights = regress(examples, FEATURES[kind].length);
    lines.push(`  ${kind}: [${weights.map((weight) => Number(weight.toFixed(3))).join(", ")}],`);
  }
  process.stdout.write(
    [
      `/** Weights of the bidder's model: log-odds of winning. Made by fit-bidder.ts from ${games} games of each kind. */`,
      'import type { GameKind } from "./hand-features.ts";\n',
      "export const WEIGHTS: Readonly<Record<GameKind, readonly number[]>> = {",
      ...lines,
      "};\n",
    ].join("\n"),
  );
  await rules.close();
}

await main(process.argv.slice(2));
