/** The engine in a real page: the same tables, documents and games as in Node, also offline. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TableStore } from "../../engine/tables/store.ts";
import type { ChoiceDocument, EvaluationGraphDocument, GameState, ValuesDocument } from "../../service/api.ts";
import { GameService } from "../../service/game-service.ts";
import { loadServedGame } from "../../server/game-source.ts";
import { canTestBrowser, launchChromium } from "./chromium.fixture.ts";
import { buildFixture } from "./fixture/build.ts";
import { serveFolder, type StaticServer } from "./static-server.fixture.ts";

const GAME = "chinese-checkers";
const VARIANT = { side: 7 };
const PLAYERS = ["alphabeta(depth=4)", "alphabeta(depth=3)"];
const home = mkdtempSync(join(tmpdir(), "gamelore-in-page-"));
const built = join(home, "page");
process.env["GAMELORE_HOME"] = home;
const store = new TableStore(join(home, "tables"));

let browser: Browser;
let context: BrowserContext;
let server: StaticServer;

async function serviceOf(id: string): Promise<GameService> {
  return new GameService(await loadServedGame({ id }), store);
}

async function openPage(url: string = server.url): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.client !== undefined);
  return page;
}

function client<T>(page: Page, operation: string, ...args: unknown[]): Promise<T> {
  return page.evaluate(
    ([operation, args]) =>
      (window.client as unknown as Record<string, (...args: unknown[]) => Promise<T>>)[operation]!(...args),
    [operation, args] as const,
  );
}

type Choose = (state: GameState, player: string) => Promise<string>;

/** Plays a game of the two players. */
async function play(
  choose: Choose,
  ended: (state: GameState) => Promise<boolean>,
  start: readonly string[],
  most: number,
) {
  const moves = [...start];
  for (;;) {
    const state: GameState = { variant: VARIANT, start: null, moves };
    if (moves.length >= most || (await ended(state))) return moves;
    moves.push(await choose(state, PLAYERS[moves.length % 2] as string));
  }
}

async function playInPage(page: Page, start: readonly string[] = [], most = 1000): Promise<string[]> {
  return play(
    async (state, player) =>
      (await client<ChoiceDocument>(page, "choose", GAME, { ...state, player, limits: {}, seed: 5 })).move,
    async (state) =>
      (await client<{ result: unknown }>(page, "position", GAME, { ...state, seat: null })).result !== null,
    start,
    most,
  );
}

