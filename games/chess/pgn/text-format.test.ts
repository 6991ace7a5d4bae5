/** PGN behind the game-text contract. */
import { afterAll, expect, test } from "vitest";
import { Board } from "../board.ts";
import { formatFen, parseFen } from "../fen.ts";
import { formatSan } from "../san.ts";
import { pgnFormat } from "./text-format.ts";

const board = new Board();
afterAll(() => board.close());
const format = pgnFormat(board);

test("a game survives a round trip", () => {
  const start = parseFen("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", board);
  if (!start.ok) throw start.error;
  const moves = board.legalMoves(start.value).filter((move) => formatSan(board, start.value, move) === "e8=Q");
  const text = format.format({
    start: start.value,
    moves,
    players: ["a person", "best"],
    scores: null,
    date: "2026-02-03",
  });
  expect(text).toContain('[White "a person"]\n[Black "best"]');
  expect(text).toContain('[Date "2026.02.03"]');
  expect(text).toContain("1. e8=Q *");
  const { games, errors, more } = format.parse(text, 10);
  expect([games.length, errors, more]).toEqual([1, [], false]);
  expect(games[0]?.moves).toEqual(moves);
  expect(formatFen(games[0]?.start as Uint8Array)).toBe("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
});

test("games have titles, errors have places, and the limit is respected", () => {
  const text = `[Event "Paris"]
[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

1. e4 e5 1-0

[Event "Broken"]

1. e4 e5 2. Ke3 *

[Event "?"]

1. d4 *
`;
  const { games, errors } = format.parse(text, 10);
  expect(games.map(({ title }) => title)).toEqual(["Morphy – Allies, 1-0 (Paris)", "? – ?, *"]);
  expect(errors).toEqual([{ line: 10, column: 13, message: expect.stringMatching(/^move 2\. .*Ke3/) }]);
  expect(format.parse(text, 1)).toMatchObject({ games: [{}], errors: [], more: true });
});
