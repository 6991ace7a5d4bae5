/** Time management: how much of the clock a move may use. */
import type { GoRequest } from "./go-text.ts";

/** All in milliseconds from `go`. */
export interface MoveTime {
  /** Time limit of the search. */
  readonly milliseconds: number;
  /** When a player that still searches is stopped. */
  readonly stopMs: number;
  /** When a player that does not stop is abandoned. */
  readonly giveUpMs: number;
}

/** Moves to go assumed without `movestogo`, and the upper bound for a given number. */
const MOVES_TO_GO = 25;
const MAX_MOVES_TO_GO = 50;
/** Share of the increment, which is only added after the move. */
const INCREMENT_SHARE = 0.8;
/** Largest share of `movetime` that is held in reserve. */
const MAX_MARGIN_SHARE = 0.2;
/** Shares of the reserve after which a player is stopped and abandoned. */
const STOP_AT = 0.1;
const GIVE_UP_AT = 0.7;
/** Time that a stopped player has for its move, if the clock allows it. */
const STOP_TIMEOUT_MS = 500;
/** Longest time that a timer accepts. */
const MAX_MS = 2_000_000_000;

/** The time of a side (0 White) for its move; null if `go` sets no time limit. `overheadMs` is reserved for communication. */
export function moveTime(request: GoRequest, side: number, overheadMs: number): MoveTime | null {
  const { movetime } = request;
  if (movetime !== undefined) {
    const margin = Math.min(overheadMs, movetime * MAX_MARGIN_SHARE);
    return timeWithin(movetime - margin, movetime, margin);
  }
  const [time, increment] = side === 0 ? [request.wtime, request.winc] : [request.btime, request.binc];
  if (time === undefined) return null;
  const margin = Math.min(overheadMs, time / 2);
  const usable = time - margin;
  const moves = Math.max(1, Math.min(request.movestogo || MOVES_TO_GO, MAX_MOVES_TO_GO));
  return timeWithin(Math.min(usable, usable / moves + INCREMENT_SHARE * (increment ?? 0)), time, margin);
}

/** A fixed time independent of the clock; it may be exceeded slightly. */
export function fixedTime(milliseconds: number): MoveTime {
  return timeWithin(milliseconds, milliseconds + 2 * STOP_TIMEOUT_MS, STOP_TIMEOUT_MS / 4);
}

function timeWithin(target: number, max: number, margin: number): MoveTime {
  const milliseconds = whole(target);
  const stopMs = whole(milliseconds + STOP_AT * margin);
  return {
    milliseconds,
    stopMs,
    giveUpMs: whole(Math.max(stopMs, Math.min(stopMs + STOP_TIMEOUT_MS, max - (1 - GIVE_UP_AT) * margin))),
  };
}

function whole(milliseconds: number): number {
  return Math.min(MAX_MS, Math.max(1, Math.floor(milliseconds)));
}
