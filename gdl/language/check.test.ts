/** What the checker says: of rulesheets that break a rule each, and of those that others wrote and play. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRulesheet } from "./check.ts";
import { recordedNames, recordedRules } from "../reasoner.fixture.ts";

const ticTacToe = readFileSync(join(import.meta.dirname, "../rulesheets/tic-tac-toe.kif"), "utf8");
const said = (text: string): string[] =>
  checkRulesheet(text).map(({ severity, at, message }) => `${severity} ${at.line}:${at.column} ${message}`);

test("nothing is wrong with ours", () => expect(said(ticTacToe)).toEqual([]));

test.for([
  ["(<= (p ?x) (q a))", "error 200:1 ?x in the head is bound by no sentence of the body"],
  ["(<= p (index ?x) (not (mark ?y)))", 'error 200:1 ?y under "not" is bound by no other sentence'],
  ["(<= p (index ?x) (distinct ?x ?y))", 'error 200:1 ?y under "distinct" is bound by no other sentence'],
  ["(<= (true (cell 1 1 x)) open)", 'error 200:1 "true" is given, no rule can conclude it'],
  ["(<= p (legal ?x))", 'error 200:1 "legal" takes 2 arguments, not 1'],
  ["(<= (init (control o)) open)", 'error 200:1 "init" depends on the state or on moves'],
  ["(<= terminal (does x noop))", 'error 200:1 "terminal" depends on moves'],
  ["(<= p (not q)) (<= q (not p))", 'error 200:1 "p" depends on its own "not"'],
  ["(<= (goal x 10) (not (goal x 0)))", 'warning 200:1 "goal" depends on its own "not"; no single fact does'],
  ["(n zero) (<= (n (s ?x)) (n ?x))", 'warning 200:10 "n" builds larger terms by recursion: it may never end'],
  ["(<= p (nowhere ?x))", 'warning 200:1 no rule concludes "nowhere" with 1 arguments'],
  ["(index 1 2)", 'warning 200:1 "index" has 2 arguments here, 1 elsewhere'],
  [
    "(<= (sees x ?y) (index ?y))",
    'warning 200:1 "sees" is of GDL-II, which is not played here: everybody knows the whole state',
  ],
  [
    "(role random) (<= (sees x ?y) (index ?y))",
    'warning 200:1 the role "random" of GDL-II is chance; here it is a player like any other, who chooses its moves',
  ],
] as const)("%s", ([rule, complaint]) => {
  expect(said(`${ticTacToe.trimEnd()}${"\n".repeat(200 - ticTacToe.trimEnd().split("\n").length)}${rule}`)).toContain(
    complaint,
  );
});

test("all that is wrong is said, in the order of the text", () => {
  const complaints = said("(role a)\n(<= (p ?x) q)\n(legal)\n(<= p (not))\n(<= (goal ?r 1) p)");
  expect(complaints.filter((each) => each.startsWith("error"))).toEqual([
    "error 1:1 the game never ends: there is no terminal",
    "error 2:1 ?x in the head is bound by no sentence of the body",
    'error 3:1 "legal" takes 2 arguments, not 0',
    'error 4:7 "not" takes one sentence, not 0',
    "error 5:1 ?r in the head is bound by no sentence of the body",
  ]);
});

if (recordedNames.length === 0) console.info("skipped: public rulesheets (../shared/gdl is not here)");

describe.skipIf(recordedNames.length === 0)("public rulesheets that are played", () => {
  test("have warnings at most", () => {
    const wrong = recordedNames.filter((name) =>
      checkRulesheet(recordedRules(name)).some(({ severity }) => severity === "error"),
    );
    expect(wrong).toEqual([]);
  });
});

test("any text is answered, whatever it is", () => {
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
