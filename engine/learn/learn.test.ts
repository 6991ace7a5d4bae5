/** Learning by each method, on a game with known correct weights. */
import { describe, expect, test } from "vitest";
import { diceRace } from "../contracts/suites/fixtures.ts";
import { harvest } from "./harvest.fixture.ts";
import { learn, METHODS, withEvaluation, type LearnOptions } from "./learn.ts";

const OPTIONS: LearnOptions = {
  method: "regression",
  games: 120,
  testGames: 60,
  player: "looker",
  seed: 1,
  lambda: 0.7,
  rate: 0.3,
  hidden: 4,
  concurrency: 2,
};
const START = "weights(1,2)";

function weightsIn(evaluation: string | null): number[] {
  return (evaluation ?? "").slice("weights(".length, -1).split(",").map(Number);
}

describe.for(METHODS)("%s", (method) => {
  // In random games only the holdings predict the result.
  const player = method === "tdleaf" ? "looker" : "random";
  const options = { ...OPTIONS, method, player, rate: method === "net" ? 0.01 : 0.3 };

  test("predicts unseen games better than the initial weights", async () => {
    const { before, after, starts } = await learn(harvest(), START, options);
    expect(before.evaluation).toBe(START);
    expect(after.test.logLoss).toBeLessThan(before.test.logLoss - 0.03);
    expect(after.test.accuracy).toBeGreaterThan(before.test.accuracy);
    if (method !== "net") {
      const [apples = 0, pebbles = 0] = weightsIn(after.evaluation);
      expect(apples).toBeGreaterThan(3 * Math.abs(pebbles));
    }
    expect(starts.training).toHaveLength(120);
    expect(new Set([...starts.training, ...starts.test]).size).toBe(180);
  });

  test("is reproducible by seed, for any concurrency", async () => {
    const few = { ...options, games: 20, testGames: 10 };
    const [one, again, other] = await Promise.all([
      learn(harvest(), START, few),
      learn(harvest(), START, { ...few, concurrency: 1 }),
      learn(harvest(), START, { ...few, seed: 2 }),
    ]);
    expect(again).toEqual(one);
    expect(other.after).not.toEqual(one.after);
  });

  test("reports progress and ends on a signal", async () => {
    const controller = new AbortController();
    const notes: string[] = [];
    const run = learn(harvest(), START, {
      ...options,
      signal: controller.signal,
      onProgress: (_, note) => {
        notes.push(note);
        if (notes.length === 3) controller.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ code: "interrupted" });
    expect(notes[0]).toMatch(/^1 of 180 games/);
    expect(notes.length).toBeLessThan(10);
  });
});

test("a player gets the evaluation if it has a parameter for it that is not set", () => {
  const rules = harvest();
  expect(withEvaluation(rules, "looker", "sum(a,b)")).toBe("looker(eval=sum(a,b))");
  expect(withEvaluation(rules, "looker(depth=2, eval=x)", "y")).toBe("looker(eval=x, depth=2)");
  expect(withEvaluation(rules, "random", "y")).toBe("random");
});

test("invalid requests are rejected", async () => {
  await expect(learn(diceRace(), "x", OPTIONS)).rejects.toThrow("no evaluations to learn");
  const tdleaf = { ...OPTIONS, method: "tdleaf", player: "looker(eval=weights(1,1))" } as const;
  await expect(learn(harvest(), START, tdleaf)).rejects.toThrow("a player without eval");
  await expect(learn(harvest(), START, { ...OPTIONS, player: "loocker" })).rejects.toThrow('did you mean "looker"?');
});
