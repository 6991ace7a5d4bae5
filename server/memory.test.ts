/** The memory and threads that clients can make the server use. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MemoryBudget, THREAD_BYTES } from "../engine/kernel/memory-budget.ts";
import { threadCount } from "../engine/kernel/threads.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import { findGame, loadGames } from "../games/games.ts";
import type { ErrorDocument } from "../service/api.ts";
import { LIMITS, playerLimits } from "./http/limits.ts";
import { openTestBench, until, type TestBench } from "./workbench.fixture.ts";

const MEGABYTE = 1024 * 1024;
const BUDGET_MEGABYTES = 1500;

let bench: TestBench;
const budget: MemoryBudget = MemoryBudget.of(BUDGET_MEGABYTES * MEGABYTE);
beforeAll(async () => {
  bench = await openTestBench({ budget });
});
afterAll(() => bench.remove());

function choose(game: string, player: string, variant: Record<string, string | number> = {}): Promise<Response> {
  const state = { variant, start: null, moves: [] };
  return bench.post(`/api/games/${game}/choose`, { ...state, player, limits: { nodes: 50, playouts: 50 }, seed: 1 });
}

async function errorOf(answer: Promise<Response>): Promise<{ status: number; code: string; message: string }> {
  const response = await answer;
  const { error } = (await response.json()) as ErrorDocument;
  return { status: response.status, ...error };
}

test.each([
  ["chinese-checkers", "alphabeta(tt=2048)", /2048 MB of memory.*at most 256 MB/],
  ["chinese-checkers", "uct(tree=200, trees=2)", /400 MB of memory.*at most 256 MB/],
  ["tic-tac-toe", "uct(tree=1024)", /1024 MB of memory.*at most 256 MB/],
  ["arimaa", "best(hash=1024)", /1024 MB of memory.*at most 256 MB/],
  ["arimaa", "best(threads=64)", /64 threads.*at most \d+ threads/],
])("of %s, %s is refused with the limit", async (game, player, message) => {
  expect(await errorOf(choose(game, player))).toEqual({
    status: 400,
    code: "bad-player",
    message: expect.stringMatching(message),
  });
  const job = { kind: "match", game, variant: {}, players: [player, "random"], pairs: 1, limits: {}, seed: 1 };
  expect((await bench.post("/api/jobs", job)).status).toBe(400);
});

test("every parameter in megabytes or threads is declared as such, and the default players are within the limits", async () => {
  for (const { id } of [...(await loadGames()), { id: "tic-tac-toe" }]) {
    const game = unwrap(await findGame(id));
    const rules = unwrap(await game.open(defaultsOf(game.options)));
    const limits = playerLimits();
    for (const { name, parameters } of rules.playerKinds)
      for (const spec of parameters) {
        const names = /megabytes/.test(spec.summary) || ["threads", "trees"].includes(spec.name);
        expect([id, name, spec.name, "resource" in spec]).toEqual([id, name, spec.name, names]);
        if (spec.kind === "integer" && spec.resource === "threads")
          expect(spec.default ?? 1).toBeLessThanOrEqual(limits.threads);
        else if (spec.kind === "integer" && spec.resource)
          expect(spec.default ?? 0).toBeLessThanOrEqual(limits.megabytes);
      }
    await rules.close();
  }
});

test("a new variant with each request: evicted variants are freed", async () => {
  for (const side of [4, 5, 6, 7, 8, 9])
    expect((await choose("chinese-checkers", "alphabeta(eval=rows, tt=128)", { side })).status).toBe(200);
  // Three variants are kept, with a thread for each core.
  await until(async () => budget.usedBytes < 4 * 128 * MEGABYTE + 3 * threadCount() * THREAD_BYTES);
});

test("games that are not in use give their memory to the next one", async () => {
  for (const game of ["chinese-checkers", "chess", "thief-and-police", "chinese-dark-chess"]) {
    const player = game === "chinese-dark-chess" ? "uct(tree=250, tables=0)" : "uct(tree=250)";
    const { status } = await choose(game, player);
    expect([game, status]).toEqual([game, 200]);
    expect(budget.usedBytes).toBeLessThanOrEqual(BUDGET_MEGABYTES * MEGABYTE);
  }
});

test("a table that needs more than the budget is refused with the limit", async () => {
  const job = { kind: "solve", game: "chinese-checkers", options: { side: 9, pieces: 7 } };
  expect(await errorOf(bench.post("/api/jobs", job))).toMatchObject({
    code: "too-large",
    message: expect.stringContaining(`${BUDGET_MEGABYTES} MB`),
  });
  expect(LIMITS.playerMegabytes).toBe(256);
});
