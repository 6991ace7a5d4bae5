/** Chess in a real browser: a game by mouse, promotions, check, FEN and PGN, and the renamed rulesheet. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import {
  begin,
  hasEnded,
  plies,
  position,
  pressAtCursor,
  status,
  underCursor,
  untilOwnTurn,
} from "./playing.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };
/** A pawn on the seventh rank beside a rook: it can be promoted straight on and by capturing. */
const PROMOTION = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";

describe.runIf(canTestBrowser)("chess in a browser", () => {
  const bench = new Workbench({ values: false });
  beforeAll(() => bench.open());
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  const square = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
  const explore = (fen: string): string => `#/explore/chess?${new URLSearchParams({ position: fen })}`;

  async function click(page: Page, from: string, to: string): Promise<void> {
    const before = await plies(page);
    await page.locator(`[data-cell="${from}"].live`).click();
    await page.locator(`[data-cell="${to}"].live`).click();
    await expect.poll(() => plies(page), WAIT).toBe(before + 1);
  }

  async function drag(page: Page, from: string, to: string): Promise<void> {
    const before = await plies(page);
    await carry(page, from, to);
    await expect.poll(() => plies(page), WAIT).toBe(before + 1);
  }

  async function carry(page: Page, from: string, to: string): Promise<void> {
    await page.locator(`[data-cell="${from}"].live`).waitFor();
    const [start, end] = await Promise.all([from, to].map((name) => square(page, name).boundingBox()));
    if (!start || !end) throw new Error(`${from}-${to} is not on the board`);
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
    await page.mouse.up();
  }

  test("a game by mouse to mate, with a capture that promotes to a queen", async () => {
    const page = await bench.page("#/play/chess");
    await begin(page, "person");
    await click(page, "e2", "e4");
    await drag(page, "f7", "f5");
    await click(page, "e4", "f5");
    await drag(page, "g7", "g6");
    await click(page, "f5", "g6");
    await click(page, "g8", "f6");
    await click(page, "g6", "g7");
    await click(page, "f6", "g8");
    // Dropping the pawn on the rook opens the promotion chooser.
    await carry(page, "g7", "h8");
    const choices = page.locator(".promotion-choice");
    await expect.poll(() => choices.count(), WAIT).toBe(4);
    expect(await choices.first().getAttribute("aria-label")).toMatch(/^White queen, gxh8=Q/);
    await page.locator(".chooser .veil").click({ position: { x: 8, y: 8 } });
    expect(await choices.count()).toBe(0);
    await carry(page, "g7", "h8");
    await page.locator("[data-move='gxh8=Q']").click();
    await expect.poll(() => plies(page), WAIT).toBe(9);
    expect(await square(page, "h8").getAttribute("aria-label")).toContain("White queen");
    await click(page, "a7", "a6");
    await click(page, "d1", "h5");
    await status(page).filter({ hasText: "White wins" }).waitFor();
    expect(await hasEnded(page)).toBe(true);
    expect(await page.locator("svg.board .check").count()).toBe(1);
    expect(await square(page, "e8").getAttribute("aria-label")).toContain("Black king, in check");
    expect(await position(page)).toBe("11: e4 f5 exf5 g6 fxg6 Nf6 g7 Ng8 gxh8=Q a6 Qh5#");
  });

  test("Black's pieces are below for Black; check is shown", async () => {
    const page = await bench.page("#/play/chess");
    const seats = page.locator(".seat-form > select");
    await seats.first().selectOption("random");
    await seats.last().selectOption("person");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await untilOwnTurn(page);
    const top = async (name: string): Promise<number> => (await square(page, name).boundingBox())?.y ?? 0;
    expect(await top("e8")).toBeGreaterThan(await top("e1"));
    await page.goto(`${bench.address}${explore("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1")}`);
    await status(page).filter({ hasText: "White to move, in check" }).waitFor();
  });

  test("a promotion by keyboard: arrows select a piece, a letter chooses one", async () => {
    const page = await bench.page(explore(PROMOTION));
    await untilOwnTurn(page);
    await page.getByRole("button", { name: "Flip" }).focus();
    await page.locator("svg.board").focus();
    await pressAtCursor(page, "ArrowUp");
    for (let press = 0; !(await underCursor(page)).startsWith("e7"); press++) {
      expect(press).toBeLessThan(10);
      await pressAtCursor(page, "ArrowUp");
    }
    await pressAtCursor(page, "Enter");
    await pressAtCursor(page, "ArrowUp");
    expect(await underCursor(page)).toMatch(/^e8, empty, can be reached/);
    await pressAtCursor(page, "Enter");
    expect(await underCursor(page)).toMatch(/^White queen, e8=Q/);
    await pressAtCursor(page, "ArrowDown");
    expect(await underCursor(page)).toMatch(/^White rook, e8=R/);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".promotion-choice").count(), WAIT).toBe(0);
    await page.keyboard.press("Enter");
    for (let press = 0; !(await underCursor(page)).startsWith("e7"); press++) {
      expect(press).toBeLessThan(4);
      await pressAtCursor(page, "ArrowDown");
    }
    await pressAtCursor(page, "Enter");
    await pressAtCursor(page, "ArrowUp");
    await pressAtCursor(page, "Enter");
    await page.keyboard.press("n");
    await page.locator(".move-list .ply", { hasText: "e8=N+" }).waitFor();
  });

  test("a promotion by touch", async () => {
    const page = await bench.page(explore(PROMOTION), {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await untilOwnTurn(page);
    await square(page, "e7").tap();
    await square(page, "d8").tap();
    await page.locator("[data-move='exd8=B']").tap();
    await page.locator(".move-list .ply", { hasText: "exd8=B" }).waitFor();
  });

  test("FEN and PGN: pasted, rejected with line and column, copied", async () => {
    const page = await bench.page("#/explore/chess", { permissions: ["clipboard-read", "clipboard-write"] });
    // The position that arrives is written into the field.
    await untilOwnTurn(page);
    await page.getByLabel("FEN").fill("8/8/8/8/4k3/8/4KP/8 w - - 0 1");
    await page.getByRole("button", { name: "Show" }).click();
    await page.locator("#position-error", { hasText: "placement, rank 2" }).waitFor();
    await page.getByLabel("FEN").fill(PROMOTION);
    await page.getByRole("button", { name: "Show" }).click();
    await page.locator(".position-text", { hasText: PROMOTION }).waitFor();
    expect(await page.locator("#position-error").count()).toBe(0);

    await page.getByRole("button", { name: /Paste PGN/ }).click();
    const text = page.getByRole("dialog").getByRole("textbox");
    await text.fill("1. e4 e5\n2. Qh6");
    await page.getByRole("button", { name: "Load" }).click();
    await page.getByRole("button", { name: "line 2, column 4" }).click();
    const selected = await text.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe("Qh6");
    await text.fill('[White "Anna"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator(".status.ended", { hasText: "White wins" }).waitFor();
    expect(await plies(page)).toBe(7);
    await page.reload();
    await page.locator(".status.ended", { hasText: "White wins" }).waitFor();
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy PGN" }).click();
    await expect.poll(copied, WAIT).toContain("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
    await page.getByRole("button", { name: "Copy FEN" }).click();
    await expect.poll(copied, WAIT).toBe("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
  });

  test("a game starts from a pasted position", async () => {
    const page = await bench.page("#/play/chess");
    await page.getByRole("button", { name: "Paste FEN or PGN …" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill(PROMOTION);
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator(".start-from", { hasText: PROMOTION }).waitFor();
    await begin(page, "person");
    await untilOwnTurn(page);
    expect(await square(page, "e7").getAttribute("aria-label")).toContain("White pawn");
  });

  test("old links of the renamed rulesheet open the rulesheet, and both games are listed", async () => {
    const page = await bench.page("#/play/chess?seats=2&moves=%28move+5+2+5+4%29");
    await page.getByRole("heading", { name: "Chess (GDL rulesheet)" }).waitFor();
    await expect.poll(() => plies(page), WAIT).toBe(1);
    await page.goto(bench.address);
    await page.getByRole("link", { name: "Play Chess", exact: true }).waitFor();
    await page.getByRole("link", { name: "Play Chess (GDL rulesheet)", exact: true }).waitFor();
  });

  test("tables by material: built in the page, with the published longest mates", async () => {
    const page = await bench.page("#/tables");
    await page.getByRole("link", { name: "chess", exact: true }).click();
    await page.getByLabel("Order").waitFor();
    // Another try finds them built.
    const build = page.getByRole("button", { name: "Build the 5 missing tables" });
    if (await build.isVisible()) await build.click();
    await page.getByLabel("Order").selectOption("longest");
    const row = (name: string) => page.locator("tr", { has: page.getByText(name, { exact: true }) });
    await row("kpk").filter({ hasText: "28 moves" }).waitFor();
    expect(await row("krk").textContent()).toContain("16 moves");
    expect(await row("kqk").textContent()).toContain("10 moves");
    expect(await row("kbk").locator(".outcome-bar svg").getAttribute("aria-label")).toBe(
      "won 0 %, drawn 100 %, lost 0 %",
    );
    await page.getByLabel("Find").fill("krk");
    expect(await page.locator(".ending-name", { hasText: /^kpk$/ }).count()).toBe(0);
    await row("krk").getByRole("link").click();
    const white = page.locator("tr", { has: page.getByText("White to move", { exact: true }) });
    await white.waitFor();
    expect(await white.locator("td").allTextContents()).toContain("16 moves (31 plies)");
    await page.getByRole("link", { name: "Replay" }).first().click();
    await page.locator(".replayed", { hasText: "16 moves (31 plies), to the end" }).waitFor();
    await page.locator(".verdict", { hasText: "White wins in 16 moves" }).waitFor();
    await page.getByRole("button", { name: "▶ Play" }).click();
    await page.locator(".move-list .ply[aria-current]").waitFor();
    // Not the button that stops a search.
    await page.locator('button:not([title="Stop the search"])', { hasText: "Stop" }).click();
    await page.getByRole("button", { name: "Last »" }).click();
    await page.locator(".status.ended", { hasText: "White wins" }).waitFor();
    expect(await plies(page)).toBe(31);
  });

  test("moves are grouped by outcome; a missing table is named", async () => {
    // A king on the sixth rank wins; stepping back lets Black hold the draw.
    const page = await bench.page(explore("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"));
    await page.locator(".verdict", { hasText: /White wins in \d+ moves/ }).waitFor();
    expect(await page.locator(".value-groups h3").allTextContents()).toEqual([" White wins 2", " Draw 2"]);
    const best = page.locator(".value-groups li.best button").first();
    expect(await best.textContent()).toMatch(/in \d+ moves/);
    expect(await best.getAttribute("title")).toMatch(/^White wins: mate in \d+ moves .*plies after this move\)$/);
    await page.goto(`${bench.address}${explore("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1")}`);
    await page.locator(".missing", { hasText: "gamelore solve chess --material KQKR" }).waitFor();
  });

  test("no script errors", () => {
    expect(bench.complaints).toEqual([]);
  });
});
