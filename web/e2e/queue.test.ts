/** The page of jobs with a queue: workers, runs, stop, resume, detach. The password of the queue stays in the server. */
import { type ChildProcess, spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestRedis } from "../../engine/contracts/suites/needs.ts";
import { RedisServer } from "../../engine/contracts/suites/redis-server.ts";
import type { JobRequest } from "../../service/job-documents.ts";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const PASSWORD = "only-the-server-knows";
const COMMAND = join(import.meta.dirname, "../../cli/gamelore.js");
const WAIT = { timeout: 60_000 };

/** Too long for the test, unless it has few pairs. */
function match(pairs: number, playouts: number): JobRequest {
  const players = [`uct(playouts=${playouts})`, "greedy"] as const;
  return { kind: "match", game: "chinese-checkers", variant: { side: 7 }, players, pairs, limits: {}, seed: 1 };
}

describe.runIf(canTestBrowser && canTestRedis())("jobs with a queue", () => {
  let redis: RedisServer;
  let bench: Workbench;
  let worker: ChildProcess;
  const home = mkdtempSync(join(tmpdir(), "gamelore-worker-"));

  beforeAll(async () => {
    redis = await RedisServer.start({ password: PASSWORD });
    bench = new Workbench({ serve: ["--queue", "TEST_QUEUE"], env: { TEST_QUEUE: redis.url } });
    const env = { ...process.env, GAMELORE_HOME: home, TEST_QUEUE: redis.url };
    const words = [COMMAND, "worker", "--queue", "TEST_QUEUE", "--slots", "1"];
    worker = spawn(process.execPath, words, { env, stdio: "ignore" });
    await bench.open();
  });
  afterAll(async () => {
    await bench.close();
    worker.kill("SIGKILL");
    await redis.remove();
    rmSync(home, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(new URL(path, bench.address), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const text = async (path: string): Promise<string> => (await fetch(new URL(path, bench.address))).text();
  const run = (page: Page, state: string): ReturnType<Page["locator"]> =>
    page.locator("[aria-label=Runs] .job", { has: page.locator(".state", { hasText: state }) });

  test("workers and runs are shown; a run is stopped, resumed, detached and outlives the server", async () => {
    const page = await bench.page("#/jobs");
    const queue = page.getByRole("region", { name: "Queue" });
    await queue
      .getByText(redis.url.replace(`:${PASSWORD}@`, ""))
      .first()
      .waitFor();
    await queue.getByText("0 of 1").waitFor();

    expect((await post("/api/jobs", match(500, 1_000))).status).toBe(201);
    const job = page.getByRole("region", { name: "Jobs of this server" }).locator(".job");
    await job.getByText(/games · 1 worker, 1 at a time/).waitFor();
    await run(page, "running").getByText("gamelore match chinese-checkers").waitFor();
    await queue.getByText("1 of 1").waitFor();
    await queue.getByText(/[1-9][\d.]* games a second/).waitFor();

    await run(page, "running").getByRole("button", { name: "Stop" }).click();
    await job.getByRole("button", { name: "Resume" }).click();
    await run(page, "stopped")
      .getByText(/interrupted/)
      .waitFor();

    await run(page, "running")
      .getByText(/\d+ of 1,000 games/)
      .waitFor();
    await job.getByRole("button", { name: "Detach" }).click();
    await job.locator(".state", { hasText: "cancelled" }).waitFor();
    await expect.poll(() => run(page, "stopped").count(), WAIT).toBe(2);
    await run(page, "running").waitFor();

    await bench.kill();
    await bench.start();
    await run(page, "running").getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => run(page, "stopped").count(), WAIT).toBe(3);
    // The server has the games of the detached run.
    expect(await text("/api/matches")).toMatch(/"games":[1-9]/);
  });

  test("a match is played by the workers to its end", async () => {
    const page = await bench.page("#/jobs");
    expect((await post("/api/jobs", match(1, 10))).status).toBe(201);
    await page.getByRole("link", { name: "Show result" }).click();
    await page.getByText("won, ", { exact: false }).first().waitFor();
  });

  test("without workers the page says how to start one", async () => {
    const exit = new Promise((resolve) => worker.once("exit", resolve));
    worker.kill("SIGTERM");
    await exit;
    const page = await bench.page("#/jobs");
    await page.getByText(/gamelore worker --queue redis:/).waitFor();
  });

  test("the password is on no page, in no answer and in no file", async () => {
    const page = await bench.page("#/jobs");
    await run(page, "stopped").first().waitFor();
    const files = globSync("**/*", { cwd: bench.home }).filter((file) => statSync(join(bench.home, file)).isFile());
    expect(files.some((file) => file.endsWith(".log"))).toBe(true);
    const contents = files.map((file) => readFileSync(join(bench.home, file), "latin1"));
    const answers = await Promise.all(["/api/jobs", "/api/queue"].map(text));
    for (const content of [...contents, ...answers, await page.content(), bench.output])
      expect(content).not.toContain(PASSWORD);
    expect(bench.complaints).toEqual([]);
  });
});
