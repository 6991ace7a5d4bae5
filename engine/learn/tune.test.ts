/** Tunings by real games of a small game: they find what is better, go on where they were ended, and mix with nothing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { heapRules } from "../arena/rules.fixture.ts";
import { GameStore } from "../arena/store.ts";
import { checkTuned, tune } from "./tune.ts";
import type { TuneOptions, TuneProgress } from "./tune-games.ts";
import { readTuning, type TuneMethod, type TuneSpec } from "./tune-spec.ts";

const HILL: TuneMethod = { name: "hill-climb", pairs: 6, variants: 4, passes: 2, shrink: 0.5 };
const SPSA: TuneMethod = { name: "spsa", pairs: 120 };
const METHODS = [HILL, SPSA];
const SPEC: TuneSpec = {
  player: "worker(skill=20)",
  vary: ["skill=0..100"],
  method: SPSA,
  openingPlies: 2,
  seed: 1,
  limits: {},
};
const OPTIONS: TuneOptions = { concurrency: 1 };

let folder: string;
let store: GameStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-tune-"));
  store = GameStore.open(join(folder, "games.sqlite"));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

describe.each(METHODS)("by $name", (method) => {
  const spec = { ...SPEC, method };

  test("a player gets the skill that it lacks, and the check tells", async () => {
    const { rules, doings } = heapRules();
    const tuning = readTuning(rules, spec);
    const report = await tune(rules, tuning, OPTIONS);
    expect(report.start).toBe("worker(skill=20)");
    expect(report.values["skill"]).toBeGreaterThan(60);
    expect(report.tuned).toBe(`worker(skill=${report.values["skill"]})`);
    const check = await checkTuned(rules, tuning, report, 100, OPTIONS);
    expect(check.players).toEqual([report.tuned, report.start]);
    expect(check.standing.games).toBe(200);
    expect(check.standing.interval[0]).toBeGreaterThan(50);
    expect(doings.open).toBe(0);
  });

  test("it does not matter how many games are played at once", async () => {
    const { rules } = heapRules();
    const tuning = readTuning(rules, spec);
    const alone = await tune(rules, tuning, OPTIONS);
    expect(await tune(rules, tuning, { concurrency: 7 })).toEqual(alone);
    expect(await tune(rules, readTuning(rules, { ...spec, seed: 2 }), OPTIONS)).not.toEqual(alone);
  });

  test("a tuning that is interrupted goes on where it was, and ends as it would have", async () => {
    const { rules, doings } = heapRules();
    const tuning = readTuning(rules, spec);
    const whole = await tune(rules, tuning, OPTIONS);
    const moves = doings.moves;

    for (const games of [1, 40, 77]) {
      const controller = new AbortController();
      const onProgress = (progress: TuneProgress): void => void (progress.games >= games && controller.abort());
      const stopped = tune(rules, tuning, { ...OPTIONS, store, signal: controller.signal, onProgress });
      await expect(stopped).rejects.toMatchObject({ code: "interrupted" });
    }
    const saved = store.count({ label: tuning.label });
    expect(saved).toBeGreaterThanOrEqual(77);
    const again = await tune(rules, tuning, { ...OPTIONS, store });
    expect(again).toEqual({ ...whole, resumed: saved });
    expect(doings.moves, "no game was played twice").toBe(2 * moves);

    expect(await tune(rules, tuning, { ...OPTIONS, store })).toEqual({ ...whole, resumed: whole.games });
    expect(doings.moves).toBe(2 * moves);
    expect(doings.open).toBe(0);
  });

  test("progress grows from 0 to 1, and counts the games", async () => {
    const { rules } = heapRules();
    const told: TuneProgress[] = [];
    const report = await tune(rules, readTuning(rules, spec), { ...OPTIONS, onProgress: (each) => told.push(each) });
    expect(told).toHaveLength(report.games);
    expect(told.map(({ games }) => games)).toEqual(told.map((_, i) => i + 1));
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(told.at(-1)?.done).toBeCloseTo(1, 9);
    expect(told[0]?.incumbent).toBe(report.start);
  });
});

describe("the games of a tuning", () => {
  test("are kept under a label that all its settings are in", () => {
    const { rules } = heapRules();
    const label = (more: Partial<TuneSpec>): string => readTuning(rules, { ...SPEC, ...more }).label;
    const labels = [
      label({}),
      label({ player: "worker(skill=21)" }),
      label({ vary: ["skill=0..99"] }),
      label({ method: HILL }),
      label({ method: { ...SPSA, pairs: 121 } }),
      label({ openingPlies: 3 }),
      label({ seed: 2 }),
      label({ limits: { nodes: 5 } }),
    ];
    expect(new Set(labels).size).toBe(labels.length);
    for (const each of labels) expect(each).toMatch(/^tune\/[0-9a-f]{12}$/);
    expect(label({ player: "worker( skill = 20 )", vary: ["skill = 0..100"] })).toBe(labels[0]);
  });

  test("have other seeds in every step of the hill and every pair of SPSA, and others again in the check", async () => {
    const { rules } = heapRules();
    for (const [method, matches] of [
      [HILL, 2],
      [SPSA, 120],
    ] as const) {
      const tuning = readTuning(rules, { ...SPEC, method });
      const report = await tune(rules, tuning, { ...OPTIONS, store });
      const seeds = new Set([...store.select({ label: tuning.label })].map(({ match }) => match.seed));
      expect(seeds.size).toBe(matches);
      await checkTuned(rules, tuning, report, 3, { ...OPTIONS, store });
      const checks = [...store.select({ label: `${tuning.label}/check` })];
      expect(checks).toHaveLength(6);
      for (const { match } of checks) expect(seeds).not.toContain(match.seed);
    }
  });
});

describe("what cannot be tuned is told before any game", () => {
  test.each<[string, Partial<TuneSpec>, RegExp]>([
    ["an unknown player", { player: "wroker" }, /no player "wroker" .* did you mean "worker"\?/],
    ["a bad parameter of it", { player: "worker(skill=101)" }, /skill: "101" is not a whole number from 0 to 100/],
    ["an unknown variable", { vary: ["skil=1..2"] }, /no parameter "skil".*did you mean "skill"\?/],
    ["a player without parameters", { player: "perfect" }, /no parameter "skill"; it has: none/],
    ["nothing", { vary: [] }, /nothing to vary/],
    ["a variable twice", { vary: ["skill=0..100", "skill=0..50"] }, /skill is varied twice/],
  ])("%s", (_, more, why) => {
    expect(() => readTuning(heapRules().rules, { ...SPEC, ...more })).toThrow(why);
  });

  test("a game that fails ends the tuning, and leaves no player open", async () => {
    const { rules, doings } = heapRules();
    const tuning = readTuning(rules, SPEC);
    const failing = { ...tuning, text: () => "failing" };
    await expect(tune(rules, failing, { concurrency: 8 })).rejects.toThrow("no idea");
    expect(doings.open).toBe(0);
  });
});
