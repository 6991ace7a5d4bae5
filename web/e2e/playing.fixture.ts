/** Playing with the mouse, for tests, benchmarks and pictures. */
import type { Locator, Page } from "playwright-core";

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 20;

async function until(page: Page, what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await holds()); await page.waitForTimeout(LOOK_AGAIN_MS))
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
}

export function status(page: Page): Locator {
  return page.locator(".status");
}

/** The label of the cell or item under the keyboard's cursor. */
export function underCursor(page: Page): Promise<string> {
  return page.evaluate(() => {
    const board = document.querySelector("svg.board");
    const cell = document.getElementById(board?.getAttribute("aria-activedescendant") ?? "");
    return cell?.getAttribute("aria-label") ?? "";
  });
}

/** Presses a key that moves the cursor or changes what is under it. */
export async function pressAtCursor(page: Page, key: string): Promise<void> {
  const before = await underCursor(page);
  await page.keyboard.press(key);
  await until(page, `${key} at ${before}`, async () => (await underCursor(page)) !== before);
}

export function hasEnded(page: Page): Promise<boolean> {
  return page.locator(".status.ended").isVisible();
}

export function plies(page: Page): Promise<number> {
  return page.locator(".move-list .ply").count();
}

/** Starts the game of a setup page against players of a kind. */
export async function begin(page: Page, kind: string): Promise<void> {
  const seats = page.locator(".seat-form > select");
  await seats.first().waitFor();
  for (let seat = 1; seat < (await seats.count()); seat++) await seats.nth(seat).selectOption(kind);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await status(page).waitFor();
}

/** Waits until a move is possible, or the game has ended. */
export async function untilOwnTurn(page: Page): Promise<void> {
  const open = page.locator(".hit.live, .item.live, .move-button-list button, .status.ended");
  await open.first().waitFor({ state: "attached" });
}

/** Makes one move: the first that can be pressed, dragged or chosen by a button. */
export async function moveSomehow(page: Page, wish?: RegExp): Promise<void> {
  const before = await position(page);
  const made = async (): Promise<boolean> => (await position(page)) !== before || hasEnded(page);
  const live = page.locator(".item.live, .hit.live");
  const buttons = page.locator(".move-button-list button");
  const wished = wish ? buttons.filter({ hasText: wish }) : buttons;
  const confirm = page.locator(".move-buttons > .primary");
  if ((await confirm.count()) > 0) {
    // A move of two cards.
    await live.nth(0).click();
    await live.nth(1).click();
    await confirm.click();
  } else if ((await live.count()) > 0) await live.first().click();
  else await ((await wished.count()) > 0 ? wished : buttons).first().click();
  const targets = page.locator(".choices button, .promotion-choice, .hit[aria-label*='can be reached']");
  const choices = page.locator(".choices, .chooser");
  const taken = page.locator(".selected, .choices, .chooser");
  await until(page, "a selection", async () => (await made()) || (await taken.count()) > 0);
  if (!(await made())) await targets.first().click();
  await until(page, "a move or a choice", async () => (await made()) || (await choices.count()) > 0);
  if (!(await made())) await page.locator(".choices button, .promotion-choice").first().click();
  await until(page, "a move", made);
}

/** The stored game as text. */
export async function position(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = new URLSearchParams(location.hash.split("?")[1]).get("g") ?? "";
    const saved = JSON.parse(localStorage.getItem(`gamelore.game.${id}`) ?? "{}") as { moves?: string[]; at?: number };
    return `${saved.at}: ${saved.moves?.join(" ")}`;
  });
}

/** Plays to the end in at most `most` own moves; prefers a button that matches `wish`. */
export async function playOut(page: Page, most: number, wish?: RegExp): Promise<void> {
  for (let move = 0; move < most; move++) {
    await untilOwnTurn(page);
    if (await hasEnded(page)) return;
    await moveSomehow(page, wish);
  }
  throw new Error(`the game has not ended after ${most} moves: ${await position(page)}`);
}
