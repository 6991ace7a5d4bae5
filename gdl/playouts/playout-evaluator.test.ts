/** Random playouts as an evaluation: means against exact expectations from a reference implementation without rulesheets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Evaluator } from "../../engine/contracts/evaluator.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { SECOND, FIRST, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import { evaluatorSuite } from "../../engine/contracts/suites/evaluator-suite.ts";
import { gdlGame } from "../game.ts";
import { propnetOf } from "../reasoner.fixture.ts";
import { PlayoutSampler } from "./sampler.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

async function open(text: string): Promise<{ rules: OpenGame; evaluator: Evaluator }> {
  const rules = unwrap(await unwrap(gdlGame("test", text)).open({}));
  return { rules, evaluator: (await rules.evaluators[0]?.create()) as Evaluator };
}

function after(rules: OpenGame, ...texts: string[]): Position {
  return texts.reduce(
    (position, text) => rules.play(position, [unwrap(rules.parseMove(position, text))]),
    rules.initial(),
  );
}

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));

const known = new Map<string, number>();

/** Expected points of x with random moves, by enumeration. */
function expected(board: string): number {
  const value = known.get(board) ?? averaged(board);
  known.set(board, value);
  return value;
}

function averaged(board: string): number {
  const has = (side: string): boolean => LINES.some((line) => line.every((i) => board[i] === side));
  if (has("x")) return 100;
  if (has("o")) return 0;
  const free = [...board].flatMap((mark, i) => (mark === "." ? [i] : []));
  if (free.length === 0) return 50;
  const side = free.length % 2 ? "x" : "o";
  return free.reduce((sum, i) => sum + expected(board.slice(0, i) + side + board.slice(i + 1)), 0) / free.length;
}

/** Four standard errors of a mean of goals from 0 to 100. */
const bound = (playouts: number): number => (4 * 50) / Math.sqrt(playouts);

describe("tic-tac-toe", () => {
  test.for([
    [".........", []],
    ["....x....", ["(take 2 2)"]],
    ["xo..x....", ["(take 1 1)", "(take 1 2)", "(take 2 2)"]],
    ["xox.o.x.o", ["(take 1 1)", "(take 1 2)", "(take 1 3)", "(take 2 2)", "(take 3 1)", "(take 3 3)"]],
  ] as const)("values of the moves of %s are the expected goals", async ([board, moves]) => {
    const { rules, evaluator } = await open(sheet("tic-tac-toe"));
    const position = after(rules, ...moves);
    const mover = (moves.length % 2) as PlayerNumber;
    const own = (points: number): number => (mover === 0 ? points : 100 - points);
    const found = evaluator.estimateMoves?.(position, mover);
    const legal = rules.moves(position, mover);
    expect(found?.moves).toHaveLength(legal.length);
    legal.forEach((move, i) => {
      const value = found?.moves[i];
      const [row = 0, column = 0] = (rules.formatMove(position, move).match(/\d/g) ?? []).map(Number);
      const place = 3 * (row - 1) + column - 1;
      const exact = own(expected(board.slice(0, place) + "xo"[mover] + board.slice(place + 1)));
      if (value?.exact) expect(value.parts["goal"]).toBe(exact);
      else {
        expect(value?.parts["playouts"]).toBe(512);
        expect(Math.abs((value?.parts["goal"] as number) - exact)).toBeLessThan(bound(512));
      }
    });
    const whole = found?.value.parts["goal"] as number;
    expect(Math.abs(whole - own(expected(board)))).toBeLessThan(bound(512 * legal.length));
    const alone = evaluator.estimate?.(position, mover);
    expect(alone?.text).toMatch(/^\d+\.\d of 100 points, mean of 128 random playouts$/);
    expect(Math.abs((alone?.parts["goal"] as number) - own(expected(board)))).toBeLessThan(bound(128));
  });

  test("values of terminal moves are exact", async () => {
    const { rules, evaluator } = await open(sheet("tic-tac-toe"));
    const position = after(rules, "(take 1 1)", "(take 2 1)", "(take 1 2)", "(take 2 2)");
    const found = evaluator.estimateMoves?.(position, FIRST);
    const wins = rules.moves(position, FIRST).filter((_, i) => found?.moves[i]?.outcome === "win");
    expect(wins.map((move) => rules.formatMove(position, move))).toEqual(["(take 1 3)"]);
    expect(found?.moves.filter(({ exact }) => exact)).toHaveLength(1);
    expect(
      evaluator.estimate?.(after(rules, "(take 1 1)", "(take 2 1)", "(take 1 2)", "(take 2 2)", "(take 1 3)"), SECOND),
    ).toEqual({
      text: "the game ends with 0 of 100 points",
      score: -1,
      parts: { goal: 0, plies: 0 },
      exact: true,
      outcome: "loss",
    });
  });

  evaluatorSuite(async () => {
    const { rules, evaluator } = await open(sheet("tic-tac-toe"));
    const other = (await rules.evaluators[0]?.create()) as Evaluator;
    const positions = [
      rules.initial(),
      after(rules, "(take 2 2)"),
      after(rules, "(take 1 1)", "(take 2 1)", "(take 1 2)"),
    ];
    return { evaluator, others: [other], players: 2, positions };
  });
});

