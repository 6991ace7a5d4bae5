/** Every page and view of the workbench, to be checked or photographed: a URL, and what is done there. */
import type { Page } from "playwright-core";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";

interface View {
  readonly name: string;
  readonly hash: string;
  /** Visible when the view is complete. */
  readonly shows: string;
  /** Before waiting for `shows`. */
  readonly act?: (page: Page) => Promise<void>;
  /** With an analysis. */
  readonly values?: true;
  /** Shows what the jobs have made. */
  readonly stored?: true;
}

/** What the views need: a match with its games, and tables. */
const JOBS: readonly JobRequest[] = [
  {
    kind: "match",
    game: "connect-four",
    variant: {},
    players: ["random", "random"],
    pairs: 1,
    limits: { milliseconds: 50 },
    seed: 1,
  },
  { kind: "solve", game: "chess", options: { pieces: 3 } },
  { kind: "solve", game: "chinese-checkers", options: { side: 4, pieces: 1, sides: 2 } },
];

const LOOK_AGAIN_MS = 100;

/** Runs the jobs that the views show, on an empty workbench. */
export async function prepareViews(address: string): Promise<void> {
  const jobs = new URL("/api/jobs", address);
  for (const request of JOBS)
    await fetch(jobs, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  for (;;) {
    const { jobs: list } = (await (await fetch(jobs)).json()) as { jobs: JobDocument[] };
    const failed = list.find(({ state }) => state === "failed");
    if (failed) throw new Error(`${failed.title}: ${failed.error}`);
    if (list.filter(({ state }) => state === "done").length === JOBS.length) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole("button", { name, exact: true }).first().click();
  };

const click =
  (...selectors: string[]) =>
  async (page: Page): Promise<void> => {
    for (const selector of selectors) await page.locator(selector).first().click();
  };

/** A game of persons, after some moves. */
const game = (path: string, moves: readonly string[] = [], more: Readonly<Record<string, string>> = {}): string =>
  `#/play/${path}?${new URLSearchParams({ seats: "2", moves: moves.join("~") || "~", ...more })}`;

const explored = (path: string, position: string): string => `#/explore/${path}?${new URLSearchParams({ position })}`;

const ROOK_ENDING = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
const PROMOTION = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
const WON = ["1 1", "1 2", "2 2", "1 3", "3 3"].map((cell) => `(take ${cell})`);
const LINES = ".analysis-lines .line";

export const VIEWS: readonly View[] = [
  { name: "jobs", hash: "#/jobs", shows: ".page > section" },
  { name: "games", hash: "", shows: ".gallery:not(.large) .game-card:last-child" },
  {
    name: "play chess",
    hash: "#/play/chess",
    shows: ".times input[type=number] >> nth=2",
    act: click(".times .check"),
  },
  { name: "play skat", hash: "#/play/skat", shows: ".seat-form >> nth=2" },
  { name: "play thief and police", hash: "#/play/thief-and-police", shows: ".option textarea" },
  {
    name: "chinese checkers",
    hash: game("chinese-checkers", [], { "o.side": "4", "o.pieces": "1" }),
    shows: "svg.board .badge",
    values: true,
    stored: true,
    act: async (page) => {
      await page.locator(".value-groups li").first().waitFor();
      await page.getByLabel("Heat map").check();
      await click(".hit.live")(page);
    },
  },
  { name: "chess", hash: game("chess", ["e4", "e5", "Nf3"]), shows: "div.hint", values: true, act: press("Hint") },
  {
    name: "chess promotion",
    hash: game("chess", [], { start: PROMOTION }),
    shows: ".promotion-choice",
    act: click("[data-cell=e7].live", "[data-cell=e8].live"),
  },
  { name: "arimaa", hash: game("arimaa", [], { "o.setup": "99of9" }), shows: LINES, values: true },
  { name: "arimaa setup", hash: game("arimaa"), shows: ".item.live" },
  {
    name: "thief and police",
    hash: game("thief-and-police", [], { "o.start": "5" }),
    shows: ".arrow.step",
    act: async (page) => {
      await page.getByLabel("Distances").selectOption({ index: 1 });
      await click(".hit.live[aria-label*=policeman]", ".hit[aria-label*='can be reached']")(page);
    },
  },
  { name: "dominoes of two persons", hash: game("dominoes"), shows: ".hand-over" },
  { name: "dominoes", hash: game("dominoes"), shows: ".item.live", act: press("I am A") },
  { name: "skat", hash: game("skat", [], { seats: "3" }), shows: ".item", act: click(".hand-over button") },
  { name: "goofspiel", hash: game("goofspiel"), shows: ".item.live" },
  { name: "connect four", hash: game("connect-four", ["(drop 4)", "(drop 4)"]), shows: LINES, values: true },
  { name: "finished game", hash: game("tic-tac-toe", WON), shows: ".review li", values: true },
  { name: "keys", hash: game("tic-tac-toe"), shows: "dialog kbd", act: press("Keyboard help") },
  {
    name: "rules",
    hash: game("chess"),
    shows: "dialog .full-rules table",
    act: async (page) => {
      await press("Rules")(page);
      await click("dialog summary")(page);
    },
  },
  { name: "export", hash: game("chess", ["e4"]), shows: "dialog textarea", act: press("Export") },
  { name: "watch", hash: "#/watch", shows: ".chooser .game-card" },
  { name: "watch setup", hash: "#/watch/chess", shows: ".seat-form" },
  {
    name: "watch tic-tac-toe",
    hash: "#/watch/tic-tac-toe",
    shows: ".player-evaluations svg.plot",
    act: async (page) => {
      for (const seat of [0, 1]) await page.getByLabel("Player", { exact: true }).nth(seat).selectOption("level easy");
      await press("Start")(page);
      await page.locator(".status.ended").waitFor();
      // The players' own estimates are shown instead of the analysis.
      await page.getByRole("checkbox", { name: "Values" }).uncheck();
    },
  },
  { name: "explore", hash: "#/explore", shows: ".chooser .game-card" },
  { name: "explore chess", hash: explored("chess", ROOK_ENDING), shows: ".value-groups li", stored: true },
  { name: "explore arimaa", hash: "#/explore/arimaa?o.setup=99of9", shows: LINES, act: press("Variant …") },
  { name: "set up", hash: explored("chess", ROOK_ENDING), shows: ".tray-piece", act: press("Set up") },
  { name: "paste", hash: "#/explore/chess", shows: "dialog textarea", act: press(/^Paste/) },
  { name: "tables", hash: "#/tables", shows: "table.stack", stored: true },
  { name: "tables of chess", hash: "#/tables/chess", shows: ".outcome-bar svg", stored: true },
  { name: "table", hash: "#/tables/chess/krk", shows: ".longest li", stored: true },
  { name: "solve", hash: "#/solve/chinese-checkers", shows: ".job .histogram svg.plot", stored: true },
  { name: "matches", hash: "#/matches", shows: ".seat-form", stored: true, act: click("summary") },
  { name: "match", hash: "#/matches/1", shows: "svg.tally", stored: true },
  { name: "record", hash: "#/records/1", shows: ".result-banner", stored: true },
  { name: "lab", hash: "#/lab", shows: ".experiments li" },
  { name: "lab report", hash: "#/lab/000-table-1", shows: ".plot-place svg" },
  {
    name: "upload",
    hash: "#/upload",
    shows: ".findings li",
    act: async (page) => {
      await page.getByLabel("Rules", { exact: true }).fill("(role x)\n(init (");
      await press("Check and upload")(page);
    },
  },
  { name: "not found", hash: "#/nothing", shows: ".page-error" },
  { name: "match not found", hash: "#/matches/999", shows: ".page-error" },
];

/**
 * Opens a view in a page of the workbench, once `prepared` if it shows what the jobs have made. Its search is ended: the view does not change
 * any more.
 */
export async function openView(page: Page, view: View, prepared: Promise<void>): Promise<void> {
  if (view.stored) await prepared;
  await page.evaluate(
    ({ hash, values }) => {
      localStorage.setItem("gamelore.values", values ? "on" : "off");
      // Without a change in between, the same fragment would not open the view anew.
      location.hash = "#/loading";
      location.hash = hash === "" ? "#/" : hash;
    },
    { hash: view.hash, values: view.values ?? false },
  );
  await view.act?.(page);
  await page.locator(view.shows).first().waitFor();
  // Also behind a dialog.
  await page.evaluate(() => document.querySelector<HTMLElement>(".analysis-head button[title^=Stop]")?.click());
}
