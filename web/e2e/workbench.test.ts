/** The workbench in a real browser, from end to end: one server, one browser. */
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import {
  begin,
  hasEnded,
  moveSomehow,
  playOut,
  plies,
  position,
  pressAtCursor,
  status,
  underCursor,
  untilOwnTurn,
} from "./playing.fixture.ts";
import { playArimaa } from "./arimaa-game.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const TIC_TAC_TOE = new URL("../../gdl/rulesheets/tic-tac-toe.kif", import.meta.url);
const WAIT = { timeout: 60_000 };

describe.runIf(canTestBrowser)("the workbench in a browser", () => {
  const bench = new Workbench({ values: false });

  beforeAll(async () => {
    await bench.command("cli/gamelore.js", "solve", "chinese-checkers", "--side", "4", "--pieces", "1", "--sides", "2");
    await bench.open();
  });
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  test("the first page lists every game with a picture and a link", async () => {
    const page = await bench.page("");
    await page.getByRole("link", { name: "Play Arimaa" }).waitFor();
    expect(await page.locator(".game-card").count()).toBeGreaterThan(20);
    await page.locator(".game-card svg").nth(20).waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Play Chinese Dark Chess" }).click();
    await page.getByRole("heading", { name: "Chinese Dark Chess" }).waitFor();
    await page.getByRole("button", { name: "Rules" }).click();
    await page.getByRole("dialog").getByText("flip", { exact: false }).first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("a board game to its end by table values, with heat map, evaluation graph, undo and redo", async () => {
    const page = await bench.page("#/play/chinese-checkers?o.side=4&o.pieces=1");
    await begin(page, "random");
    await page.getByRole("checkbox", { name: "Values" }).check();
    await page.locator(".source", { hasText: "exact, from the table two-side-4x4-1v1" }).waitFor();
    expect(await page.locator(".source").textContent()).toContain("computed by the server");
    await page.getByLabel("Heat map").check();
    for (let move = 0; !(await hasEnded(page)); move++) {
      expect(move).toBeLessThan(30);
      await untilOwnTurn(page);
      const best = page.locator(".values li.best .move").first();
      await best.waitFor();
      const [from = "", to = ""] = ((await best.textContent()) ?? "").split("-");
      const before = await position(page);
      await page.locator(`[data-cell="${from}"].live`).click();
      expect(await page.locator(".heat").count()).toBeGreaterThan(0);
      expect(await page.locator(".badge").first().textContent()).toMatch(/^[WDL]/);
      await page.locator(`[data-cell="${to}"].live`).click();
      await expect.poll(() => position(page), WAIT).not.toBe(before);
      await page.locator(".hit.live, .status.ended").first().waitFor({ state: "attached" });
    }
    expect(await status(page).textContent()).toContain("x");
    await page.locator(".evaluation-graph svg").waitFor();
    const count = await plies(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await untilOwnTurn(page);
    expect(await page.locator(".move-list .ply").count()).toBe(count);
    await page.getByRole("button", { name: "Redo" }).click();
    await page.locator(".status.ended").waitFor();
    const before = await position(page);
    await page.reload();
    await page.locator(".status.ended").waitFor();
    expect(await position(page)).toBe(before);
  });

  test("Arimaa between two persons, from setup with the mouse to a goal", async () => {
    const page = await bench.page("#/play/arimaa");
    await begin(page, "person");
    await playArimaa(page);
    await status(page).filter({ hasText: "gold wins" }).waitFor();
  });

  test("a game with simultaneous moves, to the end", async () => {
    const page = await bench.page("#/play/goofspiel");
    await begin(page, "random");
    await page.getByRole("checkbox", { name: "Values" }).check();
    // The number of a piece is above its value.
    await page.locator(".item > .tag").first().waitFor();
    const gap = await page.evaluate(() => {
      const boxOf = (part: string) => document.querySelector(`.item:has(> .tag) > ${part}`)?.getBoundingClientRect();
      return (boxOf(".tag")?.top ?? 0) - (boxOf("svg.small-piece")?.bottom ?? 0);
    });
    expect(gap).toBeGreaterThanOrEqual(-2);
    await page.getByRole("checkbox", { name: "Values" }).uncheck();
    await playOut(page, 10);
    expect(await page.locator(".move-list .ply").count()).toBe(9);
    await page.getByRole("checkbox", { name: "Values" }).check();
    // The label is within the bar, which lies above the rows.
    const label = await page.locator(".evaluation-bar .label").boundingBox();
    const bar = await page.locator(".evaluation-bar").boundingBox();
    if (!label || !bar) throw new Error("no evaluation");
    expect(label.height).toBeLessThanOrEqual(bar.height);
    expect(label.y).toBeGreaterThanOrEqual(bar.y - 1);
    expect(label.y + label.height).toBeLessThanOrEqual(bar.y + bar.height + 1);
  });

  test("dominoes with hidden hands", async () => {
    const page = await bench.page("#/play/dominoes?o.hand=4");
    await begin(page, "greedy");
    await untilOwnTurn(page);
    const other = page.getByRole("group", { name: /^hand of B/ });
    expect(await other.locator(".item").count()).toBeGreaterThan(0);
    expect(await other.locator(".item:not([aria-label='face down'])").count()).toBe(0);
    expect(await page.locator(".move-list").textContent()).not.toContain("+");
    await playOut(page, 60);
  });

  test("skat: bids, the skat, and ten tricks with the mouse", async () => {
    const page = await bench.page("#/play/skat");
    await begin(page, "random");
    // Bids more than any other, takes up the skat and puts two cards down.
    await playOut(page, 80, /^(264|skat|yes|grand)$/);
    expect(await position(page)).toMatch(/ skat \S+\+\S+ grand /);
  });

  test("Chinese Dark Chess: pieces are revealed by chance, and captured", async () => {
    const page = await bench.page("#/play/chinese-dark-chess?o.limit=8");
    await begin(page, "random");
    await untilOwnTurn(page);
    await page.locator("[data-cell=a1].live").click();
    await page.locator(".move-list .chance").first().waitFor();
    // The players have no colours of their own, but the parts of the bar differ.
    await page.getByRole("checkbox", { name: "Values" }).check();
    const parts = page.locator(".evaluation-bar .part");
    await parts.first().waitFor();
    const looks = await parts.evaluateAll((all) =>
      all.map((part) => [getComputedStyle(part).backgroundColor, getComputedStyle(part).filter].join()),
    );
    expect(new Set(looks).size).toBe(2);
    await page.getByRole("checkbox", { name: "Values" }).uncheck();
    await playOut(page, 120);
  });

  test("a general game, with a hint, a resignation undone, played to its end", async () => {
    const page = await bench.page("#/play/tic-tac-toe");
    await begin(page, "random");
    await untilOwnTurn(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("div.hint").waitFor();
    await moveSomehow(page);
    await untilOwnTurn(page);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".status", { hasText: "resigned" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await playOut(page, 9);
  });

  test("with the keyboard alone", async () => {
    const page = await bench.page("#/play/tic-tac-toe");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.locator(".seat-form > select").last().selectOption("random");
    await page.getByRole("button", { name: "Play", exact: true }).focus();
    await page.keyboard.press("Enter");
    await untilOwnTurn(page);
    const board = page.locator("svg.board");
    for (let tab = 0; !(await board.evaluate((element) => element === document.activeElement)); tab++) {
      expect(tab).toBeLessThan(40);
      await page.keyboard.press("Tab");
    }
    const before = await position(page);
    await expect.poll(() => page.locator(".cursor").count(), WAIT).toBe(1);
    await pressAtCursor(page, "ArrowRight");
    // Nothing changes in the lowest row.
    await page.keyboard.press("ArrowDown");
    expect(await underCursor(page)).toMatch(/empty, can be reached/);
    await page.keyboard.press("Enter");
    await expect.poll(() => position(page), WAIT).not.toBe(before);
  });

  test("with the keyboard alone: marbles, cards, and a position set up", async () => {
    const page = await bench.page("#/play/chinese-checkers?o.side=4&o.pieces=1");
    await begin(page, "random");
    await untilOwnTurn(page);
    // The board shows its cursor when it is reached with the keyboard, not after a click.
    await page.keyboard.press("Tab");
    await page.locator("svg.board").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => underCursor(page), WAIT).toContain("can be moved");
    await page.keyboard.press("Enter");
    await expect.poll(() => underCursor(page), WAIT).toContain("selected");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => underCursor(page), WAIT).toContain("can be reached");
    await page.keyboard.press("Enter");
    // The other player's move is announced.
    await status(page).filter({ hasText: "x to move: your turn. Last move: " }).waitFor();
    await page.goto(`${bench.address}#/play/dominoes?o.hand=4`);
    await begin(page, "greedy");
    await untilOwnTurn(page);
    const before = await position(page);
    const tile = page.locator(".item.live, .move-button-list button").first();
    await tile.focus();
    await page.keyboard.press("Enter");
    if ((await page.locator(".choices").count()) > 0) await page.keyboard.press("Enter");
    await expect.poll(() => position(page), WAIT).not.toBe(before);
    await page.goto(`${bench.address}#/explore/chinese-checkers?o.side=4&o.pieces=1`);
    await page.getByRole("button", { name: "Set up" }).press("Enter");
    await page.getByRole("button", { name: "Remove" }).press("Enter");
    await page.locator(".editor .hit[tabindex='0']").focus();
    await page.keyboard.press("Enter");
    expect(await page.locator(":focus").getAttribute("aria-label")).toContain("empty");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator(":focus").getAttribute("data-cell")).not.toBe("a1");
  });

  test("a position is set up with the mouse, probed, and its link opens it again", async () => {
    const page = await bench.page("#/explore/chinese-checkers?o.side=4&o.pieces=1");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("button", { name: "Clear board" }).click();
    const tray = page.locator(".tray-piece");
    await tray.nth(0).click();
    await page.locator("[data-cell=b2]").click();
    await tray.nth(1).dragTo(page.locator("[data-cell=c3]"));
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".values .verdict strong").waitFor();
    expect(await page.locator("[data-cell=b2]").getAttribute("aria-label")).toContain("marble");
    expect(await page.locator("[data-cell=c3]").getAttribute("aria-label")).toContain("marble");
    const verdict = await page.locator(".verdict").textContent();
    const again = await bench.page(new URL(page.url()).hash);
    await again.locator(".values .verdict strong").waitFor();
    expect(await again.locator(".verdict").textContent()).toBe(verdict);
    await again.getByRole("button", { name: "Step through" }).click();
    await again.getByRole("button", { name: "Last" }).click();
    await again.locator(".status.ended").waitFor();
    await again.locator("#position-text").fill("nonsense");
    await again.getByRole("button", { name: "Show" }).click();
    await again.locator(".error-message").waitFor();
  });

  test("a table is built with a live histogram; another is cancelled and can be resumed", async () => {
    const page = await bench.page("#/solve/chinese-checkers");
    await page.getByRole("button", { name: "Build" }).click();
    await page.locator(".job", { hasText: "done" }).getByRole("link").click();
    await page.locator(".histogram svg.plot").waitFor();
    await page.goto(`${bench.address}#/solve/chinese-checkers`);
    await page.getByLabel("side", { exact: true }).fill("7");
    await page.getByLabel("pieces", { exact: true }).fill("7");
    await page.keyboard.press("Tab");
    await page.locator(".table-spec", { hasText: "one-side-7x7-7" }).waitFor();
    await page.getByRole("button", { name: "Build" }).click();
    const job = page.locator(".job", { hasText: "one-side-7x7-7" });
    await job.getByRole("button", { name: "Cancel" }).click();
    await job.getByText("cancelled").waitFor();
    await job.getByRole("button", { name: "Resume" }).waitFor();
  });

  test("a lab report: published values, a plot, claims", async () => {
    const page = await bench.page("#/lab");
    await page.locator('.experiments a[href*="000-table-1"]').first().click();
    await page.locator(".report .paper").first().waitFor();
    await page.locator(".plot-place svg").first().waitFor();
    expect(await page.locator(".claims li").count()).toBeGreaterThan(0);
  });

  test("a match is played, and one of its games replayed", async () => {
    const page = await bench.page("#/matches");
    await page.getByText("New match or tournament").click();
    await page.getByLabel(/^Game/).selectOption("tic-tac-toe");
    await page.getByLabel("Pairs of games").fill("1");
    await page.getByRole("button", { name: "Start match" }).click();
    await page.locator(".job", { hasText: "done" }).getByRole("link").click();
    await page.getByRole("link", { name: "replay" }).first().click();
    await page.locator(".status.ended").waitFor();
    await page.getByRole("button", { name: "start" }).click();
    await page.getByRole("button", { name: "Forward" }).click();
    await expect.poll(() => page.locator(".move-list [aria-current]").textContent(), WAIT).not.toBe("start");
  });

  test("two players are watched, with search info", async () => {
    const page = await bench.page("#/watch/tic-tac-toe");
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".status.ended").waitFor();
    expect(await page.locator(".search-info dl").count()).toBe(2);
    await page.getByRole("checkbox", { name: "Values" }).uncheck();
    await page.locator(".player-evaluations svg.plot").waitFor();
  });

  test("search info is shown during the search, and changes", async () => {
    const page = await bench.page("#/watch/connect-four");
    await page.getByRole("button", { name: "Start" }).click();
    const figures = page.locator(".search-info:has(.thinking) dl");
    const first = await figures.textContent();
    expect(first).toMatch(/nodes.*playouts/);
    await expect.poll(async () => ((await figures.count()) > 0 ? figures.textContent() : first), WAIT).not.toBe(first);
  });

  test("a rulesheet is dropped and played; errors of a broken one have line and column", async () => {
    const page = await bench.page("#/upload");
    await page.locator(".drop").waitFor();
    const transfer = await page.evaluateHandle(
      (rules) => {
        const data = new DataTransfer();
        data.items.add(new File([rules], "mine.kif", { type: "text/plain" }));
        return data;
      },
      readFileSync(TIC_TAC_TOE, "utf8"),
    );
    await page.dispatchEvent(".drop", "drop", { dataTransfer: transfer });
    await page.getByRole("link", { name: "Play" }).click();
    await begin(page, "random");
    await untilOwnTurn(page);
    await moveSomehow(page);
    await page.goto(`${bench.address}#/bring`);
    await page.getByLabel("Rules", { exact: true }).fill("(role x)\n(init (");
    await page.getByRole("button", { name: "Check and upload" }).click();
    await page.locator(".findings .error", { hasText: "line 2" }).waitFor();
  });

  test("on a phone every page fits the width, and a move is made by touch", async () => {
    const page = await bench.page("#/play/chinese-checkers?o.side=4&o.pieces=1", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      colorScheme: "dark",
    });
    await begin(page, "random");
    await untilOwnTurn(page);
    const before = await position(page);
    await page.locator(".hit.live").first().tap();
    await page.locator(".hit[aria-label*='can be reached']").first().tap();
    await expect.poll(() => position(page), WAIT).not.toBe(before);
    for (const hash of ["", "play/skat", "watch", "explore/arimaa", "tables", "solve", "matches", "lab", "bring"]) {
      await page.goto(`${bench.address}#/${hash}`);
      await page.locator("h1, .explore-bar").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), hash).toBeLessThanOrEqual(0);
    }
  });

  test("the server is killed during a game: the page reports it, and continues when it is back", async () => {
    const page = await bench.page("#/play/skat");
    await begin(page, "random");
    await untilOwnTurn(page);
    await moveSomehow(page);
    await untilOwnTurn(page);
    await bench.kill();
    const before = await position(page);
    await page.locator(".move-button-list button, .item.live, .hit.live").first().click();
    await page.locator(".server-bar").waitFor();
    await bench.start();
    await page.locator(".server-bar").waitFor({ state: "detached" });
    await untilOwnTurn(page);
    expect(await position(page)).not.toBe(before);
    expect((await position(page)).replace(/^\d+: /, "")).toContain(before.replace(/^\d+: /, ""));
    await moveSomehow(page);
  });

  test("no script errors, no content policy violations", () => {
    expect(bench.complaints).toEqual([]);
  });
});
