/**
 * What a turn does, apart from how: a piece of a kind ends on a square, an enemy piece is pushed or pulled to one, one is captured on a
 * trap. As the side that moves sees it, and of two mirror images the western one, so that equal ideas are equal texts.
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
 * From boards before and after, in the mover's view. Pieces of one kind are told apart only where that is needed: each that is new on a
 * square comes from the nearest square that one of them left.
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
  // What left its square and came nowhere was captured; the nearest trap of those where something was.
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

/** Whether a mirror image is the one that is told: the western half. */
export function isWestern({ square }: TurnEvent): boolean {
  return (square & 7) < 4;
}
