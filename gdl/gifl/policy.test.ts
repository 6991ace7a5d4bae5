/** Frequencies of moves under the policy against probabilities computed one state at a time. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import type { Facts } from "../reasoner.ts";
import { propnetOf } from "../reasoner.fixture.ts";
import { FeatureSet, selected, valueOf, type Feature, type Pattern } from "./feature.ts";
import { LaneStates } from "./lane-states.ts";
import { FeatureLearner } from "./learner.ts";
import { followProbabilities, GiflPolicy } from "./policy.ts";
import { RandomWalks } from "./random-walks.ts";

const ours = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

/** By move of a role: its probability. */
function expected(
  game: PropnetReasoner,
  features: readonly Pattern[],
  state: Facts,
  role: number,
  follow: number,
  choice: "best" | "scaled",
  temperature: number,
): Map<number, number> {
  const legal = game.legal(state)[role] ?? [];
  const held = features.filter(
    (feature) =>
      feature.role === role && legal.includes(feature.move) && feature.facts.every((fact) => state.includes(fact)),
  );
  const movesOf = (list: readonly Pattern[]): number[] => [...new Set(list.map(({ move }) => move))];
  const wins = movesOf(held.filter(({ kind, level }) => kind === "offensive" && level === 0));
  const weights = new Map<number, number>();
  if (wins.length > 0) wins.forEach((move) => weights.set(move, 1));
  else {
    const bad = new Set(movesOf(held.filter(({ kind }) => kind === "avoid")));
    const left = legal.some((move) => !bad.has(move)) ? legal.filter((move) => !bad.has(move)) : legal;
    const good = held.filter(({ kind, move }) => kind !== "avoid" && left.includes(move));
    const saving = movesOf(good.filter(({ level }) => level === 0));
    const valueAt = (move: number): number =>
      Math.max(0, ...good.filter((feature) => feature.move === move).map((feature) => valueOf(feature)));
    const best = Math.max(...left.map(valueAt));
    for (const move of left) {
      if (saving.length > 0) weights.set(move, saving.includes(move) ? 1 : 0);
      else if (choice === "best") weights.set(move, valueAt(move) === best ? 1 : 0);
      else weights.set(move, Math.exp(valueAt(move) / 100 / temperature));
    }
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return new Map(
    legal.map((move) => [move, (follow * (weights.get(move) ?? 0)) / total + (1 - follow) / legal.length]),
  );
}

const SAMPLES = 40;

function compare(
  name: string,
  choice: "best" | "scaled",
  followProbability: readonly number[],
  change: (f: Feature[]) => Pattern[],
  temperature = 0.5,
): void {
  const game = propnetOf(ours(name));
  const learner = new FeatureLearner(game);
  const lanes = new LaneStates(game.placed);
  for (const walk of learner.walksOf(0)) if (walk) learner.learnFrom(walk);
  const features = change(selected(learner.features, null));
  const states = new RandomWalks(game, lanes).batch(9, 1_000).flatMap((walk) => walk?.states.slice(0, -1) ?? []);
  const policy = new GiflPolicy(game.placed, features, { choice, temperature, maxCost: 100 });
  expect(policy.used).toBe(features.length);
  const placed = policy.place(lanes.workspace, followProbability);
  let [squares, freedom, narrowed] = [0, 0, 0];
  for (let i = 0; i < states.length; i += 23) {
    const state = states[i] as Facts;
    lanes.workspace.startWith(state);
    lanes.workspace.seed(i + 1);
    const counts = game.roles.map(() => new Map<number, number>());
    for (let k = 0; k < SAMPLES; k++) {
      game.placed.kernel.exports.startRandomWalks(lanes.workspace.record);
      game.placed.kernel.exports.stepRandomWalks(lanes.workspace.record);
      counts.forEach((own, role) => {
        for (const move of lanes.madeMoves(role)) own.set(move, (own.get(move) ?? 0) + 1);
      });
    }
    counts.forEach((own, role) => {
      const probabilities = expected(
        game,
        features,
        state,
        role,
        followProbability[role] as number,
        choice,
        temperature,
      );
      if ([...probabilities.values()].some((share) => share !== 1 / probabilities.size)) narrowed++;
      for (const [move, share] of probabilities) {
        const count = own.get(move) ?? 0;
        if (share === 0) expect(count).toBe(0);
        else if (share < 1) squares += (count - 128 * SAMPLES * share) ** 2 / (128 * SAMPLES * share);
        own.delete(move);
      }
      expect(own.size).toBe(0);
      freedom += Math.max(0, [...probabilities.values()].filter((share) => share > 0).length - 1);
    });
  }
  placed.free();
  expect(narrowed).toBeGreaterThan(20);
  // Chi-square: mean f, standard deviation sqrt(2 f) for f degrees of freedom.
  expect(Math.abs(squares - freedom)).toBeLessThan(4.5 * Math.sqrt(2 * freedom));
}

describe.for(["tic-tac-toe", "connect-four", "breakthrough"])("%s", (name) => {
  test("best", () => compare(name, "best", [1, 1], (features) => features));
  test("scaled", () => compare(name, "scaled", [1, 1], (features) => features));
  test("scaled at a low temperature", () => compare(name, "scaled", [1, 1], (features) => features, 0.2));
  test("probability by role", () => compare(name, "best", [0.25, 0.5], (features) => features));
  test("moves to avoid, unless there are no others", () =>
    compare(name, "best", [1, 1], (features) =>
      features
        .filter(({ level }) => level > 0)
        .map((feature, i) => (i % 2 ? { ...feature, kind: "avoid", level: 0 } : feature)),
    ));
});

test("playouts are unchanged without a policy and after it is freed", () => {
  const game = propnetOf(ours("connect-four"));
  const before = game.playouts(2_000, 3);
  const learner = new FeatureLearner(game);
  for (const walk of learner.walksOf(0)) if (walk) learner.learnFrom(walk);
  const placed = new GiflPolicy(game.placed, selected(learner.features, null)).place(
    game.workspace,
    followProbabilities(2, 0),
  );
  const guided = game.playouts(2_000, 3);
  expect((guided.goals[0] as number) - (before.goals[0] as number)).toBeGreaterThan(10);
  placed.free();
  expect(game.playouts(2_000, 3)).toEqual(before);
});

test("features beyond the cost limit are dropped, the last first", () => {
  const game = propnetOf(ours("connect-four"));
  const learner = new FeatureLearner(game);
  for (const walk of learner.walksOf(0)) if (walk) learner.learnFrom(walk);
  const features = selected(learner.features, null);
  const policy = new GiflPolicy(game.placed, features, { maxCost: 0.1 });
  expect(policy.used).toBeGreaterThan(10);
  expect(policy.used).toBeLessThan(features.length);
  expect(policy.cost.gates).toBeLessThanOrEqual(0.1 * policy.cost.step);
  expect(new GiflPolicy(game.placed, []).used).toBe(0);
});

test("duplicates are merged and subsumed features dropped", () => {
  const set = new FeatureSet();
  const base = { kind: "offensive", role: 0, move: 3 } as const;
  set.add({ ...base, facts: [1, 2], level: 1 });
  set.add({ ...base, facts: [1, 2], level: 0 });
  set.add({ ...base, facts: [1, 2, 5], level: 2 });
  set.add({ ...base, facts: [1], level: 3 });
  expect([...set]).toHaveLength(3);
  const kept = selected(set, null);
  expect(kept.map(({ facts, level, seen }) => [facts, level, seen])).toEqual([
    [[1, 2], 0, 2],
    [[1], 3, 1],
  ]);
  for (let i = 0; i < 20; i++) set.recordOutcome(0, 3, i < 15 ? 1 : 0, (fact) => fact === 1);
  const useful = selected(set, { minTried: 20, won: [0.5, 0.5], lost: [0.5, 0.5] });
  expect(useful.map(({ facts }) => facts)).toEqual([[1, 2]]);
});
