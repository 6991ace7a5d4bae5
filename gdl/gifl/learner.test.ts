/** The learner agrees with its reference implementation, and features have their defining properties. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { interpreterOf, propnetOf, canTestPublicRulesheets, recordedRules } from "../reasoner.fixture.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { LaneStates } from "./lane-states.ts";
import { FeatureLearner, PAPER_LEARNER, DEFAULT_LEARNER, type LearnerOptions } from "./learner.ts";
import { lineOf, ReferenceLearner } from "./reference-learner.fixture.ts";
import { selected, type Feature, type Pattern } from "./feature.ts";
import { imageOf } from "./symmetry.ts";
import { RandomWalks } from "./random-walks.ts";

const ours = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

function textOf(game: PropnetReasoner, feature: Feature): string {
  const { kind, level, role, move, facts } = feature;
  return lineOf(kind, level, {
    role,
    move: game.moveText(move, role),
    facts: facts.map((fact) => game.factText(fact)),
  });
}

/** Both learn from the same walks. The learner merges equal features to the lowest level. */
function compare(rules: string, walkCount: number, options: LearnerOptions): void {
  const game = propnetOf(rules);
  const fast = new FeatureLearner(game, options);
  const numbers = new Map(game.propnet.facts.map((_, fact) => [game.factText(fact), fact]));
  const reference = new ReferenceLearner(interpreterOf(rules), options, (fact) => numbers.get(fact) as number);
  const walks = new RandomWalks(game, new LaneStates(game.placed)).batch(5, 1_000).slice(0, walkCount);
  for (const walk of walks) {
    if (!walk) continue;
    fast.learnFrom(walk);
    reference.learn({
      moves: walk.moves.map((made) => made.map((move, role) => game.moveText(move, role))),
      winner: walk.winner,
    });
  }
  const merged = new Map<string, { level: number; seen: number }>();
  for (const [line, seen] of reference.learned) {
    const [, kind = "", level = "", rest = ""] = /^(\w+) (\d+) (.*)$/s.exec(line) ?? [];
    const known = merged.get(`${kind} ${rest}`);
    merged.set(`${kind} ${rest}`, {
      level: Math.min(known?.level ?? 99, Number(level)),
      seen: (known?.seen ?? 0) + seen,
    });
  }
  const found = [...fast.features].map((feature) => {
    const [, kind = "", , rest = ""] = /^(\w+) (\d+) (.*)$/s.exec(textOf(game, feature)) ?? [];
    return `${feature.level} ${feature.seen} ${kind} ${rest}`;
  });
  expect(found.length).toBeGreaterThan(walkCount / 2);
  expect(found.toSorted()).toEqual([...merged].map(([rest, { level, seen }]) => `${level} ${seen} ${rest}`).toSorted());
}

describe.for([
  ["as in the paper", PAPER_LEARNER],
  ["with all preventing replies", { ...PAPER_LEARNER, threats: "any" }],
  ["with all extensions", { ...DEFAULT_LEARNER, symmetry: false }],
] as const)("%s", ([, options]) => {
  test.for([
    ["tic-tac-toe", 40],
    ["connect-four", 10],
    ["breakthrough", 5],
  ] as const)("%s: the same features as the reference learner on the interpreter", ([name, walks]) => {
    compare(ours(name), walks, options);
  });
});

test.runIf(canTestPublicRulesheets)(
  "the loser moves last: the same features as the reference learner (needs ../shared/gdl)",
  () => compare(recordedRules("ticTacToeLargeSuicide.v0"), 8, { ...DEFAULT_LEARNER, pairs: false, symmetry: false }),
);

test("tic-tac-toe: features of level 0 are exactly the completed lines", async () => {
  const game = propnetOf(ours("tic-tac-toe"));
  const learner = new FeatureLearner(game, PAPER_LEARNER);
  await learner.learn({ runs: 3_000 });
  const lines: [number, number][][] = [];
  for (let i = 1; i <= 3; i++) {
    lines.push([1, 2, 3].map((k) => [i, k]));
    lines.push([1, 2, 3].map((k) => [k, i]));
  }
  lines.push(
    [1, 2, 3].map((k) => [k, k]),
    [1, 2, 3].map((k) => [k, 4 - k]),
  );
  const expected = ["x", "o"].flatMap((side, role) =>
    lines.flatMap((line) =>
      line.map(([x, y]) => {
        const others = line.filter(([a, b]) => a !== x || b !== y);
        const facts = [
          `(control ${side})`,
          `(cell ${x} ${y} free)`,
          ...others.map(([a, b]) => `(cell ${a} ${b} ${side})`),
        ];
        return lineOf("offensive", 0, { role, move: `(take ${x} ${y})`, facts });
      }),
    ),
  );
  const found = selected(learner.features, null).filter(({ kind, level }) => kind === "offensive" && level === 0);
  // A move that completes two lines needs neither of them alone: pairs find both.
  const both = found.filter(({ facts }) => facts.length === 2);
  expect(both.length).toBeGreaterThan(0);
  const paired = new FeatureLearner(game, { ...PAPER_LEARNER, pairs: true });
  await paired.learn({ runs: 3_000 });
  const complete = selected(paired.features, null).filter(({ kind, level }) => kind === "offensive" && level === 0);
  expect(complete.map((feature) => textOf(game, feature)).toSorted()).toEqual(expected.toSorted());
});

