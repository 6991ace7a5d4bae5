/** Both queues of tasks keep the contract; what only a queue of many machines can show. */
import { hostname } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { canTestRedis } from "../contracts/suites/needs.ts";
import { testTaskQueue, type ServedQueue } from "../contracts/suites/task-queue.ts";
import { connect, queueUrl } from "./bullmq/connection.ts";
import { RedisServer } from "../contracts/suites/redis-server.ts";
import { announceWorker } from "./bullmq/registry.ts";
import { BullTaskQueue } from "./bullmq/task-queue.ts";
import { serveTasks } from "./bullmq/task-server.ts";
import { InProcessTasks } from "./in-process-tasks.ts";
import type { Task, TaskHandler } from "./task-queue.ts";

const LOCK_SECONDS = 1;
const silent = (): void => {};

testTaskQueue("in process", async (handler, slots) => {
  const queue = new InProcessTasks(handler, { slots });
  return { queue, close: () => queue.close() };
});

test("in process, a task that starts programs needs permission", async () => {
  const task: Task = { id: "a", group: "g", startsPrograms: true, payload: 1 };
  await expect(new InProcessTasks(async () => 1).run(task)).rejects.toMatchObject({ code: "job-refused" });
  expect(await new InProcessTasks(async () => 2, { startsPrograms: true }).run(task)).toBe(2);
});

test("a queue is given by its URL, or by a variable that has it", () => {
  expect(queueUrl("redis://host:6379/2")).toBe("redis://host:6379/2");
  process.env["GAMELORE_TEST_QUEUE"] = "rediss://user:secret@host";
  expect(queueUrl("GAMELORE_TEST_QUEUE")).toBe("rediss://user:secret@host");
  delete process.env["GAMELORE_TEST_QUEUE"];
  for (const bad of ["GAMELORE_TEST_QUEUE", "host:6379", "http://host", ""])
    expect(() => queueUrl(bad)).toThrow(/expected redis:\/\/HOST:PORT/);
});

test("a server that cannot be reached is an error without the password", async () => {
  await expect(connect("redis://user:secret@127.0.0.1:1", silent)).rejects.toMatchObject({
    code: "queue-unreachable",
    message: expect.stringMatching(/^cannot connect to redis:\/\/127\.0\.0\.1:1: [^]*ECONNREFUSED(?![^]*secret)/),
  });
});

describe.runIf(canTestRedis())("over BullMQ", () => {
  let server: RedisServer;
  let builds = 0;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.remove());

  /** Every test has its own build, so its own queues. */
  const open = async (
    handler: TaskHandler,
    slots: number,
    build = `build${builds++}`,
    startsPrograms = false,
  ): Promise<ServedQueue & { queue: BullTaskQueue }> => {
    const redis = await connect(server.url, silent);
    const status = { host: hostname(), pid: process.pid, build, startsPrograms, slots };
    const counts = { busy: 0, tasks: 0, games: 0, entries: 0, seconds: 0, gamesPerSecond: 0, entriesPerSecond: 0 };
    await announceWorker(redis, { id: build, ...status, ...counts });
    const tasks = await serveTasks(
      redis,
      { build, startsPrograms, slots, lockSeconds: LOCK_SECONDS, onProblem: silent },
      handler,
    );
    const queue = await BullTaskQueue.connect(server.url, build, silent);
    const close = async (): Promise<void> => {
      await tasks.close();
      await queue.close();
      await redis.flushall();
      redis.disconnect();
    };
    return { queue, close };
  };

  testTaskQueue("the contract", open);

  describe("more than one machine", () => {
    let served: Awaited<ReturnType<typeof open>>;
    afterEach(() => served.close());
    const task: Task = { id: "one", group: "g", startsPrograms: false, payload: { n: 1 } };

    test("a coordinator that is started again finds the tasks of its group, also finished ones", async () => {
      let runs = 0;
      const release = Promise.withResolvers<void>();
      served = await open(async () => {
        await release.promise;
        return ++runs;
      }, 1);
      const first = await BullTaskQueue.connect(server.url, served.queue.build, silent);
      void first.run(task).catch(silent);
      while ((await served.queue.unfinished("g")).length === 0) await new Promise(setImmediate);
      await first.close();
      release.resolve();
      await vi.waitUntil(() => runs > 0);
      expect(await served.queue.unfinished("g")).toEqual([task]);
      expect(await served.queue.unfinished("other")).toEqual([]);
      expect(await served.queue.run(task)).toBe(1);
      expect(runs).toBe(1);
    });

    test("workers of another build do not take its tasks", async () => {
      const payloads: unknown[] = [];
      served = await open(async (payload) => payloads.push(payload), 1, "old");
      const queue = await BullTaskQueue.connect(server.url, "new", silent);
      const controller = new AbortController();
      const waiting = queue.run(task, controller.signal);
      await served.queue.run({ ...task, id: "two", payload: 2 });
      controller.abort();
      await expect(waiting).rejects.toMatchObject({ code: "interrupted" });
      await queue.close();
      expect(payloads).toEqual([2]);
    });

    test("a task that starts programs waits for a worker with permission", async () => {
      const payloads: unknown[] = [];
      const handler = async (payload: unknown): Promise<unknown> => payloads.push(payload);
      served = await open(handler, 1, "programs");
      const program = { ...task, startsPrograms: true, payload: "a program" };
      const result = served.queue.run(program);
      await served.queue.run({ ...task, id: "two", payload: "no program" });
      expect(payloads).toEqual(["no program"]);
      const redis = await connect(server.url, silent);
      const options = {
        build: "programs",
        startsPrograms: true,
        slots: 1,
        lockSeconds: LOCK_SECONDS,
        onProblem: silent,
      };
      const able = await serveTasks(redis, options, handler);
      expect(await result).toBe(2);
      await able.close();
      redis.disconnect();
    });

    test("tasks that Redis has lost are submitted again", async () => {
      served = await open(async () => "done", 1, "lost");
      const queue = await BullTaskQueue.connect(server.url, "found", silent);
      const result = queue.run(task);
      while ((await queue.unfinished("g")).length === 0) await new Promise(setImmediate);
      await queue.redis.flushall();
      const redis = await connect(server.url, silent);
      const options = { build: "found", startsPrograms: false, slots: 1, lockSeconds: LOCK_SECONDS, onProblem: silent };
      const worker = await serveTasks(redis, options, async () => "found again");
      expect(await result).toBe("found again");
      await worker.close();
      await queue.close();
      redis.disconnect();
    });
  });
});
