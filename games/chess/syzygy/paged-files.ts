/** Random access to many large files with bounded memory and few open files: an LRU cache of pages, and one of open files. */
import { openFileRanges } from "#platform/file-ranges.ts";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { FileRanges } from "../../../engine/platform/file-ranges.ts";
import { damaged, truncated } from "./damage.ts";

const PAGE_BYTES = 8 * 1024;
/** 16 MiB. */
const MAX_PAGES = 2048;
const MAX_OPEN_FILES = 64;
/** Larger than the number of pages of any file. */
const PAGES_PER_FILE = 2 ** 36;

/** A Map iterates in insertion order; what is used is inserted again, so that the first key is the least recently used. */
function touch<K, V>(cache: Map<K, V>, key: K): V | undefined {
  const value = cache.get(key);
  if (value === undefined) return undefined;
  cache.delete(key);
  cache.set(key, value);
  return value;
}

function removeOldest<K, V>(cache: Map<K, V>): V | undefined {
  for (const [key, value] of cache) {
    cache.delete(key);
    return value;
  }
  return undefined;
}

export interface PageLimits {
  readonly pages: number;
  readonly openFiles: number;
}

export class PagedFiles {
  readonly #limits: PageLimits;
  readonly #pages = new Map<number, Uint8Array>();
  readonly #open = new Map<string, FileRanges>();
  #files = 0;

  constructor(limits: PageLimits = { pages: MAX_PAGES, openFiles: MAX_OPEN_FILES }) {
    this.#limits = limits;
  }

  open(path: string): PagedFile {
    return new PagedFile(this, path, this.#files++, this.#opened(path).sizeBytes);
  }

  /** A page of a file; the last one of the file is shorter. */
  page(file: PagedFile, number: number): Uint8Array {
    const key = file.id * PAGES_PER_FILE + number;
    const known = touch(this.#pages, key);
    if (known) return known;
    const page = this.#read(file, number);
    if (this.#pages.size >= this.#limits.pages) removeOldest(this.#pages);
    this.#pages.set(key, page);
    return page;
  }

  close(): void {
    for (const ranges of this.#open.values()) ranges.close();
    this.#open.clear();
    this.#pages.clear();
  }

  #read(file: PagedFile, number: number): Uint8Array {
    const from = number * PAGE_BYTES;
    const page = new Uint8Array(Math.min(PAGE_BYTES, file.sizeBytes - from));
    const ranges = this.#opened(file.path);
    if (ranges.sizeBytes !== file.sizeBytes)
      throw damaged(file.path, `changed while it was open: ${file.sizeBytes} bytes before, ${ranges.sizeBytes} now`);
    let bytes: number;
    try {
      bytes = ranges.read(page, from);
    } catch (error) {
      throw unreadable(file.path, error);
    }
    if (bytes < page.length) throw truncated(file.path, file.sizeBytes, from + bytes);
    return page;
  }

  #opened(path: string): FileRanges {
    const known = touch(this.#open, path);
    if (known) return known;
    if (this.#open.size >= this.#limits.openFiles) removeOldest(this.#open)?.close();
    let ranges: FileRanges;
    try {
      ranges = openFileRanges(path);
    } catch (error) {
      throw unreadable(path, error);
    }
    this.#open.set(path, ranges);
    return ranges;
  }
}

function unreadable(path: string, error: unknown): GameloreError {
  if (error instanceof GameloreError) return error;
  return damaged(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);
}

/** One file; numbers are little-endian. What lies beyond its end is reported as truncation. */
export class PagedFile {
  readonly path: string;
  readonly id: number;
  readonly sizeBytes: number;
  readonly #files: PagedFiles;

  constructor(files: PagedFiles, path: string, id: number, sizeBytes: number) {
    this.#files = files;
    this.path = path;
    this.id = id;
    this.sizeBytes = sizeBytes;
  }

  u8(at: number): number {
    if (at >= this.sizeBytes) throw truncated(this.path, at + 1, this.sizeBytes);
    return this.#files.page(this, Math.floor(at / PAGE_BYTES))[at % PAGE_BYTES] as number;
  }

  u16(at: number): number {
    return this.u8(at) | (this.u8(at + 1) << 8);
  }

  u32(at: number): number {
    return this.u16(at) + this.u16(at + 2) * 2 ** 16;
  }

  bytes(from: number, length: number): Uint8Array {
    if (from + length > this.sizeBytes) throw truncated(this.path, from + length, this.sizeBytes);
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      const at = from + filled;
      const page = this.#files.page(this, Math.floor(at / PAGE_BYTES));
      const part = page.subarray(at % PAGE_BYTES, (at % PAGE_BYTES) + length - filled);
      bytes.set(part, filled);
      filled += part.length;
    }
    return bytes;
  }
}
