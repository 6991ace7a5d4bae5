/** Errors between threads, where they lose their class. */
import { type ErrorCode, GameloreError } from "../../engine/contracts/errors.ts";
import { HttpError, type HttpErrorCode } from "../http/http-error.ts";

type EncodedError =
  | { readonly kind: "gamelore"; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: "http"; readonly code: HttpErrorCode; readonly message: string };

export function encodeError(error: unknown): EncodedError {
  if (error instanceof GameloreError) return { kind: "gamelore", code: error.code, message: error.message };
  if (error instanceof HttpError) return { kind: "http", code: error.code, message: error.message };
  if (process.env["GAMELORE_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return { kind: "http", code: "failed", message: error instanceof Error ? error.message : String(error) };
}

export function decodeError(encoded: unknown): Error {
  const error = encoded as EncodedError;
  return error.kind === "gamelore"
    ? new GameloreError(error.code, error.message)
    : new HttpError(error.code, error.message);
}
