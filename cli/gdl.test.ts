/** `gamelore gdl`: output, exit statuses, and files. */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

function file(name: string, text: string): string {
  writeFileSync(home.path(name), text);
  return home.path(name);
}

const UNTIDY = "(role a)   (role b) ; who\n(<= (p ?x)\n(q ?x) (r ?x))";
const TIDY = "(role a) (role b) ; who\n(<= (p ?x)\n    (q ?x)\n    (r ?x))\n";

describe("check opens the game, as play does", () => {
  const rules = "(role a) (init (at 1)) (<= (next (at 2)) (does a go)) (<= terminal (true (at 2))) (goal a 100)";

  test.for([
    ["no legal move", "(<= (legal a go) (true (at 5)))", /:1:1: error: a has no legal move in the initial state\n/],
    ["terms that grow", "\n(n zero)\n(<= (n (s ?x)) (n ?x)) (<= (legal a ?x) (n ?x))", /:3:1: error: .*terms grow/],
  ] as const)("%s", async ([, more, message]) => {
    const path = file("bad.kif", `${rules} ${more}`);
    expect(await home.run(["gdl", "check", path])).toMatchObject({ status: 1, stdout: expect.stringMatching(message) });
    expectRefusal(await home.run(["play", path]), /no legal move|terms grow/);
  });

  test("a playable game", async () => {
    const path = file("good.kif", `${rules} (legal a go)`);
    expect(await home.run(["gdl", "check", path])).toMatchObject({
      status: 0,
      stdout: `${path}: 0 errors, 0 warnings\n`,
    });
  });
});

describe("format", () => {
  test("prints to stdout and does not change the file", async () => {
    const path = file("one.kif", UNTIDY);
    expect(await home.run(["gdl", "format", path])).toEqual({ status: 0, stdout: TIDY, stderr: "" });
    expect(readFileSync(path, "utf8")).toBe(UNTIDY);
  });

  test("--check fails with 1, --write formats, then --check passes", async () => {
    const path = file("two.kif", UNTIDY);
    const checked = await home.run(["gdl", "format", path, "--check"]);
    expect(checked).toMatchObject({ status: 1, stdout: expect.stringContaining(`${path}: not formatted`) });
    expect(await home.run(["gdl", "format", path, "--write"])).toMatchObject({ status: 0 });
    expect(readFileSync(path, "utf8")).toBe(TIDY);
    expect(await home.run(["gdl", "format", path, "--check"])).toMatchObject({ status: 0 });
    expect(home.files()).toEqual(expect.not.arrayContaining([expect.stringContaining(".new")]));
  });

  test("an invalid rulesheet leaves all files unchanged", async () => {
    const [good, bad] = [file("good.kif", UNTIDY), file("bad.kif", "(p")];
    expectRefusal(await home.run(["gdl", "format", good, bad, "--write"]), /bad\.kif: line 1, column 1: "\(" is not/);
    expect(readFileSync(good, "utf8")).toBe(UNTIDY);
  });
});

describe("diff", () => {
  test("the same rules in another form: 0", async () => {
    const other = file("other.kif", "(role a) (role b)\n(<= (p ?y) (r ?y) (q ?y))");
    const outcome = await home.run(["gdl", "diff", file("one.kif", UNTIDY), other]);
    expect(outcome).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^3 rules in both, 0 only/) });
  });

  test("rules that only one has, with lines: 1", async () => {
    const [one, other] = [file("one.kif", UNTIDY), file("other.kif", "(role a)\n(role b)\n(p c)")];
    const { status, stdout } = await home.run(["gdl", "diff", one, other]);
    expect(status).toBe(1);
    expect(stdout.split("\n").slice(0, 2)).toEqual([`- ${one}:2: (<= (p ?x) (q ?x) (r ?x))`, `+ ${other}:3: (p c)`]);
    const { stdout: json } = await home.run(["gdl", "diff", one, other, "--json"]);
    expect(JSON.parse(json)).toMatchObject({
      different: true,
      shared: 2,
      onlyInFirst: [{ line: 2, rule: "(<= (p ?x) (q ?x) (r ?x))" }],
      onlyInSecond: [{ line: 3, rule: "(p c)" }],
    });
  });
});

describe("explain", () => {
  test("a legal move: a proof tree, 0", async () => {
    const { status, stdout } = await home.run(["gdl", "explain", "tic-tac-toe", "(take 1 1)"]);
    expect(status).toBe(0);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "(legal x (take 1 1))  line 25, ?player = x, ?column = 1, ?row = 1",
      "    (true (control x))  true in the state",
    ]);
  });

  test("terminal does not hold: the failed rules, 1", async () => {
    const { status, stdout } = await home.run(["gdl", "explain", "tic-tac-toe", "terminal"]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^terminal does not hold\n {4}line 62\n {8}\(line \?player\) {2}fails\n/);
  });

  test("prints a document with --json", async () => {
    expect(documentOf(await home.run(["gdl", "explain", "tic-tac-toe", "(role x)", "--json"]))).toMatchObject({
      explanations: [{ holds: true, proof: { because: "a fact of the rulesheet", line: 3 } }],
    });
  });

  test.for([
    [["nowhere.kif", "terminal"], /cannot read nowhere\.kif; expected a rulesheet file or one of .*breakthrough/],
    [["tic-tac-toe", "(frob)"], /frob with 0 arguments is not in the rules/],
    [["tic-tac-toe", "terminal", "--moves", "(take 9 9)"], /"\(take 9 9\)" is not legal for x; expected one of/],
    [["tic-tac-toe", "terminal", "--position", "x"], /"x" is not a position; expected facts in braces/],
  ] as const)("%j is refused", async ([words, why]) => {
    expectRefusal(await home.run(["gdl", "explain", ...words]), why);
  });
});

describe("small games are solved", () => {
  test("solve counts the states by value", async () => {
    const { status, stdout } = await home.run(["solve", "tic-tac-toe"]);
    expect(status).toBe(0);
    expect(stdout).toContain("tic-tac-toe: draw with best play");
    expect(stdout).toContain("5,478 reachable states");
  });

  test("probe without a position values the moves of the initial one", async () => {
    const answer = documentOf(await home.run(["probe", "tic-tac-toe", "--json"])) as { moves: { after: object }[] };
    expect(answer).toMatchObject({ value: { text: "draw", exact: true, outcome: "draw" } });
    expect(answer.moves).toHaveLength(9);
  });

  test("the outcome of a game whose states do not fit is proven", async () => {
    // Connect four on the standard board is too large for a test; with fewer states allowed, tic-tac-toe is too.
    const found = documentOf(await home.run(["solve", "tic-tac-toe", "--states", "100", "--json"]));
    expect(found).toMatchObject({ game: "tic-tac-toe", outcome: "draw" });
  });

  test("a game that is too large is rejected with the bounds", async () => {
    const why = /connect-four is not solved: more than 10,000 states or 512 MB \(estimated after [\d,]+ states\)/;
    const words = ["solve", "connect-four", "--states", "10000", "--proof-seconds"];
    expectRefusal(await home.run([...words, "0"]), why);
    expectRefusal(await home.run([...words, "1"]), /; proof of its outcome: not finished \([\d,]+ states\)/);
    expectRefusal(await home.run(["probe", "goofspiel"]), /goofspiel cannot be solved: simultaneous moves/);
  });
});
