import fc from "fast-check";
import { expect, test } from "vitest";
import { unwrap } from "./errors.ts";
import { parseOptions, type OptionSpec } from "./options.ts";
import { parsePlayerText } from "./player.ts";

test("parses a name with parameters in brackets", () => {
  expect(unwrap(parsePlayerText("random"))).toEqual({ name: "random", parameters: {} });
  expect(unwrap(parsePlayerText(" alphabeta( depth = 5,eval=table ) "))).toEqual({
    name: "alphabeta",
    parameters: { depth: "5", eval: "table" },
  });
});

test("a value may contain brackets", () => {
  expect(unwrap(parsePlayerText("alphabeta(eval=pdb(6+4, weights=1), depth=3)")).parameters).toEqual({
    eval: "pdb(6+4, weights=1)",
    depth: "3",
  });
});

test("quoted commas and brackets belong to the value", () => {
  expect(unwrap(parsePlayerText(`it(command=run ':-), x=1' "a, ')b", ms=3)`)).parameters).toEqual({
    command: `run ':-), x=1' "a, ')b"`,
    ms: "3",
  });
});

test.for([
  "",
  "(",
  "alphabeta(depth)",
  "alphabeta(=3)",
  "alphabeta(depth=1, depth=2)",
  "alpha beta",
  "alphabeta(depth=1",
])("rejects %j as bad-player", (text) => {
  const parsed = parsePlayerText(text);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.error.code).toBe("bad-player");
});

test("never throws", () => {
  fc.assert(fc.property(fc.string(), (text) => void parsePlayerText(text)));
});

const SPECS: readonly OptionSpec[] = [
  { name: "depth", kind: "integer", min: 1, max: 9, default: null, summary: "" },
  { name: "c", kind: "number", min: 0, max: 1, default: 0.5, summary: "" },
  { name: "eval", kind: "choice", choices: ["rows", "table"], default: "rows", summary: "" },
];

test("options are parsed and defaults filled in", () => {
  expect(unwrap(parseOptions(SPECS, { depth: "3" }))).toEqual({ depth: 3, c: 0.5, eval: "rows" });
});

test.for([
  [{ depth: "0" }, /depth.*1 to 9/],
  [{ depth: "2.5" }, /whole number/],
  [{ depth: "" }, /whole number/],
  [{ c: "NaN" }, /number from 0 to 1/],
  [{ eval: "x" }, /rows, table/],
  [{ width: "1" }, /unknown option "width"; known: depth, c, eval/],
  [{ constructor: "1" }, /unknown option/],
] as [Record<string, string>, RegExp][])("%j is rejected with the expected values", ([given, message]) => {
  const parsed = parseOptions(SPECS, given);
  expect(parsed.ok).toBe(false);
  if (!parsed.ok) expect(parsed.error.message).toMatch(message);
});
