/** What goes wrong in the server beyond what games and tables say of themselves, and which status each error has. */
import { type ErrorCode, GameloreError } from "../../engine/contracts/errors.ts";
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

export type FaultCode = keyof typeof STATUS;

export class ServerFault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string) {
    super(message);
    this.name = "ServerFault";
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** Errors of people, and of what is stored here; what is none of these is the server's own. */
const GAMELORE_STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  "unknown-game": 404,
  "table-missing": 404,
  "not-in-table": 404,
  "table-busy": 409,
  "store-busy": 503,
  "kernel-failed": 500,
  "kernel-missing": 503,
  "no-space": 507,
  "not-writable": 500,
  "table-damaged": 500,
  "table-mismatch": 500,
  "store-damaged": 500,
  "store-newer": 500,
  interrupted: 503,
};
const BAD_INPUT = 400;
const MESSAGE_LENGTH = 600;

export interface Refusal {
  readonly status: number;
  readonly document: ErrorDocument;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ServerFault) {
    const message = error.code === "failed" ? "the server could not do this" : error.message;
    return refusal(error.status, error.code, message);
  }
  if (error instanceof GameloreError)
    return refusal(GAMELORE_STATUS[error.code] ?? BAD_INPUT, error.code, error.message);
  return refusal(500, "failed", "the server could not do this");
}

/** Messages quote what was sent: one line, of a length that one reads. */
function refusal(status: number, code: string, text: string): Refusal {
  const line = text.replace(/\p{Cc}+/gu, " ");
  const message = line.length > MESSAGE_LENGTH ? `${line.slice(0, MESSAGE_LENGTH)}…` : line;
  return { status, document: { error: { code, message } } };
}
