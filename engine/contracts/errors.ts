/** Every error a person may see: a code, a one-line message, and the exit status of the command. */

const EXIT_STATUS = {
  "bad-usage": 2,
  "bad-position": 2,
  "bad-move": 2,
  "bad-variant": 2,
  "bad-player": 2,
  "bad-rules": 2,
  "unknown-game": 2,
  "table-missing": 2,
  "table-mismatch": 2,
  "table-damaged": 2,
  "not-in-table": 2,
  "store-newer": 2,
  "store-damaged": 2,
  "too-large": 2,
  "no-space": 1,
  "no-memory": 1,
  "gpu-missing": 2,
  "gpu-failed": 1,
  "not-writable": 1,
  "table-busy": 1,
  "store-busy": 1,
  "kernel-failed": 1,
  "kernel-missing": 1,
  "check-failed": 1,
  "queue-missing": 2,
  "queue-unreachable": 1,
  "job-refused": 1,
  "job-failed": 1,
  "player-failed": 1,
  interrupted: 130,
} as const;

export type ErrorCode = keyof typeof EXIT_STATUS;

export class GameloreError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GameloreError";
    this.code = code;
  }

  get exitStatus(): number {
    return EXIT_STATUS[this.code];
  }
}

/** How a player can fail in a game: timeout, connection or process lost, illegal move. */
export const FAULTS = ["late", "lost", "illegal"] as const;
export type Fault = (typeof FAULTS)[number];

/** A player has failed in a game. It forfeits the game; the match continues. */
export class PlayerFault extends GameloreError {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super("player-failed", message);
    this.name = "PlayerFault";
    this.fault = fault;
  }
}

/** The result of a parser, which never throws on bad input. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: GameloreError };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<T>(code: ErrorCode, message: string): Result<T> {
  return { ok: false, error: new GameloreError(code, message) };
}

/** Returns the value or throws the error, for callers whose own caller reports errors. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw result.error;
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
}
