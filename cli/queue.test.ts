/** Work on many machines: the same games and tables as in one process, while workers, the coordinator and Redis are killed. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestRedis } from "../engine/contracts/suites/needs.ts";
import type { RunStatus } from "../engine/jobs/bullmq/registry.ts";
import { Farm, storedGames, type Kill } from "./queue.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

/** Of workers, in each of two runs. */
const KILLS = 20;
const WORKERS = 4;

/** Workers, with the coordinator and Redis among them. */
function killsOf(workers: number): Kill[] {
  const kills: Kill[] = Array.from({ length: workers }, () => "worker");
  kills.splice(Math.ceil(workers / 3), 0, "coordinator");
  kills.splice(Math.ceil((2 * workers) / 3) + 1, 0, "redis");
  return kills;
}

const PLAYERS = ["uct(playouts=50)", "uct(playouts=100)", "greedy"];
const PAIRS = 60;
const TOURNAMENT = ["tournament", "chinese-checkers", "--side", "7", ...PLAYERS, "--pairs", String(PAIRS), "--json"];
const GAMES = 3 * 2 * PAIRS;
const TABLES = ["solve", "chinese-dark-chess", "--elements", "4", "--json"];

/** What a run did, besides its result. */
const OF_A_RUN = { resumed: null, seconds: null, cpuSeconds: null, built: null, status: null, device: null };

describe.runIf(canTestRedis())("four workers", () => {
  const alone = new Home();
  let farm: Farm;
  beforeAll(async () => {
    farm = await Farm.start(WORKERS);
  });
  afterAll(async () => {
    alone.remove();
    await farm.remove();
  });

  test("play the games of one process, each once, whatever dies", async () => {
    const expected = documentOf(await alone.run(TOURNAMENT)) as object;
    const count = (): number => storedGames(farm.home).length;
    const outcome = await farm.disturbed(TOURNAMENT, count, GAMES, killsOf(KILLS));
    expect({ status: outcome.status, log: outcome.stderr + outcome.stdout }).toMatchObject({ status: 0 });
    expect({ ...JSON.parse(outcome.stdout), ...OF_A_RUN }).toEqual({ ...expected, ...OF_A_RUN });
    expect(count()).toBe(GAMES);
    expect(storedGames(farm.home)).toEqual(storedGames(alone));
    expect(farm.kills).toBe(KILLS);
  });

  test("build the tables of one process, byte by byte, whatever dies", async () => {
    const expected = JSON.parse((await alone.run(TABLES)).stdout) as { tables: number };
    const tables = (home: Home): string[] => home.files().filter((file) => file.endsWith(".table"));
    farm.kills = 0;
    const outcome = await farm.disturbed(TABLES, () => tables(farm.home).length, expected.tables, killsOf(KILLS));
    expect({ status: outcome.status, log: outcome.stderr + outcome.stdout }).toMatchObject({ status: 0 });
    expect({ ...JSON.parse(outcome.stdout), ...OF_A_RUN }).toEqual({ ...expected, ...OF_A_RUN });
    expect(tables(farm.home)).toEqual(tables(alone));
    for (const file of tables(alone)) expect(farm.home.read(file).equals(alone.read(file)), file).toBe(true);
    expect(farm.kills).toBe(KILLS);
    expect(farm.home.files().filter((file) => /\.(tmp|lock)/.test(file))).toEqual([]);
  });

  test("a player that kills its worker's process is reported with its input; the other games are played", async () => {
    const poison = farm.home.path("poison.sh");
    writeFileSync(poison, "#!/bin/sh\nkill -9 $PPID\n");
    chmodSync(poison, 0o755);
    farm.addWorker("--allow-programs");
    const poisoned = `uci(command=${poison}, depth=1)`;
    const outcome = await farm.run(["tournament", "chess", "random", "greedy", poisoned, "--pairs", "1", "--json"]);
    expect(outcome.status).toBe(1);
    expect(JSON.parse(outcome.stdout)).toMatchObject({
      error: {
        code: "job-failed",
        message: expect.stringMatching(
          /failed 3 times: the process that ran it ended with SIGKILL; the job was .*poison/,
        ),
      },
    });
    expect(storedGames(farm.home).filter((game) => /"random.*"greedy/.test(game)).length).toBe(2);
  });

  test("a detached run goes on alone, with its output in a file", async () => {
    const match = ["match", "chess", "random", "greedy", "--pairs", "1", "--seed", "8"];
    const { stdout } = await farm.run([...match, "--detach"]);
    const [, id, log] = /^run (\w+) goes on in the background; its output is in (\S+)$/m.exec(stdout) ?? [];
    const mine = async (): Promise<unknown> => (await farm.jobs()).runs.find((run) => run.id === id);
    await expect.poll(mine, { timeout: 30_000 }).toMatchObject({ state: "done", log });
    await expect.poll(() => readFileSync(log as string, "utf8")).toContain("random against greedy");
  });

  test("a run is listed, and what it gave to nobody is gone when it is stopped", async () => {
    const other = new Home();
    const match = ["match", "chess", "uct(playouts=3000)", "random", "--pairs", "5000", "--seed", "9"];
    const running = other.start([...match, "--queue", farm.redis.url]);
    const mine = async (): Promise<RunStatus | undefined> =>
      (await farm.jobs()).runs.find(({ command }) => command.includes("--seed 9"));
    await expect.poll(mine, { timeout: 30_000 }).toMatchObject({ state: "running" });
    const { id } = (await mine()) as RunStatus;
    expect((await farm.run(["jobs", "stop", id])).status).toBe(0);
    const { status, stderr } = await running.ended;
    expect({ status, stderr }).toEqual({
      status: 130,
      stderr: expect.stringMatching(/saved; resume with: gamelore match/),
    });
    expect(await mine()).toMatchObject({ state: "stopped" });
    expect((await farm.jobs()).workers).toContainEqual(expect.objectContaining({ startsPrograms: true }));
    other.remove();
  });
});

test("a queue that cannot be reached, and options without one, are refused", async () => {
  const home = new Home();
  const match = ["match", "chess", "random", "random"];
  expectRefusal(
    await home.run([...match, "--queue", "redis://127.0.0.1:1"]),
    /cannot connect to redis:\/\/127\.0\.0\.1:1/,
    1,
  );
  expectRefusal(await home.run([...match, "--queue", "127.0.0.1"]), /--queue: expected redis:/);
  expectRefusal(
    await home.run(["solve", "chinese-checkers", "--queue", "redis://127.0.0.1"]),
    /one table is built by one/,
  );
  expectRefusal(await home.run([...match, "--detach"]), "--detach requires --queue");
  expectRefusal(await home.run([...match, "--listen", "0.0.0.0:80"]), "--listen requires --queue");
  home.remove();
});
