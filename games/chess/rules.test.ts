/** The contract suite for chess, and the ends of games. */
import { afterAll, describe, expect, test } from "vitest";
import { History } from "../../engine/arena/play-game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position, PlayerNumber } from "../../engine/contracts/position.ts";
import { gameSuite } from "../../engine/contracts/suites/game-suite.ts";
import { pick, randomNumbers, randomGame } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";
import { formatUci } from "./moves.ts";
import type { ChessRules } from "./rules.ts";

const rules = unwrap(await game.open({})) as ChessRules;
afterAll(() => rules.close());

const at = (fen: string): Position => unwrap(rules.parsePosition(fen));
const after = (start: Position, moves: string): Position =>
  moves.split(" ").reduce((position, text) => rules.play(position, [unwrap(rules.parseMove(position, text))]), start);

gameSuite(async () => unwrap(await game.open({})), {
  plies: 60,
  positions: [
    "7k/5Q2/8/8/8/8/8/K5R1 w - - 0 40",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
  ],
  skip: {
    "illegal moves are rejected as bad-move":
      "Nf3+ of another position may be a legal Nf3 here: the parser accepts redundant check signs and files",
    "perft equals the number of move sequences":
      "perft continues after a draw by clock or material (reference-rules.test.ts compares it)",
  },
});

test("moves of other positions that are illegal here are rejected", () => {
  const random = randomNumbers(3);
  const steps = [1, 2, 3].flatMap((seed) => randomGame(rules, rules.initial(), seed, 60));
  const texts = [...new Set(steps.flatMap(({ moves }) => moves.flat().map(formatUci)))];
  for (const { position, moves } of steps) {
    const legal = new Set(moves.flat().map(formatUci));
    for (let i = 0; i < 20; i++) {
      const text = pick(texts, random);
      const read = rules.parseMove(position, text);
      expect(read.ok, `${text} in ${rules.formatPosition(position)}`).toBe(legal.has(text));
      if (!read.ok) expect(read.error.code).toBe("bad-move");
    }
  }
});

describe("how games end", () => {
  test.each([
    ["the fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", [0, 1]],
    ["a back-rank mate", "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", [1, 0]],
    ["stalemate by a queen", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", [0.5, 0.5]],
    ["stalemate with a pinned bishop", "kb5R/8/1K6/8/8/8/8/8 b - - 0 1", [0.5, 0.5]],
    ["mate comes before the fifty-move rule", "3R2k1/5ppp/8/8/8/8/8/K7 b - - 100 90", [1, 0]],
    ["99 plies", "8/8/4k3/8/8/3K4/3R4/8 w - - 99 90", null],
    ["100 plies", "8/8/4k3/8/8/3K4/3R4/8 w - - 100 90", [0.5, 0.5]],
    ["bare kings", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", [0.5, 0.5]],
    ["a knight", "8/8/4k3/8/8/3K4/8/1N6 w - - 0 1", [0.5, 0.5]],
    ["a bishop", "8/8/4k3/8/8/3K4/8/1b6 w - - 0 1", [0.5, 0.5]],
    ["bishops on one colour", "8/2b5/4k3/8/8/3K4/7B/B7 w - - 0 1", [0.5, 0.5]],
    ["bishops on both colours", "8/1b6/4k3/8/8/3K4/8/B7 w - - 0 1", null],
    ["two knights: a mate can be helped", "8/8/4k3/8/8/3K4/8/1NN5 w - - 0 1", null],
    ["knight against knight", "8/8/4k3/8/8/3K4/8/1Nn5 w - - 0 1", null],
    ["a pawn", "8/8/4k3/8/8/3K4/P7/8 w - - 0 1", null],
    ["a rook", "8/8/4k3/8/8/2RK4/8/8 w - - 0 1", null],
  ])("%s: %s", (_, fen, scores) => {
    expect(rules.result(at(fen))).toEqual(scores);
  });

  test("threefold repetition is a draw", () => {
    const history = new History(rules, rules.initial());
    let position = rules.initial();
    const ends = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(" ").map((text, ply) => {
      position = after(position, text);
      return history.add(position, (ply % 2) as PlayerNumber);
    });
    expect(ends.slice(0, -1)).toEqual([null, null, null, null, null, null, null]);
    expect(ends.at(-1)).toEqual({ scores: [0.5, 0.5], ending: "repetition" });
  });

  test("castling rights and legal en-passant captures distinguish positions", () => {
    const same = rules.history.repetitionKey as (position: Position) => Position;
    const start = rules.initial();
    expect(same(after(start, "Nf3 Nf6 Ng1 Ng8"))).toEqual(same(start));
    const castles = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    expect(same(after(castles, "Rg1 Kd8 Rh1 Ke8"))).not.toEqual(same(castles));
    // No capture on e3 is possible, so no en-passant square is set.
    expect(same(after(start, "e4"))).toEqual(same(at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 5 9")));
    const passing = at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    expect(rules.formatPosition(after(passing, "e4"))).toBe("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    expect(same(after(passing, "e4"))).not.toEqual(same(at("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")));
  });
});

describe("the view", () => {
  const notes = (fen: string): readonly string[] => rules.view(at(fen)).notes ?? [];

  test.each([
    ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ["castling rights: KQkq"]],
    ["4k3/8/8/8/8/8/4r3/4K3 w - - 12 40", ["White is in check", "12 of 100 plies without a capture or pawn move"]],
    ["3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", ["checkmate: Black is mated"]],
    ["k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", ["stalemate: Black has no legal move"]],
    ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", ["drawn: neither side has the material to mate"]],
    [
      "8/8/4k3/8/8/3K4/3R4/8 w - - 100 90",
      ["drawn by the fifty-move rule: 100 of 100 plies without a capture or pawn move"],
    ],
  ])("%s: %j", (fen, expected) => {
    expect(notes(fen)).toEqual(expected);
  });

  test("White is at the bottom, letters are those of FEN", () => {
    const { cells, pieces } = rules.view(rules.initial());
    expect(cells[0]).toEqual({ name: "a8", x: 0, y: 0, zone: null });
    expect(pieces[0]).toEqual({ cell: 0, owner: 1, letter: "r" });
    expect(pieces.at(-1)).toEqual({ cell: 63, owner: 0, letter: "R" });
    expect(pieces).toHaveLength(32);
  });

  test("the path of castling is the king's", () => {
    const position = at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    expect(rules.movePath(position, unwrap(rules.parseMove(position, "O-O-O")))).toEqual({ from: "e1", to: "c1" });
  });
});

test("random openings neither hang a piece nor allow mate in one", () => {
  const position = after(rules.initial(), "e4 e5");
  const texts = rules.openingMoves(position).map((move) => rules.formatMove(position, move));
  expect(texts).toContain("Nf3");
  expect(texts).not.toContain("Ba6");
  const fool = after(rules.initial(), "f3 e5");
  expect(rules.openingMoves(fool).map((move) => rules.formatMove(fool, move))).not.toContain("g4");
});
