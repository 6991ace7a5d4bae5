/** Diagnostics of rulesheets with one violation each, and of public rulesheets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRulesheet } from "./check.ts";
import { canTestPublicRulesheets, recordedNames, recordedRules } from "../reasoner.fixture.ts";

const ticTacToe = readFileSync(join(import.meta.dirname, "../rulesheets/tic-tac-toe.kif"), "utf8");
const diagnosticsOf = (text: string): string[] =>
  checkRulesheet(text).map(({ severity, at, message }) => `${severity} ${at.line}:${at.column} ${message}`);

test("our rulesheet has no diagnostics", () => expect(diagnosticsOf(ticTacToe)).toEqual([]));

test.for([
  ["(<= (p ?x) (q a))", "error 200:1 ?x in the head is not bound by any sentence of the body"],
  ["(<= p (index ?x) (not (mark ?y)))", 'error 200:1 ?y under "not" is not bound by any other sentence'],
  ["(<= p (index ?x) (distinct ?x ?y))", 'error 200:1 ?y under "distinct" is not bound by any other sentence'],
  ["(<= (true (cell 1 1 x)) open)", 'error 200:1 "true" is an input; no rule can derive it'],
  ["(<= p (legal ?x))", 'error 200:1 "legal" takes 2 arguments, not 1'],
  ["(<= (init (control o)) open)", 'error 200:1 "init" depends on the state or on moves'],
  ["(<= terminal (does x noop))", 'error 200:1 "terminal" depends on moves'],
  ["(<= p (not q)) (<= q (not p))", 'error 200:1 "p" depends on its own negation ("not")'],
  [
    "(<= (goal x 10) (not (goal x 0)))",
    'warning 200:1 "goal" depends on its own negation ("not"); no single fact does',
  ],
  ["(n zero) (<= (n (s ?x)) (n ?x))", 'warning 200:10 "n" builds larger terms by recursion and may not terminate'],
  ["(<= p (nowhere ?x))", 'warning 200:1 no rule derives "nowhere" with 1 argument'],
  ["(<= p (indx ?x))", 'warning 200:1 no rule derives "indx" with 1 argument; did you mean "index"?'],
  ["(<= p (control x))", 'warning 200:1 no rule derives "control" with 1 argument; did you mean (true (control x))?'],
  [
    "(<= p (true (contol x)))",
    'warning 200:1 no "init" or "next" makes "contol" with 1 argument true; did you mean "control"?',
  ],
  [
    "(<= p (true (cell 1 x)))",
    'warning 200:1 no "init" or "next" makes "cell" with 2 arguments true; elsewhere it has 3 arguments',
  ],
  [
    "(<= (next p) (does x (tak 1 1)))",
    'warning 200:1 no "legal" allows the move "tak" with 2 arguments; did you mean "take"?',
  ],
  ["(index 1 2)", 'warning 200:1 "index" has 2 arguments here and 1 elsewhere'],
  ["(<= (sees ?y) (index ?y))", 'error 200:1 "sees" takes 2 arguments, not 1'],
  ["(sees z end)", 'warning 200:1 "sees" is for z, which is not a role'],
  ["(<= (p ?x) (sees x ?x))", 'error 200:1 "sees" is an output; no rule can use it as a condition'],
] as const)("%s", ([rule, diagnostic]) => {
  expect(
    diagnosticsOf(`${ticTacToe.trimEnd()}${"\n".repeat(200 - ticTacToe.trimEnd().split("\n").length)}${rule}`),
  ).toContain(diagnostic);
});

test("GDL-II: chance and percepts are part of the language; chance needs a player beside it", () => {
  const random = "(role random) (legal random (roll 1)) (<= (sees ?role ?m) (role ?role) (does random ?m))";
  expect(diagnosticsOf(`${ticTacToe}${random}`)).toEqual([]);
  expect(diagnosticsOf(ticTacToe.replaceAll(/\(role [xo]\)/g, "(role random)"))).toContainEqual(
    expect.stringMatching(/^error .* no role is defined except chance \("random"\)$/),
  );
});

test("all diagnostics, in the order of the text", () => {
  const diagnostics = diagnosticsOf("(role a)\n(<= (p ?x) q)\n(legal)\n(<= p (not))\n(<= (goal ?r 1) p)");
  expect(diagnostics.filter((each) => each.startsWith("error"))).toEqual([
    "error 1:1 no terminal: the game never ends",
    "error 2:1 ?x in the head is not bound by any sentence of the body",
    'error 3:1 "legal" takes 2 arguments, not 0',
    'error 4:7 "not" takes one sentence, not 0',
    "error 5:1 ?r in the head is not bound by any sentence of the body",
  ]);
});

describe.runIf(canTestPublicRulesheets)("public rulesheets", () => {
  test("have no errors", () => {
    const wrong = recordedNames.filter((name) =>
      checkRulesheet(recordedRules(name)).some(({ severity }) => severity === "error"),
    );
    expect(wrong).toEqual([]);
  });
});

test("any text gives a list of diagnostics", () => {
  const pieces = fc.constantFrom(
    "(",
    ")",
    "<=",
    "not",
    "or",
    "distinct",
    "?x",
    "true",
    "role",
    "a",
    " ",
    "\n",
    ";",
    "goal",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      expect(Array.isArray(checkRulesheet(parts.join(" ")))).toBe(true);
    }),
    { numRuns: 400, seed: 5 },
  );
});
