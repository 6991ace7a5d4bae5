/** The setup: a standard one; silver mirrors it so that its elephant faces gold's camel. */
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { Board } from "../board.ts";
import { PLACE } from "../constants.ts";
import { PLAYING, SIDE } from "../layout.ts";
import { placement } from "../move-encoding.ts";
import { setupMove } from "../setups.ts";
import { LETTERS, pieceAt, SQUARES } from "../squares.ts";

const CAMEL_KIND: number = LETTERS.indexOf("m");
/** Gold's elephant is on the e file; silver's, on the rotated board, on the d file. */
const NAME = "99of9";

/** Moves that complete the own setup. Pieces already placed stay; the others go to their squares or to free ones. */
export function setupMoves(board: Board, position: Position): Move[] {
  const side = position[SIDE] as number;
  const own = squares(position, (colour) => colour === side);
  const [camel = 0] = squares(position, (colour, kind) => colour !== side && kind === CAMEL_KIND);
  const whole = setupMove((camel & 7) < 4 ? NAME : `${NAME}-mirrored`);
  if (own.length === 0) return [whole];
  const preferred = placementsOf(board, position, side, whole);
  const moves: Move[] = [];
  for (let now = position; now[SIDE] === side && now[PLAYING] === 0;) {
    const legal = board.moves(now).filter((move) => move >= PLACE);
    const move = legal.find((each) => preferred.has(each)) ?? (legal[0] as Move);
    moves.push(move);
    now = board.play(now, move);
  }
  return moves;
}

/** The single placements that the whole setup is made of. */
function placementsOf(board: Board, position: Position, side: number, whole: Move): Set<Move> {
  const bare = board.position(Array.from({ length: SQUARES }, () => ".").join(""), side, false);
  const set = board.play(bare, whole);
  const moves = squares(set, (colour) => colour === side).map((square) =>
    placement(pieceAt(set, square)?.kind ?? 0, square),
  );
  return new Set(moves.filter((move) => pieceAt(position, move & 63) === null));
}

function squares(position: Position, fits: (colour: number, kind: number) => boolean): number[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter((square) => {
    const piece = pieceAt(position, square);
    return piece !== null && fits(piece.colour, piece.kind);
  });
}
