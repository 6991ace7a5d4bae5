/** `gamelore lab`: list, run with resume, time limit and Ctrl-C, report. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadExperiments } from "../lab/experiments.ts";
import { smallExperiment, smallMatch } from "../lab/small.fixture.ts";
import { labCommand } from "./commands/lab.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

interface Listed {
  readonly id: string;
  readonly settings: readonly { readonly setting: string; readonly games: number; readonly wanted: number }[];
}
interface Result {
  readonly id: string;
  readonly setting: string;
  readonly cells: readonly {
    readonly status: string;
    readonly agreement: string | null;
    readonly ours: { readonly value: number; readonly games: number } | null;
  }[];
  readonly claims: readonly { readonly ours: { readonly outcome: string } }[];
}

describe("as a command", () => {
  test("lists the tables of the papers and writes nothing", async () => {
    const { experiments } = documentOf(await home.run(["lab", "list", "--json"])) as { experiments: Listed[] };
    expect(experiments.map(({ id }) => id)).toEqual([
      "000-nodes",
      "000-opponents",
      "000-table-1",
      "000-table-1-paper-moves",
      "000-table-1-listed",
      "000-table-1-manhattan",
      "000-table-1-manhattan-rows",
      "000-table-2",
      "000-table-2-paper-moves",
      "000-table-2-listed",
      "000-table-2-manhattan",
      "000-table-2-manhattan-rows",
      "000-table-3",
      "000-table-3-paper-moves",
      "000-table-3-listed",
      "000-table-3-manhattan",
      "000-table-3-manhattan-rows",
      "000-table-4",
      "000-table-4-paper-moves",
      "000-table-4-listed",
      "000-table-4-manhattan",
      "000-table-4-manhattan-rows",
      "000-table-5",
      "000-table-6",
      "000-table-7",
      "000-table-8",
      "000-table-9",
      "000-table-10",
      "001-speed",
      "001-ten-pieces",
      "001-table-1",
      "001-table-3",
      "001-table-3-ties-first",
      "001-table-3-ties-rows",
      "001-table-4",
      "001-table-5",
      "002-conditions",
      "002-ours",
      "002-plain",
      "002-table-1",
      "002-table-2",
      "002-table-3",
      "002-table-4",
      "003-build",
      "003-skat",
      "003-table-2-dark-chess",
      "003-table-2-dominoes",
      "003-table-3-dark-chess",
      "003-table-3-dominoes",
      "003-table-4-dark-chess",
      "003-table-4-dominoes",
      "004-bots",
      "004-hostage",
      "004-moves",
      "004-playouts",
      "004-turns",
    ]);
    // 25 pairs per cell; 12 pairings, 3 of them of a player with itself; 3 pairings, each cell by one seat.
    const wanted = (id: string): number | undefined => experiments.find((each) => each.id === id)?.settings[1]?.wanted;
    const full = ["000", "001"].flatMap((paper) =>
      (paper === "000" ? [1, 2, 3, 4] : [1, 3, 4, 5]).map((table) => wanted(`${paper}-table-${table}`)),
    );
    expect(full).toEqual([1_000, 750, 750, 450, 0, 2_100, 6_000, 2 * 3 * 660]);
    // Chess: six and five rows of the paper and two more of lists as printed, at two depths.
    expect(["000-table-5", "000-table-6"].map(wanted)).toEqual([2 * 8 * 50, 2 * 7 * 50]);
    const { stdout } = await home.run(["lab", "list"]);
    expect(stdout).toMatch(/\n001-table-3 .*\n {2}quick .* 0 of 420 games; .* of one core\n {2}full /);
    expect(home.files()).toEqual([]);
  });

  test.each([[], ["list"], ["run"], ["report"]])("help shows examples: lab %s", async (...words) => {
    const { status, stdout } = await home.run(["lab", ...words, "--help"]);
    expect(status).toBe(0);
    expect(stdout.split("\nExamples:\n")[1]).toContain(`gamelore ${["lab", ...words].join(" ")}`);
  });

  test("computes figures without games: the exact sizes of paper 001", async () => {
    const outcome = await home.run(["lab", "run", "001-table-1", "--json"]);
    const { complete, experiments } = documentOf(outcome) as { complete: boolean; experiments: Result[] };
    expect(complete).toBe(true);
    expect(experiments[0]?.cells).toHaveLength(36);
    expect(experiments[0]?.cells[0]?.ours?.value).toBe(324_540_216);
    expect(new Set(experiments[0]?.cells.map(({ agreement }) => agreement))).toEqual(new Set(["agrees"]));
    expect(experiments[0]?.claims.map(({ ours }) => ours.outcome)).toEqual(["holds", "holds"]);
  });

  test("writes a report even if nothing was run", async () => {
    const output = home.path("report");
    const document = documentOf(await home.run(["lab", "report", "--output", output, "--json"])) as {
      files: string[];
      experiments: Result[];
    };
    expect(document.files).toEqual([join(output, "lab.html"), join(output, "lab.md")]);
    expect(document.experiments).toHaveLength((await loadExperiments()).length);
    expect(readFileSync(join(output, "lab.html"), "utf8")).toContain("gamelore lab run 000-table-4 --setting full");
    expect(readFileSync(join(output, "lab.md"), "utf8")).toContain("**324,540,216**; paper 324,540,216; agrees");
  });

  test.each([
    [["lab"], /lab: expected a command/],
    [["lab", "run"], /missing required argument 'ID'/],
    [
      ["lab", "run", "000-table-19"],
      /unknown experiment "000-table-19"; expected one of .*000-table-1, .*did you mean/,
    ],
    [["lab", "report", "x"], /unknown experiment "x"/],
    [["lab", "run", "001-table-1", "--setting", "all"], /Allowed choices are quick, full/],
    [["lab", "run", "001-table-1", "--minutes", "0"], /expected a whole number from 1/],
    [["lab", "run", "001-table-1", "--only", "x"], /no cell with games has "x" in its name in setting quick/],
    [["lab", "report", "001-table-1", "--output", "/dev/null/x"], /cannot write the report/],
  ])("%j is refused", async (words, why) => {
    const status = words.includes("/dev/null/x") ? 1 : 2;
    expectRefusal(await home.run(words), why, status);
  });
});

describe("with a small experiment", () => {
  let folder: string;
  let printed: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "gamelore-lab-"));
    printed = "";
    vi.stubEnv("GAMELORE_HOME", folder);
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((printed += String(text)), true));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  async function lab(...words: string[]): Promise<string> {
    printed = "";
    const program = new Command("gamelore").exitOverride();
    labCommand(program, async () => [smallExperiment]);
    await program.parseAsync(["lab", ...words], { from: "user" });
    return printed;
  }
  const games = async (): Promise<number | undefined> =>
    (JSON.parse(await lab("list", "--json")) as { experiments: Listed[] }).experiments[0]?.settings[0]?.games;

  test("plays, prints the results, and is then complete", async () => {
    const text = await lab("run", "999-table-1");
    expect(text).toMatch(/greedy \/ random +\d+\.\d \(95 % interval \d+–\d+; \+\d =\d −\d, 6 games\); paper 60\.0; /);
    expect(text).toMatch(/computed \/ random +3\.14; paper 3\.14; agrees/);
    expect(text).toMatch(/: Greedy is better than random\. \(both seats \/ random: .* 8 games\)\)/);
    expect(await games()).toBe(26);
    expect(await lab("run", "999-table-1")).toBe(text);
    expect(await games()).toBe(26);
  });

  test("plays more games of some cells", async () => {
    await lab("run", "999-table-1", "--only", "seats", "--games", "12");
    expect(await games()).toBe(12);
  });

  test("Ctrl-C keeps finished games and prints the resume command", async () => {
    const many = ["run", "999-table-1", "--games", "100000", "--only", "seats"];
    const running = lab(...many);
    const ended = expect(running).rejects.toMatchObject({
      code: "interrupted",
      message: expect.stringMatching(/^interrupted; [\d,]+ games are saved; resume with: gamelore/),
    });
    setTimeout(() => process.emit("SIGINT"), 1_500);
    await ended;
    const kept = (await games()) ?? 0;
    expect(kept).toBeGreaterThan(0);
    await lab(...many.slice(0, 2), "--only", "seats", "--games", String(kept + 10));
    expect(await games()).toBeGreaterThanOrEqual(kept + 10);
  });

  test("at the time limit it succeeds and prints the resume command", async () => {
    // The clock advances by a second with every reading.
    const now = performance.now.bind(performance);
    let looks = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now() + 1_000 * looks++);
    const text = await lab("run", "999-table-1", "--games", "100000", "--minutes", "1");
    expect(text).toMatch(/\ntime limit reached; all finished games are saved; resume with: gamelore/);
    expect(await games()).toBeGreaterThan(0);
  });

  test("a missing table is named with the build command", async () => {
    const cell = {
      ...smallExperiment.cells[0]!,
      measure: { quick: smallMatch("alphabeta(depth=1, eval=table)", "random") },
    };
    const program = new Command("gamelore").exitOverride();
    labCommand(program, async () => [{ ...smallExperiment, cells: [cell], claims: [] }]);
    const run = (...more: string[]): Promise<unknown> =>
      program.parseAsync(["lab", "run", "999-table-1", ...more], { from: "user" });
    await expect(run()).rejects.toMatchObject({
      code: "table-missing",
      message: expect.stringContaining("gamelore solve chinese-checkers --side 4 --pieces 3"),
    });
    await run("--build");
    expect(await games()).toBe(12);
  });

  test("the report shows the setting with games", async () => {
    await lab("run", "999-table-1");
    await lab("report", "--output", join(folder, "out"));
    const html = readFileSync(join(folder, "out", "lab.html"), "utf8");
    expect(html).toContain('id="999-table-1-quick"');
    expect(html).not.toContain('id="999-table-1-full"');
    await lab("report", "--setting", "full", "--output", join(folder, "out"));
    expect(readFileSync(join(folder, "out", "lab.html"), "utf8")).toContain('id="999-table-1-full"');
  });
});
