/** Rules and turns against results of independent programs, and recorded games replayed to their ends. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { spread } from "../../engine/contracts/suites/random-play.ts";
import { stepsInTurn } from "./board.ts";
import { digestTurns } from "./digest.ts";
import { canTestRecordedGames, goalFacts, legalityFacts, recordedGames, turnFacts } from "./facts.fixture.ts";
import { game } from "./game.ts";
import { formatRecord, parseRecord } from "./records.ts";
import type { ArimaaRules } from "./rules.ts";
import { lettersOf } from "./squares.ts";
import { movesOfTurn, parseTurn, playMoves } from "./turns.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const { board } = rules;
afterAll(() => rules.close());

const SIDES = { g: 0, s: 1 } as const;
const winnerOf = (position: Position): string | null => {
  const scores = rules.result(position);
  return scores === null ? null : scores[0] === 1 ? "g" : "s";
};

describe("positions with known answers", () => {
  test("distinct turns of 272 positions: count, signature, and which end the game", () => {
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

  test("a shortest turn to goal is found", () => {
    for (const fact of turnFacts.filter(({ winner }) => winner === null)) {
      const turn = board.goalTurn(board.position(fact.board, SIDES[fact.side]));
      expect([fact.id, turn === null ? 0 : stepsInTurn(turn).length]).toEqual([fact.id, fact.goalMinSteps]);
    }
  });

  test(
    "31 positions won in two turns: the known turn is forced, and in every second one a turn is found",
    { timeout: 240_000 },
    () => {
      expect(goalFacts).toHaveLength(31);
      for (const [i, { side, board: letters, sharpMove, replies }] of goalFacts.entries()) {
        const position = board.position(letters, SIDES[side]);
        const after = playMoves(board, position, unwrap(parseTurn(board, position, sharpMove)));
        expect(rules.result(after) === null ? board.listTurns(after) : 0).toBe(replies);
        // A win by goal alone is far quicker to prove.
        expect(board.isForced(after) || board.isForced(after, "any")).toBe(true);
        // The search for such a turn is slow.
        if (i % 2 === 1) continue;
        const turn = board.forcedWin(position) ?? board.forcedWin(position, "any");
        expect(turn).not.toBeNull();
        // After the found turn, each of some replies leaves a winning turn, also by exhaustive search.
        const found = playMoves(board, position, movesOfTurn(turn as number));
        for (const reply of rules.result(found) === null ? spread(board.turns(found), 6) : []) {
          const next = playMoves(board, found, movesOfTurn(reply));
          if (rules.result(next) === null) expect(digestTurns(board, next).winningTurns).toBeGreaterThan(0);
          else expect(winnerOf(next)).toBe(side);
        }
      }
    },
  );

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

describe.runIf(canTestRecordedGames)("recorded games", () => {
  test("168 replay to their recorded end and round-trip", () => {
    const games = recordedGames();
    expect(games).toHaveLength(168);
    const remarks: (readonly string[])[] = [];
    for (const { turns, finalBoard, endState } of games) {
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
    // Three were played under the early rules for the loss of all rabbits; one ended with a third repetition.
    expect(remarks.flat().toSorted()).toEqual([
      "turn 34g: gold has no rabbit left, and the game continues",
      "turn 36g: the position occurs 3 times, which is forbidden",
      "turn 66s: silver has no rabbit left, and the game continues",
      "turn 68g: gold has no rabbit left, and the game continues",
    ]);
  });
});
