/**
 * Takes the README's pictures: `npm run pictures`, or `npm run pictures NAME ...` for some of them. Games are real and seeded, but searches
 * with a time limit may differ. `lab` plays games for minutes and is taken only by name.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { pathToFileURL } from "node:url";
import { begin, moveSomehow, plies, untilOwnTurn } from "./playing.fixture.ts";
import { PROGRAM, terminalPicture, type TerminalCommand } from "./terminal-picture.ts";
import { Workbench } from "./workbench.fixture.ts";

const FOLDER = join(import.meta.dirname, "../../docs/pictures");
const WIDTH = 1240;
/** Plies watched before the screenshot. */
const WATCHED_PLIES = 40;
/** An experiment with games, and a published table that ours is compared with. */
const EXPERIMENT = "001-table-3";

const bench = new Workbench();
const gamelore = (...words: string[]): Promise<void> => bench.command("cli/gamelore.js", ...words);
const file = (name: string): string => join(FOLDER, `${name}.png`);

async function terminal(name: string, ...commands: TerminalCommand[]): Promise<void> {
  const page = await bench.page("", { viewport: { width: 1200, height: 800 } });
  await terminalPicture(page, bench.home, commands, file(name));
}

const SMALL_BOARD = ["--side", "5", "--pieces", "3"];

const PICTURES: Readonly<Record<string, () => Promise<void>>> = {
  "page-games": async () => {
    const page = await bench.page("", { viewport: { width: WIDTH, height: 860 } });
    await page.locator(".game-card").last().locator(".cover svg").waitFor({ state: "attached" });
    await page.screenshot({ path: file("page-games") });
  },

  "page-values": async () => {
    await gamelore("solve", "chinese-checkers", ...SMALL_BOARD, "--sides", "2");
    const page = await bench.page("#/play/chinese-checkers?o.side=5&o.pieces=3", {
      viewport: { width: WIDTH, height: 960 },
    });
    await begin(page, "random");
    for (let move = 0; move < 5; move++) {
      await untilOwnTurn(page);
      await moveSomehow(page);
    }
    await untilOwnTurn(page);
    await page.getByRole("checkbox", { name: "Values" }).check();
    await page.locator(".evaluation-graph svg").waitFor();
    await page.locator(".hit.live").last().click();
    await page.screenshot({ path: file("page-values") });
  },

  "page-maze": async () => {
    const page = await bench.page("#/play/thief-and-police?o.start=5", { viewport: { width: WIDTH, height: 1050 } });
    await begin(page, "alphabeta");
    await page.getByLabel("Distances").selectOption({ index: 1 });
    const policemen = page.locator(".hit.live[aria-label*=policeman]");
    for (const policeman of [0, 1, 3]) {
      await policemen.nth(policeman).click();
      await page.locator(".hit[aria-label*='can be reached']").first().click();
    }
    await page.locator("h1").hover();
    await page.screenshot({ path: file("page-maze") });
  },

  "page-watch": async () => {
    const page = await bench.page("#/watch/arimaa?o.setup=99of9", { viewport: { width: WIDTH, height: 1100 } });
    const seats = page.locator(".seat-form > select");
    await seats.first().selectOption("rat");
    await seats.last().selectOption("best");
    await page.getByRole("button", { name: "Start" }).click();
    // Both players have moved.
    while ((await plies(page)) < WATCHED_PLIES) await page.waitForTimeout(200);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.locator(".evaluation-bar:not(.pending)").waitFor();
    await page.screenshot({ path: file("page-watch") });
  },

  play: async () => {
    await gamelore("solve", "chinese-checkers", ...SMALL_BOARD, "--sides", "2");
    await gamelore("solve", "chinese-checkers", ...SMALL_BOARD);
    await terminal("play", {
      words: ["play", "chinese-checkers", ...SMALL_BOARD, "--against", "alphabeta(depth=4)"],
      typed: ["d5-d4", "e4-c4"],
      from: "(? for help): e4-c4",
      most: 24,
    });
  },

  solve: () => terminal("solve", { words: ["solve", "chinese-checkers"] }),

  features: () =>
    terminal(
      "features",
      { words: ["learn", "connect-four", "--runs", "300", "--levels", "0"] },
      { words: ["learn", "connect-four", "--list", "1"] },
      { words: ["gdl", "explain", "tic-tac-toe", "(take 2 2)", "--moves", "(take 2 2)"] },
    ),

  // In the user's home: the games of the experiment are played once.
  lab: async () => {
    const report = join(bench.home, "report");
    const run = (...words: string[]): Promise<unknown> => promisify(execFile)(process.execPath, [PROGRAM, ...words]);
    await run("lab", "run", EXPERIMENT, "--build");
    await run("lab", "report", EXPERIMENT, "--setting", "quick", "--output", report);
    const page = await bench.page("", { viewport: { width: 1000, height: 1236 } });
    await page.goto(pathToFileURL(join(report, "lab.html")).href);
    await page
      .locator("section")
      .first()
      .evaluate((section) => section.scrollIntoView());
    await page.screenshot({ path: file("lab") });
  },
};

const names = process.argv.slice(2);
for (const name of names)
  if (!(name in PICTURES)) throw new Error(`no picture ${name}; there are ${Object.keys(PICTURES).join(", ")}`);
try {
  await bench.open();
  for (const [name, take] of Object.entries(PICTURES))
    if (names.length === 0 ? name !== "lab" : names.includes(name)) {
      await take();
      await bench.closePages();
    }
} finally {
  await bench.close();
}
