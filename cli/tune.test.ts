/** `gamelore tune`: output, resume, errors. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GameStore } from "../engine/arena/store.ts";
import type { TuneReport } from "../engine/learn/tune.ts";
import { expectRefusal, Home, type Running } from "./run.fixture.ts";

const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3", "--opening", "2"];
const PLAYER = "uct(playouts=20, c=1.5, random=60)";
const TUNE = ["tune", ...VARIANT, PLAYER, "--vary", "c=0.1..2", "--vary", "random=0..100", "--vary", "moves"];
const HILL = ["--method", "hill-climb", "--games", "4", "--passes", "2", "--variants", "3"];
const SPSA = ["--method", "spsa", "--games", "4", "--passes", "2"];

interface Document extends TuneReport {
  readonly label: string;
  readonly check: { readonly standing: { readonly games: number }; readonly players: readonly string[] } | null;
}

let home: Home;
beforeEach(() => (home = new Home()));
afterEach(() => home.remove());

function storedGames(): number {
  const store = GameStore.openExisting(home.path("games.sqlite"));
  try {
    return store?.count() ?? 0;
  } finally {
    store?.close();
  }
}

async function kept(games: number, process: Running): Promise<void> {
  while (storedGames() < games) {
    if (process.outcome !== null) throw new Error(`it ended: ${process.outcome.stderr}`);
    await sleep(5);
  }
}

/** The document; a slow machine may have reported progress on stderr. */
async function tuned(words: readonly string[]): Promise<Document> {
  const { status, stdout } = await home.run([...words, "--json"]);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Document;
}

/** Without the number of reused games, which differs after a resume. */
function withoutResumed(document: Document): object {
  const { check, ...report } = document;
  return { ...report, resumed: 0, check: check && { ...check, resumed: 0 } };
}

test("weights of an evaluation are tuned like parameters", async () => {
  const player = "alphabeta(depth=1, eval=sum(rows, behind*0.5))";
  const words = ["tune", ...VARIANT, player, "--vary", "eval.behind=0..1", "--vary", "eval.rows=0.5..2", ...SPSA];
  const { start, tuned: text } = await tuned([...words, "--check", "0"]);
  expect(start).toBe("alphabeta(depth=1, eval=sum(rows,behind*0.5))");
  expect(text).toMatch(/^alphabeta\(depth=1, eval=sum\(rows(\*[\d.]+)?,behind(\*[\d.]+)?\)\)$/);
  const refused = await home.run(["tune", ...VARIANT, player, "--vary", "eval=rows"]);
  expectRefusal(refused, /eval is a text.*its weights can: eval\.rows, eval\.behind/);
  expectRefusal(
    await home.run(["tune", ...VARIANT, player, "--vary", "eval.rows=2..3"]),
    /eval\.rows: the player's 1 is not within 2\.\.3/,
  );
});

