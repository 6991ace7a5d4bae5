/** Checks a store's file when it is opened: SQLite itself reads a truncated or damaged file until it needs the missing page. */
import { closeSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { openRegularFile } from "../platform/node/regular-file.ts";
import { storeDamaged } from "./store-errors.ts";

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
/** Offsets in SQLite's header, https://www.sqlite.org/fileformat.html. */
const PAGE_SIZE_AT = 16;
const PAGES_AT = 28;
/** The check reads the whole file, a millisecond for each megabyte. Larger stores are checked by `gamelore records check`. */
const CHECKED_ON_OPEN_BYTES = 64 * 1024 * 1024;

/** An existing store is never shorter than its header says. Stores are created under another name, so an empty file is not a new one. */
export function checkSize(path: string): void {
  const { fd: file, status } = openRegularFile(path);
  try {
    const { size } = status;
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES)
      throw storeDamaged(path, size === 0 ? "it is empty" : `it was truncated to ${size} bytes`);
    // SQLite reports what is not a database.
    if (!header.toString("latin1").startsWith(MAGIC)) return;
    // The pages of unfinished checkpoints are in the write-ahead log.
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
    // 1 means 65,536.
    const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
    const expected = header.readUInt32BE(PAGES_AT) * (pageSize === 1 ? 65_536 : pageSize);
    if (size < expected) throw storeDamaged(path, `it was truncated from ${expected} to ${size} bytes`);
  } finally {
    closeSync(file);
  }
}

const checked = new Map<string, string>();

/** The structure of the file, if it is small; once for each state of the file. */
export function checkOnOpen(db: DatabaseSync, path: string): void {
  const [main, log] = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false }));
  if ((main?.size ?? 0) > CHECKED_ON_OPEN_BYTES) return;
  const state = JSON.stringify([main?.size, main?.mtimeMs, log?.size, log?.mtimeMs]);
  if (checked.get(path) === state) return;
  checkStructure(db, path);
  checked.set(path, state);
}

export function checkStructure(db: DatabaseSync, path: string): void {
  const [first] = db.prepare("PRAGMA integrity_check(1)").all();
  const found = first ? String(Object.values(first)[0]) : "the check gave no answer";
  if (found !== "ok") throw storeDamaged(path, found.replaceAll(/\s+/g, " "));
}
