/** `gamelore learn`: playable evaluations, reproducible by seed; errors. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());
const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
const FEW = ["--games", "30", "--test-games", "10"];

interface Fit {
  readonly positions: number;
  readonly logLoss: number;
  readonly accuracy: number;
}
interface Learned {
  readonly method: string;
  readonly player: string;
  readonly terms: readonly string[];
  readonly before: { evaluation: string; training: Fit; test: Fit };
  readonly after: { evaluation: string | null; training: Fit; test: Fit };
  readonly evaluation?: string;
  readonly path?: string;
}

async function learn(...words: string[]): Promise<Learned> {
  // Runs of more than two seconds may report progress.
  const { status, stdout } = await home.run(["learn", ...VARIANT, ...words, "--json"]);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Learned;
}

beforeAll(async () => {
  await home.run(["solve", "chinese-checkers", "--side", "4", "--pieces", "2"]);
});

describe.for(["regression", "tdleaf"])("%s", (method) => {
  const words = ["sum(2-3,rows*0.5,behind)", "--method", method, ...FEW];
  test("prints an evaluation with learned weights of mean 1, and its losses on both sets of games", async () => {
    const report = await learn(...words, "--depth", "1");
    expect(report).toMatchObject({ method, terms: ["2-3", "rows", "behind"] });
    expect(report.player).toBe("alphabeta(eval=sum(2-3,rows*0.5,behind), depth=1)");
    expect(report.before.evaluation).toBe("sum(2-3,rows*0.5,behind)");
    const [, ...weights] = /^sum\(2-3\*?(.*),rows\*?(.*),behind\*?(.*)\)$/.exec(report.after.evaluation ?? "") ?? [];
    expect(weights.reduce((sum, weight) => sum + Math.abs(Number(weight || "1")), 0)).toBeCloseTo(3, 3);
    for (const { training, test } of [report.before, report.after]) {
      expect(training.positions).toBeGreaterThan(2 * test.positions);
      for (const { logLoss, accuracy } of [training, test]) {
        expect(logLoss).toBeGreaterThan(0);
        expect(logLoss).toBeLessThan(1);
        expect(accuracy).toBeGreaterThan(0.4);
      }
    }
    const match = [
      "match",
      ...VARIANT,
      `alphabeta(eval=${report.after.evaluation}, depth=1)`,
      "random",
      "--pairs",
      "1",
    ];
    expect(await home.run(match)).toMatchObject({ status: 0 });
  });

  test("depends on the seed and not on the number of threads", async () => {
    const [one, two, other] = await Promise.all([
      learn(...words, "--threads", "1"),
      learn(...words, "--threads", "2", "--seed", "1"),
      learn(...words, "--seed", "2"),
    ]);
    expect(two).toEqual(one);
    expect(other.after).not.toEqual(one.after);
  });
});

describe("net", () => {
  const words = ["sum(2-3*0.5,rows,behind)", "--method", "net", ...FEW, "--hidden", "3"];
  test("saves a network, playable by its name, with its training parameters", async () => {
    const { evaluation, path, after } = await learn(...words, "--output", "small");
    expect(evaluation).toMatch(/^net\(small#[0-9a-f]{8}\)$/);
    expect(path).toBe(home.path("weights/small.json"));
    const file = JSON.parse(home.read("weights/small.json").toString()) as Record<string, unknown>;
    expect(file).toMatchObject({
      game: "chinese-checkers",
      variant: { side: 4, pieces: 3 },
      terms: "sum(2-3,rows,behind)",
      inputs: 3,
      hidden: 3,
      trained: { method: "net", seed: 1, games: 30, testGames: 10, testLoss: after.test.logLoss },
    });
    const match = ["match", ...VARIANT, "alphabeta(depth=2, eval=net(small))", "random", "--pairs", "1", "--json"];
    expect(documentOf(await home.run(match))).toMatchObject({
      players: [`alphabeta(depth=2, eval=${evaluation})`, "random"],
    });
    expectRefusal(
      await home.run(["learn", ...VARIANT, ...words, "--output", "small"]),
      /a network small already exists/,
    );
    const again = await learn(...words, "--output", "small-again", "--threads", "1");
    expect(again.evaluation?.slice(-10)).toBe(evaluation?.slice(-10));
  });

  test("prints losses, name and path", async () => {
    const { status, stdout } = await home.run(["learn", ...VARIANT, ...words, "--output", "read"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^net over 2-3, rows, behind; played by alphabeta\(eval=sum\(2-3\*0.5,rows,behind\), depth=2\)\n/,
    );
    expect(stdout).toMatch(
      /\nbefore +0\.\d{4} \(\d+\.\d % correct\) +0\.\d{4} .*\nafter +0\.\d{4} .*\nnet\(read#[0-9a-f]{8}\)\nsaved in .*read\.json\n$/,
    );
  });
});

test("--help has examples", async () => {
  const { status, stdout } = await home.run(["learn", "chinese-checkers", "--help"]);
  expect(status).toBe(0);
  expect(stdout).toContain("Examples:\n  gamelore learn chinese-checkers");
  expect(stdout).toContain("Ctrl-C");
});

describe("refused before any game", () => {
  const MANY = ["--games", "1000000"];
  test.each<[words: string[], why: RegExp]>([
    [["rosw"], /eval: "rosw": expected one of .*did you mean "rows"\?/],
    [["table"], /one-side-4x4-3 not found; build it with/],
    [["edb(3)"], /not a weighted sum of terms/],
    [["rows", "--method", "magic"], /Allowed choices are regression, tdleaf, net/],
    [["rows", "--method", "net"], /--output NAME and --method net require each other/],
    [["rows", "--output", "x"], /--output NAME and --method net require each other/],
    [["rows", "--method", "net", "--output", "../x"], /"\.\.\/x" is not a valid network name/],
    [["baseline", "--method", "net", "--output", "x"], /a network takes at most one cell feature/],
    [["rows", "--player", "nobody"], /no player "nobody"/],
    [["rows", "--method", "tdleaf", "--player", "alphabeta(eval=rows)"], /a player without eval/],
    [["rows", "--lambda", "2"], /expected a number from 0 to 1/],
    [["rows", "--rate", "fast"], /expected a number from/],
    [["rows", "--hidden", "99"], /expected a whole number from 1 to 16/],
  ])("%j", async (words, why) => {
    expectRefusal(await home.run(["learn", ...VARIANT, ...words, ...MANY]), why);
  });
});

test("Ctrl-C stops it and reports that nothing is saved", async () => {
  const { status, stdout, stderr } = await home.interrupt(["learn", ...VARIANT, "rows", "--games", "1000000"]);
  expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
  expect(stderr).toMatch(/gamelore: interrupted.*; nothing is saved\n$/);
  expect(home.processes()).toEqual([]);
});
