/** Time management: what a move may take of the clock. */
import type { GoRequest } from "./go-text.ts";

export interface MoveTime {
  /** For thinking. */
  readonly milliseconds: number;
  /** Kept back for communication; with it the time is up. */
  readonly margin: number;
}

/** Moves that the time must still suffice for where no number is given, and the most that a given number counts for. */
const MOVES_TO_GO = 25;
const MOST_MOVES_TO_GO = 50;
/** Of the increment, which is added after the move only. */
const INCREMENT_SHARE = 0.8;
/** Of a fixed time for the move. */
const MOST_MARGIN_SHARE = 0.1;
/** What timers take. */
const MOST_MS = 2_000_000_000;

/** The time of a side (0 White) for its move; null where `go` sets no limit of time. */
export function moveTime(request: GoRequest, side: number, overheadMs: number): MoveTime | null {
  const { movetime } = request;
  if (movetime !== undefined) {
    const margin = Math.min(overheadMs, movetime * MOST_MARGIN_SHARE);
    return { milliseconds: whole(movetime - margin), margin };
  }
  const [time, increment] = side === 0 ? [request.wtime, request.winc] : [request.btime, request.binc];
  if (time === undefined) return null;
  const margin = Math.min(overheadMs, time / 2);
  const usable = time - margin;
  const moves = Math.max(1, Math.min(request.movestogo || MOVES_TO_GO, MOST_MOVES_TO_GO));
  return { milliseconds: whole(Math.min(usable, usable / moves + INCREMENT_SHARE * (increment ?? 0))), margin };
}

function whole(milliseconds: number): number {
  return Math.min(MOST_MS, Math.max(1, Math.floor(milliseconds)));
}
