/** What a mouse needs: boards that fit on the screen, clicks that are not lost, cells and cards that take a click. */
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { begin, hasEnded, moveSomehow, playOut, position, status, untilOwnTurn } from "./playing.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };

/** Presses and releases as slowly as a hand does: the page may change in between. */
async function slowClick(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("not on the page");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(400);
  await page.mouse.up();
}

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
] as const;

/** The board is on the screen without scrolling. */
async function expectWhole(page: Page, board: Locator): Promise<void> {
  await board.waitFor();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const box = await board.boundingBox();
    if (!box) throw new Error("no board");
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height, `${size.width} × ${size.height}`).toBeLessThanOrEqual(size.height);
    expect(box.height).toBeGreaterThanOrEqual(300);
  }
}

describe.runIf(canTestBrowser)("with a mouse", () => {
  const bench = new Workbench({ values: false });
  beforeAll(() => bench.open());
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  test.for(["chess", "chinese-checkers", "arimaa", "thief-and-police", "othello"])(
    "the whole board of %s is visible when exploring and setting up",
    async (game) => {
      const page = await bench.page(`#/explore/${game}`);
      await expectWhole(page, page.locator(".table-board svg.board"));
      const setUp = page.getByRole("button", { name: "Set up" });
      if (await setUp.isVisible()) {
        await setUp.click();
        await expectWhole(page, page.locator(".editor svg.board"));
      }
    },
  );

  test("connect four: any cell of a column takes the click", async () => {
    const page = await bench.page("#/play/connect-four");
    await begin(page, "person");
    await page.locator(`[data-cell="3,6"].live`).click();
    await expect.poll(() => position(page), WAIT).toBe("1: (drop 3)");
    // Also a cell with a stone.
    await page.locator(`[data-cell="3,1"].live`).click();
    await expect.poll(() => position(page), WAIT).toBe("2: (drop 3) (drop 3)");
  });

  test("after a game with hidden hands, everything is shown, and nobody can resign; undo stops at the deal", async () => {
    const page = await bench.page("#/play/dominoes?o.hand=4");
    await begin(page, "random");
    // Hands, without the stock.
    const faceDown = page.locator(`.row[aria-label^="hand of"]`).locator(`[aria-label="face down"], .heap`);
    await untilOwnTurn(page);
    expect(await faceDown.count()).toBeGreaterThan(0);
    const undo = page.getByRole("button", { name: "↶ Undo" });
    await moveSomehow(page);
    await untilOwnTurn(page);
    while (await undo.isEnabled()) {
      const before = await position(page);
      await undo.click();
      await expect.poll(() => position(page), WAIT).not.toBe(before);
      await untilOwnTurn(page);
    }
    // The deal is on the board, and the person can choose again.
    expect(await page.locator(".item.live, .move-button-list button").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Last »" }).click();
    await playOut(page, 60);
    await page.locator(".move-list .ply").nth(-3).click();
    await expect.poll(() => hasEnded(page), WAIT).toBe(false);
    await expect.poll(() => faceDown.count(), WAIT).toBe(0);
    expect(await page.getByRole("button", { name: "Resign" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "Values" }).check();
    await page.locator(".values-panel, .values").first().waitFor(WAIT);
    expect(await page.getByText("no values during play").count()).toBe(0);
  });

  test("the first click after typing a number counts, in the setup form and for a table", async () => {
    const page = await bench.page("#/play/chinese-checkers");
    await page.getByLabel("side", { exact: true }).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("6");
    await page.waitForTimeout(300);
    await slowClick(page, page.getByRole("button", { name: "Play", exact: true }));
    await status(page).waitFor(WAIT);
    await expect.poll(() => page.locator(".table-board .hit").count(), WAIT).toBe(36);

    const solve = await bench.page("#/solve/chinese-checkers");
    await solve.getByRole("button", { name: "Build" }).waitFor(WAIT);
    await solve.getByLabel("side", { exact: true }).click();
    await solve.keyboard.press("Control+A");
    await solve.keyboard.type("6");
    await solve.waitForTimeout(300);
    await slowClick(solve, solve.getByRole("button", { name: "Build" }));
    await expect.poll(() => solve.locator(".job").count(), WAIT).toBe(1);
  });
});
