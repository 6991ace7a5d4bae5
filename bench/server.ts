/**
 * HTTP latency of the server, idle and while it builds a table and a player searches, and its event loop delay. The client is in the
 * same process, so the figures include its work.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { throwIfAborted, unwrap } from "../engine/contracts/errors.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { buildTable } from "../engine/tables/build-table.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { findGame } from "../games/games.ts";
import { serve } from "../server/serve.ts";
import { describeMachine, machineNow, type Machine } from "./machine.ts";

export interface ServerBenchOptions {
  /** Requests of each kind. */
  readonly requests: number;
  /** Side of the table that is built in the background. */
  readonly side: number;
}

interface Latency {
  readonly what: string;
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
}

export interface ServerBench {
  readonly machine: Machine;
  readonly atRest: readonly Latency[];
  readonly busy: readonly Latency[];
  /** Event loop delay in milliseconds under load; on a shared machine mostly caused by other processes. */
  readonly loopDelay: { readonly median: number; readonly p99: number; readonly worst: number };
}

interface RequestSpec {
  readonly what: string;
  readonly path: string;
  /** A game that advances by a random move per request; without it, the request is repeated. */
  readonly body?: GameBody;
}

interface GameBody {
  readonly variant: Readonly<Record<string, number>>;
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly seat: null;
}

const CHECKERS: GameBody = {
  variant: { side: 7 },
  start: "o/o1/o1o/o2o/5/6/7/3x2/3x1/4/x1x/x1/x x",
  moves: [],
  seat: null,
};
const ARIMAA: GameBody = {
  variant: {},
  start: "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR",
  moves: [],
  seat: null,
};
const FRESH: GameBody = { variant: {}, start: null, moves: [], seat: null };

const REQUESTS: readonly RequestSpec[] = [
  { what: "probe, 7×7", path: `chinese-checkers/probe?side=7&position=${encodeURIComponent(CHECKERS.start ?? "")}` },
  { what: "position, Chinese Checkers 7×7", path: "chinese-checkers/position", body: CHECKERS },
  { what: "values, Chinese Checkers 7×7", path: "chinese-checkers/values", body: CHECKERS },
  { what: "position, Arimaa", path: "arimaa/position", body: ARIMAA },
  { what: "position, Arimaa setup (106 moves)", path: "arimaa/position", body: FRESH },
  { what: "position, Chinese Dark Chess", path: "chinese-dark-chess/position", body: FRESH },
  { what: "position, chess rulesheet", path: "chess-gdl/position", body: FRESH },
];

export async function benchServer(
  { requests, side }: ServerBenchOptions,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<ServerBench> {
  throwIfAborted(signal);
  const machine = machineNow();
  report(describeMachine(machine));
  const home = process.env["GAMELORE_HOME"];
  const folder = mkdtempSync(join(tmpdir(), "gamelore-bench-"));
  process.env["GAMELORE_HOME"] = folder;
  const served = await serve({ host: "127.0.0.1", port: 0 });
  try {
    await buildDefaultTable(signal);
    const api = new Client(`${served.address}api/`);
    const latencies = async (): Promise<Latency[]> => {
      const list: Latency[] = [];
      for (const request of REQUESTS) {
        const latency = await api.latency(request, requests, signal);
        report(line(latency));
        list.push(latency);
      }
      return list;
    };
    // The first request opens the game.
    for (const request of REQUESTS) await api.latency(request, 1, signal);
    report("idle, milliseconds           median    95 %   worst");
    const atRest = await latencies();
    const job = (await api.post("jobs", { kind: "solve", game: "chinese-checkers", options: { side } })) as {
      id: string;
    };
    const thinking = api.post("games/connect-four/choose", {
      variant: {},
      start: null,
      moves: [],
      player: "uct",
      limits: { milliseconds: 100_000 },
      seed: 1,
    });
    thinking.catch(() => {});
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    report(`while a table of side ${side} is built and a player searches`);
    const busy = await latencies();
    delay.disable();
    const loopDelay = { median: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, worst: delay.max / 1e6 };
    report(
      `event loop delay: median ${loopDelay.median.toFixed(1)}, 99 % ${loopDelay.p99.toFixed(1)}, worst ${loopDelay.worst.toFixed(1)} ms (including the 5 ms sampling interval)`,
    );
    await api.end(`jobs/${job.id}`);
    return { machine, atRest, busy, loopDelay };
  } finally {
    await served.close();
    if (home === undefined) delete process.env["GAMELORE_HOME"];
    else process.env["GAMELORE_HOME"] = home;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the table of side 7, so that values are exact. */
export async function buildDefaultTable(signal: AbortSignal = new AbortController().signal): Promise<void> {
  const game = unwrap(await findGame("chinese-checkers"));
  const spec = unwrap(game.table({ ...defaultsOf(game.tableOptions), side: 7 }));
  const reporter = { progress: () => ({ update: () => {}, end: () => {} }), say: () => {} };
  await buildTable(new TableStore(tablesFolder()), spec, { threads: threadCount(), resume: "", signal, reporter });
}

class Client {
  readonly #base: string;
  /** Seeds of the random games: all differ, so that nothing is cached. */
  #seed = 1;

  constructor(base: string) {
    this.#base = base;
  }

  async post(path: string, body: object): Promise<unknown> {
    return read(
      await fetch(this.#base + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  }

  async end(path: string): Promise<void> {
    await read(await fetch(this.#base + path, { method: "DELETE" }));
  }

  /** The game after one more move; null if it has ended. */
  async #after(path: string, state: GameBody, random: SeededRandom): Promise<GameBody | null> {
    const [game = ""] = path.split("/");
    const { moves, actors } = (await this.post(`games/${game}/position`, state)) as {
      moves: readonly { text: string }[];
      actors: readonly number[];
    };
    if (actors.length !== 1) return null;
    const { seat: _, ...rest } = state;
    const next =
      actors[0] === -1
        ? ((await this.post(`games/${game}/chance`, { ...rest, seed: 1 })) as { move: string }).move
        : random.pick(moves).text;
    return { ...state, moves: [...state.moves, next] };
  }

  async latency({ what, path, body }: RequestSpec, requests: number, signal?: AbortSignal): Promise<Latency> {
    const times: number[] = [];
    const random = new SeededRandom(this.#seed++);
    let state = body;
    for (let i = 0; i < requests; i++) {
      throwIfAborted(signal);
      const started = performance.now();
      if (state) await this.post(`games/${path}`, state);
      else await read(await fetch(`${this.#base}games/${path}`));
      times.push(performance.now() - started);
      if (state && body) state = (await this.#after(path, state, random)) ?? body;
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))] as number;
    return { what, median: at(0.5), p95: at(0.95), worst: at(1) };
  }
}

async function read(answer: Response): Promise<unknown> {
  const document: unknown = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(document));
  return document;
}

function line({ what, median, p95, worst }: Latency): string {
  return `${what.padEnd(38)} ${[median, p95, worst].map((each) => each.toFixed(1).padStart(7)).join(" ")}`;
}
