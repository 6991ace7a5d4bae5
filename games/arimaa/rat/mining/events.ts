/**
 * The effects of a turn: a piece of a kind ends on a square, an enemy piece is pushed or pulled to one, or captured on a trap. From the
 * mover's view, and in the western mirror image, so that equal ideas have equal keys.
 */
import { type Cells, LETTERS, SQUARE_NAMES } from "../graphs/board.ts";

export interface TurnEvent {
  readonly kind: "bring" | "capture";
  /** The piece, in the mover's view: capitals are its own. */
  readonly letter: string;
  /** Where it ends, or the trap on which it is captured. */
  readonly square: number;
  /** Where it stood. */
  readonly from: number;
}

export function eventKey({ kind, letter, square }: TurnEvent): string {
  return `${kind} ${letter} ${SQUARE_NAMES[square]}`;
}

/**
 * From the boards before and after, in the mover's view. Pieces of one kind are matched greedily: a piece new on a square comes from the
 * nearest square that one of them left.
 */
export function eventsOf(before: Cells, after: Cells, captured: readonly number[]): TurnEvent[] {
  const left: number[] = [];
  const reached: number[] = [];
  for (let square = 0; square < before.length; square++) {
    if (before[square] === after[square]) continue;
    if (before[square] !== 0) left.push(square);
    if (after[square] !== 0) reached.push(square);
  }
  const events: TurnEvent[] = [];
  const take = (content: number, to: number): number | undefined => {
    const from = left.filter((square) => before[square] === content).sort((a, b) => apart(a, to) - apart(b, to))[0];
    if (from !== undefined) left.splice(left.indexOf(from), 1);
    return from;
  };
  for (const square of reached) {
    const content = after[square] as number;
    const from = take(content, square);
    if (from !== undefined) events.push({ kind: "bring", letter: LETTERS[content] as string, square, from });
  }
  // A piece that left and arrived nowhere was captured, on the nearest trap with a capture.
  for (const from of left) {
    const [trap] = [...captured].sort((a, b) => apart(a, from) - apart(b, from));
    const content = before[from] as number;
    if (trap !== undefined && content > 6)
      events.push({ kind: "capture", letter: LETTERS[content] as string, square: trap, from });
  }
  return events;
}

function apart(one: number, other: number): number {
  return Math.abs((one & 7) - (other & 7)) + Math.abs((one >> 3) - (other >> 3));
}

/** Whether the event is in the western half, the canonical mirror image. */
export function isWestern({ square }: TurnEvent): boolean {
  return (square & 7) < 4;
}
