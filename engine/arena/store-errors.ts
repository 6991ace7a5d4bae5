/** Converts SQLite errors of the game store to GameloreErrors. */
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

/** The error to report; errors other than those of SQLite or the system are returned unchanged. */
export function storeError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const because = { cause: error };
  if (systemCode(error) !== undefined)
    return new GameloreError("not-writable", `cannot write in ${dirname(path)}: ${error.message}`, because);
  switch (sqliteCode(error)) {
    case BUSY:
    case LOCKED:
      return new GameloreError("store-busy", `${path} is locked by another process`, because);
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
  const message = `${path} is not a readable game store: ${why}; it was not changed, move it away to start a new one`;
  return new GameloreError("store-damaged", message, { cause });
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && sqliteCode(error) === BUSY;
}

/** The primary result code is the lowest byte of the extended one. */
function sqliteCode(error: Error): number | undefined {
  return "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}
