/** SAN and UCI. Expected texts are those of the PGN standard and of published games. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { Board } from "./board.ts";
import { formatFen, parseFen, START_FEN } from "./fen.ts";
import { formatUci, parseUci } from "./moves.ts";
import { formatSan, parseMoveText } from "./san.ts";

const board = new Board();
afterAll(() => board.close());
const at = (fen: string): Uint8Array => unwrap(parseFen(fen, board));
/** The move in SAN, or the error message. */
const san = (fen: string, text: string): string => {
  const move = parseMoveText(board, at(fen), text);
  return move.ok ? formatSan(board, at(fen), move.value) : move.error.message;
};

describe("formatted", () => {
  test.each([
    ["a pawn", START_FEN, "e2e4", "e4"],
    ["a knight", START_FEN, "g1f3", "Nf3"],
    ["a pawn's capture has its file", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"],
    ["en passant is a capture", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"],
    ["castling short, with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"],
    ["castling long", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"],
    ["promotion", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"],
    ["promotion by a capture, with check", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q+"],
    ["mate", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"],
    ["two knights: the file", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"],
    ["two rooks on a file: the rank", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"],
    ["three queens: both", "8/6k1/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"],
    ["a pinned knight needs no disambiguation", "4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"],
    ["the same capture", "4k3/8/8/8/8/2b5/8/RN2K3 w - - 0 1", "b1c3", "Nxc3"],
  ])("%s", (_, fen, uci, text) => {
    expect(san(fen, uci)).toBe(text);
    expect(formatUci(unwrap(parseMoveText(board, at(fen), text)))).toBe(uci);
  });
});

describe("parsed", () => {
  const middle = "r3k2r/pPp2ppp/8/3pP3/8/2N5/PPP2PPP/R3K2R w KQkq d6 0 12";
  test.each([
    ["0-0", "O-O"],
    ["0-0-0", "O-O-O"],
    ["o-o", "O-O"],
    ["OO", "O-O"],
    ["e1g1", "O-O"],
    ["Ke1-g1", "O-O"],
    ["ed6", "exd6"],
    ["exd6 e.p.", "exd6"],
    ["exd6ep", "exd6"],
    ["e5:d6", "exd6"],
    ["bxa8Q", "bxa8=Q+"],
    ["bxa8(Q)+", "bxa8=Q+"],
    ["ba8=N", "bxa8=N"],
    ["b8/R", "b8=R+"],
    ["b7b8r", "b8=R+"],
    ["Nd5", "Nxd5"],
    ["Nc3d5", "Nxd5"],
    ["Nc3xd5!?", "Nxd5"],
    ["  Nxd5+!!  ", "Nxd5"],
    ["c3d5", "Nxd5"],
    ["c3-d5", "Nxd5"],
    ["a2-a4", "a4"],
    ["Pa4", "a4"],
  ])("%s: %s", (text, expected) => {
    expect(san(middle, text)).toBe(expected);
  });
});

describe("rejected, with the expected moves", () => {
  test.each([
    ["4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "Nd2 is ambiguous; expected one of Nbd2, Nfd2"],
    [
      "8/P6k/8/8/8/8/8/K7 w - - 0 1",
      "a8",
      /^a8 is a promotion without a piece; expected one of a8=Q, a8=R, a8=B, a8=N$/,
    ],
    ["8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8", /^a7a8 is a promotion without a piece; expected one of a7a8q/],
    [START_FEN, "Nf4", /^Nf4 is not a legal move here; legal moves: .*\bNf3\b/],
    [START_FEN, "Nxf3", "Nxf3 captures nothing: f3 is empty; expected Nf3"],
    [START_FEN, "e2e5", /^e2e5 is not a legal move here; legal moves: .*\be2e4\b/],
    [START_FEN, "O-O", /^O-O is not a legal move here/],
    [
      START_FEN,
      "nonsense",
      /^"nonsense" is not a move; expected SAN or UCI, for example Nf3, exd5, e8=Q, O-O or g1f3$/,
    ],
    [START_FEN, "", /^"" is not a move/],
    [
      "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1",
      "O-O",
      "O-O is not a legal move here: White is in check; legal moves: Kxe2, Kd1, Kf1",
    ],
    [
      "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
      "Ka2",
      /^Ka2 is not a legal move here: White is in check; there is no legal move$/,
    ],
  ])("%s %s", (fen, text, why) => {
    if (typeof why === "string") expect(san(fen, text)).toBe(why);
    else expect(san(fen, text)).toMatch(why);
  });

  test("the UCI parser does not accept SAN", () => {
    const legal = board.legalMoves(at(START_FEN));
    expect(unwrap(parseUci("G1F3", legal))).toBe(unwrap(parseUci("g1f3", legal)));
    expect(parseUci("Nf3", legal)).toMatchObject({ ok: false, error: { code: "bad-move" } });
  });
});

test("the null move passes the turn and clears en passant", () => {
  const position = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
  const passed = board.playNullMove(position);
  expect(formatFen(passed)).toBe("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1");
  expect(passed).toEqual(at("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"));
});
