/** The thread pool: parallel jobs, stopping, traps. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { deferCall, type KernelCall } from "./call.ts";
import { TEST_KERNEL, testKernel } from "./kernel.fixture.ts";
import type { KernelPool } from "./pool.ts";
import type { Address } from "./memory.ts";

const kernel = testKernel();
const { calls } = kernel;
const folder = mkdtempSync(join(tmpdir(), "gamelore-pool-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Time limit of jobs that should finish on their own: the test fails instead of hanging. */
const BACKSTOP_MS = 5_000;
/** For a process that starts Node and dozens of threads: many times the usual duration. */
const PROCESS_BACKSTOP_MS = 45_000;

const opened: KernelPool[] = [];
afterEach(async () => {
  for (const pool of opened.splice(0)) await pool.close();
});

function startPool(threads: number, prepare: (thread: number) => readonly KernelCall[] = () => []): KernelPool {
  const pool = kernel.startPool(threads, prepare);
  opened.push(pool);
  return pool;
}

function newCounter(): Address {
  return kernel.memory.allocateZeroed(4);
}

function valueOf(counter: Address): number {
  return Atomics.load(kernel.memory.words(counter, 1), 0);
}

/** Waits until a job that runs until it is stopped is running. */
async function hasBegun(counter: Address): Promise<void> {
  while (valueOf(counter) === 0) await sleep(1);
}

/** Waits until a running job has changed its counter again. */
async function hasMoved(counter: Address): Promise<void> {
  const before = valueOf(counter);
  while (valueOf(counter) === before) await sleep(1);
}

async function millisecondsOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

describe("jobs", () => {
  test("are calls in order on one thread; the last call gives the result", async () => {
    const pool = startPool(1);
    const address = newCounter();
    const value = await pool.run([calls.put(address, 5), calls.add(20, 3), calls.get(address)]);
    expect(value).toBe(5);
    expect(await pool.run([])).toBe(0);
  });

  test("run in parallel over one memory", async () => {
    const pool = startPool(3);
    const arrived = newCounter();
    expect(await pool.runOnAll([calls.meet(arrived, 3)], { milliseconds: BACKSTOP_MS })).toEqual([1, 1, 1]);
    expect(valueOf(arrived)).toBe(3);
  });

  test("run on prepared threads with their own globals", async () => {
    const pool = startPool(3, (thread) => [calls.setThread(10 + thread)]);
    const arrived = newCounter();
    // All three meet, so each thread makes the calls once.
    const job = [calls.meet(arrived, 3), calls.threadNumber()];
    const numbers = await pool.runOnAll(job, { milliseconds: BACKSTOP_MS });
    expect(numbers.toSorted()).toEqual([10, 11, 12]);
    expect(kernel.exports.threadNumber()).toBe(-1);
  });

  test("wait while all threads are busy, and run in order of submission", async () => {
    const pool = startPool(1);
    const counter = newCounter();
    const aborter = new AbortController();
    const ended: string[] = [];
    const jobs = [
      pool.run([calls.spin(counter)], { signal: aborter.signal }).then(() => ended.push("first")),
      pool.run([calls.add(1, 2)]).then((value) => ended.push(`second: ${value}`)),
      pool.run([calls.add(3, 4)]).then((value) => ended.push(`third: ${value}`)),
    ];
    await hasBegun(counter);
    await sleep(30);
    expect(ended).toEqual([]);
    aborter.abort();
    await Promise.all(jobs);
    expect(ended).toEqual(["first", "second: 3", "third: 7"]);
  });

  test("are accounted by CPU time", async () => {
    const pool = startPool(1);
    await pool.run([]); // the thread has started
    const before = pool.cpuMilliseconds;
    await pool.run([calls.spin(newCounter())], { milliseconds: 100 });
    expect(pool.cpuMilliseconds - before).toBeGreaterThan(5);
  });
});

describe("stopping", () => {
  test("a signal ends one running job only", async () => {
    const pool = startPool(2);
    const [stoppedOne, goingOn] = [newCounter(), newCounter()];
    const [first, second] = [new AbortController(), new AbortController()];
    const job = pool.run([calls.spin(stoppedOne)], { signal: first.signal });
    const other = pool.run([calls.spin(goingOn)], { signal: second.signal });
    await Promise.all([hasBegun(stoppedOne), hasBegun(goingOn)]);
    first.abort();
    await job;
    await hasMoved(goingOn);
    second.abort();
    await other;
  });

  test("so does a time limit", async () => {
    const pool = startPool(1);
    await pool.run([]); // the thread has started
    const counter = newCounter();
    await pool.run([calls.spin(counter)], { milliseconds: 60 });
    expect(valueOf(counter)).toBeGreaterThan(0);
  });

  test("an aborted signal ends a job immediately, and not the next one", async () => {
    const pool = startPool(1);
    await pool.run([]);
    const signal = AbortSignal.abort();
    await pool.run([calls.spin(newCounter())], { signal });
    const arrived = newCounter();
    expect(await pool.run([calls.meet(arrived, 1)])).toBe(1);
    // Two jobs never meet on one thread: this one runs until its own limit.
    expect(await millisecondsOf(() => pool.run([calls.meet(arrived, 9)], { milliseconds: 40 }))).toBeGreaterThan(35);
  });

  test("a signal that fires after its job has no effect", async () => {
    const pool = startPool(1);
    const aborter = new AbortController();
    await pool.run([calls.add(1, 1)], { signal: aborter.signal, milliseconds: 10 });
    const job = pool.run([calls.spin(newCounter())], { milliseconds: 80 });
    aborter.abort();
    expect(await millisecondsOf(() => job)).toBeGreaterThan(75);
  });
});

