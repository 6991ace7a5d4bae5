/** The errors of table files. */
import { GameloreError } from "../../../engine/contracts/errors.ts";

export function damaged(path: string, what: string, cause?: unknown): GameloreError {
  return new GameloreError("table-damaged", `${path}: ${what}`, cause === undefined ? undefined : { cause });
}

export function truncated(path: string, expectedBytes: number, sizeBytes: number): GameloreError {
  return damaged(path, `truncated: at least ${expectedBytes} bytes expected, the file has ${sizeBytes}`);
}
