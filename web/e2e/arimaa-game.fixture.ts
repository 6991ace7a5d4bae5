/** A whole game of Arimaa with the mouse: Gold sets up piece by piece, Silver by a named setup, and a gold rabbit reaches the goal. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { status } from "./playing.fixture.ts";

const BACK = ["rabbit", "rabbit", "rabbit", "dog", "dog", "rabbit", "rabbit", "rabbit"];
const FRONT = ["rabbit", "horse", "cat", "camel", "elephant", "cat", "horse", "rabbit"];
const GOLD_SETUP = [FRONT, BACK].flatMap((row, rank) =>
  row.map((piece, file) => [`${"abcdefgh"[file]}${2 - rank}`, piece] as const),
);

export async function playArimaa(page: Page): Promise<void> {
  for (const [cell, piece] of GOLD_SETUP) {
    await page.locator(`.item.live[aria-label="gold ${piece}"]`).click();
    await page.locator(`[data-cell=${cell}].live`).click();
    await page.locator(`[data-cell=${cell}][aria-label*="gold ${piece}"]`).waitFor();
  }
  await page.locator(".move-button-list button", { hasText: /^99of9$/ }).click();
  // The moved piece stays selected.
  const walk = async (...cells: string[]): Promise<void> => {
    for (const cell of cells) await page.locator(`[data-cell=${cell}].live`).click();
  };
  const end = (): Promise<void> => page.locator(".move-button-list button", { hasText: "end" }).click();
  const toMove = (side: string): Promise<void> =>
    status(page)
      .filter({ hasText: `${side} to move` })
      .waitFor();
  await walk("h2", "h3", "h4");
  await end();
  await toMove("silver");
  expect(await page.locator(".move-list .turn").last().locator(".ply").count()).toBe(3);
  // Four steps are a whole turn.
  await walk("g7", "g6", "g5", "f5", "e5");
  await toMove("gold");
  await walk("a2", "a3");
  await end();
  await toMove("silver");
  await walk("h7", "g7", "g6", "g5", "f5");
  await toMove("gold");
  await walk("a1", "a2");
  await end();
  await toMove("silver");
  await walk("h8", "h7", "g7", "g6", "g5");
  await toMove("gold");
  await walk("h4", "h5", "h6", "h7");
  await page.locator("[data-cell=h7].live").dragTo(page.locator("[data-cell=h8]"));
}
