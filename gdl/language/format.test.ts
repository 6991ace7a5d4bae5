/** The canonical layout: examples, idempotence, and unchanged content. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { formatRulesheet } from "./format.ts";
import { canTestPublicRulesheets, recordedNames, recordedRules } from "../reasoner.fixture.ts";

const formatted = (text: string): string => unwrap(formatRulesheet(text));

/** Words and parentheses, and comments, without the parser. */
function contentOf(text: string): { words: string[]; comments: string[] } {
  const lines = text.split(/\r\n|\r|\n/);
  const comments = lines.flatMap((line) => (line.includes(";") ? [line.slice(line.indexOf(";")).trimEnd()] : []));
  const code = lines.map((line) => line.replace(/;.*$/s, "")).join(" ");
  return {
    words: code
      .replaceAll(/[()]/g, " $& ")
      .split(/\s+/)
      .filter((word) => word !== ""),
    comments,
  };
}

function expectStable(text: string): void {
  const once = formatted(text);
  expect(contentOf(once)).toEqual(contentOf(text));
  expect(formatted(once)).toBe(once);
}

test("a line for each condition; facts stay on shared lines", () => {
  const text = `;; About
(role   a)(role b)   ; who
( <= (p ?x)   (q ?x))


(<= (p ?x) (q ?x) ; why
  (not (r ?x)))
(s 1)
(<= t)`;
  expect(formatted(text)).toBe(`;; About
(role a) (role b) ; who
(<= (p ?x) (q ?x))

(<= (p ?x)
    (q ?x) ; why
    (not (r ?x)))
(s 1)
(<= t)
`);
});

test("comments within rules keep their places", () => {
  const text = "(<= p ; head\n ; above\n q ; after\n)\n(<= ; odd\n p\n q)";
  expect(formatted(text)).toBe("(<= p ; head\n    ; above\n    q ; after\n)\n(<= ; odd\n    p\n    q)\n");
  expectStable(text);
});

test("long lines are broken", () => {
  const long = `(<= (p ?x) (or (q ${"?x ".repeat(30)}) (r ${"?x ".repeat(30)})))`;
  expect(
    formatted(long)
      .split("\n")
      .every((line) => line.length <= 100),
  ).toBe(true);
  expectStable(long);
});

test("any line ending; an empty text stays empty", () => {
  expect(formatted("(p 1)\r\n\r\n\r\n(p 2)\r(p 3)")).toBe("(p 1)\n\n(p 2)\n(p 3)\n");
  expect(formatted(" \n\n ")).toBe("");
});

test("syntax errors have a location", () => {
  expect(() => formatted("(p\n(q)")).toThrow('line 1, column 1: "(" is not closed');
});

test("a hundred thousand arguments", () => {
  expectStable(`(p ${"a ".repeat(100_000)})`);
});

test("the content of our rulesheets is unchanged", () => {
  const folder = join(import.meta.dirname, "../rulesheets");
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".kif")))
    expectStable(readFileSync(join(folder, file), "utf8"));
});

test("the content of any valid text is unchanged", () => {
  const pieces = fc.constantFrom(
    "(p a)",
    "(<= ",
    "(or ",
    "(f ",
    ")",
    ")",
    "?x",
    "; c\n",
    ";\n",
    "\n",
    "\n\n\n",
    " ",
    "a",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join(" ");
      if (formatRulesheet(text).ok) expectStable(text);
    }),
    { numRuns: 3_000, seed: 5 },
  );
});

describe.runIf(canTestPublicRulesheets)("public rulesheets", () => {
  test("content is unchanged", () => {
    for (const name of recordedNames) expectStable(recordedRules(name));
  });
});
