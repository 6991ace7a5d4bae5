/** The engine in a Chromium page against the same engine in Node: the same requests, as ratios. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, JSHandle, Page } from "playwright-core";
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { OptionValues } from "../engine/contracts/options.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { TableStore } from "../engine/tables/store.ts";
import type { ChoiceDocument, ChooseRequest } from "../service/api.ts";
import { GameService } from "../service/game-service.ts";
import { loadServedGame } from "../server/game-source.ts";
import { launchChromium } from "../web/in-page/chromium.fixture.ts";
import { buildFixture } from "../web/in-page/fixture/build.ts";
import type { InPageClient } from "../web/in-page/in-page-client.ts";
import { serveFolder } from "../web/in-page/static-server.fixture.ts";
import { columns, count, rate, ratio, seconds, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";

export interface InPageBenchOptions {
  /** Side of the rhombus whose six-piece table is solved. */
  readonly side: number;
  readonly depth: number;
  readonly playouts: number;
  readonly repetitions: number;
}

export interface InPageRun {
  readonly what: string;
  /** Entries, nodes or expansions: equal on both sides. */
  readonly count: number;
  readonly unit: string;
  /** The fastest repetition, without overhead. */
  readonly nodeSeconds: number;
  readonly pageSeconds: number;
  readonly pageOverNode: number;
}

export interface InPageBench {
  readonly machine: Machine;
  readonly browser: string;
  readonly threads: number;
  readonly runs: readonly InPageRun[];
}

const GAME = "chinese-checkers";

interface Task {
  readonly what: string;
  readonly unit: string;
  readonly game: string;
  readonly request: ChooseRequest;
}

export async function benchInPage(values: OptionValues, report: Report, signal?: AbortSignal): Promise<InPageBench> {
  throwIfAborted(signal);
  const number = (name: keyof InPageBenchOptions): number => Number(values[name]);
  const options: InPageBenchOptions = {
    side: number("side"),
    depth: number("depth"),
    playouts: number("playouts"),
    repetitions: number("repetitions"),
  };
  const machine = machineNow();
  const folder = mkdtempSync(join(tmpdir(), "gamelore-bench-"));
  await buildFixture(join(folder, "page"));
  const [server, browser] = await Promise.all([serveFolder(join(folder, "page")), launchChromium()]);
  try {
    const store = new TableStore(join(folder, "tables"));
    const runs: InPageRun[] = [await solveRun(options, store, browser, server.url, signal)];
    const page = await openPage(browser, server.url);
    for (const task of tasksOf(options)) runs.push(await choiceRun(task, options, store, page, signal));
    const bench: InPageBench = {
      machine,
      browser: `Chromium ${browser.version()}`,
      threads: threadCount(),
      runs,
    };
    for (const line of linesOf(bench)) report(line);
    return bench;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tasksOf({ side, depth, playouts }: InPageBenchOptions): Task[] {
  const state = { start: null, moves: [], limits: {}, seed: 1 };
  return [
    {
      what: `alpha-beta, ${depth} plies, by rows`,
      unit: "nodes",
      game: GAME,
      request: { ...state, variant: { side }, player: `alphabeta(depth=${depth}, eval=rows)` },
    },
    {
      what: `uct, ${count(playouts)} playouts to the end`,
      unit: "expansions",
      game: GAME,
      request: { ...state, variant: { side }, player: `base0(playouts=${playouts}, expansions=1000000000)` },
    },
    {
      what: `uct of a rulesheet, ${count(playouts)} playouts`,
      unit: "expansions",
      game: "connect-four",
      request: { ...state, variant: {}, player: `uct(playouts=${playouts})` },
    },
  ];
}

/** A new browser context each time, so that no cached table is reused. */
async function solveRun(
  { side, repetitions }: InPageBenchOptions,
  store: TableStore,
  browser: Browser,
  url: string,
  signal?: AbortSignal,
): Promise<InPageRun> {
  const service = new GameService(await loadServedGame({ id: GAME }), store);
  const [spec] = await service.tablesOf({ side });
  if (!spec) throw new GameloreError("bad-variant", `side ${side} has no table`);
  const inNode: number[] = [];
  const inPage: number[] = [];
  for (let i = 0; i < repetitions; i++) {
    throwIfAborted(signal);
    const started = performance.now();
    const solved = await spec.solve({ threads: threadCount(), ...(signal ? { signal } : {}) });
    inNode.push(performance.now() - started);
    solved.release();
    const page = await openPage(browser, url);
    const client = await clientOf(page);
    const { tables } = await client.evaluate((client, [game, side]) => client.prepare(game, { side }), [
      GAME,
      side,
    ] as const);
    inPage.push(tables[0]?.milliseconds ?? Number.NaN);
    await page.context().close();
  }
  await service.close();
  return runOf(`solve ${spec.identity.name}`, spec.identity.entries, "entries", inNode, inPage);
}

async function choiceRun(
  { what, unit, game, request }: Task,
  { repetitions }: InPageBenchOptions,
  store: TableStore,
  page: Page,
  signal?: AbortSignal,
): Promise<InPageRun> {
  const service = new GameService(await loadServedGame({ id: game }), store);
  const inNode: number[] = [];
  const inPage: number[] = [];
  const client = await clientOf(page);
  let nodes = 0;
  for (let i = 0; i < repetitions; i++) {
    throwIfAborted(signal);
    // A new seed: a cached player would have the position in its transposition table.
    const query = { ...request, seed: i + 1 };
    const here: ChoiceDocument = await service.choose(query, signal);
    const there = await client.evaluate((client, [game, query]) => client.choose(game, query), [game, query] as const);
    if (here.move !== there.move || here.info.nodes !== there.info.nodes) {
      throw new GameloreError("check-failed", `${what}: ${here.move} in Node, ${there.move} in the page`);
    }
    nodes = here.info.nodes;
    inNode.push(here.info.milliseconds);
    inPage.push(there.info.milliseconds);
  }
  await service.close();
  return runOf(what, nodes, unit, inNode, inPage);
}

function runOf(what: string, entries: number, unit: string, inNode: number[], inPage: number[]): InPageRun {
  const nodeSeconds = Math.min(...inNode) / 1000;
  const pageSeconds = Math.min(...inPage) / 1000;
  return { what, count: entries, unit, nodeSeconds, pageSeconds, pageOverNode: pageSeconds / nodeSeconds };
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

async function clientOf(page: Page): Promise<JSHandle<InPageClient>> {
  return (await page.waitForFunction(() => (window as { client?: InPageClient }).client)) as JSHandle<InPageClient>;
}

function linesOf({ machine, browser, threads, runs }: InPageBench): string[] {
  return [
    describeMachine(machine),
    `${browser}, ${threads} threads; the fastest run of each, and the page's time relative to Node's`,
    ...columns([
      ["", "count", "", "Node", "per second", "page", "per second", "page / Node"],
      ...runs.map((run) => [
        run.what,
        count(run.count),
        run.unit,
        `${seconds(run.nodeSeconds)} s`,
        rate(run.count / run.nodeSeconds),
        `${seconds(run.pageSeconds)} s`,
        rate(run.count / run.pageSeconds),
        ratio(run.pageOverNode),
      ]),
    ]),
  ];
}
