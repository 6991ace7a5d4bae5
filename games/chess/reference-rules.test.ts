/** The kernel against the reference implementation: random games, and random positions with many special moves. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { Board } from "./board.ts";
import { formatFen, parseFen, START_FEN } from "./fen.ts";
import { QUEEN } from "./constants.ts";
import { capturedOf, formatUci, isCastling, isEnPassant, promotionOf } from "./moves.ts";
import {
  referenceInCheck,
  referenceMoves,
  referencePerft,
  referencePlay,
  referenceResult,
  parseReference,
  formatReference,
} from "./reference-rules.fixture.ts";

const board = new Board();
afterAll(() => board.close());

const sorted = (texts: readonly string[]): string[] => [...texts].toSorted();

/** Compares both implementations in a position; returns the special cases that occurred. */
function compare(position: Position): { readonly moves: Move[]; readonly seen: string[] } {
  const fen = formatFen(position);
  const reference = parseReference(fen);
  const moves = board.legalMoves(position);
  expect(sorted(moves.map(formatUci)), fen).toEqual(sorted(referenceMoves(reference)));
  const check = referenceInCheck(reference);
  expect(board.inCheck(position), fen).toBe(check);
  expect(board.states.result(position)?.[0] ?? null, fen).toBe(referenceResult(reference));
  expect(board.states.kernel.exports.isHashConsistent(board.states.put(position)), fen).toBe(1);
  const noisy = check
    ? moves
    : moves.filter(
        (move) => (capturedOf(move) !== null && [0, QUEEN].includes(promotionOf(move))) || promotionOf(move) === QUEEN,
      );
  expect(sorted(board.captureMoves(position).map(formatUci)), fen).toEqual(sorted(noisy.map(formatUci)));
  for (const move of moves) {
    const next = board.play(position, move);
    expect(formatFen(next), `${fen} ${formatUci(move)}`).toBe(
      formatReference(referencePlay(reference, formatUci(move))),
    );
  }
  return {
    moves,
    seen: [
      ...(check ? ["check"] : []),
      ...(moves.some(isEnPassant) ? ["en passant"] : []),
      ...(moves.some(isCastling) ? ["castling"] : []),
      ...(moves.some((move) => promotionOf(move) > 0) ? ["promotion"] : []),
      ...(moves.length === 0 ? [check ? "mate" : "stalemate"] : []),
    ],
  };
}

function playRandomly(start: Position, seed: number, plies: number, tally: Map<string, number>): void {
  const random = randomNumbers(seed);
  let position = start;
  for (let ply = 0; ply < plies; ply++) {
    const { moves, seen } = compare(position);
    for (const what of seen) tally.set(what, (tally.get(what) ?? 0) + 1);
    if (moves.length === 0) return;
    // Special moves are overrepresented, because they are the most error-prone.
    const special = moves.filter((move) => isEnPassant(move) || isCastling(move) || promotionOf(move) > 0);
    position = board.play(position, pick(special.length > 0 && random() < 0.3 ? special : moves, random));
  }
}

/** A random legal position with advanced pawns, sliders, castling rights and double pushes. */
function randomPosition(random: () => number): Position {
  while (true) {
    const letters = Array.from({ length: 64 }, () => ".");
    const place = (letter: string, low: number, high: number): void => {
      const square = low + Math.floor(random() * (high - low));
      if (letters[square] === ".") letters[square] = letter;
    };
    const home = random() < 0.5;
    if (home) [..."R...K..R"].forEach((letter, i) => (letters[56 + i] = letter));
    else place("K", 0, 64);
    if (home && random() < 0.5) [..."r...k..r"].forEach((letter, i) => (letters[i] = letter));
    else place("k", 0, 64);
    const white = random() < 0.5;
    const row = white ? 3 : 4;
    if (random() < 0.5) {
      // A pawn that has just made a double push beside another.
      const file = Math.floor(random() * 7);
      const pair = random() < 0.5 ? "pP" : "Pp";
      [...pair].forEach((letter, i) => (letters[8 * row + file + i] = letter));
    }
    const count = 1 + Math.floor(random() * 12);
    for (let i = 0; i < count; i++) place(pick([..."PPPpppNnBbRrQq"], random), 8, 56);
    const rows = Array.from({ length: 8 }, (_, row) =>
      letters
        .slice(8 * row, 8 * row + 8)
        .join("")
        .replace(/\.+/g, (run) => String(run.length)),
    );
    const rights = [
      letters[60] === "K" && home ? "KQ" : "",
      letters[4] === "k" && letters[0] === "r" && letters[7] === "r" ? "kq" : "",
    ].join("");
    const files = [0, 1, 2, 3, 4, 5, 6, 7].filter((file) => letters[8 * row + file] === (white ? "p" : "P"));
    const passed = files.length > 0 ? `${"abcdefgh"[pick(files, random)]}${white ? 6 : 3}` : "-";
    for (const target of [passed, "-"]) {
      const read = parseFen(`${rows.join("/")} ${white ? "w" : "b"} ${rights || "-"} ${target} 0 1`, board);
      if (read.ok) return read.value;
    }
  }
}

describe("the reference implementation", () => {
  test.each([
    [START_FEN, [20, 400, 8_902]],
    ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2_039]],
    ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812]],
    ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264]],
  ] as const)("has the published perft counts: %s", (fen, counts) => {
    expect(counts.map((_, i) => referencePerft(parseReference(fen), i + 1))).toEqual(counts);
  });
});

test("random games agree", () => {
  const tally = new Map<string, number>();
  const start = unwrap(parseFen(START_FEN, board));
  for (let seed = 1; seed <= 4; seed++) playRandomly(start, seed, 150, tally);
  expect(tally.get("check")).toBeGreaterThan(5);
});

test("random positions with castling, promotion, en passant and pins agree", () => {
  const tally = new Map<string, number>();
  const random = randomNumbers(7);
  for (let seed = 1; seed <= 250; seed++) playRandomly(randomPosition(random), seed, 4, tally);
  for (const [what, least] of [
    ["check", 100],
    ["castling", 50],
    ["promotion", 100],
    ["en passant", 20],
  ] as const)
    expect(tally.get(what), what).toBeGreaterThan(least);
});

test("perft continues after a draw by clock or material", () => {
  for (const fen of ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K4/3R4/8 w - - 100 90"]) {
    const position = unwrap(parseFen(fen, board));
    expect(board.states.result(position)).toEqual([0.5, 0.5]);
    expect(board.states.moves(position)).toEqual([]);
    expect([1, 2, 3].map((depth) => board.states.perft(position, depth))).toEqual(
      [1, 2, 3].map((depth) => referencePerft(parseReference(fen), depth)),
    );
  }
});
