import fc from "fast-check";
import { expect, test } from "vitest";
import { parseInline, parseMarkdown } from "./markdown.ts";

test("headings, lists with continuation lines, tables, code", () => {
  const blocks = parseMarkdown(
    "# Title\n\nTwo\nlines.\n\n- **Deal.** One by\n  one.\n- `36l`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n| not a table\n```\n",
  );
  expect(blocks.map((block) => block.kind)).toEqual(["heading", "paragraph", "list", "table", "code"]);
  expect(blocks[1]).toEqual({ kind: "paragraph", content: [{ kind: "text", text: "Two lines." }] });
  expect(blocks[2]).toMatchObject({
    ordered: false,
    items: [
      [
        { kind: "strong", text: "Deal." },
        { kind: "text", text: " One by one." },
      ],
      [{ kind: "code", text: "36l" }],
    ],
  });
  expect(blocks[3]).toMatchObject({
    head: [[{ text: "a" }], [{ text: "b" }]],
    rows: [[[{ text: "1" }], [{ text: "2" }]]],
  });
});

test("only web URLs become links", () => {
  expect(parseInline("[x](https://example.org/a) [y](javascript:alert) [z](../README.md)")).toEqual([
    { kind: "link", text: "x", href: "https://example.org/a" },
    { kind: "text", text: " " },
    { kind: "text", text: "y" },
    { kind: "text", text: " " },
    { kind: "text", text: "z" },
  ]);
});

test("any text is parsed, and no word of plain text is lost", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(Array.isArray(parseMarkdown(text))).toBe(true);
    }),
    { seed: 3, numRuns: 300 },
  );
  expect(
    parseInline("snake_case and 2*3*4")
      .map((part) => part.text)
      .join(""),
  ).toBe("snake_case and 2*3*4");
});