describe.runIf(canTestBrowser)("the engine in a page", () => {
  beforeAll(async () => {
    await buildFixture(built);
    [browser, server] = await Promise.all([launchChromium(), serveFolder(built)]);
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  let page: Page;
  let service: GameService;
  let played: readonly string[];

  test("a table solved in the page has the bytes of one solved in Node", async () => {
    service = await serviceOf(GAME);
    const [spec] = await service.tablesOf(VARIANT);
    if (!spec) throw new Error("no table");
    const solved = await spec.solve({ threads: 2 });
    const digest = createHash("sha256").update(solved.bytes).digest("hex");
    await store.write(solved, spec.solver);
    solved.release();

    page = await openPage();
    const { tables } = await client<{ tables: { name: string; from: string }[] }>(page, "prepare", GAME, VARIANT);
    expect(tables).toMatchObject([{ name: spec.identity.name, from: "solved" }]);
    const inPage = await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open("gamelore");
        request.addEventListener("success", () => resolve(request.result));
      });
      const cached = await new Promise<{ bytes: Uint8Array<ArrayBuffer> }>((resolve) => {
        const request = database.transaction("tables").objectStore("tables").get("chinese-checkers/one-side-7x7-6");
        request.addEventListener("success", () => resolve(request.result as never));
      });
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", cached.bytes));
      return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    });
    expect(inPage).toBe(digest);
  });

  test("a whole game of alpha-beta with the table is the game that Node plays", async () => {
    played = await playInPage(page);
    expect(played.length).toBeGreaterThan(20);
    const inNode = await play(
      async (state, player) => (await service.choose({ ...state, player, limits: {}, seed: 5 })).move,
      async (state) => (await service.position({ ...state, seat: null })).result !== null,
      [],
      1000,
    );
    expect(played).toEqual(inNode);
  });

  test("its documents equal the server's", async () => {
    for (const plies of [0, 7, played.length - 2, played.length]) {
      const state: GameState = { variant: VARIANT, start: null, moves: played.slice(0, plies) };
      for (const [operation, request] of [
        ["position", { ...state, seat: null }],
        ["values", { ...state, seat: null }],
        ["graph", state],
      ] as const) {
        const inNode = JSON.parse(JSON.stringify(await service[operation](request as never))) as { pv?: string[] };
        const inPage = await client<{ pv?: string[] }>(page, operation, GAME, request);
        // The pv is cut by a time limit: its length may differ.
        const length = Math.min(inNode.pv?.length ?? 0, inPage.pv?.length ?? 0);
        const cut = (document: { pv?: string[] }): object => ({ ...document, pv: document.pv?.slice(0, length) });
        expect(cut(inPage), `${operation} after ${plies}`).toEqual(cut(inNode));
      }
    }
  });

  test.each([
    "arimaa",
    "chinese-dark-chess",
    "dominoes",
    "skat",
    "thief-and-police",
    "tic-tac-toe",
    "goofspiel",
    "connect-four",
  ])("%s runs in the page as in Node", async (id) => {
    const other = await serviceOf(id);
    expect(await client(page, "game", id, {})).toEqual(JSON.parse(JSON.stringify(await other.game({}))));
    const start = { variant: {}, start: null };
    const moves: string[] = [];
    for (let ply = 0; ply < 12; ply++) {
      const request = { ...start, moves, seat: null };
      const position = await client<{ actors: number[] }>(page, "position", id, request);
      expect(position).toEqual(JSON.parse(JSON.stringify(await other.position(request))));
      if (position.actors.length === 0) break;
      const byChance = position.actors[0] === -1;
      const common = { ...start, moves, seed: 9, ...(byChance ? {} : { player: "random", limits: {} }) };
      const parts: string[] = [];
      for (const actor of position.actors) {
        const operation = byChance ? "chance" : "choose";
        const document = { ...common, ...(byChance ? {} : { actor }) };
        const { move } = await client<{ move: string }>(page, operation, id, document);
        expect(move).toBe((await other[operation](document as never)).move);
        parts.push(move);
      }
      moves.push(parts.join("&"));
    }
    if ((await other.game({})).kind === "general") {
      const state = { ...start, moves: moves.slice(0, 4) };
      const isSmall = id === "tic-tac-toe";
      const request = { ...state, seat: null };
      const inPage = (): Promise<ValuesDocument> => client<ValuesDocument>(page, "values", id, request);
      // A small game is solved in the background if that takes longer than a request waits.
      if (isSmall) {
        const kinds = async (): Promise<string[]> => [
          (await inPage()).source.kind,
          (await other.values(request)).source.kind,
        ];
        await expect.poll(kinds, { timeout: 20_000 }).toEqual(["solved", "solved"]);
      }
      const values = await inPage();
      const inNode = await other.values(request);
      expect(values.source.kind).toBe(isSmall ? "solved" : "search");
      expect(inNode.source).toEqual(values.source);
      // A search in the page continues a tree that earlier requests have grown.
      if (isSmall) expect(values.moves).toEqual(JSON.parse(JSON.stringify(inNode.moves)));
      else expect(values.moves.length).toBeGreaterThan(0);
      const graph = await client<EvaluationGraphDocument>(page, "graph", id, state);
      expect(graph.points).toHaveLength(state.moves.length + 1);
    }
    await other.close();
  });

  test("errors equal the server's", async () => {
    const errorOf = (operation: string, game: string, request: unknown): Promise<{ code: string; message: string }> =>
      page.evaluate(
        async ([operation, game, request]) => {
          try {
            await (window.client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[operation]!(
              game,
              request,
            );
            return { code: "", message: "" };
          } catch (error) {
            const { code, message } = error as { code: string; message: string };
            return { code, message };
          }
        },
        [operation, game, request] as const,
      );
    const state = { variant: VARIANT, start: null, seat: null };
    expect((await errorOf("position", GAME, { ...state, moves: ["a1-z9"] })).code).toBe("bad-move");
    expect((await errorOf("position", GAME, { ...state, variant: { side: 99 }, moves: [] })).code).toBe("bad-variant");
    expect(await errorOf("position", "no-such-game", { ...state, moves: [] })).toEqual({
      code: "unknown-game",
      message: 'the game "no-such-game" is not available in this page',
    });
    const choose = { variant: {}, start: null, moves: [], limits: {}, seed: 1 };
    expect((await errorOf("choose", GAME, { ...choose, player: "alphabeta(eval=table)" })).message).toMatch(
      /^not in this page: the table one-side-9x9-6 with 324,540,216 entries/,
    );
    expect(await client(page, "supports", "choose", GAME, { ...choose, player: "alphabeta(eval=table)" })).toBe(false);
    expect(await client(page, "supports", "choose", GAME, { ...choose, player: "alphabeta(eval=rows)" })).toBe(true);
    // The same player with the largest tables that the page can solve.
    expect(await client(page, "substitute", GAME, { variant: {}, player: "best" })).toBe("best(eval=pdb(4))");
    expect(await client(page, "substitute", "no-such-game", { variant: {}, player: "best" })).toBe(null);
  });

  test("an aborted search stops, and the next call is answered", async () => {
    const waited = await page.evaluate(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 1000);
      const request = {
        variant: { side: 7 },
        start: null,
        moves: [],
        player: "alphabeta(depth=30)",
        limits: {},
        seed: 1,
      };
      const thinking: (number | null)[] = [];
      const name = await window
        .client!.choose("chinese-checkers", request, {
          signal: controller.signal,
          onThinking: ({ info }) => thinking.push(info && info.nodes),
        })
        .then(
          () => "answered",
          (error: Error) => error.name,
        );
      await window.client!.choose("chinese-checkers", { ...request, player: "alphabeta(depth=2)" });
      return { name, thinking };
    });
    expect(waited.name).toBe("AbortError");
    expect(waited.thinking.at(-1)).toBeGreaterThan(0);
  });

  test("it works offline, also after a reload", async () => {
    expect(await page.evaluate(() => window.registered)).toBe(true);
    await playInPage(page, [], 3);
    await server.stop();
    expect(await playInPage(page, played.slice(0, 3))).toEqual(played);
    await page.close();
    page = await openPage();
    expect(await page.evaluate(() => window.why)).toBe(null);
    const { tables } = await client<{ tables: { from: string }[] }>(page, "prepare", GAME, VARIANT);
    expect(tables).toMatchObject([{ from: "browser" }]);
    expect(await playInPage(page, played.slice(0, 10))).toEqual(played);
    // A game that was never opened online.
    expect(await client<{ title: string }>(page, "game", "quarto", {})).toMatchObject({ title: "Quarto" });
  });

  test("a cached table is used while the solver is the same", async () => {
    const small = { side: 5 };
    const from = async (): Promise<string | undefined> => {
      const apart = await openPage();
      const { tables } = await client<{ tables: { from: string }[] }>(apart, "prepare", GAME, small);
      await apart.close();
      return tables[0]?.from;
    };
    expect([await from(), await from()]).toEqual(["solved", "browser"]);
    await page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open("gamelore");
        request.addEventListener("success", () => resolve(request.result));
      });
      const store = database.transaction("tables", "readwrite").objectStore("tables");
      const request = store.get("chinese-checkers/one-side-5x5-6");
      await new Promise((resolve) => request.addEventListener("success", resolve));
      const put = store.put({ ...(request.result as object), solver: "older" }, "chinese-checkers/one-side-5x5-6");
      await new Promise((resolve) => put.addEventListener("success", resolve));
      database.close();
    });
    expect([await from(), await from()]).toEqual(["solved", "browser"]);
  });

  test("a new build replaces the old one, whose open pages keep their files", async () => {
    /** The page caches, once no build is being installed. */
    const caches = (): Promise<string[] | null> =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const busy = registration?.installing || registration?.waiting || registration?.active?.state !== "activated";
        return busy ? null : (await globalThis.caches.keys()).filter((name) => name.startsWith("gamelore-page-"));
      });
    const file = join(built, "index.html");
    const worker = join(built, "service-worker.js");
    const [html, script] = [readFileSync(file, "utf8"), readFileSync(worker, "utf8")];
    const [first] = (await caches()) ?? [];
    for (const name of ["second", "third"]) {
      writeFileSync(file, html.replace("<title>", `<title>The ${name}: `));
      writeFileSync(worker, script.replace(/GAMELORE_BUILD="\w+"/, `GAMELORE_BUILD="${name}"`));
      server = await serveFolder(built, { port: Number(new URL(server.url).port) });
      // Network first.
      await page.reload();
      expect(await page.title()).toMatch(`The ${name}`);
      const known =
        name === "second" ? [first, "gamelore-page-second"] : ["gamelore-page-second", "gamelore-page-third"];
      await expect.poll(caches, { timeout: 20_000 }).toEqual(known);
      await server.stop();
      await page.reload();
      expect(await page.title()).toMatch(`The ${name}`);
    }
  });

  test("a page without cross-origin isolation reports it", async () => {
    const open = await serveFolder(built, { isolated: false });
    const apart = await browser.newContext();
    const other = await apart.newPage();
    await other.goto(open.url);
    await other.waitForFunction(() => window.client !== undefined);
    expect(await other.evaluate(() => [window.why, window.client])).toEqual([
      "not available: it needs cross-origin isolation",
      null,
    ]);
    await apart.close();
    await open.stop();
  });
});