test.for(["tic-tac-toe", "connect-four", "breakthrough"])("%s: one defence per threat", (name) => {
  const game = propnetOf(ours(name));
  const walks = new RandomWalks(game, new LaneStates(game.placed)).batch(5, 1_000);
  const learnedBy = (options: Partial<LearnerOptions>): Map<string, number> => {
    const learner = new FeatureLearner(game, { ...PAPER_LEARNER, ...options });
    for (const walk of walks) if (walk) learner.learnFrom(walk);
    const features = [...learner.features].filter(({ kind }) => kind === "defensive");
    return new Map(features.map((feature) => [textOf(game, { ...feature, level: 0 }), feature.seen]));
  };
  const all = learnedBy({ threats: "any" });
  const one = learnedBy({ defences: "one" });
  expect(one.size).toBeGreaterThan(10);
  for (const feature of one.keys()) expect([...all.keys()]).toContain(feature);
  const total = [...one.values()].reduce((sum, seen) => sum + seen, 0);
  expect(total).toBeLessThanOrEqual(walks.length * (PAPER_LEARNER.levels + 1));
});

test("breakthrough: a defence against a win captures the pawn, because nothing else stops all of its moves", async () => {
  const game = propnetOf(ours("breakthrough"));
  const learner = new FeatureLearner(game, { ...PAPER_LEARNER, defences: "one" });
  await learner.learn({ runs: 500 });
  const defences = [...learner.features].filter(({ kind, level }) => kind === "defensive" && level === 0);
  expect(defences.length).toBeGreaterThan(20);
  for (const { role, move, facts } of defences) {
    const [, , x, y] = game.moveText(move, role).match(/\d/g) ?? [];
    expect(facts.map((fact) => game.factText(fact))).toContain(`(pawn ${["black", "white"][role]} ${x} ${y})`);
  }
});

test("offensive features of level 0 win at once", async () => {
  const game = propnetOf(ours("connect-four"));
  const learner = new FeatureLearner(game);
  await learner.learn({ runs: 500 });
  const ends = selected(learner.features, null).filter(({ kind, level }) => kind === "offensive" && level === 0);
  let held = 0;
  for (const walk of new RandomWalks(game, new LaneStates(game.placed)).batch(77, 1_000)) {
    for (const state of walk?.states.slice(0, -1) ?? []) {
      const legal = game.legal(state);
      const facts = new Set(state);
      for (const { role, move, facts: needed } of ends) {
        if (!legal[role]?.includes(move) || !needed.every((fact) => facts.has(fact))) continue;
        held++;
        const moves = legal.map((own, each) => (each === role ? move : (own[0] as number)));
        const after = game.next(state, moves);
        expect(game.isTerminal(after) && game.goals(after)[role]).toBe(100);
      }
    }
  }
  expect(held).toBeGreaterThan(50);
});

test("symmetries: eight of tic-tac-toe, a reflection of connect four and breakthrough; features include their images", () => {
  const counts = ["tic-tac-toe", "connect-four", "breakthrough"].map((name) => {
    const game = propnetOf(ours(name));
    const learner = new FeatureLearner(game);
    for (const walk of learner.walksOf(0)) if (walk) learner.learnFrom(walk);
    const keyOf = ({ kind, role, move, facts, level, seen }: Pattern & { seen?: number }): string =>
      `${kind} ${role} ${move} ${facts.join()} ${level} ${seen}`;
    const keys = new Set([...learner.features].map(keyOf));
    for (const feature of learner.features)
      for (const symmetry of learner.symmetries)
        expect(keys).toContain(keyOf({ ...imageOf(feature, symmetry), seen: feature.seen }));
    return learner.symmetries.length + 1;
  });
  expect(counts).toEqual([8, 2, 2]);
});

test("learning can be interrupted and continued", async () => {
  const game = propnetOf(ours("tic-tac-toe"));
  const whole = new FeatureLearner(game);
  await whole.learn({ runs: 300 });
  const first = new FeatureLearner(game);
  await first.learn({ runs: 100 });
  const { features, runs, counts } = first;
  const second = new FeatureLearner(game, {}, { features, runs, counts });
  await second.learn({ runs: 300 });
  expect([...second.features]).toEqual([...whole.features]);
  expect(second.counts).toEqual(whole.counts);
});
