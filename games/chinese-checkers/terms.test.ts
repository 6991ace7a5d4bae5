/** The terms of evaluations against the kernel, and against a position counted by hand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { TermEvaluator } from "../../engine/contracts/evaluator.ts";
import { SECOND, FIRST, type Position } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";
import type { ChineseCheckersRules } from "./rules.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-terms-"));
process.env["GAMELORE_HOME"] = home;
let rules: ChineseCheckersRules;
let positions: readonly Position[];

beforeAll(async () => {
  const options = unwrap(parseOptions(game.options, { side: "5", pieces: "6" }));
  rules = unwrap(await game.open(options)) as ChineseCheckersRules;
  positions = [1, 2].flatMap((seed) => randomGame(rules, rules.initial(), seed, 80).map((step) => step.position));
});
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});

async function termsOf(text: string): Promise<TermEvaluator> {
  for (const spec of unwrap(rules.evaluations.tablesOf(text))) {
    const solved = await spec.solve({ threads: 1 });
    await new TableStore(tablesFolder()).write(solved, spec.solver);
    solved.release();
  }
  return rules.termEvaluator(text);
}

test.each([
  ["rows", ["rows"], [1]],
  ["manhattan", ["steps"], [1]],
  ["sum(rows*0.5, behind*-2)", ["rows", "behind"], [0.5, -2]],
  ["pdb(4+2)", ["3-6", "1-2>1-2"], [1, 1]],
  ["sum(1.3.5>1-4*0.5,steps*0.25,2.6*2)", ["1.3.5>1-4", "steps", "2.6"], [0.5, 0.25, 2]],
])("%s: the weighted sum of its terms is the kernel's value", async (text, names, weights) => {
  const evaluator = await termsOf(text);
  expect(evaluator.names).toEqual(names);
  expect(evaluator.weights).toEqual(weights);
  const kernel = await rules.evaluations.evaluator(text);
  for (const position of positions) {
    const sum = evaluator.terms(position, FIRST).reduce((total, term, i) => total + term * (weights[i] as number), 0);
    // The kernel adds half a move for the side to move.
    const tempo = rules.board.turn(position) === 0 ? 0.5 : -0.5;
    expect(kernel.evaluate(position, FIRST)).toBeCloseTo(sum + tempo, 9);
  }
});

test("terms are antisymmetric: the opponent's minus one's own", async () => {
  const evaluator = await termsOf("sum(1-3,curve,behind)");
  for (const position of positions.slice(0, 40)) {
    const [first, second] = [FIRST, SECOND].map((player) => evaluator.terms(position, player)) as [number[], number[]];
    first.forEach((term, i) => expect(term + (second[i] as number)).toBeCloseTo(0, 12));
    const own = evaluator.sideTerms?.(position, FIRST) ?? [];
    const other = evaluator.sideTerms?.(position, SECOND) ?? [];
    expect(first).toEqual(other.map((each, i) => each - (own[i] as number)));
  }
});

test("features of a side counted by hand", async () => {
  const evaluator = await termsOf("sum(rows,behind)");
  // From x's side its pieces are in rows 4, 5, 6, 6, 7, 7; the goal ends with row 2.
  const position = unwrap(rules.parsePosition("o/oo/ooo/4/4x/3x/1xx/xx/1 x"));
  expect(evaluator.sideTerms?.(position, FIRST)).toEqual([35, 6 * 7 - 35]);
  expect(evaluator.sideTerms?.(position, SECOND)).toEqual([40, 6 * 8 - 40]);
  expect(evaluator.terms(position, SECOND)).toEqual([-5, -1]);
  expect((await termsOf("manhattan")).sideTerms?.(position, FIRST)).toEqual([23]);
  const both = await termsOf("sum(rows,steps)");
  expect(both.terms(position, SECOND)).toEqual([-5, -5]);
  expect(() => both.sideTerms?.(position, FIRST)).toThrow("one cell feature");
});

test("withWeights gives the text of the evaluation", async () => {
  const evaluator = await termsOf("pdb(4+2)");
  expect(evaluator.withWeights([0.75, 1.5])).toBe("sum(3-6*0.75,1-2>1-2*1.5)");
  expect((await rules.termEvaluator("sum(3-6*0.75,1-2>1-2*1.5)")).weights).toEqual([0.75, 1.5]);
  expect((await rules.termEvaluator("baseline")).withWeights([1, 2, 3, 4])).toBe("sum(steps,rows*2,curve*3,behind*4)");
});

test.each([
  ["edb(3+3)", /not a weighted sum/],
  ["net(some)", /not a weighted sum/],
  ["rosw", /did you mean/],
  ["sum(1-5)", /not found; build it with/],
])("%s has no terms to learn: %s", async (text, why) => {
  await expect(rules.termEvaluator(text)).rejects.toThrow(why);
});
