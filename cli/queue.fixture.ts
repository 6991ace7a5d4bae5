/** Test fixture: a Redis, workers that are killed and replaced, and a command that gives them work, each a process with a data folder of its own. */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { GameStore } from "../engine/arena/store.ts";
import { matchGame } from "../engine/arena/records.ts";
import type { RunStatus } from "../engine/jobs/bullmq/registry.ts";
import type { WorkerStatus } from "../engine/jobs/task-queue.ts";
import { RedisServer } from "../engine/contracts/suites/redis-server.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { Home, type Outcome, type Running } from "./run.fixture.ts";

const POLL_MS = 10;

export class Farm {
  readonly redis: RedisServer;
  readonly home: Home = new Home();
  readonly #workers: { readonly home: Home; readonly running: Running }[] = [];
  readonly #random = new SeededRandom(7);
  kills = 0;

  private constructor(redis: RedisServer) {
    this.redis = redis;
  }

  static async start(workers: number): Promise<Farm> {
    const farm = new Farm(await RedisServer.start());
    for (let i = 0; i < workers; i++) farm.addWorker();
    return farm;
  }

  addWorker(...options: string[]): void {
    const home = new Home();
    const words = ["worker", "--queue", this.redis.url, "--slots", "1", "--lock", "1", ...options];
    this.#workers.push({ home, running: home.start(words) });
  }

  start(words: readonly string[]): Running {
    return this.home.start([...words, "--queue", this.redis.url]);
  }

  run(words: readonly string[]): Promise<Outcome> {
    return this.home.run([...words, "--queue", this.redis.url]);
  }

  async jobs(): Promise<{ readonly runs: readonly RunStatus[]; readonly workers: readonly WorkerStatus[] }> {
    return JSON.parse((await this.run(["jobs", "--json"])).stdout) as Awaited<ReturnType<Farm["jobs"]>>;
  }

  /** Kills a worker, busy or not, and starts another. */
  async killWorker(): Promise<void> {
    const [killed] = this.#workers.splice(this.#random.below(this.#workers.length), 1);
    await killed?.running.signal("SIGKILL");
    killed?.home.remove();
    this.kills++;
    this.addWorker();
  }

  /**
   * Runs a command while things die: whenever the measure reaches the next step, of `steps` up to `total`, one thing is killed. A
   * coordinator that is killed is started again, and so is Redis.
   */
  async disturbed(
    words: readonly string[],
    measure: () => number,
    total: number,
    kills: readonly Kill[],
  ): Promise<Outcome> {
    let running = this.start(words);
    for (const [i, kill] of kills.entries()) {
      const threshold = (total * (i + 1)) / (kills.length + 2);
      while (measure() < threshold && running.outcome === null) await sleep(POLL_MS);
      if (running.outcome !== null) break;
      if (kill === "worker") await this.killWorker();
      else if (kill === "coordinator") {
        await running.signal("SIGKILL");
        running = this.start(words);
      } else {
        await this.redis.kill();
        await this.redis.start();
      }
    }
    return running.ended;
  }

  async remove(): Promise<void> {
    for (const { running, home } of this.#workers) {
      await running.signal("SIGKILL");
      home.remove();
    }
    await this.redis.remove();
    this.home.remove();
  }
}

export type Kill = "worker" | "coordinator" | "redis";

/** Every stored game as it would be recorded anywhere: without times and ids. */
export function storedGames(home: Home): string[] {
  const path = home.path("games.sqlite");
  if (!existsSync(path)) return [];
  const store = GameStore.openReadOnly(path);
  try {
    return [...store.select()]
      .map(({ match, game }) =>
        JSON.stringify([match.first, match.second, match.label, game.build, game.seeds, matchGame(game)]),
      )
      .toSorted();
  } finally {
    store.close();
  }
}
