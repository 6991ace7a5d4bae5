/** The search against the reference implementation; limits, repetition, turns in progress, setups; and the player suite. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { provenPlies } from "../../../engine/search/values.ts";
import { playerSuite } from "../../../engine/contracts/suites/player-suite.ts";
import { randomGame } from "../../../engine/contracts/suites/random-play.ts";
import { randomOpening } from "../../../engine/arena/play-game.ts";
import { makePlayer } from "../../../engine/arena/players.ts";
import { goalFacts } from "../facts.fixture.ts";
import { game } from "../game.ts";
import { MAX_STEPS } from "../constants.ts";
import { PLAYING, SIDE } from "../layout.ts";
import type { ArimaaRules } from "../rules.ts";
import { lettersOf, squareOf } from "../squares.ts";
import { playMoves } from "../turns.ts";
import { KernelEvaluator } from "./evaluator.ts";
import { referenceValue } from "./reference-search.fixture.ts";
import { smallPositions } from "./positions.fixture.ts";
import { WIN } from "./terms.ts";
import { weightsOf } from "./weights.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const { board } = rules;
let evaluator = new KernelEvaluator(board, weightsOf("fitted"));
afterAll(() => rules.close());

/** In thousandths of a rabbit; wins as the search encodes them. */
async function valueBy(text: string, position: Position): Promise<number> {
  const player = await makePlayer(rules, text, 1);
  try {
    const { info } = await player.choose(position, {});
    const value = info.value as number;
    const plies = provenPlies(value);
    return plies === null ? Math.round(10 * value) : Math.sign(value) * (WIN - plies / MAX_STEPS);
  } finally {
    await player.close();
  }
}

test("a request to stop at once is answered with the best turn by evaluation", async () => {
  const position = unwrap(rules.parsePosition("g r.rd.rrrrhc..chr...e......m..E......H....H..M...R.CD.C.RRRR.DRRR"));
  const answer = async (text: string, milliseconds?: number): Promise<{ depth: number; turn: string }> => {
    const player = await makePlayer(rules, text, 1);
    const { info } = await player.choose(position, milliseconds === undefined ? {} : { milliseconds });
    await player.close();
    return { depth: info.depth!, turn: info.candidates![0]!.text };
  };
  const byEvaluation = await answer("best(steps=4)");
  const atOnce = await answer("best(threads=1)", 1);
  expect(atOnce.depth).toBeGreaterThanOrEqual(4);
  if (atOnce.depth === 4) expect(atOnce.turn).toBe(byEvaluation.turn);
});

describe("full width", () => {
  test("one turn: the value equals that of the reference search", async () => {
    for (const position of smallPositions(rules, 40, 10, 11)) {
      expect(await valueBy("alphabeta(steps=4, hash=1)", position), rules.formatPosition(position)).toBe(
        referenceValue(board, evaluator, position, 1),
      );
    }
  });

  test("two turns: the value equals that of the reference search", async () => {
    const few = smallPositions(rules, 60, 4, 12).filter(
      (position) => board.turns(position).length < 200 && board.goalTurn(position) === null,
    );
    expect(few.length).toBeGreaterThan(6);
    for (const position of few.slice(0, 6)) {
      expect(await valueBy("alphabeta(steps=8, hash=1)", position), rules.formatPosition(position)).toBe(
        referenceValue(board, evaluator, position, 2),
      );
    }
  });

  test("without goal search, with the simple evaluation: a goal counts only if it is played", async () => {
    // The weights of the last evaluator are in effect.
    const simple = new KernelEvaluator(board, weightsOf("simple"));
    const positions = smallPositions(rules, 60, 8, 13).filter((position) => board.goalTurn(position) === null);
    for (const position of positions)
      expect(await valueBy("alphabeta(steps=4, hash=1, eval=simple, goals=no)", position)).toBe(
        referenceValue(board, simple, position, 1, 0, false),
      );
    expect(positions.length).toBeGreaterThan(6);
    evaluator = new KernelEvaluator(board, weightsOf("fitted"));
  });

  test("p1 and p2 are presets of it", async () => {
    for (const [name, steps] of [
      ["p1", "steps=4, "],
      ["p2", ""],
    ] as const) {
      const player = await makePlayer(rules, name, 1);
      expect(player.text).toBe(`alphabeta(${steps}eval=simple, goals=no)`);
      await player.close();
    }
  });
});

