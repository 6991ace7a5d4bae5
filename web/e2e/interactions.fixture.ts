/** Latency of interactions: from the input event until the change is painted, including the request to the server. */
import type { Page } from "playwright-core";
import { throwIfAborted } from "../../engine/contracts/errors.ts";
import { begin } from "./playing.fixture.ts";

/** What is compared in each frame: an attribute, or the text, of all elements of a selector. */
interface Sign {
  readonly selector: string;
  readonly attribute: string | null;
  /** A change counts only without this. */
  readonly without?: string;
}

export interface Measured {
  readonly what: string;
  /** Milliseconds, in the order they were measured. */
  readonly times: readonly number[];
}

interface TimedWindow {
  timed?: Promise<number>;
}

const PIECES: Sign = { selector: "svg.board .piece", attribute: "transform" };
/** Boards with holes and square boards. */
const CELLS = { selector: ".hit > circle, .hit > rect", attribute: "cx x" };
const TARGETS: Sign = { selector: ".target:not(.idle)", attribute: "r" };
const VERDICT: Sign = { selector: ".values .verdict strong", attribute: null };
/** The next position has an evaluation. */
const ANALYSIS: Sign = { selector: ".move-list .ply", attribute: null, without: ".evaluation-bar.pending" };

/** Milliseconds from the click that `act` makes until the change has been painted. */
async function timed(page: Page, sign: Sign, act: () => Promise<void>): Promise<number> {
  await page.evaluate(({ selector, attribute, without }) => {
    const look = (): string =>
      [...document.querySelectorAll(selector)]
        .map((element) => attribute?.split(" ").map((name) => element.getAttribute(name)) ?? element.textContent)
        .join("\n");
    const before = look();
    (window as TimedWindow).timed = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`nothing changed: ${selector}`)), 60_000);
      const follow = (event: Event): void => {
        const check = (): void => {
          if (look() === before || (without !== undefined && document.querySelector(without))) {
            requestAnimationFrame(check);
            return;
          }
          // Animation frame callbacks run before painting, messages after it.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => resolve(performance.now() - event.timeStamp));
          port1.start();
          port2.postMessage(null);
        };
        requestAnimationFrame(check);
      };
      addEventListener("click", follow, { capture: true, once: true });
    });
  }, sign);
  await act();
  return page.evaluate(() => (window as TimedWindow).timed as Promise<number>);
}

async function repeated(
  times: number,
  signal: AbortSignal | undefined,
  once: () => Promise<number>,
): Promise<number[]> {
  const list: number[] = [];
  for (let i = 0; i < times; i++) {
    throwIfAborted(signal);
    list.push(await once());
  }
  return list;
}

/** A game between persons: select, move, undo, flip, values. */
async function table(page: Page, game: string, times: number, signal?: AbortSignal): Promise<Measured[]> {
  await begin(page, "person");
  const source = page.locator(".hit.live").last();
  await source.waitFor();
  const press = (name: string): Promise<void> => page.getByRole("button", { name }).click();
  const target = page.locator(".hit[aria-label*='can be reached']").first();
  const picked: number[] = [];
  const moved: number[] = [];
  const analysed: number[] = [];
  // Every new position is requested; earlier ones are cached.
  for (let i = 0; i < 2 * times; i++) {
    throwIfAborted(signal);
    await source.waitFor();
    // Within a turn of several steps the moved piece stays selected.
    if ((await page.locator("svg.board .selected").count()) === 0)
      picked.push(await timed(page, TARGETS, () => source.click()));
    if (i % 2 === 0) moved.push(await timed(page, PIECES, () => target.click()));
    else analysed.push(await timed(page, ANALYSIS, () => target.click()));
  }
  const undone = await repeated(times, signal, () => timed(page, PIECES, () => press("Undo")));
  const flipped = await repeated(times, signal, () => timed(page, CELLS, () => press("Flip")));
  await page.getByRole("checkbox", { name: "Values" }).uncheck();
  const values = await repeated(times, signal, async () => {
    const time = await timed(page, VERDICT, () => page.getByRole("checkbox", { name: "Values" }).check());
    await page.getByRole("checkbox", { name: "Values" }).uncheck();
    return time;
  });
  return [
    { what: `${game}: select a piece`, times: picked },
    { what: `${game}: a move`, times: moved },
    { what: `${game}: first analysis after a move`, times: analysed },
    { what: `${game}: undo`, times: undone },
    { what: `${game}: flip`, times: flipped },
    { what: `${game}: show values`, times: values },
  ];
}

async function storedGame(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const request = {
      kind: "match",
      game: "chinese-checkers",
      variant: { side: 5, pieces: 3 },
      players: ["greedy", "random"],
      pairs: 1,
      limits: { milliseconds: 50 },
      seed: 1,
    };
    await fetch("/api/jobs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    for (;;) {
      const { matches } = (await (await fetch("/api/matches?game=chinese-checkers")).json()) as {
        matches: { id: number }[];
      };
      const [match] = matches;
      const found = match
        ? ((await (await fetch(`/api/matches/${match.id}`)).json()) as { list: { id: number }[] })
        : null;
      if (found?.list[0]) return String(found.list[0].id);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

/** `open` opens a fresh page at a URL of the workbench. */
export async function measureInteractions(
  open: (hash: string) => Promise<Page>,
  times: number,
  signal?: AbortSignal,
): Promise<Measured[]> {
  const list: Measured[] = [];
  const games = ["chinese-checkers?o.side=7", "arimaa?o.setup=99of9"];
  for (const game of games) {
    const page = await open(`#/play/${game}`);
    list.push(...(await table(page, game.split("?")[0] as string, times, signal)));
    await page.context().close();
  }
  const page = await open("#/matches");
  const record = await storedGame(page);
  const visit = async (link: string, sign: Sign): Promise<number> =>
    timed(page, sign, () => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: link }).click());
  const rows: Sign = { selector: "td.number", attribute: null };
  const cards: Sign = { selector: ".game-card h3", attribute: null };
  // The first visit loads the page's code.
  await visit("Games", cards);
  const matches: number[] = [];
  const all: number[] = [];
  for (let i = 0; i < times; i++) {
    throwIfAborted(signal);
    matches.push(await visit("Matches", rows));
    all.push(await visit("Games", cards));
  }
  list.push({ what: "the page of matches", times: matches });
  list.push({ what: "the page of games", times: all });
  await page.goto(new URL(`#/records/${record}`, page.url()).href);
  await page.locator(".status.ended").waitFor();
  const step = (name: string): Promise<number> => timed(page, PIECES, () => page.getByRole("button", { name }).click());
  list.push({ what: "a step back in a replay", times: await repeated(times, signal, () => step("Back")) });
  list.push({ what: "a step forward in a replay", times: await repeated(times, signal, () => step("Forward")) });
  await page.context().close();
  return list;
}
