/** Random access to many large files with bounded memory: an LRU cache of pages, and one of open files. */
import { openFileRanges } from "#platform/file-ranges";
import { GameloreError } from "../../../engine/contracts/errors.ts";
import type { FileRanges } from "../../../engine/platform/file-ranges.ts";
import { damaged, truncated } from "./damage.ts";
import { LruCache } from "./lru-cache.ts";

const PAGE_BYTES = 8 * 1024;
/** 16 MiB. */
const MAX_PAGES = 2048;
const MAX_OPEN_FILES = 64;
/** Upper bound for the pages of a file. */
const PAGES_PER_FILE = 2 ** 36;

export interface PageLimits {
  readonly pages: number;
  readonly openFiles: number;
}

export class PagedFiles {
  readonly #pages: LruCache<number, Uint8Array>;
  readonly #open: LruCache<string, FileRanges>;
  #files = 0;

  constructor(limits: PageLimits = { pages: MAX_PAGES, openFiles: MAX_OPEN_FILES }) {
    this.#pages = new LruCache(limits.pages);
    this.#open = new LruCache(limits.openFiles, (ranges) => ranges.close());
  }

  open(path: string): PagedFile {
    return new PagedFile(this, path, this.#files++, this.#opened(path).sizeBytes);
  }

  /** A page of a file; the last one of the file is shorter. */
  page(file: PagedFile, number: number): Uint8Array {
    return this.#pages.getOrMake(file.id * PAGES_PER_FILE + number, () => this.#read(file, number));
  }

  close(): void {
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
    return this.#open.getOrMake(path, () => {
      try {
        return openFileRanges(path);
      } catch (error) {
        throw unreadable(path, error);
      }
    });
  }
}

function unreadable(path: string, error: unknown): GameloreError {
  if (error instanceof GameloreError) return error;
  return damaged(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, error);
}

/** One file; numbers are little-endian. Reading beyond the end is reported as truncation. */
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