/** Heads ends the game at once with 100 points; tails ends it after forty steps with 0. */
const LONG = `
  (role one) (init (step 0)) ${Array.from({ length: 41 }, (_, i) => `(succ ${i} ${i + 1})`).join(" ")}
  (<= (legal one heads) (true (step 0))) (<= (legal one tails) (true (step 0)))
  (<= (legal one wait) (true (step ?n)) (succ ?m ?n))
  (<= (next (step 41)) (does one heads)) (<= (next (step 1)) (does one tails)) (<= (next won) (does one heads))
  (<= (next (step ?n)) (does one wait) (true (step ?m)) (succ ?m ?n))
  (<= terminal (true (step 41)))
  (<= (goal one 100) (true won)) (<= (goal one 0) (not (true won)))
`;

test("no bias towards short games", () => {
  const reasoner = propnetOf(LONG);
  const samples = new PlayoutSampler(reasoner.placed);
  const request = { from: reasoner.initial(), first: null, seed: 1, maxPasses: 1e6 };
  for (const each of [128, 1_000, 4_096]) {
    const [sample] = samples.play({ ...request, each })?.samples ?? [];
    expect(sample?.ended).toBe(each);
    expect(Math.abs((sample?.goals[0] as number) - 50)).toBeLessThan(bound(each));
  }
  expect(samples.play({ ...request, each: 128, maxPasses: 20 })).toBeNull();
});

test("with simultaneous moves each role has values of its moves", async () => {
  // A random hider is left or right with equal probability; left scores three times as much.
  const { rules, evaluator } = await open(`
    (role hider) (role seeker) (place left) (place right) (init begun)
    (<= (legal ?role (choose ?place)) (role ?role) (place ?place))
    (<= (next (at ?role ?place)) (does ?role (choose ?place)))
    (<= terminal (true (at hider ?place)))
    (<= (found ?place) (true (at hider ?place)) (true (at seeker ?place)))
    (<= lost (found left)) (<= lost (found right))
    (<= (goal seeker 90) (found left)) (<= (goal seeker 30) (found right)) (<= (goal seeker 0) (not lost))
    (<= (goal hider 0) lost) (<= (goal hider 100) (not lost))
  `);
  const position = rules.initial();
  const seeker = evaluator.estimateMoves?.(position, SECOND);
  const texts = rules.moves(position, SECOND).map((move) => rules.formatMove(position, move));
  expect(texts).toEqual(["seeker: (choose left)", "seeker: (choose right)"]);
  for (const [i, exact] of [45, 15].entries()) {
    expect(seeker?.moves[i]?.exact).toBe(false);
    expect(Math.abs((seeker?.moves[i]?.parts["goal"] as number) - exact)).toBeLessThan(bound(512));
  }
  expect(Math.abs((evaluator.estimateMoves?.(position, FIRST)?.value.parts["goal"] as number) - 50)).toBeLessThan(
    bound(1_024),
  );
});

test("a rulesheet without a propnet has no evaluators, with a reason", async () => {
  const game = unwrap(
    gdlGame("tic-tac-toe", sheet("tic-tac-toe"), () => {}, { maxFacts: 10, maxRuleWords: 10, maxSteps: 1e9 }),
  );
  const rules = unwrap(await game.open({}));
  expect(rules.evaluators).toEqual([]);
  expect(rules.whyNoEvaluators).toContain("too large for a propnet");
});
