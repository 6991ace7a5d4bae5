/** FEN: round trips; errors name field, rank and character. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { Board } from "./board.ts";
import { formatFen, parseFen, START_FEN } from "./fen.ts";

const board = new Board();
afterAll(() => board.close());
const read = (text: string): string => {
  const position = parseFen(text, board);
  return position.ok ? formatFen(position.value) : position.error.message;
};

describe("positions survive a round trip", () => {
  test.each([
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/8/8/5k2/8/5K1r w - - 99 255",
    "4k3/8/8/8/8/8/8/4K2R b K - 255 65535",
    // Nine queens.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
  ])("%s", (fen) => {
    expect(read(fen)).toBe(fen);
  });

  test.each([
    ["trailing fields are optional", "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
    ["castling rights are optional", "4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"],
    ["castling rights in another order", START_FEN.replace("KQkq", "qkQK"), START_FEN],
    ["empty squares as single digits", "4k3/8/8/8/8/8/11111111/4K111 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
    [
      "an en-passant square without a capture is removed",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ],
    ["also if the capturing pawn is pinned", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"],
  ])("%s", (_, text, fen) => {
    expect(read(text)).toBe(fen);
  });

  test("equal positions are equal bytes", () => {
    const dropped = unwrap(parseFen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", board));
    const without = unwrap(parseFen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", board));
    expect(dropped).toEqual(without);
  });
});

describe("syntax errors name the place", () => {
  const placed = (rank: string): string => `4k3/8/${rank}/8/8/8/8/4K3 w - - 0 1`;
  test.each([
    ["", /"" is not a position; expected placement, side to move/],
    ["hello", /"hello" is not a position; expected placement/],
    ["4k3/8/8/8/8/8/4K3 w - - 0 1", /placement: 7 ranks in .*; expected 8 from rank 8 to rank 1/],
    [placed("3x4"), /placement, rank 6, character 2: "x" in "3x4"; expected a piece, KQRBNP \(White\)/],
    [placed("9"), /placement, rank 6, character 1: "9"/],
    [placed("7"), /placement, rank 6: "7" has 7 squares; expected 8/],
    [placed("8P"), /placement, rank 6: "8P" has 9 squares; expected 8/],
    [START_FEN.replace(" w ", " white "), /side to move: "white"; expected w or b/],
    [START_FEN.replace("KQkq", "KQxq"), /castling rights, character 3: "x" in "KQxq"; expected - or some of KQkq/],
    [START_FEN.replace("KQkq", "HAha"), /castling rights, character 1: "H" .*Chess960 is not supported/],
    [START_FEN.replace("KQkq", "KK"), /castling rights: "K" twice in "KK"/],
    [START_FEN.replace("- 0", "e9 0"), /en-passant square: "e9"; expected - or a square such as e3/],
    [START_FEN.replace("- 0", "e3 0"), /en-passant square e3: with White to move it must be on rank 6/],
    [START_FEN.replace("- 0", "e6 0"), /en-passant square e6: no black pawn on e5/],
    ["4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", /en-passant square e6: no double push is possible, e7 is occupied/],
    [START_FEN.replace("0 1", "x 1"), /half-move clock: "x"; expected a whole number from 0 to 255/],
    [START_FEN.replace("0 1", "256 1"), /half-move clock: "256"/],
    [START_FEN.replace("0 1", "0 -1"), /move number: "-1"; expected a whole number from 0 to 65535/],
    [`${START_FEN} bm e4`, /unexpected "bm e4" after the sixth field/],
  ])("%s", (text, why) => {
    expect(read(text)).toMatch(why);
  });
});

describe("illegal positions are rejected", () => {
  test.each([
    ["8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"],
    ["4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"],
    ["4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, on a1 and e1; expected one"],
    ["8/8/8/8/8/8/4k3/4K3 w - - 0 1", "the kings are adjacent, on e1 and e2"],
    ["4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "white pawn on h8; pawns can only be on ranks 2 to 7"],
    ["4k3/8/8/8/8/8/8/4K2p w - - 0 1", "black pawn on h1; pawns can only be on ranks 2 to 7"],
    ["4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns; at most 8 are possible"],
    [
      "4k3/8/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1",
      "White has 1 promoted piece and 8 pawns; together at most 8 are possible",
    ],
    [
      "2b1k3/8/4b3/8/8/8/pppppppp/8 w - - 0 1".replace("/8 w", "/4K3 w"),
      "Black has 1 promoted piece and 8 pawns; together at most 8 are possible",
    ],
    ["4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right K: White has no rook on h1"],
    ["r4k2/8/8/8/8/8/8/4K3 w q - 0 1", "castling right q: Black's king is not on e8"],
    ["4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black's king on e8 is in check with White to move"],
    ["4k3/8/3N4/7B/8/8/4R3/3K4 b - - 0 1", "3 pieces give check, from e2, h5, d6; at most 2 are possible"],
  ])("%s: %s", (fen, why) => {
    expect(read(fen)).toBe(why);
  });
});
