/** Abstractions as sets of pieces: against games with tracked piece identities, and counted by hand. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Move, Position, PlayerNumber } from "../../../engine/contracts/position.ts";
import { randomNumbers } from "../../../engine/contracts/suites/random-play.ts";
import { readOutcome } from "../../../engine/solve/outcome-values.ts";
import { Board } from "../board.ts";
import { formatFen, parseFen } from "../fen.ts";
import { TURN } from "../layout.ts";
import { capturedOf, fromOf, isEnPassant, promotionOf, toOf } from "../moves.ts";
import { Evaluations } from "../search/evaluations.ts";
import { letterOf, pieceAt, type Piece } from "../squares.ts";
import { Tablebase } from "../tables/tablebase.ts";
import { materialText, parseMaterial, withDependencies, type Material } from "../tables/material.ts";
import { EndgameProbe, materialAt } from "../tables/probe.ts";
import { solveInMemory } from "../tables/solved.fixture.ts";
import { endingsWithin, fits, materialsFrom, subsetsOf } from "./choices.ts";
import type { Abstraction } from "./edb-text.ts";
import { LoadedEdb, type EdbTables } from "./loaded-edb.ts";
import { withoutMissing } from "./subset-plan.ts";

const QUEEN = 4;
const ENDINGS = ["KRPK", "KPPK", "KKBN", "KPKN", "KRK"];
const solved = await solveInMemory(withDependencies(ENDINGS.map((text) => unwrap(parseMaterial(text)))));
const probe = new EndgameProbe((material) => solved.entries(material));
const board = new Board();
const tablebase = new Tablebase(board.kernel);
const tables: EdbTables = {
  tablebase,
  load: async (endings) => {
    for (const material of endings) if (!tablebase.has(material)) await solved.load(tablebase, material);
  },
};
const START = unwrap(parseFen("8/2k5/1n3b2/8/2P2P2/8/1R3K2/8 w - - 0 1"));
const evaluations = new Evaluations(board, new LoadedEdb(board, tables, materialAt(START)));
afterAll(async () => {
  await board.close();
  await probe.board.close();
});

/** A start piece and its current square; null once captured. */
type Followed = { piece: Piece; square: number | null };

function follow(pieces: readonly Followed[], move: Move): Followed[] {
  const victim = isEnPassant(move) ? toOf(move) ^ 8 : toOf(move);
  return pieces.map(({ piece, square }) => {
    if (square === fromOf(move))
      return { piece: promotionOf(move) === 0 ? piece : { ...piece, kind: promotionOf(move) }, square: toOf(move) };
    return { piece, square: capturedOf(move) !== null && square === victim ? null : square };
  });
}

function piecesOf(position: Position): Followed[] {
  return Array.from({ length: 64 }, (_, square) => ({ piece: pieceAt(position, square), square })).filter(
    (each): each is { piece: Piece; square: number } => each.piece !== null,
  );
}

/** The value of the abstract position for the side to move, in centipawns; null if it is illegal. */
function valueOf(kept: readonly Followed[], turn: number): number | null {
  const cells = new Array<string>(64).fill("1");
  for (const { piece, square } of kept) if (square !== null) cells[square] = letterOf(piece);
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => cells.slice(8 * rank, 8 * rank + 8).join(""));
  if (cells.filter((cell) => cell !== "1").length === 2) return 0;
  const abstract = parseFen(`${ranks.join("/")} ${turn === 0 ? "w" : "b"} - - 0 1`);
  if (!abstract.ok) return null;
  const { kind, plies } = readOutcome(unwrap(probe.valueOf(abstract.value)), "turns");
  return kind === "win" ? 600 - 2 * plies : kind === "loss" ? 2 * plies - 600 : 0;
}

