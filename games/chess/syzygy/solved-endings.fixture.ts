/** The five endings of three pieces, solved by plain retrograde analysis; positions of them for the kernel. */
import type { Position } from "../../../engine/contracts/game.ts";
import { SeededRandom } from "../../../engine/search/seeded.ts";
import type { Board } from "../board.ts";
import { EN_PASSANT, NO_SQUARE, STATE_BYTES, TURN } from "../layout.ts";
import { illegalReason } from "../legality.ts";
import { putPiece } from "../squares.ts";
import { PlainEnding } from "./plain-ending.fixture.ts";
import { codesOf } from "./plain-moves.fixture.ts";

/** In an order in which captures and promotions lead to earlier ones. */
const THREE_PIECES = ["KNvK", "KBvK", "KRvK", "KQvK", "KPvK"];

/** All of them, or some that need no other. */
export function solveThreePieces(names: readonly string[] = THREE_PIECES): Map<string, PlainEnding> {
  const endings = new Map<string, PlainEnding>();
  for (const name of names) endings.set(name, new PlainEnding(name, endings));
  return endings;
}

export interface PlainPosition {
  readonly codes: readonly number[];
  readonly squares: readonly number[];
  readonly turn: number;
}

/** For the kernel; null where the position is not legal. */
export function kernelPosition(board: Board, { codes, squares, turn }: PlainPosition): Position | null {
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
): Generator<{ plain: PlainPosition; position: Position }> {
  const random = new SeededRandom(seed);
  const codes = codesOf(material);
  for (let found = 0; found < count;) {
    const squares = codes.map(() => random.below(64));
    const exchanged = random.below(2) === 1;
    const plain = {
      codes: exchanged ? codes.map((code) => code ^ 8) : codes,
      squares,
      turn: random.below(2),
    };
    const pawnsFit = codes.every(
      (code, i) => (code & 7) !== 1 || ((squares[i] as number) > 7 && (squares[i] as number) < 56),
    );
    if (new Set(squares).size < squares.length || !pawnsFit) continue;
    const position = kernelPosition(board, plain);
    if (!position) continue;
    found++;
    yield { plain, position };
  }
}
