/** Which changes make two rulesheets different. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { areDifferent, compareRulesheets, ruleText, type Difference } from "./diff.ts";
import { formatRulesheet } from "./format.ts";
import { canTestPublicRulesheets, recordedNames, recordedRules } from "../reasoner.fixture.ts";
import { parseRulesheet, type Rulesheet } from "./rulesheet.ts";

const breakthrough = readFileSync(join(import.meta.dirname, "../rulesheets/breakthrough.kif"), "utf8");
const sheet = (text: string): Rulesheet => unwrap(parseRulesheet(text));
const compared = (one: string, two: string): Difference => compareRulesheets(sheet(one), sheet(two));

test.for([
  ["names of variables", "(<= (p ?x ?y) (q ?x) (r ?y))", "(<= (p ?y ?x) (q ?y) (r ?x))"],
  ["order of conditions", "(<= p (q a) (not r))", "(<= p (not r) (q a))"],
  ["order of rules", "(p a) (p b)", "(p b) (p a)"],
  ["or written out", "(<= p (or (q a) (q b)) r)", "(<= p r (q b)) (<= p (q a) r)"],
  ["not of or", "(<= p (not (or q r)))", "(<= p (not r) (not q))"],
  ["a condition twice", "(<= (p ?x) (q ?x) (q ?x))", "(<= (p ?x) (q ?x))"],
  ["a rule twice", "(p a) (p a)", "(p a)"],
  ["sides of distinct", "(<= p (q ?x ?y) (distinct ?x ?y))", "(<= p (q ?a ?b) (distinct ?b ?a))"],
  ["a cycle of variables", "(<= p (e ?a ?b) (e ?b ?c) (e ?c ?a))", "(<= p (e ?z ?x) (e ?x ?y) (e ?y ?z))"],
  ["keywords in upper case", "(ROLE a) (<= TERMINAL (NOT q))", "(role a) (<= terminal (not q))"],
] as const)("%s: no difference", ([, one, two]) => {
  expect(areDifferent(compared(one, two))).toBe(false);
});

test.for([
  ["a different variable", "(<= (p ?x) (q ?x ?y))", "(<= (p ?x) (q ?y ?x))"],
  ["two variables that were one", "(<= p (q ?x ?x))", "(<= p (q ?x ?y))"],
  ["two triangles that were a ring of six", TRIANGLES(), RING()],
  ["not", "(<= p (not q))", "(<= p q)"],
  ["names in upper case", "(p a)", "(p A)"],
] as const)("%s: different", ([, one, two]) => {
  expect(compared(one, two)).toMatchObject({ onlyInFirst: [{}], onlyInSecond: [{}], shared: 0 });
});

function TRIANGLES(): string {
  return "(<= p (e ?a ?b) (e ?b ?c) (e ?c ?a) (e ?d ?f) (e ?f ?g) (e ?g ?d))";
}

function RING(): string {
  return "(<= p (e ?a ?b) (e ?b ?c) (e ?c ?d) (e ?d ?f) (e ?f ?g) (e ?g ?a))";
}

test("the order of roles is a difference", () => {
  const difference = compared("(role a) (role b)", "(role b) (role a)");
  expect(difference).toMatchObject({ onlyInFirst: [], roles: { first: ["a", "b"], second: ["b", "a"] } });
  expect(areDifferent(difference)).toBe(true);
});

test("a changed rule is reported with its line on both sides", () => {
  const changed = breakthrough.replace("(far white 8)", "(far white 7)");
  const { onlyInFirst, onlyInSecond } = compared(breakthrough, changed);
  expect(onlyInFirst.map(ruleText)).toEqual(["(far white 8)"]);
  expect(onlyInSecond.map(ruleText)).toEqual(["(far white 7)"]);
  const line = breakthrough.split("\n").indexOf("(far white 8)") + 1;
  expect([onlyInFirst[0]?.at.line, onlyInSecond[0]?.at.line]).toEqual([line, line]);
});

/** The same rulesheet with another layout, variable names, and order of rules and conditions. */
function disguised(text: string): string {
  const random = new SeededRandom(7);
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((each) => ({ each, by: random.below(1 << 20) }))
      .toSorted((a, b) => a.by - b.by)
      .map(({ each }) => each);
  const { rules } = sheet(unwrap(formatRulesheet(text)));
  const roles = rules.filter(({ head }) => head.name === "role");
  const others = shuffled(rules.filter(({ head }) => head.name !== "role"));
  return [...roles, ...others]
    .map((rule) => ruleText({ ...rule, body: shuffled(rule.body) }).replaceAll(/\?([^\s()]+)/g, "?other-$1"))
    .join("\n\n");
}

describe.runIf(canTestPublicRulesheets)("public rulesheets", () => {
  test("are equal in disguise", () => {
    const differing = recordedNames.filter((name) =>
      areDifferent(compared(recordedRules(name), disguised(recordedRules(name)))),
    );
    expect(differing).toEqual([]);
  });
});
