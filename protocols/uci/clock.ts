/** Time management: what a move may take of the clock. */
import type { GoRequest } from "./go-text.ts";

/** All in milliseconds from `go`. */
export interface MoveTime {
  /** For thinking. */
  readonly milliseconds: number;
  /** When a player that still thinks is stopped. */
  readonly stopMs: number;
  /** When nobody waits for it any longer. */
  readonly giveUpMs: number;
}

/** Moves that the time must still suffice for where no number is given, and the most that a given number counts for. */
const MOVES_TO_GO = 25;
const MOST_MOVES_TO_GO = 50;
/** Of the increment, which is added after the move only. */
const INCREMENT_SHARE = 0.8;
/** What is kept back of a fixed time for the move, at most. */
const MOST_MARGIN_SHARE = 0.1;
/** Of what is kept back, when a player is stopped and when it is given up. */
const STOP_AT = 0.3;
const GIVE_UP_AT = 0.7;
/** A player that was stopped is waited for so long where the clock allows it. */
const STOPPED_MS = 500;
/** What timers take. */
const MOST_MS = 2_000_000_000;

/** The time of a side (0 White) for its move; null where `go` sets no limit of time. `overheadMs` is kept back for communication. */
export function moveTime(request: GoRequest, side: number, overheadMs: number): MoveTime | null {
  const { movetime } = request;
  if (movetime !== undefined) {
    const margin = Math.min(overheadMs, movetime * MOST_MARGIN_SHARE);
    return timeWithin(movetime - margin, movetime, margin);
  }
  const [time, increment] = side === 0 ? [request.wtime, request.winc] : [request.btime, request.binc];
  if (time === undefined) return null;
  const margin = Math.min(overheadMs, time / 2);
  const usable = time - margin;
  const moves = Math.max(1, Math.min(request.movestogo || MOVES_TO_GO, MOST_MOVES_TO_GO));
  return timeWithin(Math.min(usable, usable / moves + INCREMENT_SHARE * (increment ?? 0)), time, margin);
}

/** A time that was given beside the clock, which may be overdrawn a little. */
export function fixedTime(milliseconds: number): MoveTime {
  return timeWithin(milliseconds, milliseconds + 2 * STOPPED_MS, STOPPED_MS / 4);
}

function timeWithin(wanted: number, most: number, margin: number): MoveTime {
  const milliseconds = whole(wanted);
  const stopMs = whole(milliseconds + STOP_AT * margin);
  return {
    milliseconds,
    stopMs,
    giveUpMs: whole(Math.max(stopMs, Math.min(stopMs + STOPPED_MS, most - (1 - GIVE_UP_AT) * margin))),
  };
}

function whole(milliseconds: number): number {
  return Math.min(MOST_MS, Math.max(1, Math.floor(milliseconds)));
}
