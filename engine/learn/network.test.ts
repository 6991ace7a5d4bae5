/** The network: its gradient against finite differences, and learning of a nonlinear function. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../random/seeded.ts";
import type { SidedExample } from "./examples.ts";
import { fitOf, logLoss } from "./logistic.ts";
import { networkGradient, networkLogOdds, networkSize, outputOf, unscaled, type Network } from "./network.ts";
import { fitOfModel, regress } from "./regression.ts";
import { trainNetwork } from "./train-network.ts";

const OPTIONS = { hidden: 6, rate: 0.01, epochs: 40, seed: 1 };

function randomNetwork(inputs: number, hidden: number, seed: number): Network {
  const random = new SeededRandom(seed);
  const weights = Array.from({ length: networkSize(inputs, hidden) }, () => random.fraction() - 0.5);
  return { inputs, hidden, weights, tempo: 0.3 };
}

/** Results sampled by the log-odds of a function of each side's terms. */
function sampled(of: (terms: readonly number[]) => number, count: number, seed: number): SidedExample[] {
  const random = new SeededRandom(seed);
  const side = (): number[] => [10 + 6 * random.fraction(), 30 + 6 * random.fraction()];
  return Array.from({ length: count }, () => {
    const [own, other] = [side(), side()];
    const logOdds = of(other) - of(own) + 0.5;
    return { own, other, result: random.fraction() < 1 / (1 + Math.exp(-logOdds)) ? 1 : 0 };
  });
}

test("the output of two units, one inactive", () => {
  const network: Network = { inputs: 2, hidden: 2, weights: [1, 2, 3, -100, 1, 1, 0.5, 10, 7], tempo: 0.25 };
  expect(outputOf(network, [4, 5])).toBe(0.5 + 10 * (1 + 8 + 15));
  expect(networkLogOdds(network, { own: [0, 0], other: [4, 5], result: 1 })).toBe(240.5 - 10.5 + 0.25);
});

test("the gradient is that of the mean log-loss", () => {
  const network = randomNetwork(3, 4, 2);
  const random = new SeededRandom(3);
  const side = (): number[] => Array.from({ length: 3 }, () => 4 * random.fraction() - 2);
  const examples = Array.from({ length: 20 }, (_, i) => ({ own: side(), other: side(), result: (i % 3) / 2 }));
  const values = [...network.weights, network.tempo];
  const lossAt = (moved: readonly number[]): number => {
    const at = { ...network, weights: moved.slice(0, -1), tempo: moved.at(-1) as number };
    return examples.reduce((sum, each) => sum + logLoss(networkLogOdds(at, each), each.result), 0) / examples.length;
  };
  networkGradient(network, examples).forEach((slope, i) => {
    const moved = (by: number): number[] => values.map((value, j) => (i === j ? value + by : value));
    expect(slope).toBeCloseTo((lossAt(moved(1e-5)) - lossAt(moved(-1e-5))) / 2e-5, 6);
  });
});

test("a network for normalized terms is converted to the original terms", () => {
  const network = randomNetwork(2, 3, 4);
  const plain = unscaled(network, [10, -3], [2, 0.5]);
  for (const terms of [
    [0, 0],
    [7, -2],
    [13, 5],
  ]) {
    const scaled = [((terms[0] as number) - 10) / 2, ((terms[1] as number) + 3) / 0.5];
    expect(outputOf(plain, terms)).toBeCloseTo(outputOf(network, scaled), 9);
  }
});

describe("the maximum of two terms, which is not linear", () => {
  const larger = ([a = 0, b = 0]: readonly number[]): number => 1.5 * Math.max(a - 10, b - 30);
  const [training, heldOut, others] = [sampled(larger, 6_000, 1), sampled(larger, 1_000, 2), sampled(larger, 6_000, 3)];
  const truth = fitOf(others, ({ own, other }) => larger(other) - larger(own) + 0.5).logLoss;

  test("is learned nearly optimally, and better than by linear regression", async () => {
    const { network } = await trainNetwork(training, heldOut, OPTIONS);
    const learned = fitOf(others, (example) => networkLogOdds(network, example)).logLoss;
    const linear = (list: readonly SidedExample[]): { terms: number[]; result: number }[] =>
      list.map(({ own, other, result }) => ({ terms: other.map((each, i) => each - (own[i] as number)), result }));
    const summed = fitOfModel(regress(linear(training)), linear(others)).logLoss;
    expect(summed - truth).toBeGreaterThan(0.03);
    expect(learned - truth).toBeLessThan(0.01);
    expect(network.tempo).toBeCloseTo(0.5, 0);
  });

  test("is reproducible by seed", async () => {
    const short = { ...OPTIONS, epochs: 2 };
    const [one, again, other] = await Promise.all([
      trainNetwork(training, heldOut, short),
      trainNetwork(training, heldOut, short),
      trainNetwork(training, heldOut, { ...short, seed: 2 }),
    ]);
    expect(again).toEqual(one);
    expect(other.network).not.toEqual(one.network);
  });

  test("the epoch with the lowest validation loss is kept", async () => {
    const losses: number[] = [];
    const { network, epochs } = await trainNetwork(training.slice(0, 60), heldOut, {
      ...OPTIONS,
      onEpoch: (_, loss) => void losses.push(loss),
    });
    expect(losses[epochs - 1]).toBe(Math.min(...losses));
    const found = fitOf(heldOut, (example) => networkLogOdds(network, example)).logLoss;
    expect(found).toBeCloseTo(Math.min(...losses), 9);
  });

  test("ends on a signal, and is rejected without examples", async () => {
    const signal = AbortSignal.abort();
    await expect(trainNetwork(training, heldOut, { ...OPTIONS, signal })).rejects.toMatchObject({
      code: "interrupted",
    });
    await expect(trainNetwork([], heldOut, OPTIONS)).rejects.toMatchObject({ code: "bad-usage" });
    await expect(trainNetwork(training, [], OPTIONS)).rejects.toMatchObject({ code: "bad-usage" });
  });
});
