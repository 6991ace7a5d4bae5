/** Takes the README's screenshots: `npm run pictures`. Games are real and seeded, but searches with a time limit may differ. */
import { join } from "node:path";
import { begin, moveSomehow, plies, untilOwnTurn } from "./playing.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const FOLDER = join(import.meta.dirname, "../../docs/pictures");
const WIDTH = 1240;
/** Plies watched before the screenshot. */
const WATCHED_PLIES = 40;

const bench = new Workbench();
try {
  await bench.command("cli/gamelore.js", "solve", "chinese-checkers", "--side", "5", "--pieces", "3", "--sides", "2");
  await bench.open();

  const games = await bench.page("", { viewport: { width: WIDTH, height: 860 } });
  await games.locator(".game-card").last().locator(".cover svg").waitFor({ state: "attached" });
  await games.screenshot({ path: join(FOLDER, "page-games.png") });

  const values = await bench.page("#/play/chinese-checkers?o.side=5&o.pieces=3", {
    viewport: { width: WIDTH, height: 960 },
  });
  await begin(values, "random");
  for (let move = 0; move < 5; move++) {
    await untilOwnTurn(values);
    await moveSomehow(values);
  }
  await untilOwnTurn(values);
  await values.getByRole("checkbox", { name: "Values" }).check();
  await values.locator(".evaluation-graph svg").waitFor();
  await values.locator(".hit.live").last().click();
  await values.screenshot({ path: join(FOLDER, "page-values.png") });

  const maze = await bench.page("#/play/thief-and-police?o.start=5", { viewport: { width: WIDTH, height: 1050 } });
  await begin(maze, "alphabeta");
  await maze.getByLabel("Distances").selectOption({ index: 1 });
  const policemen = maze.locator(".hit.live[aria-label*=policeman]");
  for (const policeman of [0, 1, 3]) {
    await policemen.nth(policeman).click();
    await maze.locator(".hit[aria-label*='can be reached']").first().click();
  }
  await maze.locator("h1").hover();
  await maze.screenshot({ path: join(FOLDER, "page-maze.png") });

  const watched = await bench.page("#/watch/arimaa?o.setup=99of9", { viewport: { width: WIDTH, height: 1100 } });
  const seats = watched.locator(".seat-form > select");
  await seats.first().selectOption("rat");
  await seats.last().selectOption("best");
  await watched.getByRole("button", { name: "Start" }).click();
  // Both players have moved.
  while ((await plies(watched)) < WATCHED_PLIES) await watched.waitForTimeout(200);
  await watched.getByRole("button", { name: "Pause" }).click();
  await watched.waitForTimeout(500);
  await watched.screenshot({ path: join(FOLDER, "page-watch.png") });
} finally {
  await bench.close();
}
