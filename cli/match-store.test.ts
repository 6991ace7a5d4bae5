/** Matches that are ended before their time, by hand or by force, go on where they were and report the same. */
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

/** Waits until so many games are kept. */
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
  test("keeps its games, and run again reports what it would have without", async () => {
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
  test("says how much is saved and the command that goes on, which does", async () => {
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
      stdout: expect.stringContaining(`\n${saved} of 60 games were there already\n`),
    });
    const whole = await home.run([...MATCH, "--pairs", "30", "--no-store"]);
    expect(again.stdout.replace(/^.* were there already\n/m, "")).toBe(whole.stdout);
  });

  test("says that nothing is kept where that was asked for", async () => {
    const running = home.start([...MATCH, "--pairs", "1000", "--no-store"]);
    await sleep(1_000);
    expectRefusal(await running.signal("SIGINT"), /interrupted; nothing is saved \(--no-store\)/, 130);
    expect(home.files()).toEqual([]);
  });
});

test("more pairs are played on top of those that are there; other labels have their own", async () => {
  const random = ["match", ...VARIANT, "random", "greedy", "--opening", "2"];
  await home.run([...random, "--pairs", "3"]);
  const more = await home.run([...random, "--pairs", "5"]);
  expect(more.stdout).toMatch(/; 5 pairs, /);
  expect(more.stdout).toMatch(/\n6 of 10 games were there already\n/);
  expect((await home.run([...random, "--pairs", "5", "--label", "x"])).stdout).not.toMatch(/there already/);
  expect(storedGames()).toBe(20);
});

describe("a store that cannot be used", () => {
  test("is told before the first game, with the way to play without it", async () => {
    const blocked = { env: { GAMELORE_HOME: home.path("games/in") } };
    writeFileSync(home.path("games"), "in the way");
    const outcome = await home.run(["match", ...VARIANT, "random", "random", "--pairs", "1"], blocked);
    expectRefusal(outcome, /cannot write in .*; --no-store plays without it/, 1);
  });

  test("because the disk is full keeps what is in it and says so", async () => {
    // The shell's limit on the size of a file stands for the disk.
    const line = `ulimit -f 300; gamelore match ${VARIANT.join(" ")} random random --pairs 5000`;
    const { status, stdout, stderr } = await home.runLine(line);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    const [, saved] =
      /^gamelore: .*games\.sqlite.*; (\d+) of 10000 games are saved; resume with: .*\n$/.exec(stderr) ?? [];
    expect(Number(saved)).toBe(storedGames());
    expect(Number(saved)).toBeGreaterThan(0);
    const again = await home.run(["match", ...VARIANT, "random", "random", "--pairs", "100"]);
    expect(again.stdout).toContain(`\n${Math.min(200, Number(saved))} of 200 games were there already\n`);
  });
});
