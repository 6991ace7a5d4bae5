/** The reference implementation of steps, against positions with known answers. */
import { describe, expect, test } from "vitest";
import { legalityFacts, turnFacts } from "../../facts.fixture.ts";
import { type Board, parseBoard } from "./board.ts";
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { referenceTurn } from "./reference-turn.fixture.ts";
import type { TurnSoFar } from "./turn.ts";

/** Whole turns are counted in positions with fewer turns: the reference implementation is slow. */
const FEW_TURNS = 2500;

function boardOf({ board, side }: { board: string; side: string }): Board {
  return unwrap(parseBoard(`${side} ${board}`));
}

describe("the reference implementation", () => {
  test("first steps are those of the recorded positions", () => {
    for (const position of turnFacts) {
      const steps = referenceTurn(boardOf(position)).next();
      const texts = steps.map(({ text }) => text.split(" ")[0]).sort();
      expect(texts, `position ${position.id}`).toEqual([...position.firstSteps].sort());
    }
  });

  test("the number of turns is as recorded", () => {
    const positions = turnFacts.filter(({ turns }) => turns < FEW_TURNS);
    expect(positions.length).toBeGreaterThan(10);
    for (const position of positions) {
      const ends = new Set<string>();
      let layer = new Map([["", referenceTurn(boardOf(position))]]);
      for (let step = 0; step < 4; step++) {
        const next = new Map<string, TurnSoFar>();
        for (const turn of layer.values()) for (const each of turn.next()) next.set(each.turn.key, each.turn);
        for (const turn of next.values()) if (turn.mayEnd) ends.add(turn.cells.join());
        layer = next;
      }
      expect(ends.size, `position ${position.id}`).toBe(position.turns);
    }
  });

  test("moves are legal as recorded", () => {
    for (const each of legalityFacts) {
      let turn: TurnSoFar | undefined = referenceTurn(boardOf(each));
      for (const step of each.move.split(" ").filter((word) => !word.endsWith("x")))
        turn = turn?.next().find(({ text }) => text.split(" ")[0] === step)?.turn;
      expect(turn?.mayEnd ?? false, `${each.board} ${each.move} ${each.why}`).toBe(each.legal);
    }
  });
});
