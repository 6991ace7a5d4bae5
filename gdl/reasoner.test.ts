/** Interpreter and propnet on small rulesheets with known results. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../engine/random/seeded.ts";
import { factTexts, interpreterOf, legalTexts, movesOf, propnetOf } from "./reasoner.fixture.ts";
import { parseRulesheet } from "./language/rulesheet.ts";

const ticTacToe = readFileSync(join(import.meta.dirname, "rulesheets/tic-tac-toe.kif"), "utf8");

/** A walk on a graph; reachable places are seen: recursion within a state. */
const WALK = `
  (role walker)
  (way a b) (way b c) (way c a) (way d e) (way e d)
  (init (at a)) (init (open a b)) (init (open b c)) (init (open d e)) (init (open e d))
  (<= (legal walker (go ?y)) (true (at ?x)) (true (open ?x ?y)))
  (<= (legal walker (shut ?x ?y)) (true (open ?x ?y)))
  (<= (legal walker stay) (true (at ?x)))
  (<= (next (at ?y)) (does walker (go ?y)))
  (<= (next (at ?x)) (true (at ?x)) (not going))
  (<= going (does walker (go ?y)))
  (<= (next (open ?x ?y)) (true (open ?x ?y)) (not (does walker (shut ?x ?y))))
  (<= (next (seen ?y)) (reach ?x ?y) (true (at ?x)))
  (<= (reach ?x ?y) (true (open ?x ?y)))
  (<= (reach ?x ?z) (reach ?x ?y) (true (open ?y ?z)))
  (<= terminal (true (at c)))
  (<= (goal walker 100) (true (at c)))
  (<= (goal walker 0) (not (true (at c))))
`;

describe.for([
  ["interpreter", interpreterOf],
  ["propnet", propnetOf],
] as const)("%s", ([, make]) => {
  test("a game of tic-tac-toe", () => {
    const game = make(ticTacToe);
    let state = game.initial();
    expect(game.roles).toEqual(["x", "o"]);
    expect(legalTexts(game, state)[1]).toEqual(["noop"]);
    expect(legalTexts(game, state)[0]).toHaveLength(9);
    for (const texts of [
      ["(take 2 2)", "noop"],
      ["noop", "(take 1 2)"],
      ["(take 1 1)", "noop"],
      ["noop", "(take 2 1)"],
    ]) {
      state = game.next(state, movesOf(game, state, texts));
      expect(game.isTerminal(state)).toBe(false);
    }
    expect(factTexts(game, state)).toContain("(cell 1 2 o)");
    expect(legalTexts(game, state)[0]).toEqual(["(take 1 3)", "(take 2 3)", "(take 3 1)", "(take 3 2)", "(take 3 3)"]);
    state = game.next(state, movesOf(game, state, ["(take 3 3)", "noop"]));
    expect(game.isTerminal(state)).toBe(true);
    expect(game.goals(state)).toEqual([100, 0]);
  });

  test("recursion within a state", () => {
    const game = make(WALK);
    const start = game.initial();
    const after = game.next(start, movesOf(game, start, ["stay"]));
    expect(factTexts(game, after).filter((fact) => fact.startsWith("(seen"))).toEqual(["(seen b)", "(seen c)"]);
    const shut = game.next(after, movesOf(game, after, ["(shut b c)"]));
    const later = game.next(shut, movesOf(game, shut, ["stay"]));
    expect(factTexts(game, later).filter((fact) => fact.startsWith("(seen"))).toEqual(["(seen b)"]);
  });

  test("magic sets give the same game", () => {
    const reference = make(ticTacToe);
    const restricted = make(ticTacToe, { large: 2 });
    const random = new SeededRandom(3);
    for (let game = 0; game < 10; game++) {
      let [one, two] = [reference.initial(), restricted.initial()];
      while (!reference.isTerminal(one)) {
        expect(factTexts(restricted, two)).toEqual(factTexts(reference, one));
        const legal = legalTexts(reference, one);
        expect(legalTexts(restricted, two)).toEqual(legal);
        const texts = legal.map((moves) => random.pick(moves));
        one = reference.next(one, movesOf(reference, one, texts));
        two = restricted.next(two, movesOf(restricted, two, texts));
      }
      expect(restricted.isTerminal(two)).toBe(true);
      expect(restricted.goals(two)).toEqual(reference.goals(one));
    }
  });
});

test("random games of tic-tac-toe: x wins 58.49 %, o 28.81 %, 12.70 % are drawn", () => {
  const { ended, cutOff, steps, goals } = propnetOf(ticTacToe).playouts(200_000);
  expect(cutOff).toBe(0);
  expect(goals[0]).toBeGreaterThan(64.84 - 0.4);
  expect(goals[0]).toBeLessThan(64.84 + 0.4);
  expect((goals[0] as number) + (goals[1] as number)).toBeCloseTo(100, 9);
  // The exact mean is 7.6262; unfinished games add a little.
  expect(Math.abs(steps / ended - 7.6262)).toBeLessThan(0.03);
});

test("playouts are deterministic for a seed", () => {
  const game = propnetOf(ticTacToe);
  const first = game.playouts(1_000, 7);
  expect(game.playouts(1_000, 7)).toEqual(first);
  expect(game.playouts(1_000, 8)).not.toEqual(first);
});

test.for([
  ["(role a", 'line 1, column 1: "(" is not closed'],
  ["(role a))", 'line 1, column 9: unmatched ")"'],
  ["\n  (<= (p ?x) (not))", 'line 2, column 14: "not" takes one sentence, not 0'],
  ["(<=)", "line 1, column 1: the rule has no head"],
  ["(p) ()", "line 1, column 5: empty parentheses"],
  ["(<= (p a) ?x)", "line 1, column 11: ?x is a variable; expected a sentence"],
  ["((p) a)", "line 1, column 1: (p) is not a name; expected a relation or function name"],
  ["(<= p (distinct a))", 'line 1, column 7: "distinct" takes two terms, not 1'],
] as const)("%s is rejected", ([text, message]) => {
  const sheet = parseRulesheet(text);
  expect(sheet).toMatchObject({ ok: false, error: { message } });
});

test("deeply nested parentheses are rejected", () => {
  expect(parseRulesheet("(".repeat(1_000_000))).toMatchObject({ ok: false });
  expect(parseRulesheet(`(p ${"(f ".repeat(5_000)}a${")".repeat(5_001)}`)).toMatchObject({ ok: false });
});
