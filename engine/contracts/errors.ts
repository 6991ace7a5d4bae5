/** Every error a person may see, in one place: a code to act on, one line to read, and the exit status the command ends with. */

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
  "not-writable": 1,
  "table-busy": 1,
  "store-busy": 1,
  "kernel-failed": 1,
  "kernel-missing": 1,
  "check-failed": 1,
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

/** What a player may do wrong in a game: no answer in time, none any more, a move that is not legal. */
export const FAULTS = ["late", "lost", "illegal"] as const;
export type Fault = (typeof FAULTS)[number];

/** A player has failed in a game: the game is lost for it, and a match goes on. */
export class PlayerFault extends GameloreError {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super("player-failed", message);
    this.name = "PlayerFault";
    this.fault = fault;
  }
}

/** What a parser of outside text returns: it never throws on bad text. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: GameloreError };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<T>(code: ErrorCode, message: string): Result<T> {
  return { ok: false, error: new GameloreError(code, message) };
}

/** The value of a result, or its error thrown: for callers whose own caller reports errors. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw result.error;
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
}
