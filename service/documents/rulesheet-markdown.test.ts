import { expect, test } from "vitest";
import { parseMarkdown } from "../../web/parts/markdown.ts";
import { rulesheetMarkdown } from "./rulesheet-markdown.ts";

test("the rules are preformatted, line by line", () => {
  const rules = "(role white)\n(<= (legal ?side noop)\n    (role ?side))";
  const blocks = parseMarkdown(rulesheetMarkdown(`; Title\n; About it.\n\n${rules}\n`));
  expect(blocks.map(({ kind }) => kind)).toEqual(["paragraph", "heading", "code"]);
  expect(blocks.at(-1)).toMatchObject({ text: expect.stringContaining(rules) });
});

test("a rulesheet with a fence stays in one block", () => {
  const blocks = parseMarkdown(rulesheetMarkdown("(role white)\n```\n(init a)\n"));
  expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "code"]);
});
