/** The routes of the queue: real requests to a server with and without one, with the responses checked against the schemas. */
import { afterEach, describe, expect, test } from "vitest";
import { canTestRedis } from "../../engine/contracts/suites/needs.ts";
import { RedisServer } from "../../engine/contracts/suites/redis-server.ts";
import { connect } from "../../engine/jobs/bullmq/connection.ts";
import { announceRun, announceWorker, isStopRequested } from "../../engine/jobs/bullmq/registry.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import type { QueueDocument } from "../../service/queue-documents.ts";
import { openTestBench, until, type TestBench } from "../workbench.fixture.ts";
import { RouteCaller } from "./call-route.fixture.ts";

let bench: TestBench;
afterEach(() => bench.remove());

const MATCH = { kind: "match", game: "tic-tac-toe", variant: {}, players: ["random", "random"], pairs: 1, limits: {} };

test("without a queue: none, and nothing to stop or to detach", async () => {
  bench = await openTestBench();
  const { call } = new RouteCaller(bench);
  expect(await call("get", "/api/queue")).toEqual({ queue: null });
  const headers = { host: "localhost" };
  const stop = await bench.app.request("http://localhost/api/queue/runs/abc", { method: "DELETE", headers });
  expect(stop.status).toBe(404);
  const { id } = await call<JobDocument>("post", "/api/jobs", { ...MATCH, seed: 1 });
  const detach = await bench.post(`/api/jobs/${id}/detach`, {});
  expect([detach.status, await detach.text()]).toEqual([404, expect.stringContaining("has no queue")]);
});

describe.runIf(canTestRedis())("with a queue", () => {
  test("workers and runs of all machines, which can be stopped; a job is detached", async () => {
    const server = await RedisServer.start({ password: "secret" });
    bench = await openTestBench({ queue: server.url });
    const routes = new RouteCaller(bench);
    const { call } = routes;
    const read = async (): Promise<QueueDocument> => (await call<{ queue: QueueDocument }>("get", "/api/queue")).queue;
    const { address, build, workers, runs } = await read();
    expect({ address, workers, runs }).toEqual({
      address: server.url.replace(":secret@", ""),
      workers: [],
      runs: [],
    });

    const redis = await connect(server.url, () => {});
    const counts = { slots: 2, busy: 1, tasks: 3, games: 4, entries: 0, seconds: 5 };
    const speed = { gamesPerSecond: 0.8, entriesPerSecond: 0 };
    const machine = { host: "elsewhere", pid: 1 };
    for (const each of [build, "another"])
      await announceWorker(redis, { id: each, build: each, startsPrograms: false, ...machine, ...counts, ...speed });
    const run = { command: "gamelore match", started: "2020-01-01T00:00:00Z", note: "4 of 8 games", log: null };
    await announceRun(redis, { id: "abc", ...run, ...machine, build, state: "running", done: 0.5 });
    await until(async () => (await read()).workers.length === 2);
    const now = await read();
    expect(now.workers.map(({ id, fits }) => [id, fits])).toEqual(
      [
        [build, true],
        ["another", false],
      ].toSorted(),
    );
    expect(now.runs).toMatchObject([{ id: "abc", state: "running", done: 0.5, note: "4 of 8 games" }]);
    await call("delete", "/api/queue/runs/abc");
    expect(await isStopRequested(redis, "abc")).toBe(true);

    // Without workers that are alive, it waits.
    const { id } = await call<JobDocument>("post", "/api/jobs", { ...MATCH, seed: 2 });
    const runIn = async (state: string): Promise<string | undefined> =>
      (await read()).runs.find((each) => each.command.includes("--seed=2") && each.state === state)?.id;
    await until(async () => (await runIn("running")) !== undefined);
    expect(await call("post", `/api/jobs/${id}/detach`, {})).toMatchObject({ state: "cancelled" });
    // What clients read may be a second old: then the run of the job is still listed as running.
    await until(async () => (await runIn("stopped")) !== undefined);
    await until(async () => (await runIn("running")) !== undefined);
    await call("delete", `/api/queue/runs/${await runIn("running")}`);
    await until(async () => (await runIn("running")) === undefined);
    expect(routes.uncalled((tag) => tag === "queue")).toEqual([]);
    redis.disconnect();
    await bench.close();
    await server.remove();
  });
});
