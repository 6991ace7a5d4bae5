/** Commands of a single game, with `gamelore arimaa graph` as example. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const GRAPH = ["arimaa", "graph"];
const POSITION = "g rrr..rrr/.cddcm.h/He.E..../......../..M...../......../.D.H.C../RRRRRRRR";

describe("help", () => {
  test.each([[["arimaa"]], [GRAPH]])("gamelore %j --help shows examples of itself", async (words) => {
    const { status, stdout, stderr } = await home.run([...words, "--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("\nExamples:\n  gamelore arimaa graph ");
  });

  test("the game is listed among the commands", async () => {
    expect((await home.run([])).stdout).toMatch(/\n {2}arimaa /);
  });
});

describe("graph", () => {
  test("lists the graphs", async () => {
    const { graphs } = documentOf(await home.run([...GRAPH, "--json"])) as {
      graphs: { name: string; nodes: number }[];
    };
    expect(graphs.find(({ name }) => name === "figure-4")).toMatchObject({ nodes: 14, moves: 6 });
    expect((await home.run(GRAPH)).stdout).toContain("elephant-horse");
  });

  test("a valid graph gives exit status 0, an invalid one 1 and all errors", async () => {
    expect(await home.run([...GRAPH, "figure-4", "--check"])).toMatchObject({ status: 0, stderr: "" });
    const file = home.path("bad.graph");
    writeFileSync(file, "node Ed9\n  play Ed6n\nnode Mg3\n  -> nowhere\n");
    const { status, stdout } = await home.run([...GRAPH, file, "--check"]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${file}:1:6: error: "Ed9" is not a condition`);
    expect(stdout).toContain(`${file}:4:6: error: node "nowhere" not found`);
    expect(stdout).toContain("2 errors, 0 warnings");
    expectRefusal(
      await home.run([...GRAPH, file, "--match", POSITION]),
      /bad.graph:1:6: .*\(and 1 more; --check lists all\)/,
    );
  });

  test("a position is matched, with the path to each suggestion", async () => {
    const { stdout } = await home.run([...GRAPH, "figure-4", "--match", POSITION]);
    // The camel is too far from g3 for one turn, so nearer goals are suggested, in legal steps.
    expect(stdout).toMatch(/^1\. Hd2n: /);
    expect(stdout).toContain("eb6 > Ed6 > Ha6 > !Mg3 > !Hd3 (as written)");
    const { suggestions } = documentOf(await home.run([...GRAPH, "figure-4", "--match", POSITION, "--json"])) as {
      suggestions: { node: string; path: string[] }[];
    };
    expect(suggestions[0]).toMatchObject({ node: "!Hd3", path: ["eb6", "Ed6", "Ha6", "!Mg3", "!Hd3"] });
    const none = await home.run([...GRAPH, "figure-4", "--match", POSITION.replace("E", ".")]);
    expect(none).toMatchObject({ status: 0, stdout: "no suggestions\n" });
  });

  test("is drawn to stdout or atomically into a file", async () => {
    const { stdout } = await home.run([...GRAPH, "figure-4", "--svg"]);
    expect(stdout).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    const file = home.path("picture.svg");
    expect(await home.run([...GRAPH, "figure-4", "--svg", file])).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(file, "utf8")).toBe(stdout);
    const marked = await home.run([...GRAPH, "figure-4", "--svg", "--match", POSITION]);
    expect(marked.stdout).toContain('class="node held"');
    expectRefusal(await home.run([...GRAPH, "figure-4", "--svg", home.path("picture.svg/x.svg")]), /./, 1);
  });

  test.each([
    [["nowhere"], /graph "nowhere" not found; expected a file, or one of camel-hostage/],
    [["elephant-hores"], /did you mean "elephant-horse"/],
    [["--check"], /expected a graph/],
    [["figure-4", "--check", "--svg"], /--check cannot be combined/],
    [["figure-4", "--match"], /argument missing/],
    [["figure-4", "--match", "g rrr"], /3 squares, not 64/],
    [["figure-4", "--frob"], /unknown option/],
    [["figure-4", "more"], /too many arguments/],
    [["."], /\. cannot be read; expected a graph/],
  ])("%j is refused in one line", async (words, why) => {
    expectRefusal(await home.run([...GRAPH, ...words]), why);
  });
});

describe("plans", () => {
  const PLANS = ["arimaa", "plans"];
  const CAPTURE = "g .......r/......../......../..E...../..c...../......../......../.......R";

  test("prints the analysis and the plans in order, each with its reason and moves", async () => {
    const { stdout } = await home.run([...PLANS, CAPTURE]);
    expect(stdout).toContain("we can capture: cat on c4 in 2 steps\n");
    expect(stdout).toMatch(/\n1\. capture: captures the cat on c4 in 2 steps\n {3}captures: cc4s cc3x Ec5s/);
    const { analysis, plans } = documentOf(await home.run([...PLANS, CAPTURE, "--json"])) as {
      analysis: { captures: object[] };
      plans: { plan: string; reason: string; moves: string[] }[];
    };
    expect(analysis.captures).toEqual([{ piece: "c", square: "c4", steps: 2 }]);
    expect(plans[0]).toMatchObject({ plan: "capture", category: "captures" });
  });

  test("the number of moves searched is measured over a record", async () => {
    const file = home.path("game.txt");
    const setup = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";
    const other = "ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7";
    const turns = [
      "Ee2n Ee3n",
      "ed7s ed6s",
      "Hb2n",
      "hb7s",
      "Hg2n",
      "hg7s",
      "Ee4w",
      "ed5e",
      "Md2n",
      "me7s",
      "Hb3n",
      "hb6s",
    ];
    const lines = turns.map((turn, i) => `${2 + (i >> 1)}${i % 2 === 0 ? "g" : "s"} ${turn}`);
    writeFileSync(file, [`1g ${setup}`, `1s ${other}`, ...lines, ""].join("\n"));
    const { figures } = documentOf(await home.run([...PLANS, "--measure", file, "--json"])) as {
      figures: { figures: { positions: number; turns: { mean: number }; searchedTurns: { mean: number } } }[];
    };
    for (const { figures: each } of figures) {
      expect(each.positions).toBe(2);
      expect(each.searchedTurns.mean).toBeLessThan(each.turns.mean / 50);
    }
  });

  test("invalid positions, finished games and invalid records are refused", async () => {
    expectRefusal(await home.run(PLANS), "expected a position");
    expectRefusal(await home.run([...PLANS, "g rr"]), "2 squares; expected 64");
    expectRefusal(await home.run([...PLANS, `g ${"........".repeat(7)}R......r`]), "the game has ended");
    expectRefusal(
      await home.run([...PLANS, "--measure", home.path("none.txt")]),
      "cannot be read; expected recorded games",
    );
    expectRefusal(await home.run([...PLANS, "--measure", "--positions", "x"]), "expected a whole number from 1");
  });
});

describe("patterns", () => {
  const PATTERNS = ["arimaa", "patterns"];

  test("bundled patterns are valid; errors in others are reported with line and column", async () => {
    expect((await home.run(PATTERNS)).stdout).toMatch(
      /^traps\.patterns: \d+ protect patterns, \d+ attack patterns; 0 errors\n$/,
    );
    const file = home.path("bad.patterns");
    writeFileSync(file, "protect 3 horse: Hb9\nprotect 2 two: Hb3 Db3\n");
    const { status, stdout } = await home.run([...PATTERNS, file]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${file}:1:19: "b9" where a square was expected`);
    expect(stdout).toContain(`${file}:2:9: the conditions of "two" contradict each other`);
  });

  test("matching patterns at a trap are reported with their value, also for silver", async () => {
    const { stdout } = await home.run([
      ...PATTERNS,
      "--match",
      "s ......../.....d../......h./......../......../......../......../........",
    ]);
    expect(stdout).toContain("\nf6: +");
    expect(stdout).toContain("horse b3, dog c2");
  });
});
