/** Interrupted or killed matches resume and report the same. */
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { MatchReport } from "../engine/arena/match.ts";
import { GameStore } from "../engine/arena/store.ts";
import { documentOf, expectRefusal, Home, type Running } from "./run.fixture.ts";

const VARIANT = ["chinese-checkers", "--side", "5", "--pieces", "3"];
const MATCH = ["match", ...VARIANT, "alphabeta(depth=3, eval=rows)", "uct(playouts=300)", "--opening", "4"];
const JSON_GAMES = ["--json", "--games"];

let home: Home;
beforeEach(() => (home = new Home()));
afterEach(() => home.remove());

function storedGames(): number {
  const store = GameStore.openExisting(home.path("games.sqlite"));
  try {
    return store?.count() ?? 0;
  } finally {
    store?.close();
  }
}

/** Waits until this many games are stored. */
async function kept(games: number, process: Running): Promise<void> {
  while (storedGames() < games) {
    if (process.outcome !== null) throw new Error(`it ended: ${process.outcome.stderr}`);
    await sleep(5);
  }
}

async function reportOf(words: readonly string[]): Promise<Omit<MatchReport, "resumed">> {
  const { resumed: _, ...report } = documentOf(await home.run(words)) as MatchReport;
  return report;
}

describe("a match that is killed", () => {
  test("keeps its games, and a second run gives the report of an uninterrupted one", async () => {
    const words = [...MATCH, "--pairs", "30", ...JSON_GAMES];
    const expected = await reportOf([...words, "--no-store"]);
    const running = home.start(words);
    await kept(7, running);
    expect(await running.signal("SIGKILL")).toMatchObject({ status: null, stdout: "" });
    const saved = storedGames();
    expect(saved).toBeGreaterThanOrEqual(7);
    const again = documentOf(await home.run(words)) as MatchReport;
    expect(again.resumed).toBe(saved);
    expect(again).toEqual({ ...expected, resumed: saved });
    expect(storedGames()).toBe(60);
  });
});

describe("Ctrl-C", () => {
  test("prints the number of saved games and a working resume command", async () => {
    const running = home.start([...MATCH, "--pairs", "30"]);
    await kept(3, running);
    const { status, stdout, stderr } = await running.signal("SIGINT");
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    const [, saved, line = ""] =
      /^gamelore: interrupted; (\d+) of 60 games are saved; resume with: (.*)\n$/m.exec(stderr) ?? [];
    expect(Number(saved)).toBe(storedGames());
    expect(line).toBe(
      "gamelore match chinese-checkers --side 5 --pieces 3 'alphabeta(depth=3, eval=rows)' 'uct(playouts=300)' --opening 4 --pairs 30",
    );
    const again = await home.runLine(line);
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`\n${saved} of 60 games were already stored\n`),
    });
    const whole = await home.run([...MATCH, "--pairs", "30", "--no-store"]);
    expect(again.stdout.replace(/^.* were already stored\n/m, "")).toBe(whole.stdout);
  });

  test("reports that nothing is saved with --no-store", async () => {
    const outcome = await home.interrupt([...MATCH, "--pairs", "1000000", "--no-store"]);
    expectRefusal(outcome, /interrupted; nothing is saved \(--no-store\)/, 130);
    expect(home.files()).toEqual([]);
  });
});

test("more pairs extend the stored ones; other labels are separate", async () => {
  const random = ["match", ...VARIANT, "random", "greedy", "--opening", "2"];
  await home.run([...random, "--pairs", "3"]);
  const more = await home.run([...random, "--pairs", "5"]);
  expect(more.stdout).toMatch(/; 5 pairs, /);
  expect(more.stdout).toMatch(/\n6 of 10 games were already stored\n/);
  expect((await home.run([...random, "--pairs", "5", "--label", "x"])).stdout).not.toMatch(/already stored/);
  expect(storedGames()).toBe(20);
});

describe("an unusable store", () => {
  test("is reported before the first game, with --no-store as alternative", async () => {
    const blocked = { env: { GAMELORE_HOME: home.path("games/in") } };
    writeFileSync(home.path("games"), "in the way");
    const outcome = await home.run(["match", ...VARIANT, "random", "random", "--pairs", "1"], blocked);
    expectRefusal(outcome, /cannot write in .*; use --no-store to play without it/, 1);
  });

  test("on a full disk keeps its games and reports them", async () => {
    // The shell's file size limit simulates the full disk.
    const line = `ulimit -f 300; gamelore match ${VARIANT.join(" ")} random random --pairs 5000`;
    const { status, stdout, stderr } = await home.runLine(line);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    const [, saved] =
      /^gamelore: .*games\.sqlite.*; (\d+) of 10,000 games are saved; resume with: .*\n$/.exec(stderr) ?? [];
    expect(Number(saved)).toBe(storedGames());
    expect(Number(saved)).toBeGreaterThan(0);
    const again = await home.run(["match", ...VARIANT, "random", "random", "--pairs", "100"]);
    expect(again.stdout).toContain(`\n${Math.min(200, Number(saved))} of 200 games were already stored\n`);
  });
});
