/** Endgame positions of an independent program: parsing, formatting, mate and stalemate. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { Board } from "./board.ts";
import { endgameFacts } from "./facts.fixture.ts";
import { formatFen, parseFen } from "./fen.ts";
import { isEnPassant } from "./moves.ts";

const board = new Board();
afterAll(() => board.close());

describe("8,900 positions of three and four pieces", () => {
  const facts = endgameFacts().map((fact) => ({ ...fact, position: unwrap(parseFen(fact.fen, board)) }));

  test("survive a round trip", () => {
    expect(facts).toHaveLength(8_900);
    expect(facts.filter(({ fen, position }) => formatFen(position) !== fen)).toEqual([]);
  });

  test("150 have a legal en-passant capture", () => {
    expect(facts.filter(({ position }) => board.legalMoves(position).some(isEnPassant))).toHaveLength(150);
  });

  test("have mate and stalemate exactly where the tables do", () => {
    for (const { fen, position, mated, stalemate } of facts) {
      const stuck = board.legalMoves(position).length === 0;
      const check = board.inCheck(position);
      expect([stuck && check, stuck && !check], fen).toEqual([mated, stalemate]);
    }
  });
});
