/** Titles and summaries from the first comment of rulesheets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { headingOf } from "./heading.ts";

test("a title and the first clause, over several lines", () => {
  expect(
    headingOf("; Hex, small: red joins the lower\n; side to the upper; blue the others.\n;\n; More.\n(role red)"),
  ).toEqual({
    title: "Hex, small",
    summary: "red joins the lower side to the upper",
  });
});

test("a title may end with a remark in parentheses", () => {
  expect(headingOf("; Hex (small board): red joins two sides.\n")?.title).toBe("Hex (small board)");
});

test.for([
  "(role red)",
  "",
  ";;; tictactoe.kif",
  "; a comment\n(role red)",
  ";;;;;;;;;\n;;; Checkers.kif (Barrel: no kings)",
])("%j has no heading", (text) => expect(headingOf(text)).toBeNull());

test("all our rulesheets have one", () => {
  const folder = join(import.meta.dirname, "../rulesheets");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".kif"))) {
    const heading = headingOf(readFileSync(join(folder, file), "utf8"));
    expect(heading?.title, file).toMatch(/^[A-Z]/);
    expect(heading?.summary.length, file).toBeLessThan(130);
  }
});
