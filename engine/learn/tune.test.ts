/** Tuning with games of a small game: it finds better values, resumes, and keeps its games separate. */
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

  test("finds a higher skill, and the check confirms it", async () => {
    const { rules, counts } = heapRules();
    const tuning = readTuning(rules, spec);
    const report = await tune(rules, tuning, OPTIONS);
    expect(report.start).toBe("worker(skill=20)");
    expect(report.values["skill"]).toBeGreaterThan(60);
    expect(report.tuned).toBe(`worker(skill=${report.values["skill"]})`);
    const check = await checkTuned(rules, tuning, report, 100, OPTIONS);
    expect(check.players).toEqual([report.tuned, report.start]);
    expect(check.standing.games).toBe(200);
    expect(check.standing.interval[0]).toBeGreaterThan(50);
    expect(counts.open).toBe(0);
  });

  test("does not depend on concurrency", async () => {
    const { rules } = heapRules();
    const tuning = readTuning(rules, spec);
    const alone = await tune(rules, tuning, OPTIONS);
    expect(await tune(rules, tuning, { concurrency: 7 })).toEqual(alone);
    expect(await tune(rules, readTuning(rules, { ...spec, seed: 2 }), OPTIONS)).not.toEqual(alone);
  });

  test("resumes after an interruption with the same result", async () => {
    const { rules, counts } = heapRules();
    const tuning = readTuning(rules, spec);
    const whole = await tune(rules, tuning, OPTIONS);
    const moves = counts.moves;

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
    expect(counts.moves, "no game was played twice").toBe(2 * moves);

    expect(await tune(rules, tuning, { ...OPTIONS, store })).toEqual({ ...whole, resumed: whole.games });
    expect(counts.moves).toBe(2 * moves);
    expect(counts.open).toBe(0);
  });

  test("reports progress from 0 to 1, and the number of games", async () => {
    const { rules } = heapRules();
    const reports: TuneProgress[] = [];
    const report = await tune(rules, readTuning(rules, spec), { ...OPTIONS, onProgress: (each) => reports.push(each) });
    expect(reports).toHaveLength(report.games);
    expect(reports.map(({ games }) => games)).toEqual(reports.map((_, i) => i + 1));
    expect(reports.map(({ done }) => done)).toEqual(reports.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(reports.at(-1)?.done).toBeCloseTo(1, 9);
    expect(reports[0]?.incumbent).toBe(report.start);
  });
});

describe("the games of a tuning", () => {
  test("have a label that depends on all settings", () => {
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

  test("have different seeds in every step of hill climbing, every pair of SPSA, and the check", async () => {
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

describe("invalid tunings are rejected before any game", () => {
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

  test("a failing game ends the tuning and leaves no player open", async () => {
    const { rules, counts } = heapRules();
    const tuning = readTuning(rules, SPEC);
    const failing = { ...tuning, text: () => "failing" };
    await expect(tune(rules, failing, { concurrency: 8 })).rejects.toThrow("no idea");
    expect(counts.open).toBe(0);
  });
});
