/** Running a small experiment: games are stored and resumed, settings and matches do not mix, figures match the games. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OpenGame } from "../engine/contracts/game.ts";
import { buildOf } from "../engine/arena/build.ts";
import { playMatchGame, seedsOf } from "../engine/arena/match-game.ts";
import type { GamesElsewhere } from "../engine/arena/match.ts";
import { GameStore } from "../engine/arena/store.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Experiment } from "./experiment.ts";
import { collectResults, type CellResult } from "./results.ts";
import { matchesOf, planTasks, runTasks, secondsLeft, type PlanOptions, type RunOptions, type Task } from "./run.ts";
import { smallExperiment, smallMatch } from "./small.fixture.ts";
import { OpenVariants } from "./variants.ts";

let folder: string;
let store: GameStore;
let variants: OpenVariants;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-lab-"));
  store = GameStore.open(join(folder, "games.sqlite"));
  variants = new OpenVariants();
});
afterEach(async () => {
  store.close();
  await variants.close();
  rmSync(folder, { recursive: true });
});

const QUICK: PlanOptions = { setting: "quick" };
const plan = (options: PlanOptions = QUICK): Promise<Task[]> => planTasks([smallExperiment], options, store, variants);
const play = async (options: PlanOptions = QUICK, more: Partial<RunOptions> = {}): Promise<boolean> =>
  runTasks(await plan(options), { store, threads: 2, cores: 2, ...more });
const results = async (setting: "quick" | "full" = "quick"): Promise<readonly CellResult[]> =>
  (await collectResults([smallExperiment], setting, store, variants))[0]?.cells ?? [];
const stored = (setting: string): number => store.count({ label: `lab/999-table-1/${setting}` });

describe("the matches of an experiment", () => {
  test("a cell and its mirror image share a match", () => {
    const matches = matchesOf(smallExperiment, QUICK);
    expect(matches.map(({ cells, pairs }) => [cells, pairs])).toEqual([
      [["greedy / random", "random / greedy"], 6],
      // A player against itself: both games of a pair count for the first mover.
      [["random / random"], 3],
      [["both seats / random"], 4],
    ]);
    expect(new Set(matches.map(({ spec }) => spec.seed)).size).toBe(3);
    expect(matches[0]?.spec).toMatchObject({ first: "greedy", second: "random", label: "lab/999-table-1/quick" });
  });

  test("the number of games can be increased, not decreased", () => {
    expect(matchesOf(smallExperiment, { ...QUICK, games: 7 }).map(({ pairs }) => pairs)).toEqual([7, 4, 4]);
  });

  test("`only` selects cells by name", () => {
    const names = (only: string): string[] =>
      matchesOf(smallExperiment, { ...QUICK, only }).flatMap(({ cells }) => cells);
    expect(names("GREEDY /")).toEqual(["greedy / random"]);
    expect(names("seats")).toEqual(["both seats / random"]);
    expect(names("nothing")).toEqual([]);
  });
});

describe("unavailable players", () => {
  const withProgram: Experiment = {
    ...smallExperiment,
    cells: [
      ...smallExperiment.cells,
      {
        row: "a program",
        column: "random",
        paper: null,
        measure: {
          quick: smallMatch("random", "uci(command=toga2, depth=7)", {
            game: "chess",
            variant: { start: "KRPP-KBN" },
            openingPlies: 0,
            seat: "both",
          }),
        },
      },
    ],
  };

  test("their matches are skipped and reported, the others are played; their cells give the reason", async () => {
    const problems: string[] = [];
    const tasks = await planTasks([withProgram], QUICK, store, variants, (line) => problems.push(line));
    expect(tasks).toHaveLength(3);
    expect(problems).toEqual([expect.stringMatching(/^999-table-1 a program \/ random: skipped: external programs/)]);
    const [result] = await collectResults([withProgram], "quick", store, variants);
    expect(result?.cells.at(-1)).toMatchObject({
      status: "unavailable",
      problem: expect.stringContaining("gamelore lab run"),
    });
  });
});

test("with oneVariantAtATime, a variant is finished and closed before the next begins", async () => {
  const match = (side: string) => smallMatch("greedy", "random", { variant: { side, pieces: "3", "ply-limit": "60" } });
  const experiment: Experiment = {
    ...smallExperiment,
    oneVariantAtATime: true,
    cells: ["4", "5"].flatMap((side) =>
      ["first", "second"].map((seat) => ({
        row: side,
        column: seat,
        paper: null,
        measure: { quick: { ...match(side), openingPlies: seat === "first" ? 2 : 3 } },
      })),
    ),
  };
  const tasks = await planTasks([experiment], QUICK, store, variants);
  const order: string[] = [];
  const closed: string[] = [];
  for (const rules of new Set(tasks.map((task) => task.rules as OpenGame))) {
    const close = rules.close.bind(rules);
    rules.close = async () => {
      closed.push(rules.variant);
      await close();
    };
  }
  const variantsOf = [...new Set(tasks.map(({ rules }) => rules?.variant))];
  const onProgress = ({ rules }: Task): void => void order.push(`${rules?.variant} ${closed.length}`);
  expect(await runTasks(tasks, { store, threads: 1, cores: 1, onProgress })).toBe(true);
  expect([...new Set(order)]).toEqual(variantsOf.map((variant, i) => `${variant} ${i}`));
  expect(closed).toEqual(variantsOf);
  expect(tasks.filter(({ group, rules }) => group > 0 && rules !== null)).toEqual([]);
});

describe("running", () => {
  test("plays the required games once", async () => {
    expect(await play()).toBe(true);
    expect(stored("quick")).toBe(2 * (6 + 3 + 4));
    expect(await play()).toBe(true);
    expect(stored("quick")).toBe(26);
    expect(await play({ ...QUICK, games: 8, only: "random / random" })).toBe(true);
    expect(stored("quick")).toBe(28);
  });

  test("resumes after an interruption", async () => {
    const controller = new AbortController();
    let seen = 0;
    const stopping = play(QUICK, {
      threads: 1,
      signal: controller.signal,
      onProgress: () => void (++seen === 3 && controller.abort()),
    });
    await expect(stopping).rejects.toThrow("interrupted");
    const kept = [...store.select()].map(({ game }) => `${game.id} ${game.finished}`);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(26);
    await play();
    expect([...store.select()].map(({ game }) => `${game.id} ${game.finished}`).slice(0, kept.length)).toEqual(kept);
    expect(stored("quick")).toBe(26);
  });

  test("an interrupted run ends with the same figures", async () => {
    await play({ ...QUICK, only: "seats" });
    await play();
    const pieced = await results();
    store.close();
    store = GameStore.open(join(folder, "another.sqlite"));
    await play();
    expect(await results()).toEqual(pieced);
  });

  test("starts no game after the time limit", async () => {
    expect(await play(QUICK, { until: performance.now() })).toBe(false);
    expect(stored("quick")).toBe(0);
    expect(await play(QUICK, { until: performance.now() + 60_000 })).toBe(true);
  });

  test("continues with the least complete match", async () => {
    await play({ ...QUICK, only: "seats" });
    const order: string[] = [];
    await play({ ...QUICK, games: 40 }, { onProgress: ({ name }) => void (order.at(-1) === name || order.push(name)) });
    expect(order[0]).toContain("greedy / random");
    expect(order[1]).toContain("random / random");
    expect(order.slice(0, 2).join()).not.toContain("seats");
    expect(order.join()).toContain("seats");
  });

  test("elsewhere, several matches are played at the same time, with the same figures", async () => {
    await play();
    const here = await results();
    store.close();
    store = GameStore.open(join(folder, "another.sqlite"));
    let [inPlay, most] = [0, 0];
    const elsewhere: GamesElsewhere = {
      slots: 2,
      play: async (rules, { match, tally, add }) => {
        most = Math.max(most, ++inPlay);
        for (let number = tally.next(); number !== null; number = tally.next()) {
          await new Promise(setImmediate);
          const game = await playMatchGame(rules, match, number);
          const seeds = seedsOf(match.seed, number);
          add({ ...game, seeds, milliseconds: 1, build: buildOf(rules.game.id) });
        }
        inPlay--;
      },
    };
    expect(await play(QUICK, { elsewhere })).toBe(true);
    expect(most).toBe(3);
    expect(await results()).toEqual(here);
  });

  test("a match that fails elsewhere is reported when the others have stopped", async () => {
    let inPlay = 0;
    const elsewhere: GamesElsewhere = {
      slots: 2,
      play: async (_, { match }) => {
        inPlay++;
        await new Promise(setImmediate);
        inPlay--;
        if (match.first === match.second) throw new GameloreError("job-failed", "poisoned");
      },
    };
    await expect(play(QUICK, { elsewhere })).rejects.toThrow("poisoned");
    expect(inPlay).toBe(0);
  });

  test("settings never mix", async () => {
    await play();
    expect(stored("full")).toBe(0);
    expect((await results("full")).map(({ status }) => status)).toEqual([
      "not run",
      "left out",
      "left out",
      "left out",
      "left out",
    ]);
    const quick = await results();
    await play({ setting: "full" });
    expect(stored("full")).toBe(18);
    expect(await results()).toEqual(quick);
  });
});

test("remaining time: by each match's own pace; unstarted matches have the mean pace", async () => {
  const [one, two, three] = (await plan()) as [Task, Task, Task];
  expect(secondsLeft([one, two, three])).toBeNull();
  Object.assign(one, { pairs: 2, played: 2, seconds: 20 });
  Object.assign(two, { pairs: 1, played: 1, seconds: 2 });
  // 4 pairs at 10 s, 2 at 2 s, 4 at the mean of 6 s.
  expect(secondsLeft([one, two, three])).toBeCloseTo(40 + 4 + 24, 9);
});

describe("the figures of cells", () => {
  beforeEach(async () => void (await play()));

  /** Points of the first mover, directly from the store. */
  const moverPoints = (first: string, second: string, seat: boolean): number[] =>
    [...store.select()]
      .filter(({ match }) => match.first === first && match.second === second && match.openingPlies === 2)
      .filter(({ game }) => first === second || game.firstPlaysFirst === seat)
      .map(({ game }) => game.scores[0] as number);
  const percent = (points: readonly number[]): number =>
    (100 * points.reduce((sum, each) => sum + each, 0)) / points.length;

  test("are computed from the games, by seats", async () => {
    const [forth, back, mirror, both, computed] = await results();
    expect(forth?.ours).toMatchObject({
      value: expect.closeTo(percent(moverPoints("greedy", "random", true)), 9),
      games: 6,
    });
    expect(back?.ours).toMatchObject({
      value: expect.closeTo(percent(moverPoints("greedy", "random", false)), 9),
      games: 6,
    });
    expect(mirror?.ours).toMatchObject({
      value: expect.closeTo(percent(moverPoints("random", "random", true)), 9),
      games: 6,
    });
    const seats = [...store.select()].filter(({ match }) => match.openingPlies === 3).map(({ game }) => game.points);
    expect(both?.ours).toMatchObject({ value: expect.closeTo(percent(seats), 9), games: 8 });
    expect(both?.score?.wins).toBe(seats.filter((points) => points === 1).length);
    expect(computed).toMatchObject({ status: "measured", ours: { value: 3.14 }, agreement: "agrees" });
  });

  test("are used to judge claims", async () => {
    const [result] = await collectResults([smallExperiment], "quick", store, variants);
    const ours = result?.cells[3]?.ours;
    expect(result?.claims[0]?.ours.outcome).toBe((ours?.low ?? 0) >= 50 ? "holds" : "not settled");
    expect(result?.claims[0]?.paper).toMatchObject({ outcome: "holds", evidence: expect.stringContaining("60.0") });
  });

  test("an unknown player makes its cell unavailable, not the report", async () => {
    const cell = { ...smallExperiment.cells[0]!, measure: { quick: smallMatch("kasparov", "random") } };
    const [result] = await collectResults(
      [{ ...smallExperiment, cells: [cell], claims: [] }],
      "quick",
      store,
      variants,
    );
    expect(result?.cells[0]).toMatchObject({
      status: "unavailable",
      ours: null,
      problem: expect.stringContaining("kasparov"),
    });
  });
});
