/** The server is killed during a game: the game continues, and the page opens again offline. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newGame } from "../session/saved-game.ts";
import { canTestBrowser, launchChromium } from "./chromium.fixture.ts";

const root = join(import.meta.dirname, "../..");
const home = mkdtempSync(join(tmpdir(), "gamelore-server-gone-"));
const env = { ...process.env, GAMELORE_HOME: home };
const run = (program: string, ...words: string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(root, program), ...words], { env });
const WAIT = { timeout: 30_000 };

interface RunningServer {
  readonly url: string;
  readonly process: ChildProcess;
}

function startServer(): Promise<RunningServer> {
  const server = spawn(process.execPath, [join(root, "cli/gamelore.js"), "serve", "--port", "0"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      const url = /http:\/\/\S+/.exec(output)?.[0];
      if (url) resolve({ url, process: server });
    });
    server.on("exit", (code) => reject(new Error(`the server exited with ${code}: ${output}`)));
  });
}

async function kill(server: RunningServer): Promise<void> {
  const gone = new Promise((resolve) => server.process.once("exit", resolve));
  server.process.kill("SIGKILL");
  await gone;
}

function plies(page: Page): Promise<number> {
  return page.locator(".move-list .ply").count();
}

/** Moves the first unselected piece to its first target, and waits for the reply. */
async function moveByMouse(page: Page): Promise<void> {
  const before = await plies(page);
  await page.locator(".hit.live:not([aria-label*='empty'], [aria-label*='selected'])").first().click();
  await page.locator(".board .target").first().waitFor(WAIT);
  await page.locator(".hit[aria-label*='can be reached']").first().click();
  await expect.poll(() => plies(page), WAIT).toBe(before + 2);
}

/** The page and the list of games are cached. */
async function untilCached(page: Page): Promise<void> {
  for (const path of ["/index.html", "/api/games"]) {
    const isCached = (): Promise<boolean> => page.evaluate(async (path) => !!(await caches.match(path)), path);
    await expect.poll(isCached, WAIT).toBe(true);
  }
}

describe.runIf(canTestBrowser)("with the server down", () => {
  let browser: Browser;
  let server: RunningServer;

  beforeAll(async () => {
    await run("web/build.ts");
    await run("cli/gamelore.js", "solve", "chinese-checkers", "--side", "6");
    [browser, server] = await Promise.all([launchChromium(), startServer()]);
  });
  afterAll(async () => {
    await browser?.close();
    server?.process.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true });
  });

  test("a game against a player with a small table continues, also after a reload", async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    const saved = newGame(
      {
        game: "chinese-checkers",
        variant: { side: 6 },
        seats: [{ kind: "person" }, { kind: "player", text: "alphabeta(depth=3)" }],
      },
      "one",
      new Date(0),
    );
    await page.evaluate((text) => localStorage.setItem("gamelore.game.one", text), JSON.stringify(saved));
    await page.goto(`${server.url}#/play/chinese-checkers?g=one`);
    await moveByMouse(page);
    expect(await page.locator(".search-info .where").textContent()).toBe("on the server");
    await untilCached(page);
    await kill(server);

    await moveByMouse(page);
    expect(await page.locator(".search-info .where").textContent()).toBe("in this page");
    expect(await page.locator(".server-bar").textContent()).toMatch(/this page computes/);
    await page.reload();
    await expect.poll(() => plies(page), WAIT).toBe(4);
    await moveByMouse(page);
    await page.goto(server.url);
    await page.getByText("Arimaa").first().waitFor(WAIT);
    await page.close();
    server = await startServer();
  });

  test("a player with a table that is too large for the page is replaced, and the page says so", async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    const seats = [{ kind: "person" }, { kind: "player", text: "best" }] as const;
    const saved = newGame({ game: "chinese-checkers", variant: {}, seats }, "two", new Date(0));
    await page.evaluate((text) => localStorage.setItem("gamelore.game.two", text), JSON.stringify(saved));
    await page.goto(`${server.url}#/play/chinese-checkers?g=two`);
    await page.locator(".hit.live").first().waitFor(WAIT);
    await untilCached(page);
    await kill(server);
    await moveByMouse(page);
    expect(await page.locator(".search-info .where").textContent()).toBe("in this page");
    expect(await page.locator(".search-info .replaces").textContent()).toMatch(/in place of best/);
  });
});
