/** Setups of the searching players: one of the named setups; silver's elephant faces gold's camel. */
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Board } from "../board.ts";
import { SIDE } from "../layout.ts";
import { placement } from "../move-encoding.ts";
import { SETUP_NAMES, setupMove } from "../setups.ts";
import { LETTERS, NUMBERS, pieceAt, SQUARES } from "../squares.ts";

const CAMEL = LETTERS.indexOf("m");
const ELEPHANT = LETTERS.indexOf("e");

/** The moves that complete a setup, whatever is already placed. */
export function chooseSetup(board: Board, position: Position, random: SeededRandom): Move[] {
  const side = position[SIDE] as number;
  const begun = squaresOf(position, side).length > 0;
  if (begun) return completeSetup(board, position);
  const base = random.below(SETUP_NAMES.length / 2);
  const both = [SETUP_NAMES[2 * base] as string, SETUP_NAMES[2 * base + 1] as string];
  if (random.below(2) === 1) both.reverse();
  if (side === 0) return [setupMove(both[0] as string)];
  const camel = fileOf(position, 0, CAMEL);
  const away = (name: string): number => Math.abs(fileOf(board.play(position, setupMove(name)), 1, ELEPHANT) - camel);
  both.sort((a, b) => away(a) - away(b));
  return [setupMove(both[0] as string)];
}

/** Missing pieces go to their squares in a named setup, as far as these are free. */
function completeSetup(board: Board, position: Position): Move[] {
  const side = position[SIDE] as number;
  const standard = standardSetup(board, side);
  const left = NUMBERS.map((number, kind) => number - squaresOf(position, side, kind).length);
  const moves: Move[] = [];
  const free = squaresOf(standard, side).filter((square) => !pieceAt(position, square));
  const put = (kind: number, square: number): void => {
    left[kind]!--;
    moves.push(placement(kind, square));
  };
  const open = free.filter((square) => {
    const kind = pieceAt(standard, square)!.kind;
    if (left[kind] === 0) return true;
    put(kind, square);
    return false;
  });
  for (const square of open)
    put(
      left.findIndex((number) => number > 0),
      square,
    );
  return moves;
}

function standardSetup(board: Board, side: number): Position {
  const gold = board.play(new Uint8Array(board.states.stateBytes), setupMove("99of9"));
  return side === 0 ? gold : board.play(gold, setupMove("99of9"));
}

function squaresOf(position: Position, colour: number, kind?: number): number[] {
  return Array.from({ length: SQUARES }, (_, square) => square).filter((square) => {
    const piece = pieceAt(position, square);
    return piece?.colour === colour && (kind === undefined || piece.kind === kind);
  });
}

function fileOf(position: Position, colour: number, kind: number): number {
  return (squaresOf(position, colour, kind)[0] ?? 0) & 7;
}
