/** The lab, tuning and learning over a queue: the games and figures of one process, with nothing played twice. */
import { Command } from "commander";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { canTestRedis } from "../engine/contracts/suites/needs.ts";
import { smallExperiment } from "../lab/small.fixture.ts";
import { labCommand } from "./commands/lab.ts";
import { Farm, storedGames } from "./queue.fixture.ts";
import { documentOf, Home } from "./run.fixture.ts";

describe.runIf(canTestRedis())("on two workers", () => {
  const alone = new Home();
  let farm: Farm;
  beforeAll(async () => {
    farm = await Farm.start(2);
  });
  afterAll(async () => {
    alone.remove();
    await farm.remove();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  async function lab(home: Home, ...words: string[]): Promise<string> {
    let printed = "";
    vi.stubEnv("GAMELORE_HOME", home.folder);
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((printed += String(text)), true));
    const program = new Command("gamelore").exitOverride();
    labCommand(program, async () => [smallExperiment]);
    await program.parseAsync(["lab", "run", "999-table-1", "--json", ...words], { from: "user" });
    vi.restoreAllMocks();
    return printed;
  }

  test("an experiment has the games and figures of one process", async () => {
    const expected = await lab(alone, "--games", "20");
    const games = storedGames(alone);
    expect(games.length).toBe(2 * (20 + 10 + 10));
    const queue = ["--queue", farm.redis.url];
    // Some cells first; the others are played when it is run again.
    await lab(farm.home, "--only", "seats", ...queue);
    expect(storedGames(farm.home).length).toBe(8);
    expect(await lab(farm.home, "--games", "20", ...queue)).toBe(expected);
    expect(storedGames(farm.home)).toEqual(games);
    // Workers tell their counts every two seconds.
    const played = async (): Promise<number> =>
      (await farm.jobs()).workers.reduce((sum, worker) => sum + worker.games, 0);
    await expect.poll(played, { timeout: 20_000 }).toBe(games.length);
    expect((await farm.jobs()).runs.map(({ state }) => state)).toEqual(["done", "done"]);
  });

  const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
  const EVALUATION = ["sum(rows,behind*0.5)", "--depth", "1", "--games", "30", "--test-games", "10"];
  test.each([
    ["learn", ...VARIANT, ...EVALUATION],
    ["learn", ...VARIANT, ...EVALUATION, "--method", "tdleaf"],
    [
      "tune",
      ...VARIANT,
      "uct(playouts=10)",
      "--vary",
      "c=0.1..2",
      "--games",
      "10",
      "--variants",
      "2",
      "--passes",
      "1",
      "--check",
      "4",
    ],
  ])("%s: the same figures", async (...words) => {
    const expected = documentOf(await alone.run([...words, "--json"]));
    expect(documentOf(await farm.run([...words, "--json"]))).toEqual(expected);
  });
});