describe("output", () => {
  test("of hill climbing: every step with all values, the tuned player, and the check", async () => {
    const { status, stdout } = await home.run([...TUNE, ...HILL, "--check", "5"]);
    expect(status).toBe(0);
    const { history, tuned: text, check } = await tuned([...TUNE, ...HILL, "--check", "5"]);
    if (history.method !== "hill-climb") throw new Error(history.method);
    expect(history.steps.map(({ pass, variable }) => `${pass} ${variable}`)).toEqual(
      [1, 2].flatMap((pass) => [`${pass} c`, `${pass} random`, `${pass} moves`]),
    );
    for (const { pass, variable, tried, taken, from } of history.steps) {
      const values = tried.map(({ value, share }) => `${value}: ${(100 * share).toFixed(0)} %`);
      const end = taken === from ? `keeps ${from}` : `takes ${taken}`;
      expect(stdout).toContain(`  pass ${pass}  ${variable.padEnd(6)}  ${[...values, end].join("  ")}\n`);
    }
    expect(stdout).toContain(`${PLAYER}: c 0.1..2, random 0..100, moves all,non-backward,forward,paper\n`);
    expect(stdout).toContain(`\ntuned: ${text}\n`);
    expect(check?.standing.games).toBe(10);
    expect(stdout).toMatch(/\ncheck against the start with other openings: \+\d+ =\d+ -\d+, .* \(95 % interval .*\)\n/);
    expect(stdout).toMatch(/(no significant difference to|significantly (stronger|weaker) than) the start/);
  });

  test("of SPSA: the trajectory", async () => {
    const { stdout } = await home.run([...TUNE, ...SPSA, "--check", "0"]);
    const { history, tuned: text, games } = await tuned([...TUNE, ...SPSA, "--check", "0"]);
    if (history.method !== "spsa") throw new Error(history.method);
    // As many as hill climbing: 2 passes, 3 variables, 6 variants, 4 games.
    expect(games).toBe(144);
    expect(history.places.at(-1)).toMatchObject({ games: 144 });
    expect(stdout).toContain("\nspsa, 144 games\n");
    for (const { games, point } of history.places) {
      const line = stdout.split("\n").find((each) => each.startsWith(`  after ${games} games `)) ?? "";
      expect(line.split(/ {2,}/).slice(2)).toEqual(Object.entries(point).map(([name, value]) => `${name}=${value}`));
    }
    expect(stdout).toContain(`\ntuned: ${text}\nnot checked against the start\n`);
  });

  test("if nothing beats the start: no check, which would be a player against itself", async () => {
    // In a game of one piece the first player always wins, whatever the moves.
    const words = [
      "tune",
      "chinese-checkers",
      "--side",
      "4",
      "--pieces",
      "1",
      "uct(playouts=2)",
      "--vary",
      "tree=1..32",
    ];
    const { stdout } = await home.run([
      ...words,
      "--method",
      "hill-climb",
      "--games",
      "2",
      "--passes",
      "1",
      "--opening",
      "0",
    ]);
    expect(stdout).toMatch(/\nnothing better than the start was found\n$/);
  });
});

describe.each([
  ["hill climbing", HILL],
  ["SPSA", SPSA],
])("an interrupted tuning by %s", (_, method) => {
  // Long enough to be running when the signal arrives.
  const words = [...TUNE, ...method, "--games", "12", "--check", "5"];

  test("by SIGKILL resumes to the same result", async () => {
    const whole = await tuned([...words, "--no-store"]);
    expect(home.files()).toEqual([]);
    const running = home.start([...words, "--json"]);
    await kept(20, running);
    expect(await running.signal("SIGKILL")).toMatchObject({ status: null, stdout: "" });
    const saved = storedGames();
    const again = await tuned([...words]);
    expect(again.resumed).toBe(saved);
    expect(withoutResumed(again)).toEqual(withoutResumed(whole));
    expect(storedGames()).toBe(again.games + (again.check?.standing.games ?? 0));
  });

  test("by Ctrl-C prints the saved games and the resume command", async () => {
    const running = home.start(words);
    await kept(10, running);
    const { status, stdout, stderr } = await running.signal("SIGINT");
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    const [, saved, line = ""] =
      /gamelore: interrupted; (\d+) games are saved; resume with: (.*)\n$/.exec(stderr) ?? [];
    expect(Number(saved)).toBe(storedGames());
    const again = await home.runLine(line);
    expect(again.status).toBe(0);
    expect(again.stdout).toMatch(new RegExp(`\n${saved} of \\d+ games were already stored\n`));
  });
});

describe("invalid requests are refused before any game", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["uct", [], /nothing to vary; name a parameter and its range/],
    ["uct", ["--vary", "treshold=1..60"], /no parameter "treshold"; it has: .*; did you mean "threshold"\?/],
    ["uct", ["--vary", "c=0..101"], /c: "101" is not a number from 0 to 100/],
    ["ucb", ["--vary", "c=0..1"], /no player "ucb" .*did you mean "uct"\?/],
    ["uct(eval=table)", ["--vary", "c=0..1"], /table one-side-4x4-3 not found; build it with/],
    ["uct", ["--vary", "c=0..1", "--games", "3"], /expected an even number/],
    ["uct", ["--vary", "c=0..1", "--variants", "1"], /expected a whole number from 2 to/],
    ["uct", ["--vary", "c=0..1", "--shrink", "2"], /expected a number from 0\.01 to 1/],
    ["uct", ["--vary", "c=0..1", "--method", "luck"], /Allowed choices are hill-climb, spsa/],
  ])("%s %j", async (player, words, why) => {
    expectRefusal(await home.run(["tune", ...VARIANT, player, ...words]), why);
  });
});
