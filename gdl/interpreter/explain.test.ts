/** Explanations: proof trees are consistent and agree with the propnet. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { Explainer, type Explanation, type Proof } from "./explain.ts";
import { factTexts, legalTexts, movesOf, propnetOf } from "../reasoner.fixture.ts";
import { parseRulesheet } from "../language/rulesheet.ts";

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

function explainerOf(text: string): Explainer {
  return new Explainer(unwrap(parseRulesheet(text)), { maxFacts: 100_000 });
}

function* nodesOf(proof: Proof): Generator<Proof> {
  yield proof;
  for (const condition of proof.conditions) yield* nodesOf(condition);
}

test("a legal move: its rule, the bindings, and the facts", () => {
  const [explanation] = unwrap(explainerOf(textOf("tic-tac-toe")).explain("(take 1 2)"));
  expect(explanation).toEqual({
    sentence: "(legal x (take 1 2))",
    holds: true,
    failures: [],
    proof: {
      fact: "(legal x (take 1 2))",
      because: null,
      line: 25,
      bindings: [
        { name: "?player", value: "x" },
        { name: "?column", value: "1" },
        { name: "?row", value: "2" },
      ],
      conditions: ["(true (control x))", "(true (cell 1 2 free))"].map((fact) => ({
        fact,
        because: "true in the state",
        line: null,
        bindings: [],
        conditions: [],
      })),
    },
  } satisfies Explanation);
});

test("a sentence that does not hold: the failing condition of each rule", () => {
  const explainer = explainerOf(textOf("tic-tac-toe"));
  unwrap(explainer.setPosition("{(cell 1 1 x) (cell 2 1 x) (cell 3 1 o) (control o)}"));
  const [explanation] = unwrap(explainer.explain("(line x)"));
  expect(explanation?.holds).toBe(false);
  expect(explanation?.failures.map(({ line, fails }) => `${line} ${fails}`)).toEqual([
    "47 (true (cell 3 1 x))",
    "50 (true (cell 1 2 x))",
    "53 (true (cell 2 2 x))",
  ]);
  expect(explanation?.failures[0]?.held).toContain("(true (cell 2 1 x))");
});

test("a fact after a move is explained by that move", () => {
  const explainer = explainerOf(textOf("tic-tac-toe"));
  unwrap(explainer.play("(take 2 2)"));
  const [made] = unwrap(explainer.explain("(cell 2 2 x)"));
  expect(made?.proof).toMatchObject({ fact: "(next (cell 2 2 x))", conditions: [{ because: "the move made" }] });
  const [kept] = unwrap(explainer.explain("(cell 1 1 free)"));
  expect(kept?.proof?.conditions.map(({ fact }) => fact)).toEqual(["(true (cell 1 1 free))", "(not (taken 1 1))"]);
});

test("recursion: no fact is its own ancestor", () => {
  const explainer = explainerOf(`
    (role a) (init (at 1)) (edge 1 2) (edge 2 3) (edge 3 1) (edge 3 4)
    (<= (reach ?x ?z) (reach ?x ?y) (edge ?y ?z))
    (<= (reach ?x ?y) (edge ?x ?y))
    (<= (legal a (go ?y)) (true (at ?x)) (reach ?x ?y))
    (<= (next (at ?y)) (does a (go ?y)))
    (<= terminal (true (at 4))) (<= (goal a 100) (true (at 4)))`);
  const [explanation] = unwrap(explainer.explain("(legal a (go 4))"));
  const check = (proof: Proof, above: readonly string[]): void => {
    expect(above).not.toContain(proof.fact);
    proof.conditions.forEach((each) => check(each, [...above, proof.fact]));
  };
  check(explanation?.proof as Proof, []);
  expect([...nodesOf(explanation?.proof as Proof)].map(({ fact }) => fact)).toContain("(edge 3 4)");
});

test("goals defined by negation of each other", () => {
  const explainer = explainerOf(`
    (role a) (init one) (<= (legal a m) (true one)) (<= (next two) (does a m)) (<= terminal (true two))
    (<= (goal a 0) (true one)) (<= (goal a 100) (role a) (not (goal a 0)))`);
  expect(unwrap(explainer.explain("(goal a 0)"))[0]?.proof).toMatchObject({ fact: "(goal a 0)", line: 3 });
  expect(unwrap(explainer.explain("(goal a 100)"))[0]?.failures).toMatchObject([
    { fails: "(not (goal a 0))", line: 3 },
  ]);
  unwrap(explainer.play("m"));
  expect(unwrap(explainer.explain("(goal a 100)"))[0]?.holds).toBe(true);
});

test.for(["tic-tac-toe", "breakthrough"])("%s: moves have a proof exactly if they are legal", (name) => {
  const text = textOf(name);
  const reasoner = propnetOf(text);
  const explainer = explainerOf(text);
  const random = new SeededRandom(11);
  let state = reasoner.initial();
  const seen = new Set<string>();
  for (let step = 0; step < 6; step++) {
    const legal = legalTexts(reasoner, state);
    const facts = new Set(factTexts(reasoner, state).map((fact) => `(true ${fact})`));
    legal.flat().forEach((move) => seen.add(move));
    for (const move of seen) {
      const explanations = unwrap(explainer.explain(move));
      const holding = explanations.filter(({ holds }) => holds).map(({ sentence }) => sentence);
      const expected = legal.flatMap((own, i) => (own.includes(move) ? [`(legal ${reasoner.roles[i]} ${move})`] : []));
      expect(holding.toSorted()).toEqual(expected.toSorted());
      for (const { proof, failures, holds } of explanations) {
        if (!holds) expect(failures.length).toBeGreaterThan(0);
        for (const node of proof ? nodesOf(proof) : [])
          if (node.because === "true in the state") expect(facts).toContain(node.fact);
      }
    }
    const texts = legal.map((own) => random.pick(own));
    state = reasoner.next(state, movesOf(reasoner, state, texts));
    unwrap(explainer.play(texts.find((_, i) => (legal[i] as string[]).length > 1) as string));
    expect(explainer.position).toBe(`{${factTexts(reasoner, state).join(" ")}}`);
  }
});

test.for([
  ["", "expected one fact"],
  ["(cell 1 1", "is not closed"],
  ["(frob 1)", "frob with 1 arguments is not in the rules"],
  ["(<= a b)", "expected a fact or a move, not a rule"],
] as const)('"%s" is rejected', ([text, message]) => {
  expect(explainerOf(textOf("tic-tac-toe")).explain(text)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining(message) },
  });
});
