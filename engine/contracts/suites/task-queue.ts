/** Contract tests for queues of tasks. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GameloreError } from "../errors.ts";
import { ATTEMPTS, type Task, type TaskHandler, type TaskQueue } from "../../jobs/task-queue.ts";

/** A queue with one worker that may not start programs. */
export interface ServedQueue {
  readonly queue: TaskQueue;
  close(): Promise<void>;
}

export type OpenQueue = (handler: TaskHandler, slots: number) => Promise<ServedQueue>;

const SLOTS = 2;
let number = 0;

function taskOf(payload: unknown, more: Partial<Task> = {}): Task {
  return { id: `task-${process.pid}-${number++}`, group: "group", startsPrograms: false, payload, ...more };
}

export function testTaskQueue(name: string, open: OpenQueue): void {
  describe(name, () => {
    let calls: unknown[];
    let most: number;
    let release: PromiseWithResolvers<void>;
    let served: ServedQueue;

    beforeEach(async () => {
      calls = [];
      most = 0;
      let running = 0;
      release = Promise.withResolvers();
      const handler: TaskHandler = async (payload) => {
        calls.push(payload);
        most = Math.max(most, ++running);
        try {
          const { fails, wait, value } = payload as { fails?: string; wait?: boolean; value?: unknown };
          if (wait === true) await release.promise;
          if (fails === "always") throw new Error("it is poison");
          if (fails === "hopeless") throw new GameloreError("bad-player", "no such player");
          if (fails === "twice" && calls.length < ATTEMPTS) throw new Error("not yet");
          return { value };
        } finally {
          running--;
        }
      };
      served = await open(handler, SLOTS);
    });
    afterEach(async () => {
      release.resolve();
      await served.close();
    });

    test("a task resolves with its result, as JSON", async () => {
      const value = ["♘", 1.5, null, { a: [] }];
      expect(await served.queue.run(taskOf({ value }))).toEqual({ value });
    });

    test("many tasks give each its own result", async () => {
      const results = await Promise.all(Array.from({ length: 20 }, (_, value) => served.queue.run(taskOf({ value }))));
      expect(results).toEqual(Array.from({ length: 20 }, (_, value) => ({ value })));
      expect(calls.length).toBe(20);
    });

    test("no more tasks run at a time than there are slots", async () => {
      expect(served.queue.slots).toBe(SLOTS);
      const all = Array.from({ length: 6 }, (_, value) => served.queue.run(taskOf({ value, wait: true })));
      while (calls.length < SLOTS) await new Promise(setImmediate);
      release.resolve();
      await Promise.all(all);
      expect(most).toBe(SLOTS);
    });

    test("a task that is asked for twice runs once", async () => {
      const task = taskOf({ value: 1, wait: true });
      const both = [served.queue.run(task), served.queue.run(task)];
      release.resolve();
      expect(await Promise.all(both)).toEqual([{ value: 1 }, { value: 1 }]);
      expect(calls.length).toBe(1);
    });

    test("a task that fails is tried again", async () => {
      expect(await served.queue.run(taskOf({ value: 1, fails: "twice" }))).toEqual({ value: 1 });
      expect(calls.length).toBe(ATTEMPTS);
    });

    test("a bounded number of times, then it is reported with its input; others go on", async () => {
      const poisoned = served.queue.run(taskOf({ fails: "always", pair: 17 }));
      const other = served.queue.run(taskOf({ value: 2 }));
      await expect(poisoned).rejects.toMatchObject({
        code: "job-failed",
        message: expect.stringMatching(/failed 3 times: it is poison; the job was .*"pair":17/),
      });
      expect(await other).toEqual({ value: 2 });
      expect(calls.length).toBe(ATTEMPTS + 1);
    });

    test("an input that can succeed nowhere is not tried again", async () => {
      await expect(served.queue.run(taskOf({ fails: "hopeless" }))).rejects.toMatchObject({
        code: "job-refused",
        message: expect.stringContaining("no such player"),
      });
      expect(calls.length).toBe(1);
    });

    test("an aborted task rejects, and does not run if it was waiting", async () => {
      const controller = new AbortController();
      const running = Array.from({ length: SLOTS }, (_, value) => served.queue.run(taskOf({ value, wait: true })));
      while (calls.length < SLOTS) await new Promise(setImmediate);
      const waiting = served.queue.run(taskOf({ value: "late" }), controller.signal);
      controller.abort();
      await expect(Promise.race([waiting, release.promise])).rejects.toMatchObject({ code: "interrupted" });
      release.resolve();
      await Promise.all(running);
      expect(await served.queue.run(taskOf({ value: "next" }))).toEqual({ value: "next" });
      expect(calls).not.toContainEqual({ value: "late" });
    });

    test("it lists its workers", async () => {
      await served.queue.run(taskOf({}));
      expect(await served.queue.workers()).toEqual([
        expect.objectContaining({ slots: SLOTS, pid: process.pid, startsPrograms: false }),
      ]);
    });
  });
}
