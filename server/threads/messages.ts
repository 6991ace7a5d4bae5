/** What the server's own thread and the threads that work for it say to each other. */
import { type ErrorCode, GameloreError } from "../../engine/contracts/errors.ts";
import { type FaultCode, ServerFault } from "../http/http-error.ts";

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

/** Errors lose their class on the way between threads. */
export type SentError =
  | { readonly kind: "gamelore"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "server"; readonly code: FaultCode; readonly message: string };

export type AnswerMessage =
  | { readonly id: number; readonly said: unknown }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError };

export function sentError(error: unknown): SentError {
  if (error instanceof GameloreError) return { kind: "gamelore", code: error.code, message: error.message };
  if (error instanceof ServerFault) return { kind: "server", code: error.code, message: error.message };
  if (process.env["GAMELORE_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return { kind: "server", code: "failed", message: error instanceof Error ? error.message : String(error) };
}

export function receivedError(sent: SentError): Error {
  return sent.kind === "gamelore"
    ? new GameloreError(sent.code, sent.message)
    : new ServerFault(sent.code, sent.message);
}
