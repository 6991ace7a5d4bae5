/** Reads a file of blocks. Header and directory are checked on open, every block when it is read. */
import { closeSync, fstatSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import { expandBlock, expandBlockSync } from "./codec.ts";
import { collectYoung } from "./collect.ts";
import { systemCode } from "../platform/node/file-errors.ts";
import { openRegularFile } from "../platform/node/regular-file.ts";
import {
  blockCount,
  blockLength,
  damaged,
  decodeHeader,
  Directory,
  directoryExtent,
  headerExtent,
  PREAMBLE_BYTES,
  truncated,
} from "./format.ts";
import type { FileHeader } from "./header.ts";

/** Read and decompressed at a time. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Decompressed blocks are garbage once visited; without a forced collection V8 lets over 100 MB accumulate. */
const COLLECT_BATCHES = 4;
const readInThread = promisify(read);

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Fraction of the blocks read, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

export interface LoadOptions extends ReadOptions {
  /** The first entry to copy; 0 by default. */
  readonly first?: number | undefined;
}

export class BlockFile {
  readonly path: string;
  readonly header: FileHeader;
  readonly sizeBytes: number;
  readonly blocks: number;
  /** -1 once closed: the system may reuse the number for another file. */
  #fd: number;
  readonly #directory: Directory;
  /** Start of each block, then the end of the file. */
  readonly #offsets: Float64Array;

  private constructor(path: string, fd: number, sizeBytes: number) {
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.#fd = fd;
    const start = this.#readSync(0, Math.min(sizeBytes, PREAMBLE_BYTES));
    const headerBytes = headerExtent(path, start, sizeBytes);
    this.header = decodeHeader(path, this.#readSync(0, headerBytes));
    this.blocks = blockCount(this.header);
    const firstOffset = headerBytes + directoryExtent(this.blocks);
    if (firstOffset > sizeBytes) throw truncated(path, `at least ${firstOffset}`, sizeBytes);
    this.#directory = new Directory(this.#readSync(headerBytes, directoryExtent(this.blocks)));
    this.#offsets = this.#directory.offsets(path, this.header, firstOffset);
    const expected = this.#offset(this.blocks);
    if (sizeBytes < expected) throw truncated(path, `${expected}`, sizeBytes);
    if (sizeBytes > expected) throw damaged(path, `too long: expected ${expected} bytes, the file has ${sizeBytes}`);
  }

  static open(path: string): BlockFile {
    let fd: number | undefined;
    try {
      const opened = openRegularFile(path);
      ({ fd } = opened);
      return new BlockFile(path, fd, opened.status.size);
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      throw readError(path, error);
    }
  }

  /** Header and directory. */
  head(): Uint8Array {
    return this.#readSync(0, this.#offset(0));
  }

  /** The decompressed, verified bytes of a block. */
  readBlock(block: number): Uint8Array {
    if (!Number.isInteger(block) || block < 0 || block >= this.blocks) {
      throw new RangeError(`block ${block} of a file of ${this.blocks}`);
    }
    const from = this.#offset(block);
    try {
      const stored = this.#checkSum(block, this.#readSync(from, this.#offset(block + 1) - from));
      return this.#checkLength(block, expandBlockSync(this.header.codec, stored, blockLength(this.header, block)));
    } catch (error) {
      throw this.#blockError(block, error);
    }
  }

  /** Visits the verified blocks `from` to `to` (exclusive) in order; the bytes are valid only during the call. */
  async eachBlock(
    from: number,
    to: number,
    options: ReadOptions,
    visit: (bytes: Uint8Array, block: number) => void,
  ): Promise<void> {
    const batchBlocks = Math.max(1, Math.floor(BATCH_BYTES / this.header.blockBytes));
    throwIfAborted(options.signal);
    let reading = this.#readBlocks(from, Math.min(from + batchBlocks, to));
    for (let first = from, batch = 1; first < to; first += batchBlocks, batch++) {
      const end = Math.min(first + batchBlocks, to);
      const stored = await reading;
      // The next batch is read while this one is decompressed.
      reading = this.#readBlocks(end, Math.min(end + batchBlocks, to));
      reading.catch(() => {});
      try {
        const expanded = await Promise.all(stored.map((bytes, i) => this.#expand(first + i, bytes)));
        expanded.forEach((bytes, i) => visit(bytes, first + i));
      } finally {
        // The caller may close the file next, even after an error.
        await reading.catch(() => {});
      }
      if (batch % COLLECT_BATCHES === 0) collectYoung();
      options.onProgress?.((end - from) / (to - from));
      throwIfAborted(options.signal);
    }
  }

  /** Copies `bytes` bytes, starting at `first`, into `target`, which may be shared memory. */
  loadInto(target: Uint8Array, bytes: number, { first = 0, ...options }: LoadOptions): Promise<void> {
    const { blockBytes } = this.header;
    const end = first + bytes;
    return this.eachBlock(Math.floor(first / blockBytes), Math.ceil(end / blockBytes), options, (expanded, block) => {
      const at = block * blockBytes;
      const part = expanded.subarray(Math.max(0, first - at), Math.min(expanded.length, end - at));
      target.set(part, Math.max(0, at - first));
    });
  }

  close(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
  }

  async #readBlocks(first: number, end: number): Promise<Uint8Array[]> {
    if (first >= end) return [];
    const from = this.#offset(first);
    const batch = Buffer.allocUnsafe(this.#offset(end) - from);
    for (let filled = 0; filled < batch.length;) {
      const { bytesRead } = await readInThread(this.#fd, batch, filled, batch.length - filled, from + filled).catch(
        (error: unknown) => {
          throw readError(this.path, error);
        },
      );
      if (bytesRead === 0) throw truncated(this.path, `${this.sizeBytes}`, fstatSync(this.#fd).size);
      filled += bytesRead;
    }
    const blocks: Uint8Array[] = [];
    for (let block = first; block < end; block++) {
      blocks.push(batch.subarray(this.#offset(block) - from, this.#offset(block + 1) - from));
    }
    return blocks;
  }

  async #expand(block: number, stored: Uint8Array): Promise<Uint8Array> {
    try {
      const { codec } = this.header;
      return this.#checkLength(
        block,
        await expandBlock(codec, this.#checkSum(block, stored), blockLength(this.header, block)),
      );
    } catch (error) {
      throw this.#blockError(block, error);
    }
  }

  #checkSum(block: number, stored: Uint8Array): Uint8Array {
    if (crc32(stored) !== this.#directory.checksum(block)) throw this.#blockError(block, "wrong checksum");
    return stored;
  }

  #checkLength(block: number, raw: Uint8Array): Uint8Array {
    const expected = blockLength(this.header, block);
    if (raw.length !== expected) throw this.#blockError(block, `${raw.length} bytes instead of ${expected}`);
    return raw;
  }

  #blockError(block: number, problem: unknown): GameloreError {
    if (problem instanceof GameloreError) return problem;
    const why = problem instanceof Error ? problem.message : String(problem);
    return damaged(this.path, `block ${block + 1} of ${this.blocks} damaged: ${why}`, problem);
  }

  #offset(block: number): number {
    return this.#offsets[block] ?? Number.NaN;
  }

  #readSync(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length;) {
      const bytesRead = readSync(this.#fd, bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) throw truncated(this.path, `${this.sizeBytes}`, fstatSync(this.#fd).size);
      filled += bytesRead;
    }
    return bytes;
  }
}

function readError(path: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new GameloreError("table-missing", `table file ${path} not found`, { cause: error });
  }
  return damaged(path, `cannot be read: ${(error as Error).message}`, error);
}
