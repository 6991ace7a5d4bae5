/** A build that is killed or interrupted resumes from its checkpoint, with the same bytes as an uninterrupted one. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, Home, type Running } from "./run.fixture.ts";

const SOLVE = ["solve", "chinese-checkers", "--side", "7", "--pieces", "6", "--checkpoint", "0"];
const NAME = "tables/chinese-checkers/one-side-7x7-6";
const TRIES = 10;
const RESUMING = "resuming from a checkpoint\n";

const undisturbed = new Home();
let expected: Buffer;
beforeAll(async () => {
  expect(await undisturbed.run(SOLVE)).toMatchObject({ status: 0 });
  expected = undisturbed.read(`${NAME}.table`);
});

let home: Home;
afterEach(() => home.remove());
afterAll(() => undisturbed.remove());

function expectWhole(): void {
  expect(home.files()).toEqual([`${NAME}.table`]);
  expect(home.read(`${NAME}.table`).equals(expected)).toBe(true);
}

/** A moment that is missed, because the machine is busy, is waited for in another build. */
async function killed(wait: (build: Running) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    home = new Home();
    const build = home.start(SOLVE);
    try {
      await wait(build);
      const outcome = await build.signal("SIGKILL");
      if (outcome.status === null) return expect(outcome.stdout).toBe("");
    } catch (error) {
      if (tries === TRIES) throw error;
    }
    home.remove();
  }
}

describe("killed with SIGKILL", () => {
  test.each<[moment: string, wait: (build: Running) => Promise<void>]>([
    ["when it has just begun", (build) => home.appears(/\.lock$/, build)],
    ["while it writes a checkpoint", (build) => home.appears(/\.partial\..*\.tmp$/, build)],
    ["some time after a checkpoint", (build) => home.appears(/\.partial$/, build).then(() => sleep(40))],
    ["while it writes the table", (build) => home.appears(/\.table\..*\.tmp$/, build)],
  ])("%s", async (_, wait) => {
    await killed(wait);
    expect(home.files(), "no half table under the final name").not.toContain(`${NAME}.table`);
    const saved = home.files().includes(`${NAME}.partial`);
    const again = await home.run(SOLVE);
    expect(again.status).toBe(0);
    expect(again.stderr.includes(RESUMING)).toBe(saved);
    expect(again.stdout.includes("resumed from a checkpoint\n")).toBe(saved);
    expectWhole();
  });
});

test("a running build excludes others, and `games --json` shows its process", async () => {
  home = new Home();
  const build = home.start(SOLVE);
  await home.appears(/\.partial$/, build);
  const [games, second] = await Promise.all([home.run(["games", "--json"]), home.run(SOLVE)]);
  expectRefusal(second, `${NAME}.lock is held by process ${build.pid}`, 1);
  const { tables } = (JSON.parse(games.stdout) as { games: { id: string; tables: unknown[] }[] }).games.find(
    ({ id }) => id === "chinese-checkers",
  ) ?? { tables: [] };
  expect(tables).toEqual([expect.objectContaining({ status: "unfinished", builderPid: build.pid })]);
  await build.signal("SIGKILL");
});

describe("interrupted with Ctrl-C", () => {
  test("it prints the resume command; nothing remains after the build is finished", async () => {
    home = new Home();
    const build = home.start(SOLVE.slice(0, -2));
    await home.appears(/\.lock$/, build);
    const { status, stdout, stderr } = await build.signal("SIGINT");
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    const [, line = ""] =
      /^gamelore: interrupted after .*; progress is saved; resume with: (.*)\n$/m.exec(stderr) ?? [];
    expect(line).toBe("gamelore solve chinese-checkers --side 7 --pieces 6");
    expect(home.files()).toEqual([`${NAME}.partial`]);
    expect(home.processes()).toEqual([]);
    const again = await home.runLine(line);
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining(RESUMING) });
    expectWhole();

    // A rebuild keeps the old table until the new one is complete.
    const anew = home.start([...SOLVE, "--force", "--json"]);
    await home.appears(/\.table\..*\.tmp$/, anew);
    const stopped = await anew.signal("SIGINT");
    expect(stopped.status).toBe(130);
    expect(JSON.parse(stopped.stdout)).toMatchObject({ error: { code: "interrupted" } });
    expect(stopped.stderr).toMatch(/; progress is saved; resume with: .* --pieces 6 --force\n$/);
    expect(home.files()).toEqual([`${NAME}.partial`, `${NAME}.table`]);
    expect(home.read(`${NAME}.table`).equals(expected)).toBe(true);
  });
});
