/** The five endings of three pieces, solved by the reference retrograde analysis; positions of them for the kernel. */
import type { Position } from "../../../engine/contracts/position.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Board } from "../board.ts";
import { NO_SQUARE } from "../constants.ts";
import { EN_PASSANT, STATE_BYTES, TURN } from "../layout.ts";
import { illegalReason } from "../legality.ts";
import { putPiece } from "../squares.ts";
import { ReferenceEnding } from "./reference-ending.fixture.ts";
import { codesOf } from "./reference-moves.fixture.ts";

/** In dependency order. */
const THREE_PIECES = ["KNvK", "KBvK", "KRvK", "KQvK", "KPvK"];

/** Test files of one worker share them. */
const solved = new Map<string, ReferenceEnding>();

/** All of them, or some without dependencies. */
export function solveThreePieces(names: readonly string[] = THREE_PIECES): Map<string, ReferenceEnding> {
  for (const name of names) if (!solved.has(name)) solved.set(name, new ReferenceEnding(name, solved));
  return new Map(names.map((name) => [name, solved.get(name) as ReferenceEnding]));
}

export interface ReferencePosition {
  readonly codes: readonly number[];
  readonly squares: readonly number[];
  readonly turn: number;
}

/** For the kernel; null if the position is illegal. */
function kernelPosition(board: Board, { codes, squares, turn }: ReferencePosition): Position | null {
  const position = new Uint8Array(STATE_BYTES);
  codes.forEach((code, i) => {
    putPiece(position, squares[i] as number, { kind: (code & 7) - 1, colour: code >> 3 });
  });
  position[TURN] = turn;
  position[EN_PASSANT] = NO_SQUARE;
  return illegalReason(position, board) === null ? board.finished(position) : null;
}

/** Random legal positions of an ending, with either colour as the first side. */
export function* randomPositions(
  board: Board,
  material: string,
  count: number,
  seed: number,
): Generator<{ reference: ReferencePosition; position: Position }> {
  const random = new SeededRandom(seed);
  const codes = codesOf(material);
  for (let found = 0; found < count;) {
    const squares = codes.map(() => random.below(64));
    const swapped = random.below(2) === 1;
    const reference = {
      codes: swapped ? codes.map((code) => code ^ 8) : codes,
      squares,
      turn: random.below(2),
    };
    const pawnsFit = codes.every(
      (code, i) => (code & 7) !== 1 || ((squares[i] as number) > 7 && (squares[i] as number) < 56),
    );
    if (new Set(squares).size < squares.length || !pawnsFit) continue;
    const position = kernelPosition(board, reference);
    if (!position) continue;
    found++;
    yield { reference, position };
  }
}
