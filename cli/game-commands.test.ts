/** Commands that only one game has: `gamelore arimaa graph`, as an example of what a room may offer. */
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

  test("the game's commands are among the others", async () => {
    expect((await home.run([])).stdout).toMatch(/\n {2}arimaa /);
  });
});

describe("graph", () => {
  test("lists the graphs there are", async () => {
    const { graphs } = documentOf(await home.run([...GRAPH, "--json"])) as {
      graphs: { name: string; nodes: number }[];
    };
    expect(graphs.find(({ name }) => name === "figure-4")).toMatchObject({ nodes: 14, moves: 6 });
    expect((await home.run(GRAPH)).stdout).toContain("elephant-horse");
  });

  test("a good graph is checked with exit status 0, a bad one with 1 and every error", async () => {
    expect(await home.run([...GRAPH, "figure-4", "--check"])).toMatchObject({ status: 0, stderr: "" });
    const file = home.path("bad.graph");
    writeFileSync(file, "node Ed9\n  play Ed6n\nnode Mg3\n  -> nowhere\n");
    const { status, stdout } = await home.run([...GRAPH, file, "--check"]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${file}:1:6: error: "Ed9" is no condition`);
    expect(stdout).toContain(`${file}:4:6: error: there is no node "nowhere"`);
    expect(stdout).toContain("2 errors, 0 warnings");
    expectRefusal(
      await home.run([...GRAPH, file, "--match", POSITION]),
      /bad.graph:1:6: .*\(and 1 more; --check lists all\)/,
    );
  });

  test("a position is matched, with the way that led to each suggestion", async () => {
    const { stdout } = await home.run([...GRAPH, "figure-4", "--match", POSITION]);
    // The camel is too far from g3 for one turn, so what is nearer is suggested, in legal steps.
    expect(stdout).toMatch(/^1\. Hd2n: /);
    expect(stdout).toContain("eb6 > Ed6 > Ha6 > !Mg3 > !Hd3 (as written)");
    const { suggestions } = documentOf(await home.run([...GRAPH, "figure-4", "--match", POSITION, "--json"])) as {
      suggestions: { node: string; path: string[] }[];
    };
    expect(suggestions[0]).toMatchObject({ node: "!Hd3", path: ["eb6", "Ed6", "Ha6", "!Mg3", "!Hd3"] });
    const none = await home.run([...GRAPH, "figure-4", "--match", POSITION.replace("E", ".")]);
    expect(none).toMatchObject({ status: 0, stdout: "nothing is suggested here\n" });
  });

  test("is drawn to the output or into a file, whole or not at all", async () => {
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
    [["nowhere"], /there is no graph "nowhere"; expected a file, or one of camel-hostage/],
    [["elephant-hores"], /did you mean "elephant-horse"/],
    [["--check"], /expected a graph/],
    [["figure-4", "--check", "--svg"], /--check goes alone/],
    [["figure-4", "--match"], /argument missing/],
    [["figure-4", "--match", "g rrr"], /3 squares, not 64/],
    [["figure-4", "--frob"], /unknown option/],
    [["figure-4", "more"], /too many arguments/],
    [["."], /\. cannot be read; expected a graph/],
  ])("%j is refused in one line", async (words, why) => {
    expectRefusal(await home.run([...GRAPH, ...words]), why);
  });
});
