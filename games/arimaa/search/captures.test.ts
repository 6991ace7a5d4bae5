/** Captures detected at a trap, against all turns of the position. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { stepsInTurn } from "../board.ts";
import { game } from "../game.ts";
import { BOARD_BYTES, SIDE } from "../layout.ts";
import type { ArimaaRules } from "../rules.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { randomPositions, recordedPositions } from "./positions.fixture.ts";
import { weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
const evaluator = new KernelEvaluator(rules.board, weightsOf("fitted"));
const board = rules.board.kernel.memory.allocate(BOARD_BYTES);
afterAll(() => rules.close());

/** By kind, the fewest steps in which some turn captures one. */
function capturesByPlay(position: Position): Map<number, number> {
  const { kernel } = rules.board;
  const turns = rules.board.turns(position);
  const found = new Map<number, number>();
  for (const turn of turns) {
    kernel.memory.bytes(board, BOARD_BYTES).set(position.subarray(0, BOARD_BYTES));
    for (const [i, step] of stepsInTurn(turn).entries()) {
      const capture = kernel.exports.makeStep(board, step);
      const piece = (capture & 15) - 1;
      if (capture === 0 || Math.floor(piece / 6) === position[SIDE]) continue;
      found.set(piece % 6, Math.min(found.get(piece % 6) ?? 9, i + 1));
    }
  }
  return found;
}

test("every detected capture is possible in that many steps, and few are missed", () => {
  const positions = [...recordedPositions(rules, 80), ...randomPositions(rules, 60, 6)];
  let possible = 0;
  let detected = 0;
  for (const position of positions) {
    const kinds = capturesByPlay(position);
    const captures = [0, 1, 2, 3].map((trap) => evaluator.captureAtTrap(position, position[SIDE] as number, trap));
    const where = `${rules.formatPosition(position)}: ${captures.join(" ")} against ${JSON.stringify([...kinds])}`;
    for (const capture of captures) {
      if (capture !== 0) expect(kinds.get(capture & 15) ?? 9, where).toBeLessThanOrEqual(capture >> 4);
    }
    if (kinds.size === 0) continue;
    possible++;
    if (Math.max(...captures.map((capture) => (capture === 0 ? -1 : capture & 15))) === Math.max(...kinds.keys()))
      detected++;
  }
  expect(possible).toBeGreaterThan(20);
  expect(detected).toBeGreaterThanOrEqual(0.95 * possible);
});
