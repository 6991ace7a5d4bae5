/** Contract tests for evaluators. */
import assert from "node:assert/strict";
import type { Evaluator } from "../evaluator.ts";
import { FIRST, type Position, type PlayerNumber } from "../position.ts";
import { assertDeepEqual, assertOk } from "./lazy-assert.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";

export interface EvaluatorSubject {
  readonly evaluator: Evaluator;
  /** Evaluators of the same game; calling them in between must not change results. */
  readonly others: readonly Evaluator[];
  readonly players: number;
  readonly positions: readonly Position[];
}

function values({ evaluator, players }: EvaluatorSubject, position: Position): number[] {
  return Array.from({ length: players }, (_, player) => evaluator.evaluate(position, player as PlayerNumber));
}

export const evaluatorChecks: Checks<EvaluatorSubject> = {
  "values are finite numbers": (subject) => {
    for (const position of subject.positions) {
      for (const value of values(subject, position))
        assertOk(Number.isFinite(value), () => `${value} in ${position.join(" ")}`);
    }
  },

  "the values of two opponents sum to 0": (subject) => {
    if (subject.players !== 2) return;
    for (const position of subject.positions) {
      const [own = Number.NaN, other = Number.NaN] = values(subject, position);
      assertOk(own + other === 0, () => `${own} and ${other} in ${position.join(" ")}`);
    }
  },

  "a value does not depend on what was evaluated before": (subject) => {
    const alone = subject.positions.map((position) => values(subject, position));
    for (let i = subject.positions.length - 1; i >= 0; i--) {
      const position = subject.positions[i] as Position;
      for (const other of subject.others) other.evaluate(subject.positions.at(-1 - i) as Position, FIRST);
      assertDeepEqual(
        values(subject, position),
        alone[i],
        () => `different value the second time in ${position.join(" ")}`,
      );
    }
  },

  "a copy of a position has the same value, and evaluation does not modify it": (subject) => {
    for (const position of subject.positions) {
      const before = Uint8Array.from(position);
      const found = values(subject, position);
      assert.deepEqual(position, before, "evaluation modifies the position");
      assertDeepEqual(values(subject, before), found, () => `different value for a copy of ${position.join(" ")}`);
    }
  },
};

export interface EvaluatorSuiteOptions {
  readonly skip?: Skips;
}

export function evaluatorSuite(subject: () => Promise<EvaluatorSubject>, options: EvaluatorSuiteOptions = {}): void {
  registerChecks("evaluator contract", evaluatorChecks, subject, options.skip);
}
