/** The queue for many machines: its cost per job, its memory, and games on worker processes against games in this process. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Redis } from "ioredis";
import { QueueRun } from "../distributed/run.ts";
import { playMatch, type MatchSpec } from "../engine/arena/match.ts";
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { RedisServer } from "../engine/contracts/suites/redis-server.ts";
import { BullTaskQueue } from "../engine/jobs/bullmq/task-queue.ts";
import { serveTasks } from "../engine/jobs/bullmq/task-server.ts";
import { InProcessTasks } from "../engine/jobs/in-process-tasks.ts";
import type { TaskQueue } from "../engine/jobs/task-queue.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { TableStore } from "../engine/tables/store.ts";
import { findGame } from "../games/games.ts";
import { collectGarbage } from "../server/threads/collect-garbage.ts";
import { type Bench, integer } from "./bench.ts";
import { describeMachine, machineNow } from "./machine.ts";
import { measureRounds } from "./table-rounds.ts";

/** Of the worker processes: more than there are cores show only that nothing breaks. */
const COUNTS = ["1", "2", "3", "4"] as const;

/** Simulated, for one table in blocks. */
const MACHINES: readonly number[] = [2, 4, 8];

export const queue: Bench = {
  name: "queue",
  summary:
    "the queue for many machines: cost per job, memory, games on worker processes against games in process, one table in blocks",
  options: [
    integer("jobs", 1, 10_000_000, 100_000, "jobs that do nothing, for throughput and memory"),
    { name: "workers", kind: "choice", choices: COUNTS, default: "4", summary: "up to this many worker processes" },
    integer("pairs", 1, 10_000, 8, "pairs of games for each core in use"),
    integer("playouts", 1, 1_000_000, 400, "playouts per move, which determine how long games take"),
    integer("pieces", 4, 6, 5, "of one table in blocks on machines that are simulated"),
  ],
  run: async ({ jobs, workers, pairs, playouts, pieces }, report, signal) => {
    const most = Number(workers);
    const counts = Array.from({ length: most }, (_, i) => i + 1);
    const figures = await benchQueue(
      { jobs: Number(jobs), workers: counts, pairs: Number(pairs), playouts: Number(playouts) },
      report,
      signal,
    );
    return { ...figures, blocks: await measureRounds(Number(pieces), MACHINES, report, signal) };
  },
};

interface Options {
  readonly jobs: number;
  /** Numbers of worker processes. */
  readonly workers: readonly number[];
  /** For each number of workers and each worker. */
  readonly pairs: number;
  readonly playouts: number;
}

type Report = (line: string) => void;

const COMMAND = fileURLToPath(new URL("../cli/gamelore.js", import.meta.url));
/** Tasks in flight, as by a coordinator with many workers. */
const IN_FLIGHT = 64;
const LATENCY_JOBS = 200;
const SAMPLES = 5;
const BUILD = "bench";
const silent = (): void => {};

async function benchQueue(
  { jobs, workers, pairs, playouts }: Options,
  report: Report,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  throwIfAborted(signal);
  const machine = machineNow();
  report(describeMachine(machine));
  const server = await RedisServer.start();
  try {
    const overhead = await measureOverhead(server, jobs, report, signal);
    const games = await measureGames(server, { workers, pairs, playouts }, report, signal);
    return { machine, ...overhead, games };
  } finally {
    await server.remove();
  }
}

/** Jobs that do nothing. */
async function measureOverhead(
  server: RedisServer,
  jobs: number,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  const here = new InProcessTasks(async () => null, { slots: 1 });
  const inProcess = await secondsOf(() => inSequence(here, LATENCY_JOBS));
  const queue = await BullTaskQueue.connect(server.url, BUILD, silent);
  const options = { build: BUILD, startsPrograms: false, slots: IN_FLIGHT, lockSeconds: 15, onProblem: report };
  const tasks = await serveTasks(queue.redis, options, async () => null);
  try {
    const latencyMs = (1_000 * (await secondsOf(() => inSequence(queue, LATENCY_JOBS)))) / LATENCY_JOBS;
    const localMs = (1_000 * inProcess) / LATENCY_JOBS;
    report(`one job after the other: ${latencyMs.toFixed(2)} ms each over Redis, ${localMs.toFixed(3)} ms in process`);
    const memory: { jobs: number; processBytes: number; redisBytes: number }[] = [];
    let seconds = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      throwIfAborted(signal);
      const count = Math.ceil(jobs / SAMPLES);
      seconds += await secondsOf(() => inParallel(queue, count));
      const used = { jobs: (sample + 1) * count, processBytes: heapBytes(), redisBytes: await redisBytes(queue.redis) };
      memory.push(used);
      report(
        `after ${used.jobs} jobs: ${megabytes(used.processBytes)} of heap in this process, ${megabytes(used.redisBytes)} in Redis`,
      );
    }
    const perSecond = (SAMPLES * Math.ceil(jobs / SAMPLES)) / seconds;
    report(`${IN_FLIGHT} jobs in flight: ${perSecond.toFixed(0)} jobs a second, worker and coordinator in one process`);
    return { latencyMs, jobsPerSecond: perSecond, memory };
  } finally {
    await tasks.close();
    await queue.close();
  }
}