describe("wins", () => {
  test("a goal in one turn is played", async () => {
    const found = smallPositions(rules, 300, 8, 13).filter((position) => board.goalTurn(position) !== null);
    const player = await makePlayer(rules, "best(nodes=20000, hash=1)", 1);
    for (const position of found.slice(0, 20)) {
      let now = position;
      while (rules.result(now) === null && now[SIDE] === position[SIDE])
        now = rules.play(now, [(await player.choose(now, {})).move]);
      expect(rules.result(now)?.[position[SIDE] as number], rules.formatPosition(position)).toBe(1);
    }
    await player.close();
  });

  test.runIf(goalFacts.length > 0)("an unstoppable goal is found by a search of three turns", async () => {
    let found = 0;
    const player = await makePlayer(rules, "best(nodes=400000, hash=16)", 1);
    for (const { side, board: letters } of goalFacts.slice(0, 8)) {
      const { info } = await player.choose(board.position(letters, side === "g" ? 0 : 1), {});
      const value = info.value as number;
      if (value > 0 && provenPlies(value) !== null) found++;
    }
    await player.close();
    expect(found).toBeGreaterThanOrEqual(4);
  });
});

describe("repetition and turns in progress", () => {
  const start = unwrap(rules.parsePosition("g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR"));

  test.for([undefined, 2])("a turn to a forbidden position is not played: %s lines", async (lines) => {
    const player = await makePlayer(rules, "alphabeta(steps=4)", 1);
    const forbiddenLetters = new Set<string>();
    for (let i = 0; i < 4; i++) {
      const forbidden = (position: Position): boolean => forbiddenLetters.has(lettersOf(position));
      const { info } = await player.choose(start, {}, { forbidden, lines });
      const after = lettersOf(playMoves(board, start, info.pv));
      expect(forbiddenLetters.has(after)).toBe(false);
      forbiddenLetters.add(after);
    }
    await player.close();
  });

  test("a turn in progress is completed and changes the placement", async () => {
    const begun = unwrap(
      rules.parsePosition("g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR Ee2n Ee3s Ee2n"),
    );
    const player = await makePlayer(rules, "best(nodes=3000)", 1);
    const { info } = await player.choose(begun, {});
    const after = playMoves(board, begun, info.pv);
    expect(after[SIDE]).toBe(1);
    expect(lettersOf(after)).not.toBe(lettersOf(board.startOfTurn(begun)));
    await player.close();
  });
});

describe("setups", () => {
  test("silver's elephant faces gold's camel; a setup in progress is completed", async () => {
    for (let seed = 0; seed < 12; seed++) {
      const player = await makePlayer(rules, "best", seed);
      let position = rules.initial();
      while (position[PLAYING] === 0) position = rules.play(position, [(await player.choose(position, {})).move]);
      const letters = lettersOf(position);
      const file = (letter: string): number => letters.indexOf(letter) & 7;
      expect(file("e") < 4, letters).toBe(file("M") < 4);
      await player.close();
    }
    const player = await makePlayer(rules, "best", 1);
    let position = rules.play(rules.initial(), [unwrap(rules.parseMove(rules.initial(), "Ea1"))]);
    while (position[SIDE] === 0 && position[PLAYING] === 0)
      position = rules.play(position, [(await player.choose(position, {})).move]);
    expect(lettersOf(position)[squareOf("a1") ^ 56]).toBe("E");
    await player.close();
  });
});

for (const [text, deep] of [
  ["alphabeta(steps=4, hash=1)", "alphabeta(steps=16, hash=1)"],
  ["best(nodes=3000, hash=1)", "best(steps=40, hash=1)"],
] as const) {
  describe(text, () => {
    const played = [1, 2].flatMap((seed) =>
      randomGame(rules, rules.initial(), seed, 60).map(({ position }) => position),
    );
    playerSuite(async () => ({
      rules,
      text,
      quick: { nodes: 2_000 },
      deepText: deep,
      deep: {},
      positions: played.filter((_, i) => i % 23 === 22),
      ended: unwrap(rules.parsePosition("s R......r..............................................e.........")),
    }));
  });
}

test("match openings are named setups and a quiet turn of each side", () => {
  for (let seed = 0; seed < 20; seed++) {
    const position = randomOpening(rules, 10, seed);
    expect(position[PLAYING]).toBe(1);
    expect(position[SIDE]).toBe(0);
    expect(lettersOf(position).replaceAll(".", "")).toHaveLength(32);
  }
});
