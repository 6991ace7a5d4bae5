/**
 * Random start positions of an endgame. All legal placements with either side to move are equally likely, except positions in check and
 * positions that captures decide (`exchanges.ts`): one side wins more than a pawn or mates within three plies and a quiescence search.
 */
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Board } from "../board.ts";
import { KING, NO_SQUARE, PAWN } from "../constants.ts";
import { CASTLING, EN_PASSANT, FULLMOVE_NUMBER, STATE_BYTES, TURN } from "../layout.ts";
import { illegalReason } from "../legality.ts";
import { putPiece, SQUARES, type Piece } from "../squares.ts";
import { materialText, type Material } from "../tables/material.ts";
import { materialGain } from "./exchanges.ts";

/** Plies of the full-width search. */
const QUIET_PLIES = 3;
/** Largest gain of a quiet position, in pawns. */
const MAX_GAIN = 1;
/** Attempts per position; far more than needed if an ending has quiet positions. */
const MAX_TRIES = 20_000;

/** Different endings use different random streams. */
const MATERIALS = 2 ** 20;
function numberOf(material: Material): number {
  return [...materialText(material)].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % MATERIALS, 0);
}

/** An endless sequence of positions. */
export function* randomPositions(board: Board, material: Material, seed: number): Generator<Position, never> {
  const random = new SeededRandom(seed * MATERIALS + numberOf(material));
  while (true) yield quietPosition(board, material, random);
}

function quietPosition(board: Board, material: Material, random: SeededRandom): Position {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const position = randomPlacement(material, random);
    if (illegalReason(position, board) !== null) continue;
    const finished = board.finished(position);
    if (isQuiet(board, finished)) return finished;
  }
  throw new GameloreError(
    "bad-usage",
    `no quiet position among ${MAX_TRIES} random positions of ${materialText(material)}`,
  );
}

export function isQuiet(board: Board, position: Position): boolean {
  if (board.inCheck(position)) return false;
  return Math.abs(materialGain(board, position, QUIET_PLIES)) <= MAX_GAIN;
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
