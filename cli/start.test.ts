/** `gamelore start` where there is no terminal: the starter table, then a game to look at. */
import { afterAll, expect, test } from "vitest";
import { Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

test("builds the table once, shows a whole game, and ends; the second time it shows the same game at once", async () => {
  const first = await home.run(["start"]);
  expect(first.status).toBe(0);
  expect(first.stdout).toMatch(/^Building one-side-7x7-6: .*\n13,983,816 exact values in .*\n/);
  const [, game = ""] = /(No terminal to play in[^]*)$/.exec(first.stdout) ?? [];
  const plies = [...game.matchAll(/^ {2}([xo]) [a-g][1-7]-[a-g][1-7]/gm)].map(([, player]) => player);
  expect(plies.length).toBeGreaterThan(20);
  expect(plies).toEqual(plies.map((_, i) => (i % 2 === 0 ? "x" : "o")));
  expect(game).toMatch(new RegExp(`\nx wins\\. ${plies.length} plies\\.\n`));
  expect(home.files()).toEqual(["tables/chinese-checkers/one-side-7x7-6.table"]);

  const second = await home.run(["start"]);
  expect(second.status).toBe(0);
  const untimed = (text: string): string => text.replaceAll(/, \d+\.\d s$/gm, "");
  expect(untimed(second.stdout)).toBe(untimed(game));
});
