/** An open table file: single entries through a small cache of blocks, or the table (or its beginning) into memory. */
import type { TableEntries, TableIdentity } from "../contracts/table.ts";
import { byteOf } from "../solve/outcome-values.ts";
import { BlockFile } from "./blockfile.ts";
import type { LoadOptions, ReadOptions } from "./blockfile.ts";
import { damaged } from "./format.ts";
import type { FileHeader } from "./header.ts";
import { notLoaded } from "./memory.ts";

/** What a cache may hold, in bytes of expanded blocks. */
const CACHE_BYTES = 16 * 1024 * 1024;

export interface OpenOptions {
  readonly cacheBytes?: number | undefined;
}

/** Opens a table; checks its header, directory and size, but reads no block yet. */
export function openTableFile(path: string, options: OpenOptions = {}): TableFile {
  const file = BlockFile.open(path);
  if (file.header.kind !== "table") {
    file.close();
    throw damaged(path, "not a table, but the checkpoint of an unfinished one");
  }
  return new TableFile(file, options.cacheBytes ?? CACHE_BYTES);
}

export class TableFile implements TableEntries {
  readonly path: string;
  readonly header: FileHeader;
  readonly identity: TableIdentity;
  readonly loaded: number;
  readonly sizeBytes: number;
  readonly blocks: number;
  readonly #file: BlockFile;
  /** Oldest use first, as a Map keeps its keys. */
  readonly #cache: Map<number, Uint8Array> = new Map();
  readonly #cacheBlocks: number;
  #latestBlock = -1;
  #latest: Uint8Array = new Uint8Array(0);

  constructor(file: BlockFile, cacheBytes: number) {
    this.path = file.path;
    this.header = file.header;
    this.identity = file.header.identity;
    this.loaded = file.header.bytes;
    this.sizeBytes = file.sizeBytes;
    this.blocks = file.blocks;
    this.#file = file;
    this.#cacheBlocks = Math.max(1, Math.floor(cacheBytes / file.header.blockBytes));
  }

  get(index: number): number {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.loaded) {
      throw notLoaded(index, this.loaded, this.identity.entries);
    }
    const { blockBytes } = this.header;
    const block = Math.floor(index / blockBytes);
    if (block !== this.#latestBlock) {
      this.#latest = this.#cached(block);
      this.#latestBlock = block;
    }
    return this.#latest[index - block * blockBytes] as number;
  }

  histogram(): readonly number[] {
    return this.header.histogram;
  }

  /** The entries of a block, checked; the block is not kept. */
  readBlock(block: number): Uint8Array {
    return this.#file.readBlock(block);
  }

  /** Copies the table, or `entries` of it from `first` on, into `target`, which may be shared memory; every block read is checked. */
  async loadInto(target: Uint8Array, entries: number = this.loaded, options: LoadOptions = {}): Promise<void> {
    const { first = 0 } = options;
    const isRange = Number.isInteger(entries) && Number.isInteger(first) && entries >= 0 && first >= 0;
    if (!isRange || first + entries > this.loaded || entries > target.length) {
      throw new RangeError(`${entries} of ${this.loaded} entries from ${first} on into ${target.length} bytes`);
    }
    await this.#file.loadInto(target, entries, options);
  }

  /** Reads everything: every block's checksum, and the count of each value that the header gives. */
  async verify(options: ReadOptions = {}): Promise<void> {
    const counts = new Float64Array(256);
    await this.#file.eachBlock(0, this.blocks, options, (bytes) => countValues(bytes, counts));
    const expected = new Float64Array(256);
    this.header.histogram.forEach((count, value) => (expected[byteOf(value)]! += count));
    expected.subarray(0, this.header.histogram.length).forEach((count, byte) => {
      const found = counts[byte];
      if (found === count) return;
      throw damaged(this.path, `histogram does not fit: value ${byte} ${found} times, the header says ${count}`);
    });
  }

  close(): void {
    this.#cache.clear();
    this.#latestBlock = -1;
    this.#file.close();
  }

  #cached(block: number): Uint8Array {
    const found = this.#cache.get(block);
    const bytes = found ?? this.#file.readBlock(block);
    if (found) this.#cache.delete(block);
    else if (this.#cache.size >= this.#cacheBlocks) {
      for (const oldest of this.#cache.keys()) {
        this.#cache.delete(oldest);
        break;
      }
    }
    this.#cache.set(block, bytes);
    return bytes;
  }
}

function countValues(bytes: Uint8Array, counts: Float64Array): void {
  for (const value of bytes) counts[value] = (counts[value] ?? 0) + 1;
}
