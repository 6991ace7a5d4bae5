/** TDLeaf: its step against the published formula, and a game with known correct weights. */
import { describe, expect, test } from "vitest";
import { playGame, randomOpening } from "../arena/play-game.ts";
import { standing } from "../arena/statistics.ts";
import { makePlayer } from "../arena/players.ts";
import { harvest, harvestTerms } from "./harvest.fixture.ts";
import { learnByTdLeaf, TdLeafLearner, type Leaf, type MakeSearcher, type TdLeafOptions } from "./tdleaf.ts";

describe("one step", () => {
  const leaves: readonly Leaf[] = [
    { terms: [0.3, -0.2, 1] },
    { terms: [0.1, 0.5, -1] },
    { certain: 1 },
    { terms: [-0.4, 0.2, 1] },
  ];
  const RESULT = -1;

  test.each([0, 0.6, 1])("is the sum over positions of gradient times discounted TD errors, λ = %d", (lambda) => {
    const learner = new TdLeafLearner([1, 3], lambda);
    const expected = leaves.map((leaf) => learner.expect(leaf));
    // The initial weights have a mean of 1, and the tempo is 0: 0.5, 1.5, 0.
    const value = (leaf: Leaf): number =>
      "certain" in leaf ? leaf.certain : Math.tanh(0.5 * (leaf.terms[0] ?? 0) + 1.5 * (leaf.terms[1] ?? 0));
    const values = [...leaves.map(value), RESULT];
    expect(expected.map((each) => each.value)).toEqual(values.slice(0, -1));
    // Baxter, Tridgell and Weaver, equation (5), with finite differences for the gradient of tanh.
    const expectedStep = [0, 0, 0];
    leaves.forEach((leaf, t) => {
      let tdError = 0;
      for (let j = t; j < leaves.length; j++)
        tdError += lambda ** (j - t) * ((values[j + 1] as number) - (values[j] as number));
      if ("certain" in leaf) return;
      leaf.terms.forEach((term, i) => {
        const sum = Math.atanh(value(leaf));
        const slope = (Math.tanh(sum + 1e-6 * term) - Math.tanh(sum - 1e-6 * term)) / 2e-6;
        expectedStep[i] = (expectedStep[i] as number) + (slope * tdError) / leaves.length;
      });
    });
    learner.step(expected, RESULT).forEach((found, i) => expect(found).toBeCloseTo(expectedStep[i] as number, 8));
  });

  test("a won game raises the weight of a term of its leaves, a lost one lowers it", () => {
    const ratio = (result: number): number => {
      const learner = new TdLeafLearner([1, 1], 1);
      learner.learn([{ terms: [1, 0, 1] }, { terms: [1, 0, -1] }], result, 0.1);
      const [first = 0, second = 0] = learner.weights();
      return first / second;
    };
    expect(ratio(1)).toBeGreaterThan(1);
    expect(ratio(-1)).toBeLessThan(1);
  });
});

describe("the harvest, in which only apples count", () => {
  const rules = harvest();
  const makeLooker: MakeSearcher = (evaluation, seed) => makePlayer(rules, `looker(eval=${evaluation})`, seed);
  const START = "weights(0.5,1.5)";
  const learnWith = (more: Partial<TdLeafOptions>): ReturnType<typeof learnByTdLeaf> =>
    learnByTdLeaf(rules, harvestTerms(START), makeLooker, {
      games: 150,
      lambda: 0.7,
      rate: 0.3,
      seed: 1,
      taken: new Set(),
      ...more,
    });

  test("learns to count apples from weights that prefer pebbles, and wins with them", async () => {
    const { weights } = await learnWith({});
    const [apples = 0, pebbles = 0] = weights;
    expect(apples).toBeGreaterThan(4 * Math.abs(pebbles));
    const learned = harvestTerms(START).withWeights(weights);
    const pairs: [number, number][] = [];
    for (let seed = 0; seed < 50; seed++) {
      const [one, two] = [await makeLooker(learned, seed), await makeLooker(START, seed)];
      const start = randomOpening(rules, 3, 1_000 + seed);
      const first = await playGame(rules, [one, two], { start });
      const second = await playGame(rules, [two, one], { start });
      pairs.push([first.scores[0] as number, second.scores[1] as number]);
    }
    expect(standing(pairs).interval[0]).toBeGreaterThan(70);
  });

  test("is reproducible by seed", async () => {
    const [one, again, other] = await Promise.all([
      learnWith({ games: 20 }),
      learnWith({ games: 20 }),
      learnWith({ games: 20, seed: 2 }),
    ]);
    expect(again).toEqual(one);
    expect(other.weights).not.toEqual(one.weights);
  });

  test("openings are distinct, also from those taken", async () => {
    const taken = new Set<string>();
    const first = await learnWith({ games: 30, taken });
    const second = await learnWith({ games: 30, taken });
    const starts = [...first.games, ...second.games].map(({ start }) => start);
    expect(new Set(starts).size).toBe(60);
  });

  test("ends on a signal", async () => {
    await expect(learnWith({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "interrupted" });
  });
});
