/** `gamelore learn` for a general game: stores, resumes and lists features; errors. */
import { renameSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

interface Learned {
  readonly path: string;
  readonly runs: number;
  readonly features: { readonly offensive: number; readonly defensive: number; readonly avoid: number };
}

async function learn(...words: string[]): Promise<Learned> {
  return documentOf(await home.run(["learn", ...words, "--json"])) as Learned;
}

test("features are saved in a readable file, and two runs equal one longer run", async () => {
  const other = new Home();
  try {
    const first = await learn("tic-tac-toe", "--runs", "200");
    expect(first).toMatchObject({ runs: 200, path: home.path("features/tic-tac-toe.json"), features: { avoid: 0 } });
    const whole = await learn("tic-tac-toe");
    expect(whole.runs).toBe(500);
    expect(whole.features.offensive).toBeGreaterThan(first.features.offensive);
    await other.run(["learn", "tic-tac-toe"]);
    const file = home.read("features/tic-tac-toe.json").toString();
    expect(file).toBe(other.read("features/tic-tac-toe.json").toString());
    expect(file).toContain(
      '"facts":["(control x)","(cell 2 2 free)","(cell 1 1 x)","(cell 3 3 x)"],"kind":"offensive"',
    );
  } finally {
    other.remove();
  }
});

test("--list shows patterns on the board", async () => {
  await home.run(["learn", "tic-tac-toe"]);
  const { status, stdout } = await home.run(["learn", "tic-tac-toe", "--list", "3"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^(offensive|defensive|avoid) \d+\.\d {2}[xo]: \(take \d \d\) {2}seen \d+, right \d+ of \d+.*\n.*[xo_·].*\n/,
  );
  expect(stdout).toMatch(
    /\n3 of \d+ features, copies on other squares merged \([\d,]+ with them\); all [\d,]+ in .*tic-tac-toe\.json\n$/,
  );
  const listed = documentOf(await home.run(["learn", "tic-tac-toe", "--list", "10000", "--json"]));
  expect(listed).toMatchObject({ runs: 500 });
  const { features } = listed as { features: { kind: string; level: number; move: string; copies: number }[] };
  // Deeper features first.
  expect(features.map(({ level }) => level)).toEqual(features.map(({ level }) => level).toSorted((a, b) => b - a));
  // A row, whose last square is at its end, is the same row in the two others: at most three copies.
  expect(
    Math.max(...features.filter(({ kind, level }) => kind === "offensive" && level === 0).map(({ copies }) => copies)),
  ).toBe(3);
});

test("Ctrl-C saves the features", async () => {
  const somePlayed = /after [1-9][\d,]* games?;/;
  const { status, stdout, stderr } = await home.interrupt(["learn", "breakthrough", "--minutes", "5"], somePlayed);
  expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
  const [, runs = ""] =
    /interrupted after ([\d,]+) games?; saved in .*breakthrough\.json; resume with: gamelore learn breakthrough --minutes 5\n$/.exec(
      stderr,
    ) ?? [];
  const played = Number(runs.replaceAll(",", ""));
  expect(played).toBeGreaterThan(0);
  const more = await learn("breakthrough", "--runs", String(played + 10));
  expect(more.runs).toBe(played + 10);
});

test("usage errors", async () => {
  expectRefusal(
    await home.run(["learn", "connect-four", "--list"]),
    /nothing learned yet; run: gamelore learn connect-four/,
  );
  expectRefusal(await home.run(["learn", "connect-four", "--runs", "0"]), /expected a whole number from 1/);
  expectRefusal(await home.run(["learn", "connect-four", "--minutes", "soon"]), /expected a number above 0/);
  await home.run(["learn", "tic-tac-toe"]);
  expectRefusal(
    await home.run(["learn", "tic-tac-toe", "--seed", "7"]),
    /learned with seed=1, not with seed=7; use --restart to start over/,
  );
  writeFileSync(home.path("features/tic-tac-toe.json"), "{}");
  expectRefusal(
    await home.run(["learn", "tic-tac-toe"]),
    /tic-tac-toe\.json: not a feature file of the format "gamelore features 1"/,
  );
  expect(await learn("tic-tac-toe", "--restart", "--runs", "10")).toMatchObject({ runs: 10 });
});

test("features saved under a former id of the game are resumed", async () => {
  const { path } = await learn("chess-gdl", "--runs", "10");
  renameSync(path, home.path("features/chess.json"));
  const listed = documentOf(await home.run(["learn", "chess-gdl", "--list", "1", "--json"]));
  expect(listed).toMatchObject({ path: home.path("features/chess.json"), runs: 10 });
  expect(await learn("chess-gdl", "--runs", "12")).toMatchObject({ path, runs: 12 });
});

test("--help has examples", async () => {
  const { status, stdout } = await home.run(["learn", "connect-four", "--help"]);
  expect(status).toBe(0);
  expect(stdout).toContain("Examples:\n  gamelore learn connect-four\n");
});
