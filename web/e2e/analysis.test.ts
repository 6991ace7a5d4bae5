/** The analysis of the position on the board, in a real browser. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { begin, position, untilOwnTurn } from "./playing.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };
const SIZES = [
  [1280, 720],
  [1440, 900],
  [390, 844],
] as const;
/** Jobs have low priority: on a busy machine they take long. */
const SEVERAL_BUILDS = { timeout: 60_000 };

/** What the page shows of the position's value, read at one moment. */
function shownValues(page: Page): Promise<{ bar: string; verdict: string; label: string; graph: string }> {
  return page.evaluate(() => {
    const text = (selector: string): string => document.querySelector(selector)?.textContent?.trim() ?? "";
    const now = document.querySelector(".move-list [aria-current]");
    const ply = now?.classList.contains("start")
      ? "start"
      : `after ply ${[...document.querySelectorAll(".move-list .ply")].indexOf(now as Element) + 1}`;
    const titles = [...document.querySelectorAll(".evaluation-graph title")].map((title) => title.textContent ?? "");
    return {
      bar: document.querySelector(".evaluation-bar")?.getAttribute("aria-label") ?? "",
      verdict: text(".values .verdict strong"),
      label: document.querySelector(".evaluation-bar .label")?.firstChild?.textContent ?? "",
      graph: titles.find((title) => title.startsWith(`${ply}: `)) ?? "",
    };
  });
}

/** The moves marked as best: star on the board, first line, hint. */
function shownBest(page: Page): Promise<{ line: string; hint: string; stars: number; panelStars: number }> {
  return page.evaluate(() => ({
    line: document.querySelector(".analysis-lines .line .move")?.textContent ?? "",
    hint: document.querySelector("div.hint strong")?.textContent?.replace("Hint: ", "") ?? "",
    stars: document.querySelectorAll(".badge.best").length,
    panelStars: document.querySelectorAll(".analysis-lines .line.best").length,
  }));
}

/** The search ends with what it has found. */
async function stopSearch(page: Page): Promise<void> {
  const stop = page.getByRole("button", { name: "Stop" });
  if (await stop.isVisible()) await stop.click();
  await stop.waitFor({ state: "detached" });
}

