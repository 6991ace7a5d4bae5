/** Published perft counts. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { Board } from "./board.ts";
import { parseFen, START_FEN } from "./fen.ts";

const board = new Board();
afterAll(() => board.close());

const PUBLISHED: readonly (readonly [string, readonly number[]])[] = [
  [START_FEN, [20, 400, 8_902, 197_281, 4_865_609]],
  ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2_039, 97_862, 4_085_603]],
  ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2_812, 43_238, 674_624, 11_030_083]],
  ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9_467, 422_333, 15_833_292]],
  ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379, 2_103_487]],
  ["r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2_079, 89_890, 3_894_594]],
];

test("Petrovic's position of 1964 has 218 legal moves, the known maximum", () => {
  const position = unwrap(parseFen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", board));
  expect(board.legalMoves(position)).toHaveLength(218);
});

test.each(PUBLISHED)("%s", (fen, counts) => {
  const position = unwrap(parseFen(fen, board));
  expect(counts.map((_, i) => board.states.perft(position, i + 1))).toEqual(counts);
});

test.each(PUBLISHED)("%s, without bulk counting", (fen, counts) => {
  const position = unwrap(parseFen(fen, board));
  const scratch = board.kernel.memory.allocate(board.kernel.exports.perftScratchBytes(5));
  expect(
    counts
      .slice(0, 4)
      .map((_, i) => board.states.kernel.exports.perftLeaves(board.states.put(position), i + 1, scratch)),
  ).toEqual(counts.slice(0, 4));
  board.kernel.memory.free(scratch);
});
