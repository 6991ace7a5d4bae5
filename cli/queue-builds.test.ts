/** A command and workers of different builds do not work together; both say so. */
import { hostname } from "node:os";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestRedis } from "../engine/contracts/suites/needs.ts";
import { RedisServer } from "../engine/contracts/suites/redis-server.ts";
import { connect } from "../engine/jobs/bullmq/connection.ts";
import { announceRun, announceWorker, withdrawWorker } from "../engine/jobs/bullmq/registry.ts";
import { Home } from "./run.fixture.ts";

const OTHER = "0.1.0-another";
const HERE = { host: hostname(), pid: process.pid, build: OTHER };
/** Fields of a later version. */
const UNKNOWN = { temperature: 21 };
const WAIT = { timeout: 60_000 };

describe.runIf(canTestRedis())("with another build", () => {
  const home = new Home();
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await RedisServer.start();
    redis = await connect(server.url, () => {});
  });
  afterAll(async () => {
    // Of a test that has failed.
    for (const pid of home.processes()) process.kill(pid, "SIGKILL");
    redis.disconnect();
    await server.remove();
    home.remove();
  });

  test("a command names the build of the workers and its own", async () => {
    const counts = { slots: 1, busy: 0, tasks: 0, games: 0, entries: 0, seconds: 1 };
    const speed = { gamesPerSecond: 0, entriesPerSecond: 0 };
    const status = { id: "worker", ...HERE, startsPrograms: false, ...counts, ...speed, ...UNKNOWN };
    const match = home.start(["match", "tic-tac-toe", "random", "random", "--queue", server.url]);
    const said = async (): Promise<string> => {
      await announceWorker(redis, status);
      return match.stderr;
    };
    await expect
      .poll(said, WAIT)
      .toMatch(
        /^gamelore: waiting for workers of build 0\.1\.0-\w{12}; the workers are of another build, 0\.1\.0-another; /,
      );
    await match.signal("SIGKILL");
    await withdrawWorker(redis, "worker");
  });

  test("a worker names the build of the run and its own, once", async () => {
    const progress = { state: "running", done: null, note: "", log: null } as const;
    const run = { command: "gamelore match", ...HERE, started: new Date().toISOString(), ...progress, ...UNKNOWN };
    const worker = home.start(["worker", "--queue", server.url, "--slots", "1"]);
    const said = async (): Promise<string> => {
      await announceRun(redis, { id: "ended", ...run, build: "0.1.0-old", state: "done" });
      await announceRun(redis, { id: "3f09ac", ...run });
      await announceRun(redis, { id: "3f09ad", ...run });
      return worker.stderr;
    };
    await expect.poll(said, WAIT).toMatch(/takes 1 at a time\n[^]*another build|another build[^]*takes 1 at a time\n/);
    await worker.signal("SIGINT");
    expect(worker.stderr.split("\n").filter((line) => line.includes("another build"))).toEqual([
      expect.stringMatching(
        /^gamelore: run 3f09a[cd] on .* is of another build, 0\.1\.0-another; this worker of build 0\.1\.0-\w{12} takes none of its jobs: use the same version on all machines$/,
      ),
    ]);
  });
});
