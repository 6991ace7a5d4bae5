/**
 * Random positions of an endgame to start matches from. Every placement that is legal with either side to move is equally likely, except those
 * that are left out: the side to move is in check, or captures decide (`exchanges.ts`): within three plies, and the captures and promotions after them,
 * one side wins more than a pawn or mates.
 */
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/game.ts";
import { SeededRandom } from "../../../engine/search/seeded.ts";
import type { Board } from "../board.ts";
import { CASTLING, EN_PASSANT, KING, NO_SQUARE, FULLMOVE_NUMBER, PAWN, STATE_BYTES, TURN } from "../layout.ts";
import { illegalReason } from "../legality.ts";
import { putPiece, SQUARES, type Piece } from "../squares.ts";
import { materialText, type Material } from "../tables/material.ts";
import { materialGain } from "./exchanges.ts";

/** Plies in which captures must not decide. */
export const QUIET_PLIES = 3;
/** What one side may win in them, in pawns. */
export const MOST_GAIN = 1;
/** Placements that are tried for one position; far more than any ending needs that has quiet positions. */
const MOST_TRIES = 20_000;

/** Endings that differ in one piece must not have the same squares. */
const MATERIALS = 2 ** 20;
function numberOf(material: Material): number {
  return [...materialText(material)].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % MATERIALS, 0);
}

/** One position after the other, without end. */
export function* randomPositions(board: Board, material: Material, seed: number): Generator<Position, never> {
  const random = new SeededRandom(seed * MATERIALS + numberOf(material));
  while (true) yield quietPosition(board, material, random);
}

function quietPosition(board: Board, material: Material, random: SeededRandom): Position {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const position = randomPlacement(material, random);
    if (illegalReason(position, board) !== null) continue;
    const finished = board.finished(position);
    if (isQuiet(board, finished)) return finished;
  }
  throw new GameloreError(
    "bad-usage",
    `none of ${MOST_TRIES} random positions of ${materialText(material)} is quiet: captures decide them all`,
  );
}

export function isQuiet(board: Board, position: Position): boolean {
  if (board.inCheck(position)) return false;
  return Math.abs(materialGain(board, position, QUIET_PLIES)) <= MOST_GAIN;
}

function randomPlacement(material: Material, random: SeededRandom): Position {
  const position = new Uint8Array(STATE_BYTES);
  const taken = new Set<number>();
  const pieces = material.flatMap((kinds, colour) => [KING, ...kinds].map((kind): Piece => ({ kind, colour })));
  for (const piece of pieces) {
    const [first, count] = piece.kind === PAWN ? [8, SQUARES - 16] : [0, SQUARES];
    let square: number;
    do square = first + random.below(count);
    while (taken.has(square));
    taken.add(square);
    putPiece(position, square, piece);
  }
  position[TURN] = random.below(2);
  position[CASTLING] = 0;
  position[EN_PASSANT] = NO_SQUARE;
  position[FULLMOVE_NUMBER] = 1;
  return position;
}
