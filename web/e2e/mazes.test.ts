/** Thief and Police in a real browser: composed moves, simultaneous moves, distances, custom mazes. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { begin, plies, position, status, untilOwnTurn } from "./playing.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };
//   a b c d e f g
// 1 . . . # . . E
// 2 . # . # . # #
// 3 . . . . . . .
const MAZE = "...#..E/.#.#.##/.......";

describe.runIf(canTestBrowser)("mazes in a browser", () => {
  const bench = new Workbench({ values: false });
  beforeAll(() => bench.open());
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
  const panel = (page: Page) => page.locator(".joint-draft");
  const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });
  const link = (given: Readonly<Record<string, string>>, start: string): string =>
    `#/play/thief-and-police?${new URLSearchParams([
      ...Object.entries({ maze: MAZE, policemen: "2", ...given }).map(([name, value]) => [`o.${name}`, value]),
      ["start", start],
    ])}`;

  async function step(page: Page, from: string, to: string): Promise<void> {
    await page.locator(`[data-cell="${from}"].live`).click();
    await page.locator(`[data-cell="${to}"].live`).click();
  }

  async function carry(page: Page, from: string, to: string): Promise<void> {
    const [start, end] = await Promise.all([from, to].map((name) => cell(page, name).boundingBox()));
    if (!start || !end) throw new Error(`${from}-${to} is not on the board`);
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
    await page.mouse.up();
  }

  test("a move of all policemen is composed, changed, undone and played", async () => {
    const page = await bench.page(link({}, "a1,c3/e1/police"));
    await button(page, "Pass").waitFor();
    await step(page, "a1", "a2");
    await expect.poll(() => panel(page).textContent(), WAIT).toContain("a1-a2");
    expect(await page.locator(".arrow.step").count()).toBe(1);
    await carry(page, "c3", "d3");
    await expect.poll(() => panel(page).textContent(), WAIT).toContain("a1-a2, c3-d3");
    // Another step of the same piece replaces the first.
    await step(page, "a1", "b1");
    await expect.poll(() => panel(page).textContent(), WAIT).toContain("c3-d3, a1-b1");
    expect(await page.locator(".arrow.step").count()).toBe(2);
    await button(page, "Undo step").click();
    await expect.poll(() => page.locator(".arrow.step").count(), WAIT).toBe(1);
    expect(await plies(page)).toBe(0);
    await button(page, "Play").click();
    await expect.poll(() => position(page), WAIT).toBe("1: c3-d3");
    // The thief has one piece: a move is one step.
    expect(await panel(page).count()).toBe(0);
    await step(page, "e1", "e2");
    await expect.poll(() => position(page), WAIT).toBe("2: c3-d3 e1-e2");
    await button(page, "Pass").click();
    await expect.poll(() => position(page), WAIT).toBe("3: c3-d3 e1-e2 stay");
  });

  test("a policeman may follow another only if that one moves: the page reports it", async () => {
    const page = await bench.page(link({}, "a1,b1/e1/police"));
    await step(page, "a1", "b1");
    await expect.poll(() => panel(page).textContent(), WAIT).toContain("the piece on b1 must also move");
    expect(await button(page, "Play").isDisabled()).toBe(true);
    // It is already selected.
    await cell(page, "c1").click();
    await button(page, "Play").click();
    await expect.poll(() => position(page), WAIT).toBe("1: a1-b1,b1-c1");
    await expect.poll(() => page.locator(".arrow.last").count(), WAIT).toBe(2);
  });

  test("by keyboard alone", async () => {
    const page = await bench.page(link({}, "a1,c3/e1/police"));
    await button(page, "Pass").waitFor();
    await page.locator("svg.board").focus();
    // The cursor starts on the first piece that can move.
    for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => panel(page).textContent(), WAIT).toContain("a1-a2");
    await page.keyboard.press("Backspace");
    await expect.poll(() => page.locator(".arrow.step").count(), WAIT).toBe(0);
    for (const key of ["ArrowUp", "Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => panel(page).textContent(), WAIT).toContain("a1-b1");
    await page.keyboard.press("p");
    await expect.poll(() => position(page), WAIT).toBe("1: a1-b1");
  });

  test("simultaneous moves: a choice is hidden until both have chosen", async () => {
    const page = await bench.page(link({ turns: "simultaneous" }, "a1,c3/e1"));
    await expect.poll(() => status(page).textContent(), WAIT).toContain("police and thief to move simultaneously");
    await step(page, "a1", "a2");
    await button(page, "Play").click();
    // The thief's move is still to come: nothing has happened on the board.
    await page.locator('[data-cell="e1"].live').waitFor();
    expect(await plies(page)).toBe(0);
    expect(await page.locator(".arrow:not(.best)").count()).toBe(0);
    await step(page, "e1", "f1");
    await expect.poll(() => position(page), WAIT).toBe("1: a1-a2&e1-f1");
  });

  test("a person is the thief, with simultaneous moves; the board is not flipped", async () => {
    const page = await bench.page("#/play/thief-and-police?o.maze=small&o.turns=simultaneous&o.policemen=3");
    const seats = page.locator(".seat-form > select");
    await seats.first().selectOption("random");
    await seats.nth(1).selectOption("person");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    for (let move = 1; move <= 3; move++) {
      await untilOwnTurn(page);
      await page.locator(".move-button-list button", { hasText: "wait" }).click();
      await expect.poll(async () => Number((await position(page)).split(":")[0]), WAIT).toBe(move);
    }
    const first = page.locator(".edges.on-walls text").first();
    expect(await first.textContent()).toBe("b");
    expect(await position(page)).toMatch(/&wait$/);
    // The player's search info, though the person chose last.
    await page.locator(".search-info", { hasText: "random on the server" }).waitFor();
  });

  test("distances are shown as colours and numbers, and in labels", async () => {
    const page = await bench.page(link({}, "c3,d3/e1/police"));
    const choice = page.getByLabel("Distances");
    await choice.selectOption("to an exit, policemen as walls");
    await page.locator(".heat-map").first().waitFor();
    // e1 is two steps from g1; a1 is cut off.
    await expect.poll(() => cell(page, "a1").getAttribute("aria-label"), WAIT).toContain("unreachable");
    expect(await cell(page, "e1").getAttribute("aria-label")).toContain("2 steps");
    await cell(page, "e3").hover();
    await expect.poll(() => page.locator(".heat-legend").textContent(), WAIT).toContain("e3: 4 steps");
    await choice.selectOption("from the nearest policeman");
    await expect.poll(() => cell(page, "a1").getAttribute("aria-label"), WAIT).toContain("4 steps");
    await choice.selectOption("none");
    await expect.poll(() => page.locator(".heat-legend").count(), WAIT).toBe(0);
  });

  test("a custom maze is pasted; errors have row and column", async () => {
    const page = await bench.page("#/play/thief-and-police");
    const field = page.locator(".option.lines textarea");
    const write = async (text: string): Promise<void> => {
      await field.fill(text);
      await field.blur();
    };
    const play = page.getByRole("button", { name: "Play", exact: true });
    await field.waitFor();
    await write("#####\n#..x#\n#...#\n#####");
    await expect
      .poll(() => page.locator(".error-message").textContent(), WAIT)
      .toContain('row 2, column 4: "x" is not a square');
    expect(await play.isDisabled()).toBe(true);
    await write("#####\n#...#\n#...#\n#####");
    await expect.poll(() => page.locator(".error-message").textContent(), WAIT).toContain("there is no exit");
    await write("#######\n#.....#\n#..E..#\n#######");
    await expect.poll(() => page.locator(".error-message").count(), WAIT).toBe(0);
    await begin(page, "random");
    await panel(page).waitFor();
    expect(await page.locator(".hit").count()).toBe(10);
    expect(await page.locator(".table-title").textContent()).toContain("#######/#.....#/#..E..#/#######");
  });

  test("a built-in maze of 60 by 60 squares is drawn as a few SVG paths and can be played", async () => {
    const page = await bench.page("#/play/thief-and-police");
    await page.getByLabel("maze: suggestions").selectOption("60x60-2");
    await expect.poll(() => page.locator(".setup-head .floor").first().getAttribute("d"), WAIT).toMatch(/M5650/);
    await begin(page, "random");
    await panel(page).waitFor();
    await page.getByLabel("Distances").selectOption({ index: 2 });
    expect(await page.locator("svg.board *").count()).toBeLessThan(250);
    const policeman = page.locator(".hit.live[aria-label*=policeman]").first();
    await policeman.click();
    await page.locator(".hit[aria-label*='can be reached']").first().click();
    await button(page, "Play").click();
    await expect.poll(() => plies(page), WAIT).toBeGreaterThan(0);
  });

  test("two players are watched", async () => {
    const page = await bench.page("#/watch/thief-and-police?o.maze=small&o.policemen=2&o.turns=alternating-one");
    const seats = page.locator(".seat-form > select");
    await seats.first().selectOption("random");
    await seats.last().selectOption("random");
    await page.getByRole("button", { name: "Start" }).click();
    await expect.poll(() => plies(page), WAIT).toBeGreaterThan(3);
  });

  test("no script errors, no content policy violations", () => {
    expect(bench.complaints).toEqual([]);
  });
});
