/** Errors of the server itself, and the HTTP status of every error. */
import { type ErrorCode, GameloreError } from "../../engine/contracts/errors.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import type { ErrorDocument } from "../../service/api.ts";

const STATUS = {
  "bad-request": 400,
  forbidden: 403,
  "not-found": 404,
  "bad-method": 405,
  "too-large-request": 413,
  "bad-type": 415,
  busy: 429,
  failed: 500,
  "too-slow": 503,
} as const;

export type HttpErrorCode = keyof typeof STATUS;

export class HttpError extends Error {
  readonly code: HttpErrorCode;

  constructor(code: HttpErrorCode, message: string) {
    super(message);
    this.name = "HttpError";
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** Codes not listed here are bad input. */
const GAMELORE_STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  "unknown-game": 404,
  "table-missing": 404,
  "not-in-table": 404,
  "table-busy": 409,
  "store-busy": 503,
  "kernel-failed": 500,
  "kernel-missing": 503,
  "no-space": 507,
  "no-memory": 503,
  "not-writable": 500,
  "table-damaged": 500,
  "table-mismatch": 500,
  "store-damaged": 500,
  "store-newer": 500,
  interrupted: 503,
};
const BAD_INPUT = 400;
const MESSAGE_LENGTH = 600;

interface ErrorResponse {
  readonly status: number;
  readonly document: ErrorDocument;
}

export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof HttpError) {
    const message = error.code === "failed" ? "internal server error" : error.message;
    return response(error.status, error.code, message);
  }
  if (error instanceof GameloreError)
    return response(GAMELORE_STATUS[error.code] ?? BAD_INPUT, error.code, error.message);
  return response(500, "failed", "internal server error");
}

/** Messages may quote the request: reduce them to one line of bounded length. */
function response(status: number, code: string, text: string): ErrorResponse {
  // Clients need not know where the data lies.
  const line = text.replaceAll(dataFolder(), "GAMELORE_HOME").replace(/\p{Cc}+/gu, " ");
  const message = line.length > MESSAGE_LENGTH ? `${line.slice(0, MESSAGE_LENGTH)}…` : line;
  return { status, document: { error: { code, message } } };
}
