/** Playing as everyone who has used a game site expects: keys, rematch, variations, export and import, levels. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { GameDocument, GameSummary } from "../../service/api.ts";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { LEVELS, levelsOf } from "../parts/levels.ts";
import { begin, moveSomehow, playOut, plies, position, status, untilOwnTurn } from "./playing.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };

describe.runIf(canTestBrowser)("playing in a browser", () => {
  const bench = new Workbench();
  beforeAll(() => bench.open());
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  test("keys go through the game, flip the board, show values and the help sheet", async () => {
    const page = await bench.page("#/play/tic-tac-toe");
    await begin(page, "person");
    for (const cell of ["1,1", "2,2", "3,3"]) {
      await page.locator(`[data-cell="${cell}"].live`).click();
      await expect.poll(() => page.locator(`[data-cell="${cell}"].live`).count(), WAIT).toBe(0);
    }
    await expect.poll(() => plies(page), WAIT).toBe(3);
    const at = async (): Promise<string> => (await position(page)).split(":")[0] as string;
    // The board has the focus after a click, but not its cursor.
    await page.keyboard.press("ArrowLeft");
    await expect.poll(at, WAIT).toBe("2");
    await page.keyboard.press("Home");
    await expect.poll(at, WAIT).toBe("0");
    await page.keyboard.press("ArrowRight");
    await expect.poll(at, WAIT).toBe("1");
    await page.keyboard.press("End");
    await expect.poll(at, WAIT).toBe("3");
    expect(await page.locator(".move-list .ply").allTextContents()).toEqual(["a1", "b2", "c3"]);
    const corner = page.locator('[data-cell="1,1"] rect');
    const before = await corner.getAttribute("x");
    await page.keyboard.press("f");
    await expect.poll(() => corner.getAttribute("x"), WAIT).not.toBe(before);
    for (const on of [false, true]) {
      await page.keyboard.press("x");
      await expect.poll(() => page.getByLabel("Values", { exact: true }).isChecked(), WAIT).toBe(on);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).getByText("Flip the board").waitFor();
    // Not behind a dialog.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Escape");
    expect(await at()).toBe("3");
    // Space plays the best move shown.
    await page.locator(".analysis-lines li.best").first().waitFor();
    await page.locator(".table-title").click();
    await page.keyboard.press(" ");
    await expect.poll(at, WAIT).toBe("4");
  });

  test("moves with the same squares are offered in the words of the move list", async () => {
    const opening = ["5 2 5 4", "5 7 5 5", "7 1 6 3", "2 8 3 6", "6 1 3 4", "6 8 3 5"].map((move) => `(move ${move})`);
    const page = await bench.page(`#/play/chess-gdl?seats=2&moves=${encodeURIComponent(opening.join("~"))}`);
    await page.locator("[data-cell='8,1'].live").click();
    await page.locator("[data-cell='6,1'].live").click();
    const choices = page.getByRole("group", { name: "Choose a move" }).getByRole("button");
    await expect.poll(() => choices.allTextContents(), WAIT).toEqual(["castle short", "h1-f1", "Cancel"]);
    await choices.nth(1).click();
    await expect.poll(() => page.locator(".move-list [aria-current]").textContent(), WAIT).toBe("h1-f1");
  });

  test("a game is resigned, then a rematch with changed sides; sides change in the middle of a game", async () => {
    const page = await bench.page("#/play/connect-four");
    await begin(page, "random");
    await untilOwnTurn(page);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".result-banner", { hasText: "You lost" }).waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    expect(await page.getByLabel("The game as Text").inputValue()).toContain("\nresult: red resigned\n");
    await page.keyboard.press("Escape");
    const first = page.url();
    await page.getByRole("button", { name: "Rematch" }).click();
    await expect.poll(() => page.url(), WAIT).not.toBe(first);
    // The other player begins now.
    await status(page).filter({ hasText: "yellow to move: your turn" }).waitFor();
    expect(await plies(page)).toBe(1);
    await page.getByRole("button", { name: "Change sides" }).click();
    await status(page).filter({ hasText: "red to move: your turn" }).waitFor();
    expect(await plies(page)).toBe(2);
    await page.getByRole("link", { name: "New game" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  });

  test("the winning line is drawn, and the result says who won", async () => {
    const page = await bench.page("#/play/connect-four");
    await begin(page, "person");
    for (const cell of ["1,1", "2,1", "1,2", "2,2", "1,3", "2,3", "1,4"]) {
      await page.locator(`[data-cell="${cell}"].live`).click();
      await page
        .locator(`.hit[aria-label^="${"ab".charAt(Number(cell[0]) - 1)}${cell[2]}, "]:not([aria-label*=empty])`)
        .waitFor();
    }
    await page.locator(".result-banner", { hasText: "red wins" }).waitFor();
    expect(await page.locator("svg.board circle.winning").count()).toBe(4);
  });

  test("another move at an earlier position keeps the old one as a variation, also after a reload", async () => {
    const page = await bench.page("#/play/tic-tac-toe");
    await begin(page, "person");
    const play = async (cell: string, count: number): Promise<void> => {
      await page.locator(`[data-cell="${cell}"].live`).click();
      await expect.poll(() => page.locator(".move-list .turn .ply").count(), WAIT).toBe(count);
      await page.locator(".hit.live").first().waitFor();
    };
    await play("1,1", 1);
    await play("2,2", 2);
    await play("3,3", 3);
    await page.locator(".move-list .turn .ply").first().click();
    await page.locator('[data-cell="2,2"].live').waitFor();
    await play("3,1", 2);
    const variation = page.locator(".move-list .variation .ply");
    expect(await variation.allTextContents()).toEqual(["b2", "c3"]);
    await page.reload();
    await variation.last().click();
    await expect.poll(() => position(page), WAIT).toBe("3: (take 1 1) (take 2 2) (take 3 3)");
    expect(await variation.allTextContents()).toEqual(["c1"]);
  });

  test("a game exported as text is imported again, with its moves", async () => {
    const page = await bench.page("#/play/breakthrough-small");
    await begin(page, "person");
    for (let move = 0; move < 3; move++) {
      await untilOwnTurn(page);
      await moveSomehow(page);
    }
    const moves = (await position(page)).replace(/^\d+: /, "");
    await page.getByRole("button", { name: "Export" }).click();
    const text = await page.getByLabel("The game as Text").inputValue();
    expect(text).toMatch(/^Gamelore game\ngame: breakthrough-small\n/);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Download/ }).click();
    expect((await download).suggestedFilename()).toBe("breakthrough-small.txt");
    await page.keyboard.press("Escape");
    await page.goto(`${bench.address}#/play/breakthrough-small`);
    await page.getByRole("button", { name: "Paste a position or game …" }).click();
    const field = page.getByRole("dialog").getByRole("textbox");
    await field.fill(text.replace("moves: ", "moves: (move 9 9 9 9); "));
    await page.getByRole("button", { name: "Load" }).click();
    await page.getByRole("dialog").locator(".error-message").waitFor();
    await field.fill(text);
    await page.getByRole("button", { name: "Load" }).click();
    await page.getByText("Imported game, after 3 plies").waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await status(page).waitFor();
    expect(await position(page)).toBe(`3: ${moves}`);
  });

  test("every level is a player of its game", async () => {
    const page = await bench.page("");
    const get = async <T>(path: string): Promise<T> =>
      page.evaluate(async (at) => (await fetch(at)).json() as Promise<never>, `/api${path}`);
    const { games } = await get<{ games: GameSummary[] }>("/games");
    // Most rulesheets have the same players; only games without alpha-beta differ.
    const general = ["connect-four", "goofspiel"];
    const tested = games.filter(({ id, kind }) => kind === "native" || general.includes(id));
    expect(tested.length).toBeGreaterThan(8);
    for (const { id } of tested) {
      const levels = levelsOf(await get<GameDocument>(`/games/${id}`));
      for (const level of LEVELS) {
        const ok = await page.evaluate(
          async ([at = "", text]) => {
            const body = JSON.stringify({ variant: {}, text });
            return (await fetch(at, { method: "POST", headers: { "content-type": "application/json" }, body })).ok;
          },
          [`/api/games/${id}/players`, levels[level]],
        );
        expect(ok, `${id}: ${levels[level]}`).toBe(true);
      }
    }
  });

  test("a game is played against a level, and named by it", async () => {
    const page = await bench.page("#/play/tic-tac-toe");
    await begin(page, "level easy");
    await page.locator(".seat-line", { hasText: "easy uct(playouts=100)" }).waitFor();
    await playOut(page, 9);
    await page.locator(".result-banner strong", { hasText: /You (won|lost)|Draw/ }).waitFor();
    await page.getByRole("heading", { name: "Moves that lost value" }).waitFor();
  });

  test("the rules begin with how to play, with the picture of a move; the rest is folded", async () => {
    const page = await bench.page("#/play/skat");
    await page.getByRole("button", { name: "Rules" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Bid", { exact: true }).waitFor();
    expect(await dialog.getByText("Internationale Skatordnung").isVisible()).toBe(false);
    await dialog.getByText("Full rules").click();
    await dialog.getByText("Internationale Skatordnung").waitFor();
    await page.goto(`${bench.address}#/play/hex`);
    await page.getByRole("button", { name: "Rules" }).click();
    await dialog.getByText("The rulesheet (GDL)").click();
    await dialog.locator("pre", { hasText: "(role red)" }).waitFor();
    // A board and a move on it.
    await dialog.locator("figure .arrow").waitFor();
    expect(await dialog.locator("figcaption").textContent()).toMatch(/^A first move: [a-i][1-9]$/);
  });

  test("no script errors", () => {
    expect(bench.complaints).toEqual([]);
  });
});
