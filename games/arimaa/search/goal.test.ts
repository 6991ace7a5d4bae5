/** Goal detection against turn generation and against known answers. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { goalFacts, turnFacts } from "../facts.fixture.ts";
import { game } from "../game.ts";
import { SIDE } from "../layout.ts";
import type { ArimaaRules } from "../rules.ts";
import { lettersOf } from "../squares.ts";
import { movesOfTurn, playMoves } from "../turns.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { randomPositions, recordedPositions, smallPositions } from "./positions.fixture.ts";
import { weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
const evaluator = new KernelEvaluator(rules.board, weightsOf("fitted"));
afterAll(() => rules.close());

test("goal in one turn is detected exactly, for both sides", () => {
  const positions = [
    ...smallPositions(rules, 4_000, 6, 1),
    ...smallPositions(rules, 4_000, 12, 2),
    ...smallPositions(rules, 2_000, 18, 3),
    ...randomPositions(rules, 300, 4),
    ...recordedPositions(rules, 3),
  ];
  let goals = 0;
  for (const position of positions) {
    for (const side of [0, 1]) {
      const asIf = rules.board.position(lettersOf(position), side);
      if (rules.result(asIf) !== null) continue;
      const expected = rules.board.goalTurn(asIf) !== null;
      if (expected) goals++;
      expect(evaluator.canReachGoal(asIf, side, 4), rules.formatPosition(asIf)).toBe(expected);
    }
  }
  expect(goals).toBeGreaterThan(1_000);
});

test("one step of a friend unfreezes the rabbit and clears its way", () => {
  const position = unwrap(rules.parsePosition("g rh.r.rrr..Mcddcr.R.CEHhH.m...e.......D........R.RR..CR.R.D.....R"));
  expect(rules.board.goalTurn(position)).not.toBeNull();
  expect(evaluator.canReachGoal(position, 0, 4)).toBe(true);
});

test("known answers, also for fewer steps", () => {
  for (const { board, side, goalInOne, goalMinSteps, winner } of turnFacts) {
    if (winner !== null) continue;
    const position = rules.board.position(board, side === "g" ? 0 : 1);
    for (let steps = 1; steps <= 4; steps++) {
      const expected = goalInOne && goalMinSteps <= steps;
      expect(evaluator.canReachGoal(position, position[SIDE] as number, steps), `${side} ${board}`).toBe(expected);
    }
  }
});

test("a goal that can be forced in two turns: as by trying every turn and every reply", () => {
  let forced = 0;
  for (const position of smallPositions(rules, 150, 7, 21)) {
    if (rules.board.goalTurn(position) !== null) continue;
    const turn = rules.board.forcedWin(position);
    // Turns that win at once in another way are not its subject.
    if (turn !== null && rules.result(playMoves(rules.board, position, movesOfTurn(turn))) !== null) continue;
    if (turn !== null) forced++;
    expect(evaluator.canForceGoal(position), rules.formatPosition(position)).toBe(turn !== null);
  }
  expect(forced).toBeGreaterThan(5);
});

test("a goal that can be forced in two turns: in all known positions but one, which is won otherwise", () => {
  const found = goalFacts.filter(({ side, board }) =>
    evaluator.canForceGoal(rules.board.position(board, side === "g" ? 0 : 1)),
  );
  expect(found).toHaveLength(goalFacts.length - 1);
});