describe("errors", () => {
  test("a trap ends its own job only and is named", async () => {
    const pool = startPool(2);
    const address = newCounter();
    const jobs = await Promise.allSettled([
      pool.run([calls.trap(), calls.put(address, 1)]),
      pool.run([calls.add(2, 2)]),
      pool.run([deferCall("subtract", 2, 2)]),
    ]);
    expect(jobs).toMatchObject([
      {
        reason: { code: "kernel-failed", message: expect.stringContaining(`kernel ${TEST_KERNEL}, trap()`) as string },
      },
      { value: 4 },
      { reason: { code: "kernel-failed", message: `kernel ${TEST_KERNEL} has no export subtract` } },
    ]);
    expect(valueOf(address)).toBe(0);
    expect(await pool.runOnAll([calls.add(3, 3)])).toEqual([6, 6]);
  });

  test("a thread whose preparation fails rejects all jobs, now and later", async () => {
    const pool = startPool(2, (thread) => (thread === 1 ? [calls.trap()] : []));
    const expected = { code: "kernel-failed", message: expect.stringContaining("trap()") as string };
    const aborter = new AbortController();
    const jobs = Array.from({ length: 3 }, () => pool.run([calls.spin(newCounter())], { signal: aborter.signal }));
    expect(await Promise.allSettled(jobs)).toMatchObject(jobs.map(() => ({ reason: expected })));
    await expect(pool.run([calls.add(1, 1)])).rejects.toMatchObject(expected);
  });
});

describe("closing", () => {
  test("rejects running and waiting jobs and terminates the threads", async () => {
    const pool = kernel.startPool(1, () => []);
    const counter = newCounter();
    const jobs = [pool.run([calls.spin(counter)]), pool.run([calls.add(1, 1)])];
    const settled = Promise.allSettled(jobs);
    await hasBegun(counter);
    await pool.close();
    const interrupted = { reason: { code: "interrupted", message: "the pool was closed" } };
    expect(await settled).toMatchObject([interrupted, interrupted]);
    const last = valueOf(counter);
    await sleep(30);
    expect(valueOf(counter)).toBe(last);
    await expect(pool.run([calls.add(1, 1)])).rejects.toMatchObject(interrupted.reason);
    await pool.close();
  });

  test("frees the pool's memory", async () => {
    const next = kernel.memory.allocate(4);
    kernel.memory.free(next);
    await kernel.startPool(3, () => []).close();
    expect(kernel.memory.allocate(4)).toBe(next);
  });

  test("is not needed for the process to exit; a running job keeps it alive", async () => {
    const script = `
      import { Kernel } from ${JSON.stringify(new URL("kernel.ts", import.meta.url).href)};
      const kernel = new Kernel(${JSON.stringify(TEST_KERNEL)});
      const pool = kernel.startPool(2, () => []);
      const counter = kernel.memory.allocateZeroed(4);
      await pool.run([kernel.calls.spin(counter)], { milliseconds: 50 });
      process.stdout.write("done");`;
    const file = join(folder, "idle.mjs");
    writeFileSync(file, script);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: PROCESS_BACKSTOP_MS });
    expect(stdout).toBe("done");
  });

  test("completes even if a job finishes at that moment and nothing else keeps the process alive", async () => {
    const script = `
      import { Kernel } from ${JSON.stringify(new URL("kernel.ts", import.meta.url).href)};
      const kernel = new Kernel(${JSON.stringify(TEST_KERNEL)});
      for (let count = 0; count < 600; count += 20) {
        const pool = kernel.startPool(2, () => []);
        await pool.runOnAll([]);
        const first = pool.run([kernel.calls.add(1, 1)]);
        pool.run(Array.from({ length: count }, () => kernel.calls.add(1, 1))).catch(() => {});
        await first;
        await pool.close();
      }
      process.stdout.write("done");`;
    const file = join(folder, "closing.mjs");
    writeFileSync(file, script);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: PROCESS_BACKSTOP_MS });
    expect(stdout).toBe("done");
  });
});
