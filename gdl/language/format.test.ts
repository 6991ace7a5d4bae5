/** The canonical layout: what it looks like, that it is stable, and that it changes nothing but spaces. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { formatRulesheet } from "./format.ts";
import { recordedNames, recordedRules } from "../reasoner.fixture.ts";

const laid = (text: string): string => unwrap(formatRulesheet(text));

/** Words and parentheses, and comments, each in their order; found without the parser. */
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

function expectLaid(text: string): void {
  const once = laid(text);
  expect(contentOf(once)).toEqual(contentOf(text));
  expect(laid(once)).toBe(once);
}

test("rules have a line for each condition, facts share lines as they did", () => {
  const text = `;; About
(role   a)(role b)   ; who
( <= (p ?x)   (q ?x))


(<= (p ?x) (q ?x) ; why
  (not (r ?x)))
(s 1)
(<= t)`;
  expect(laid(text)).toBe(`;; About
(role a) (role b) ; who
(<= (p ?x) (q ?x))

(<= (p ?x)
    (q ?x) ; why
    (not (r ?x)))
(s 1)
(<= t)
`);
});

test("comments within rules stay in their places", () => {
  const text = "(<= p ; head\n ; above\n q ; after\n)\n(<= ; odd\n p\n q)";
  expect(laid(text)).toBe("(<= p ; head\n    ; above\n    q ; after\n)\n(<= ; odd\n    p\n    q)\n");
  expectLaid(text);
});

test("what is too long for a line is broken", () => {
  const long = `(<= (p ?x) (or (q ${"?x ".repeat(30)}) (r ${"?x ".repeat(30)})))`;
  expect(
    laid(long)
      .split("\n")
      .every((line) => line.length <= 100),
  ).toBe(true);
  expectLaid(long);
});

test("lines may end in any way, and nothing stays nothing", () => {
  expect(laid("(p 1)\r\n\r\n\r\n(p 2)\r(p 3)")).toBe("(p 1)\n\n(p 2)\n(p 3)\n");
  expect(laid(" \n\n ")).toBe("");
});

test("what is no rulesheet is refused with its place", () => {
  expect(() => laid("(p\n(q)")).toThrow('line 1, column 1: "(" is not closed');
});

test("a hundred thousand arguments", () => {
  expectLaid(`(p ${"a ".repeat(100_000)})`);
});

test("our rulesheets keep all they say", () => {
  const folder = join(import.meta.dirname, "../rulesheets");
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".kif")))
    expectLaid(readFileSync(join(folder, file), "utf8"));
});

test("any text of the kind keeps all it says", () => {
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
      if (formatRulesheet(text).ok) expectLaid(text);
    }),
    { numRuns: 3_000, seed: 5 },
  );
});

if (recordedNames.length === 0) console.info("skipped: public rulesheets (../shared/gdl is not here)");

describe.skipIf(recordedNames.length === 0)("public rulesheets", () => {
  test("keep all they say", () => {
    for (const name of recordedNames) expectLaid(recordedRules(name));
  });
});