/** Reference: every choice of start pieces, by identity. */
function referenceValue(
  pieces: readonly Followed[],
  start: readonly Followed[],
  names: readonly string[],
  turn: number,
): number {
  const others = pieces.flatMap(({ piece }, i) => (piece.kind === 5 ? [] : [i]));
  const kings = pieces.filter(({ piece }) => piece.kind === 5);
  const values: number[] = [];
  for (let subset = 0; subset < 2 ** others.length; subset++) {
    const chosen = others.filter((_, i) => (subset >> i) & 1);
    const letters = (colour: number): string =>
      chosen
        .filter((i) => start[i]!.piece.colour === colour)
        .map((i) => letterOf({ kind: start[i]!.piece.kind, colour: 0 }))
        .sort()
        .join("");
    if (!names.includes(`${letters(0)}-${letters(1)}`)) continue;
    const value = valueOf([...kings, ...chosen.map((i) => pieces[i]!)], turn);
    if (value !== null) values.push(value);
  }
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

test("captured pieces are missing in the abstraction, promoted pawns are queens in it", async () => {
  const names = ["PR-", "PP-", "-BN", "P-N", "R-"];
  const evaluator = await evaluations.evaluator(`edb(${ENDINGS.join("+")})`);
  const random = randomNumbers(5);
  const start = piecesOf(START);
  const seen = new Set<string>();
  for (let game = 0; game < 60; game++) {
    let position = START;
    let pieces = start;
    for (let ply = 0; ply < 80; ply++) {
      const moves = board.legalMoves(position).filter((move) => [0, QUEEN].includes(promotionOf(move)));
      if (moves.length === 0 || pieces.filter(({ square }) => square !== null).length === 2) break;
      // Prefers pawn moves, so that many pawns are promoted.
      const pushes = moves.filter((move) => pieceAt(position, fromOf(move))?.kind === 0);
      const list = pushes.length > 0 && random() < 0.4 ? pushes : moves;
      const move = list[Math.floor(random() * list.length)]!;
      pieces = follow(pieces, move);
      position = board.play(position, move);
      seen.add(materialText(materialAt(position)));
      const turn = position[TURN] as PlayerNumber;
      const expected = referenceValue(pieces, start, names, turn) / 100;
      const found = evaluator.evaluate(position, turn);
      expect(Math.abs(found - expected), `${formatFen(position)}: ${found}, reference ${expected}`).toBeLessThan(0.02);
    }
  }
  expect([...seen].filter((text) => text.includes("Q")).length).toBeGreaterThan(3);
  expect(seen.size).toBeGreaterThan(15);
});

const read = (text: string): Material => unwrap(parseMaterial(text));
const named = (...texts: string[]): Abstraction[] => texts.map((text) => ({ material: read(text), weight: 1 }));
const texts = (abstractions: Abstraction[], start: string, now: string): string[] =>
  subsetsOf(abstractions, read(start), read(now)).map(
    ({ pieces, material, weight }) => `${pieces.join("")} ${materialText(material)} ${weight}`,
  );

describe("choices of pieces, counted by hand", () => {
  // Pieces are numbered by colour, each side's from pawn to queen.
  test("each of two pawns is chosen once", () => {
    expect(texts(named("KRPKN"), "KRPPKBN", "KRPPKBN")).toEqual(["023 KRPKN 1", "123 KRPKN 1"]);
  });
  test("one of two pawns is captured: half of the choices have lost it", () => {
    expect(texts(named("KRPKN"), "KRPPKBN", "KRPKBN")).toEqual(["012 KRPKN 1", "12 KRKN 1"]);
  });
  test("one is promoted", () => {
    expect(texts(named("KRPKN"), "KRPPKBN", "KQRPKBN")).toEqual(["013 KRPKN 1", "123 KQRKN 1"]);
  });
  test("two of three queens were pawns: any of them may be the original", () => {
    expect(texts(named("KQKR"), "KQPPKR", "KQQQKR")).toEqual([0, 1, 2].map((i) => `${i}3 KQKR ${1 / 3}`));
  });
  test("an ending matches in both orientations", () => {
    expect(texts(named("KQKRP"), "KRRPPKQR", "KRPKQ")).toEqual(["012 KRPKQ 1", "02 KPKQ 1", "12 KRKQ 1", "2 KKQ 1"]);
  });
  test("pieces that the start does not have are never chosen", () => {
    expect(texts(named("KQKNP", "KPKNR"), "KRRPPKQR", "KRRPPKQR")).toEqual([]);
  });
});

test("an abstraction fits a start that has its pieces, on either side", () => {
  expect(fits(read("KQKRP"), read("KRRPPKQR"))).toBe(true);
  expect(fits(read("KQKNP"), read("KRRPPKQR"))).toBe(false);
  expect(fits(read("KRRKQ"), read("KRPPKQR"))).toBe(false);
});

test("all materials of KRP-KN: each piece present or captured, the pawn promoted in four ways", () => {
  // Knight (2) × rook (2) × pawn (gone, pawn, queen, rook, bishop, knight), less one: rook gone and pawn a rook is the rook with the pawn gone.
  expect(materialsFrom(read("KRPKN"))).toHaveLength(2 * 2 * 6 - 2);
});

test("endings reachable from an abstraction", () => {
  const found = endingsWithin(named("KRPK")).map(materialText).toSorted();
  expect(found).toEqual(["KPK", "KQK", "KQRK", "KRK", "KRPK"].toSorted());
});

test("a subset without a table is abstracted further, in equal parts", () => {
  const subsets = subsetsOf(named("KRPKN"), read("KRPKN"), read("KQRKN"));
  const found = withoutMissing(subsets, (material) => material.flat().length < 3);
  expect(found.map(({ material, weight }) => `${materialText(material)} ${weight.toFixed(3)}`).toSorted()).toEqual([
    "KQKN 0.333",
    "KQRK 0.333",
    "KRKN 0.333",
  ]);
});