let number = 0;

function runOne(queue: TaskQueue): Promise<unknown> {
  return queue.run({ id: `bench-${number++}`, group: "bench", startsPrograms: false, payload: { number } });
}

async function inSequence(queue: TaskQueue, jobs: number): Promise<void> {
  for (let i = 0; i < jobs; i++) await runOne(queue);
}

async function inParallel(queue: TaskQueue, jobs: number): Promise<void> {
  let left = jobs;
  const work = async (): Promise<void> => {
    while (left-- > 0) await runOne(queue);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function redisBytes(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info("memory"))?.[1]);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

interface Games {
  readonly workers: readonly number[];
  readonly pairs: number;
  readonly playouts: number;
}

async function measureGames(
  server: RedisServer,
  { workers, pairs, playouts }: Games,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>[]> {
  const game = unwrap(await findGame("chinese-checkers"));
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), side: 7 }));
  const folder = mkdtempSync(join(tmpdir(), "gamelore-bench-queue-"));
  const started: ChildProcess[] = [];
  const player = `uct(playouts=${playouts})`;
  const spec: MatchSpec = { label: "", first: player, second: player, openingPlies: 10, seed: 1, limits: {} };
  const rows: Record<string, unknown>[] = [];
  const store = new TableStore(join(folder, "tables"));
  const options = {
    url: server.url,
    listen: null,
    store,
    command: "gamelore bench queue",
    detached: null,
    say: silent,
  };
  const run = await QueueRun.open(options);
  try {
    await playMatch(rules, { ...spec, seed: 2 }, { pairs: 1, concurrency: 1, signal });
    for (const count of workers) {
      throwIfAborted(signal);
      while (started.length < count) started.push(startWorker(server, join(folder, String(started.length))));
      while (run.queue.slots < count || run.queue.known.length < count) await sleep(100);
      const elsewhere = run.games(false);
      // The worker's processes load their code.
      await playMatch(rules, { ...spec, seed: 2 }, { pairs: 2 * count, concurrency: 1, elsewhere, signal });
      const concurrency = Math.min(count, threadCount());
      const total = pairs * concurrency;
      const here = await gamesPerSecond(rules, spec, total, { concurrency, signal });
      const there = await gamesPerSecond(rules, spec, total, { concurrency, signal, elsewhere });
      const efficiency = there / here;
      report(
        `${count} workers: ${there.toFixed(2)} games a second; in process on ${concurrency} threads ${here.toFixed(2)}: ${(100 * efficiency).toFixed(0)} %`,
      );
      rows.push({ workers: count, gamesPerSecond: there, inProcess: here, threads: concurrency, efficiency });
    }
    return rows;
  } finally {
    await run.close("done");
    for (const child of started) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
    await rules.close();
  }
}

function startWorker(server: RedisServer, home: string): ChildProcess {
  const words = [COMMAND, "worker", "--queue", server.url, "--slots", "1"];
  return spawn(process.execPath, words, { env: { ...process.env, GAMELORE_HOME: home }, stdio: "ignore" });
}

async function gamesPerSecond(
  rules: OpenGame,
  spec: MatchSpec,
  pairs: number,
  options: Omit<Parameters<typeof playMatch>[2], "pairs">,
): Promise<number> {
  const seconds = await secondsOf(async () => void (await playMatch(rules, spec, { ...options, pairs })));
  return (2 * pairs) / seconds;
}
