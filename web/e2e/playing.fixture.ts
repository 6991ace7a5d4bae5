/** How a person plays with the mouse, for tests, measurements and pictures. */
import type { Locator, Page } from "playwright-core";

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 20;

async function until(page: Page, what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await holds()); await page.waitForTimeout(LOOK_AGAIN_MS))
    if (performance.now() - began > PATIENCE_MS) throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
}

export function status(page: Page): Locator {
  return page.locator(".status");
}

export function hasEnded(page: Page): Promise<boolean> {
  return page.locator(".status.ended").isVisible();
}

export function plies(page: Page): Promise<number> {
  return page.locator(".move-list .ply").count();
}

/** Begins the game that a setup page shows, against players of a kind. */
export async function begin(page: Page, kind: string): Promise<void> {
  const seats = page.locator(".seat-form > select");
  await seats.first().waitFor();
  for (let seat = 1; seat < (await seats.count()); seat++) await seats.nth(seat).selectOption(kind);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await status(page).waitFor();
}

/** Waits until there is something to press, or the game has ended. */
export async function untilOwnTurn(page: Page): Promise<void> {
  const open = page.locator(".hit.live, .item.live, .spoken-list button, .status.ended");
  await open.first().waitFor({ state: "attached" });
}

/** One move, whatever the game offers first: something to press, something to take up and put down, or a button. */
export async function moveSomehow(page: Page, wish?: RegExp): Promise<void> {
  const before = await position(page);
  const made = async (): Promise<boolean> => (await position(page)) !== before || hasEnded(page);
  const live = page.locator(".item.live, .hit.live");
  const spoken = page.locator(".spoken-list button");
  const wished = wish ? spoken.filter({ hasText: wish }) : spoken;
  const parts = page.locator(".spoken-list button[aria-pressed=false]:enabled");
  if ((await live.count()) > 0) await live.first().click();
  else if ((await parts.count()) > 0) {
    await parts.nth(0).click();
    await parts.nth(1).click();
    await page.locator(".spoken > .primary").click();
  } else await ((await wished.count()) > 0 ? wished : spoken).first().click();
  const inHand = page.locator(".choices button, .landing-choice, .hit[aria-label*='can be reached']");
  const choices = page.locator(".choices, .chooser");
  const taken = page.locator(".taken, .choices, .chooser");
  await until(page, "something in hand", async () => (await made()) || (await taken.count()) > 0);
  if (!(await made())) await inHand.first().click();
  await until(page, "a move or a choice", async () => (await made()) || (await choices.count()) > 0);
  if (!(await made())) await page.locator(".choices button, .landing-choice").first().click();
  await until(page, "a move", made);
}

/** The game as far as the page has stored it. */
export async function position(page: Page): Promise<string> {
  return page.evaluate(() => {
    const id = new URLSearchParams(location.hash.split("?")[1]).get("g") ?? "";
    const saved = JSON.parse(localStorage.getItem(`gamelore.game.${id}`) ?? "{}") as { moves?: string[]; at?: number };
    return `${saved.at}: ${saved.moves?.join(" ")}`;
  });
}

/** To the end, at most so many moves of one's own; where there is a button as is wished for, by that. */
export async function playOut(page: Page, most: number, wish?: RegExp): Promise<void> {
  for (let move = 0; move < most; move++) {
    await untilOwnTurn(page);
    if (await hasEnded(page)) return;
    await moveSomehow(page, wish);
  }
  throw new Error(`the game has not ended after ${most} moves: ${await position(page)}`);
}
