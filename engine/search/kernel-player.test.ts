/** A player with several jobs, on a fake pool. */
import { expect, test } from "vitest";
import type { Move } from "../contracts/position.ts";
import { deferCall, type KernelCall } from "../kernel/call.ts";
import type { JobOptions } from "../kernel/pool.ts";
import { KernelMemory } from "../kernel/memory.ts";
import type { SearchContext } from "./context.ts";
import { KernelPlayer } from "./kernel-player.ts";

interface Job extends JobOptions {
  readonly calls: readonly KernelCall[];
  readonly end: (error?: Error) => void;
}

/** A player with this many jobs per choice, and the jobs it has started. */
function playerWith(jobs: number, threads: number): { player: KernelPlayer; started: Job[] } {
  const started: Job[] = [];
  const memory = new KernelMemory();
  const run = (calls: readonly KernelCall[], options: JobOptions): Promise<number> =>
    new Promise((resolve, reject) => {
      started.push({ ...options, calls, end: (error) => (error ? reject(error) : resolve(0)) });
    });
  const context = {
    rules: { result: () => null, actors: () => [0] },
    kernel: { memory },
    pool: () => ({ size: threads, run }),
  } as unknown as SearchContext;
  const player = new KernelPlayer("player", context, [deferCall("prepare", 1)], (regions) => ({
    state: regions.allocate(8),
    milliseconds: undefined,
    request: () => Array.from({ length: jobs }, (_, i): readonly KernelCall[] => [deferCall("search", i)]),
    answer: (milliseconds) => ({
      move: 5 as Move,
      info: { value: null, unit: "none", pv: [], nodes: 0, milliseconds, depth: null },
    }),
  }));
  return { player, started };
}

const POSITION = new Uint8Array(8);

test("every job is configured, and the choice waits for the last", async () => {
  const { player, started } = playerWith(3, 2);
  let answered = false;
  const choice = player.choose(POSITION, {}).then(({ move }) => {
    answered = true;
    return move;
  });
  await new Promise(setImmediate);
  expect(started.map(({ calls }) => calls)).toEqual(
    [0, 1, 2].map((i) => [deferCall("prepare", 1), deferCall("search", i)]),
  );
  started[0]?.end();
  started[2]?.end();
  await new Promise(setImmediate);
  expect(answered).toBe(false);
  started[1]?.end();
  expect(await choice).toBe(5);
});

test("more jobs than threads share the time", async () => {
  for (const [jobs, threads, each] of [
    [1, 2, 100_000],
    [2, 2, 100_000],
    [3, 2, 50_000],
    [8, 2, 25_000],
  ] as const) {
    const { player, started } = playerWith(jobs, threads);
    const choice = player.choose(POSITION, { milliseconds: 100_000 });
    await new Promise(setImmediate);
    expect(started).toHaveLength(jobs);
    // Preparing the request has taken a little of it.
    for (const { milliseconds = 0 } of started) {
      expect(milliseconds).toBeLessThanOrEqual(each);
      expect(milliseconds).toBeGreaterThan(0.8 * each);
    }
    for (const job of started) job.end();
    await choice;
  }
});

test("a failing job aborts the others, and its error is thrown when they have ended", async () => {
  const { player, started } = playerWith(2, 2);
  let caught: unknown = null;
  const choice = player.choose(POSITION, {}).catch((error: unknown) => {
    caught = error;
  });
  await new Promise(setImmediate);
  const trap = new Error("trap");
  started[0]?.end(trap);
  await new Promise(setImmediate);
  expect(started[1]?.signal?.aborted).toBe(true);
  expect(caught).toBeNull();
  started[1]?.end();
  await choice;
  expect(caught).toBe(trap);
});

test("a signal and closing abort all jobs", async () => {
  for (const how of ["signal", "close"]) {
    const { player, started } = playerWith(2, 2);
    const aborter = new AbortController();
    const choice = player.choose(POSITION, {}, { signal: aborter.signal });
    await new Promise(setImmediate);
    const closed = how === "close" ? player.close() : aborter.abort();
    expect(started.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
    for (const job of started) job.end();
    await choice;
    await closed;
  }
});
