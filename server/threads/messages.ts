/** What the server's own thread and the threads that work for it say to each other. */
import type { ErrorCode } from "../../engine/contracts/errors.ts";

export interface CallMessage {
  readonly id: number;
  readonly method: string;
  readonly argument: unknown;
}

/** Whoever asked has gone, or has waited long enough. */
export interface AbortMessage {
  readonly id: number;
  readonly abort: true;
}

export interface SentError {
  readonly code: ErrorCode | "failed";
  readonly message: string;
}

export type AnswerMessage =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError };
