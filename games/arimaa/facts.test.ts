/** Rules and turns against what independent programs found, and recorded games replayed to their ends. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import { digestTurns } from "./digest.ts";
import { factsAreHere, legalityFacts, recordedGames, turnFacts } from "./facts.fixture.ts";
import { game } from "./game.ts";
import { formatRecord, parseRecord } from "./records.ts";
import type { ArimaaRules } from "./rules.ts";
import { lettersOf } from "./squares.ts";
import { parseTurn } from "./turns.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const { board } = rules;
afterAll(() => rules.close());

const SIDES = { g: 0, s: 1 } as const;
const winnerOf = (position: Position): string | null => {
  const scores = rules.result(position);
  return scores === null ? null : scores[0] === 1 ? "g" : "s";
};

describe.skipIf(!factsAreHere)("positions with known answers", () => {
  test("distinct turns of 272 positions: how many, which, and which of them end the game", { timeout: 120_000 }, () => {
    expect(turnFacts).toHaveLength(272);
    for (const fact of turnFacts) {
      const position = board.position(fact.board, SIDES[fact.side]);
      const { goalTurns, capturingTurns, capturable, ...digest } = digestTurns(board, position);
      const { id, turns, byMinSteps, xor, sum, winningTurns, losingTurns, immobilisingTurns } = fact;
      expect({ id, ...digest }).toEqual({
        id,
        turns,
        byMinSteps,
        xor,
        sum,
        winningTurns,
        losingTurns,
        immobilisingTurns,
      });
      expect([id, goalTurns > 0, capturingTurns > 0]).toEqual([id, fact.goalInOne, fact.capture]);
      expect([...capturable].toSorted()).toEqual([...fact.capturable.toLowerCase()].toSorted());
      expect([id, winnerOf(position)]).toEqual([id, fact.winner]);
      expect(winnerOf(unwrap(rules.parsePosition(`${fact.side} ${fact.board}`)))).toBe(fact.winner);
      if (fact.winner === null)
        expect(
          rules
            .moves(position)
            .map((move) => rules.formatMove(position, move))
            .toSorted(),
        ).toEqual(fact.firstSteps);
    }
  });

  test("504 turns, legal or not", () => {
    expect(legalityFacts).toHaveLength(504);
    for (const { side, board: letters, move, legal, why } of legalityFacts) {
      const read = parseTurn(board, board.position(letters, SIDES[side]), move);
      expect(`${read.ok} ${letters} ${move} (${why}) ${read.ok ? "" : read.error.message}`).toMatch(
        new RegExp(`^${legal} `),
      );
    }
  });
});

/** Played before the loss of all rabbits ended a game. */
const OLD_RULES = 3;

describe.skipIf(!factsAreHere)("recorded games", () => {
  test("168 replay to their recorded end, and nothing comes a third time", { timeout: 120_000 }, () => {
    expect(recordedGames).toHaveLength(168);
    const remarks: (readonly string[])[] = [];
    for (const { turns, finalBoard, endState } of recordedGames) {
      const record = unwrap(parseRecord(board, turns.map((turn) => turn.join(" ")).join("\n")));
      expect(lettersOf(record.final)).toBe(finalBoard);
      expect(record.winner).toBe(endState === false ? null : endState === 1 ? 0 : 1);
      if (record.remarks.length > 0) remarks.push(record.remarks);
      const text = formatRecord(board, record);
      expect(formatRecord(board, unwrap(parseRecord(board, text)))).toBe(text);
      const written = text
        .trim()
        .split("\n")
        .map((line) => line.split(" ").slice(1).join(" "));
      expect(written.slice(0, turns.length)).toEqual(turns.map(([, steps]) => steps));
    }
    expect(remarks).toHaveLength(OLD_RULES);
    for (const [remark, ...more] of remarks) {
      expect(remark).toMatch(/^turn \d+[gs]: (gold|silver) has no rabbit left, and the game goes on$/);
      expect(more).toEqual([]);
    }
  });
});
