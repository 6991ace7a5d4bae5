/** What SQLite says when the store of games cannot be used, turned into the errors that a person reads. */
import { dirname } from "node:path";
import { GameloreError } from "../contracts/errors.ts";
import { systemCode } from "../platform/node/file-errors.ts";

/** SQLite's primary result codes. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** The error to report for one caught while working with a store; those that are not the system's are passed through. */
export function storeFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const because = { cause: error };
  if (systemCode(error) !== undefined)
    return new GameloreError("not-writable", `cannot write in ${dirname(path)}: ${error.message}`, because);
  switch (sqliteCode(error)) {
    case BUSY:
    case LOCKED:
      return new GameloreError("store-busy", `another process keeps ${path} locked`, because);
    case FULL:
      return new GameloreError("no-space", `not enough space to write ${path}`, because);
    case READONLY:
    case IOERR:
    case CANTOPEN:
      return new GameloreError("not-writable", `cannot write ${path}: ${error.message}`, because);
    case CORRUPT:
    case NOTADB:
      return storeDamaged(path, error.message, error);
    default:
      return error;
  }
}

export function storeDamaged(path: string, why: string, cause?: unknown): GameloreError {
  const message = `${path} cannot be read as a store of games: ${why}; it is left as it is, move it away to begin a new one`;
  return new GameloreError("store-damaged", message, { cause });
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === BUSY;
}

/** The primary code is the lowest byte; the others say more closely what happened. */
function sqliteCode(error: Error): number | undefined {
  return "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}
