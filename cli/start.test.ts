/** `gamelore start` and `gamelore serve`: the starter tables, the server, and a clean shutdown. */
import { afterAll, expect, test } from "vitest";
import { Home, type Running } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

async function addressOf(running: Running): Promise<string> {
  await running.prints("Stop with Ctrl-C.");
  return /Gamelore is running at (\S+)/.exec(running.stdout)?.[1] as string;
}

test("builds the starter tables once, serves on loopback only, and stops with Ctrl-C", async () => {
  const first = home.start(["start", "--port", "0", "--no-background"]);
  const address = await addressOf(first);
  expect(first.stdout).toMatch(/^Building up-to-3-pieces: .*\n[\d,]+ exact values in .*\n/);
  expect(first.stdout).toMatch(/\nBuilding one-side-7x7-6: .*\n13,983,816 exact values in .*\n/);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(home.files()).toEqual([
    ...["kbk", "knk", "kpk", "kqk", "krk"].map((ending) => `tables/chess/${ending}.table`),
    "tables/chinese-checkers/one-side-7x7-6.table",
  ]);
  const answer = await fetch(`${address}api`);
  expect(await answer.json()).toMatchObject({ name: "gamelore" });
  expect((await first.signal("SIGINT")).status).toBe(0);

  const second = home.start(["start", "--port", "0", "--no-background"]);
  await addressOf(second);
  expect(second.stdout).not.toContain("Building");
  expect(await second.signal("SIGTERM")).toMatchObject({ status: 0, stderr: "" });
  expect(home.processes()).toEqual([]);
});

test("a running job is saved on shutdown and resumes when started again", async () => {
  const request = { kind: "solve", game: "chinese-checkers", options: { side: 8 } };
  const start = async (): Promise<{ running: Running; address: string }> => {
    const running = home.start(["serve", "--port", "0"]);
    return { running, address: await addressOf(running) };
  };
  const post = (address: string): Promise<Response> =>
    fetch(`${address}api/jobs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  const progress = async (address: string): Promise<number> => {
    const { jobs } = (await (await fetch(`${address}api/jobs`)).json()) as {
      jobs: { progress: { done: number } | null }[];
    };
    return jobs[0]?.progress?.done ?? 0;
  };
  const one = await start();
  expect((await post(one.address)).status).toBe(201);
  await expect.poll(() => progress(one.address), { timeout: 20_000 }).toBeGreaterThan(0.1);
  expect((await one.running.signal("SIGINT")).status).toBe(0);
  expect(home.files()).toContain("tables/chinese-checkers/one-side-8x8-6.partial");
  expect(home.files().filter((file) => file.endsWith(".lock"))).toEqual([]);

  const two = await start();
  await post(two.address);
  await expect.poll(() => progress(two.address), { timeout: 20_000 }).toBeGreaterThan(0);
  expect((await two.running.signal("SIGINT")).status).toBe(0);
});

test("a public address gives a warning, a used port an error", async () => {
  const running = home.start(["serve", "--port", "0", "--host", "0.0.0.0"]);
  const address = await addressOf(running);
  const port = new URL(address).port;
  const second = await home.run(["serve", "--port", port, "--host", "0.0.0.0"]);
  expect(second.status).toBe(2);
  expect(second.stderr).toContain(`port ${port} is in use; choose another with --port`);
  const { stderr } = await running.signal("SIGINT");
  expect(stderr).toMatch(/^gamelore: warning: 0\.0\.0\.0: anyone who can connect/);
});