describe.runIf(canTestBrowser)("the analysis in a browser", () => {
  const bench = new Workbench();
  beforeAll(() => bench.open());
  // A page that stays open goes on searching.
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  test("values are on from the start: the bar shows the evaluation, and follows the game", async () => {
    const page = await bench.page("#/play/connect-four");
    await begin(page, "random");
    await untilOwnTurn(page);
    const bar = page.getByRole("img", { name: /^Evaluation: red scores \d+ %, estimated$/ });
    await bar.waitFor();
    expect(await page.locator(".evaluation-bar.estimate").count()).toBe(1);
    await page.locator(".analysis-lines .line").nth(2).waitFor();
    const playouts = async (): Promise<number> =>
      Number(
        /by ([\d,]+) playouts/.exec((await page.locator(".source").textContent()) ?? "")?.[1]?.replaceAll(",", ""),
      );
    const before = await playouts();
    await expect.poll(playouts, WAIT).toBeGreaterThan(before);
    await page.getByRole("checkbox", { name: "Values" }).uncheck();
    expect(await page.locator(".evaluation-bar, .values, .arrow.best").count()).toBe(0);
    // The choice is stored.
    await page.reload();
    await untilOwnTurn(page);
    expect(await page.getByRole("checkbox", { name: "Values" }).isChecked()).toBe(false);
  });

  test("values are off in a game with hidden information", async () => {
    const page = await bench.page("#/play/dominoes?o.hand=4");
    await begin(page, "random");
    await untilOwnTurn(page);
    expect(await page.getByRole("checkbox", { name: "Values" }).isChecked()).toBe(false);
  });

  test.each(["chess", "connect-four", "chinese-checkers?o.side=5&o.pieces=3"])(
    "%s: star, hint and first line are one move; bar, panel and graph show one value",
    async (game) => {
      const page = await bench.page(`#/play/${game}`);
      await begin(page, "random");
      for (let move = 0; move < 2; move++) {
        await untilOwnTurn(page);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator("div.hint").waitFor();
        const best = await shownBest(page);
        expect(best.hint).toBe(best.line);
        expect([best.stars, best.panelStars]).toEqual([1, 1]);
        const before = await position(page);
        await page.locator("div.hint button").click();
        await expect.poll(() => position(page), WAIT).not.toBe(before);
        await expect.poll(() => page.locator(".move-list .ply").count(), WAIT).toBe(2 * (move + 1));
      }
      await page.locator(".evaluation-graph svg").waitFor();
      await page.locator(".values .verdict strong").waitFor();
      await stopSearch(page);
      await expect.poll(async () => (await shownValues(page)).graph, WAIT).toMatch(/: ./);
      const { bar, verdict, label, graph } = await shownValues(page);
      expect(bar).toMatch(/^Evaluation: .+, (exact|estimated)$/);
      expect(bar.slice("Evaluation: ".length).replace(/, (exact|estimated)$/, "")).toBe(verdict);
      expect(graph.replace(/^[^:]+: /, "").replace(" – blunder", "")).toBe(verdict);
      expect(verdict).toContain(label);
    },
  );

  test("as many arrows as lines, from one to five, and the number is stored", async () => {
    const page = await bench.page("#/play/connect-four");
    await begin(page, "person");
    const lines = page.locator(".analysis-lines .line");
    const arrows = page.locator("svg.board .arrow.best");
    await expect.poll(() => lines.count(), WAIT).toBe(3);
    expect(await arrows.count()).toBe(3);
    for (let more = 4; more <= 5; more++) {
      await page.getByRole("button", { name: "More lines" }).click();
      await expect.poll(() => lines.count(), WAIT).toBe(more);
      expect(await arrows.count()).toBe(more);
    }
    expect(await page.getByRole("button", { name: "More lines" }).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => lines.count(), WAIT).toBe(5);
  });

  test("a line is followed in an explored position", async () => {
    const page = await bench.page("#/explore/chess");
    await expect.poll(() => page.locator(".analysis-lines .line .move").count(), WAIT).toBeGreaterThan(3);
    await stopSearch(page);
    const third = page.locator(".analysis-lines .line").first().locator("button.move").nth(2);
    const text = await third.textContent();
    await third.click();
    await expect.poll(() => page.locator(".move-list [aria-current]").textContent(), WAIT).toBe(text);
  });

  test("exact values: the table is built beside the board, and the values change in place", async () => {
    const page = await bench.page("#/play/chinese-checkers?o.side=4&o.pieces=1");
    await begin(page, "person");
    await page.locator(".evaluation-bar:not(.pending)").waitFor();
    const panel = page.getByRole("region", { name: "Exact values" });
    const fromTable = page.locator(".source", { hasText: "exact, from the table" });
    // A second try finds the tables of the first.
    if ((await fromTable.count()) === 0)
      expect(await panel.textContent()).toMatch(/Build \S+: [\d.]+ (bytes|kB|MB), about \d+ s/);
    // Each table that is missing is offered in turn, until one gives exact values.
    await expect
      .poll(async () => {
        const button = page.getByRole("button", { name: "Get exact values" });
        if (await button.isVisible()) await button.click();
        // A search may prove the outcome before.
        return fromTable.count();
      }, SEVERAL_BUILDS)
      .toBe(1);
    expect(await page.locator(".evaluation-bar.exact").count()).toBe(1);
    expect(await page.locator(".exact-mark").count()).toBe(1);
    expect(await panel.count()).toBe(0);
    expect(await page.locator(".values h3").first().textContent()).toMatch(/wins|Draw|loses/);
    const { bar, verdict } = await shownValues(page);
    expect(bar).toBe(`Evaluation: ${verdict}, exact`);
  });

  test("a running analysis becomes exact when a table is built elsewhere", async () => {
    const page = await bench.page("#/explore/chinese-checkers?o.side=5&o.pieces=3");
    await page.locator(".evaluation-bar.estimate").waitFor();
    await bench.command("cli/gamelore.js", "solve", "chinese-checkers", "--side=5", "--pieces=3", "--sides=2");
    await page.locator(".source", { hasText: "exact, from the table two-side-5x5-3v3" }).waitFor();
    expect(await page.locator(".evaluation-bar.exact").count()).toBe(1);
    expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  });

  test("a stopped search becomes exact when a table is built elsewhere", async () => {
    // A variant whose table no other test builds.
    const page = await bench.page("#/explore/chinese-checkers?o.side=4&o.pieces=3");
    await page.locator(".evaluation-bar.estimate").waitFor();
    await stopSearch(page);
    await bench.command("cli/gamelore.js", "solve", "chinese-checkers", "--side=4", "--pieces=3", "--sides=2");
    await page.locator(".source", { hasText: "exact, from the table two-side-4x4-3v3" }).waitFor();
    expect(await page.locator(".evaluation-bar.exact").count()).toBe(1);
    expect(await page.getByRole("button", { name: "Resume" }).count()).toBe(0);
  });

  test.each(["play", "watch"])("%s: a player's own estimate is shown only while values are off", async (mode) => {
    const page = await bench.page(`#/${mode}/connect-four`);
    if (mode === "play") {
      await begin(page, "level easy");
      await untilOwnTurn(page);
      await page.getByRole("button", { name: "Hint" }).click();
      await page.locator("div.hint button").click();
    } else {
      for (const seat of [0, 1]) await page.getByLabel("Player", { exact: true }).nth(seat).selectOption("level easy");
      await page.getByRole("button", { name: "Start" }).click();
    }
    const card = page.locator(".search-info", { hasText: "playouts" }).first();
    await card.locator("dl").waitFor();
    await page.locator(".evaluation-bar:not(.pending)").waitFor();
    // Nodes, playouts and time, and moves with their playouts, but no value beside that of the analysis.
    expect(await card.textContent()).not.toMatch(/own estimate|%|points|proven|0\.\d/);
    expect(await page.locator(".player-evaluations").count()).toBe(0);
    await page.getByRole("checkbox", { name: "Values" }).uncheck();
    await expect.poll(() => card.textContent(), WAIT).toContain("own estimate");
    expect(await page.locator(".values, .evaluation-bar, .evaluation-graph").count()).toBe(0);
  });

  test.each([
    ["goofspiel", "left", "right"],
    ["thief-and-police?o.turns=simultaneous", "police", "thief"],
  ])("%s: the strategies of both players are shown", async (game, first, second) => {
    const page = await bench.page(`#/explore/${game}`);
    for (const name of [first, second]) {
      const strategy = page.getByRole("region", { name: `Strategy of ${name}` });
      await strategy.waitFor();
      const shares = await strategy.locator("li strong").allTextContents();
      expect(shares.length).toBeGreaterThan(0);
      for (const share of shares) expect(share).toMatch(/^\d+ %$/);
    }
    expect(await page.locator(".analysis-lines").count()).toBe(0);
  });

  test.each(["arimaa", "goofspiel", "skat", "dominoes?o.hand=4", "chinese-dark-chess", "tic-tac-toe"])(
    "%s: hint after hint is played",
    async (game) => {
      const page = await bench.page(`#/play/${game}`);
      await begin(page, "random");
      for (let move = 0; move < 2; move++) {
        await untilOwnTurn(page);
        const before = await position(page);
        await page.getByRole("button", { name: "Hint" }).click();
        await page.locator("div.hint button").click();
        await expect.poll(() => position(page), WAIT).not.toBe(before);
      }
    },
  );

  test.each(["explore/chess", "explore/arimaa?o.setup=99of9", "play/chess"])(
    "%s: the board is not cut off on a small screen, a large one and a phone",
    async (hash) => {
      const page = await bench.page(`#/${hash}`);
      if (hash.startsWith("play")) await begin(page, "person");
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.locator(".evaluation-bar.estimate").waitFor();
        const board = await page.locator("svg.board").boundingBox();
        const bar = await page.locator(".evaluation-bar").boundingBox();
        if (!board || !bar) throw new Error("no board");
        const at = `${width} × ${height}`;
        expect(board.x + board.width, at).toBeLessThanOrEqual(width);
        if (width > 700) {
          expect(board.y + board.height, at).toBeLessThanOrEqual(height);
          expect(Math.abs(bar.height - board.height), at).toBeLessThan(2);
          expect(bar.x + bar.width, at).toBeLessThan(board.x);
        } else expect(bar.y + bar.height, at).toBeLessThan(board.y);
      }
    },
  );

  test.each(["play/chess", "explore/chinese-checkers", "play/connect-four", "play/skat", "explore/thief-and-police"])(
    "%s: the moves are beside the board on a small screen",
    async (hash) => {
      const page = await bench.page(`#/${hash}`, { viewport: { width: 1280, height: 720 } });
      if (hash.startsWith("play")) await begin(page, "person");
      const list = await page.locator(".move-list").boundingBox();
      const board = await page.locator(".table-board").boundingBox();
      if (!list || !board) throw new Error("no board");
      expect(list.x).toBeGreaterThan(board.x + board.width);
      // With space for several moves.
      expect(list.y + 100).toBeLessThan(720);
    },
  );

  test.each(["chess", "arimaa", "chinese-checkers", "chinese-dark-chess"])(
    "%s: the board of the editor is not cut off, and choosing a variant does not move it",
    async (game) => {
      const page = await bench.page(`#/explore/${game}`, { viewport: { width: 1280, height: 720 } });
      const board = page.locator("svg.board");
      const variant = page.getByRole("button", { name: "Variant …" });
      await board.waitFor();
      const before = await board.boundingBox();
      await variant.click();
      await page.getByRole("dialog", { name: "Variant" }).waitFor();
      expect(await board.boundingBox()).toEqual(before);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Set up", exact: true }).click();
      for (const [width, height] of SIZES.slice(0, 2)) {
        await page.setViewportSize({ width, height });
        const box = await page.locator(".editor svg.board").boundingBox();
        expect((box?.y ?? height) + (box?.height ?? height), `${width} × ${height}`).toBeLessThanOrEqual(height);
      }
    },
  );

  test("no script errors, no content policy violations", () => {
    expect(bench.complaints).toEqual([]);
  });
});
