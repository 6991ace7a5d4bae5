/** The kernel against the reference implementation of the rules, on random small positions. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { END_TURN } from "./constants.ts";
import { SIDE, STEP_COUNT } from "./layout.ts";
import { game } from "./game.ts";
import { referenceBoard, referenceTurns, referenceWinner } from "./reference-rules.fixture.ts";
import type { ArimaaRules } from "./rules.ts";
import { lettersOf, NUMBERS, letterOf } from "./squares.ts";
import { movesOfTurn, playMoves } from "./turns.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const { board } = rules;
afterAll(() => rules.close());

/** Pieces in a small area around a trap, so that they interact. */
function randomPosition(seed: number): Position | null {
  const random = randomNumbers(seed);
  const letters = Array.from({ length: 64 }, () => ".");
  const [left, top] = [Math.floor(random() * 4), Math.floor(random() * 4)];
  const count = 3 + Math.floor(random() * 6);
  const all = [0, 1].flatMap((colour) =>
    NUMBERS.flatMap((most, kind) => Array.from({ length: most }, () => letterOf({ kind, colour }))),
  );
  for (let i = 0; i < count; i++) {
    const [letter] = all.splice(Math.floor(random() * all.length), 1);
    letters[8 * (top + Math.floor(random() * 5)) + left + Math.floor(random() * 5)] = letter as string;
  }
  const read = rules.parsePosition(`${random() < 0.5 ? "g" : "s"} ${letters.join("")}`);
  return read.ok ? read.value : null;
}

const positions: readonly Position[] = Array.from({ length: 90 }, (_, seed) => randomPosition(seed + 1)).filter(
  (position) => position !== null,
);

/** The placements after all turns, played step by step. */
function endsBySteps(start: Position): Set<string> {
  const ends = new Set<string>();
  const seen = new Set<string>();
  const follow = (position: Position): void => {
    for (const move of board.movesBeyondEnd(position)) {
      const next = board.play(position, move);
      if (move === END_TURN || next[SIDE] !== start[SIDE]) ends.add(lettersOf(next));
      else {
        // The steps made do not affect the continuations.
        const key = `${lettersOf(next)} ${next[STEP_COUNT]} ${next.slice(91).join()}`;
        if (!seen.has(key)) {
          seen.add(key);
          follow(next);
        }
      }
    }
  };
  follow(start);
  return ends;
}

test("there are enough valid positions", () => {
  expect(positions.length).toBeGreaterThan(50);
});

test("distinct turns reach the same placements as the reference, in as few steps", () => {
  for (const position of positions) {
    const expected = referenceTurns(referenceBoard(lettersOf(position)), position[SIDE] === 0);
    const turns = board.turns(position).map((turn) => {
      const moves = movesOfTurn(turn);
      return [lettersOf(playMoves(board, position, moves)), moves.filter((move) => move !== END_TURN).length] as const;
    });
    expect(turns.length).toBe(expected.size);
    expect(new Map(turns)).toEqual(expected);
  }
});

test("steps of the contract reach the same placements", () => {
  for (const position of positions.slice(0, 30)) {
    const expected = referenceTurns(referenceBoard(lettersOf(position)), position[SIDE] === 0);
    expect(endsBySteps(position)).toEqual(new Set(expected.keys()));
  }
});

test("results match the reference", () => {
  const random = randomNumbers(7);
  let ended = 0;
  for (const position of positions) {
    const turns = board.turns(position);
    for (let i = 0; i < 5 && turns.length > 0; i++) {
      const next = playMoves(board, position, movesOfTurn(pick(turns, random)));
      const winner = referenceWinner(referenceBoard(lettersOf(next)), position[SIDE] === 0);
      const scores = rules.result(next);
      expect(scores).toEqual(winner === null ? null : winner === "g" ? [1, 0] : [0, 1]);
      if (winner !== null) ended++;
    }
  }
  expect(ended).toBeGreaterThan(20);
});
