/** The report is well-formed, complete, and escapes all text. */
import { describe, expect, test } from "vitest";
import { htmlReport } from "./report-html.ts";
import { markdownReport } from "./report-markdown.ts";
import { withGames } from "./report.ts";
import { exact } from "./estimate.ts";
import type { CellResult } from "./results.ts";
import { measuredCell, smallResult } from "./small.fixture.ts";

const bare: CellResult = {
  ...measuredCell("random", "greedy", 50, 20),
  ours: null,
  score: null,
  agreement: null,
  status: "not run",
};
const cells: readonly CellResult[] = [
  measuredCell("greedy", "random", 62.5, 24),
  bare,
  { ...bare, column: "<b>", status: "unavailable", problem: 'no "player" <here>' },
  { ...measuredCell("greedy", "<b>", 90, 40), agreement: "differs" },
  {
    ...bare,
    row: "computed",
    column: "random",
    status: "measured",
    paper: exact("", 3.14),
    ours: exact("", 3.14),
    decimals: 2,
    agreement: "agrees",
  },
];
const input = { results: [smallResult(cells)], version: "0.1.0", date: "2026-01-02" };
const html = htmlReport(input);
const markdown = markdownReport(input);

/** Elements that are not properly nested. */
function misnested(page: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, close, name = "", , self] of page.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z0-9-]*(?:="[^"<>]*")?)*)\s*(\/?)>/gi,
  )) {
    if (self || ["meta", "br", "!doctype"].includes(name)) continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe("the page", () => {
  test("is well-formed", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(misnested(html)).toEqual([]);
    expect(misnested("<p><b></p></b>")).not.toEqual([]);
    const body = html.slice(html.indexOf("<body>"));
    // Every < belongs to an element, every & to an entity.
    expect(body.replace(/<\/?[a-z][a-z0-9]*(\s+[a-z][a-z0-9-]*="[^"<>]*"|\s+[a-z-]+)*\s*\/?>/gi, "")).not.toContain(
      "<",
    );
    expect(body.replace(/&(amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
  });

  test("is self-contained", () => {
    expect(html).not.toMatch(/<script|<link|<img|url\(|@import|src=|https?:/);
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain('name="viewport"');
  });

  test("shows ours with interval and games, the paper's with its own, and whether they agree", () => {
    expect(html).toMatch(/62\.5<\/span>.*43–79.*paper 60\.0.*50–69.*\+15 =0 −9, 24 games.*agrees/);
    expect(html).toMatch(/90\.0<\/span>.*40 games.*differs/);
    expect(html).toMatch(/3\.14<\/span>.*paper 3\.14.*agrees/);
  });

  test("reports cells that were not run", () => {
    expect(html).toMatch(/not run<\/span>.*paper 60\.0/);
    expect(html).toMatch(/unavailable<\/span>/);
    expect(html).toContain("no &quot;player&quot; &lt;here&gt;");
    const nothing = htmlReport({ ...input, results: [smallResult([bare])] });
    expect(nothing).toContain("Not run yet. Run it with: <code>gamelore lab run 999-table-1 --setting quick</code>");
    expect(nothing).not.toContain("<svg");
  });

  test("has a plot for every row: a dot for each of our figures, a diamond for each of the paper's", () => {
    const plots = [...html.matchAll(/<svg.*?<\/svg>/gs)].map(([plot]) => plot);
    expect(plots).toHaveLength(2);
    expect(plots.map((plot) => plot.split('class="ours"').length - 1)).toEqual([2, 0]);
    expect(plots.map((plot) => plot.split('class="paper"').length - 1)).toEqual([2, 2]);
    expect(plots[0]).not.toContain("NaN");
  });

  test("lists the claims with both verdicts", () => {
    expect(html).toContain("Less &lt;is&gt; more.");
    expect(html).toMatch(/not settled in &lt;small&gt; games<\/span>.*our games: a &lt; b &amp; c/);
    expect(html).toMatch(/holds<\/span>.*the paper's figures/);
  });
});

describe("the Markdown", () => {
  test("has tables with equally many cells per row", () => {
    const tables = markdown.split("\n\n").filter((block) => block.startsWith("|"));
    expect(tables).toHaveLength(2);
    for (const table of tables) {
      const widths = table.split("\n").map((row) => row.replaceAll("\\|", "").split("|").length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  test("has the same content", () => {
    expect(markdown).toContain("| **62.5** (43–79; +15 =0 −9, 24 games); paper 60.0 (50–69); agrees |");
    expect(markdown).toContain("not run; paper 60.0");
    expect(markdown).toContain("## Players \\<of\\>");
    expect(markdown).toContain("- **not settled in \\<small\\> games** by our games: a \\< b & c");
  });

  test("keeps a text within its table cell", () => {
    const strange = markdownReport({ ...input, results: [smallResult([measuredCell("a|b\nc", "`d`", 50, 10)])] });
    expect(strange).toContain("| a\\|b c |");
    expect(strange).toContain("\\`d\\`");
  });
});

test("settings with games are shown; without games, the full one", () => {
  const quick = smallResult(cells);
  const full = smallResult([bare], { setting: "full" });
  expect(withGames([quick, full])).toEqual([quick]);
  expect(withGames([smallResult([bare]), full])).toEqual([full]);
  const both = smallResult(cells, { setting: "full" });
  expect(withGames([quick, both])).toEqual([quick, both]);
  // Figures without games: the setting in which they were measured; full if both were.
  const figure: CellResult = { ...bare, status: "measured", ours: exact("", 3) };
  expect(withGames([smallResult([figure]), full])).toEqual([smallResult([figure])]);
  const measured = smallResult([figure], { setting: "full" });
  expect(withGames([smallResult([figure]), measured])).toEqual([measured]);
});
