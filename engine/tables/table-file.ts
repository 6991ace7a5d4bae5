/** An open table file: single entries through a small LRU cache of blocks, or a bulk load into memory. */
import type { Rank, TableEntries, TableIdentity } from "../contracts/table.ts";
import { byteOf } from "../solve/outcome-values.ts";
import { BlockFile } from "./block-file.ts";
import type { LoadOptions, ReadOptions } from "./block-file.ts";
import { damaged } from "./format.ts";
import type { FileHeader } from "./header.ts";
import { notLoaded } from "./memory-entries.ts";

/** Cache size, in bytes of decompressed blocks. */
const CACHE_BYTES = 16 * 1024 * 1024;

export interface OpenOptions {
  readonly cacheBytes?: number | undefined;
}

/** Opens a table and checks its header, directory and size; blocks are read later. */
export function openTableFile(path: string, options: OpenOptions = {}): TableFile {
  const file = BlockFile.open(path);
  if (file.header.kind !== "table") {
    file.close();
    throw damaged(path, "not a table but the checkpoint of an unfinished build");
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
  /** LRU order: a Map iterates its keys in insertion order. */
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

  get(index: Rank): number {
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

  /** Header and directory: with the checksums of all blocks, they determine the file. */
  head(): Uint8Array {
    return this.#file.head();
  }

  histogram(): readonly number[] {
    return this.header.histogram;
  }

  /** The verified entries of a block, bypassing the cache. */
  readBlock(block: number): Uint8Array {
    return this.#file.readBlock(block);
  }

  /** Copies the table, or `entries` of it starting at `first`, into `target`, which may be shared memory. */
  async loadInto(target: Uint8Array, entries: number = this.loaded, options: LoadOptions = {}): Promise<void> {
    const { first = 0 } = options;
    const isRange = Number.isInteger(entries) && Number.isInteger(first) && entries >= 0 && first >= 0;
    if (!isRange || first + entries > this.loaded || entries > target.length) {
      throw new RangeError(`${entries} of ${this.loaded} entries from ${first} on into ${target.length} bytes`);
    }
    await this.#file.loadInto(target, entries, options);
  }

  /** Checks every block's checksum and the header's histogram. */
  async verify(options: ReadOptions = {}): Promise<void> {
    const counts = new Float64Array(256);
    await this.#file.eachBlock(0, this.blocks, options, (bytes) => countValues(bytes, counts));
    const expected = new Float64Array(256);
    this.header.histogram.forEach((count, value) => (expected[byteOf(value)]! += count));
    expected.subarray(0, this.header.histogram.length).forEach((count, byte) => {
      const found = counts[byte];
      if (found === count) return;
      throw damaged(this.path, `histogram mismatch: value ${byte} occurs ${found} times, the header has ${count}`);
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

/** Counters for each of 256 values, four in turn: neighbours are often equal, and one counter would wait for its last increment. */
const counters = new Uint32Array(4 * 256);

function countValues(bytes: Uint8Array, counts: Float64Array): void {
  counters.fill(0);
  const end = bytes.length - (bytes.length % 4);
  for (let i = 0; i < end; i += 4) {
    counters[bytes[i]!]!++;
    counters[256 + bytes[i + 1]!]!++;
    counters[512 + bytes[i + 2]!]!++;
    counters[768 + bytes[i + 3]!]!++;
  }
  for (const value of bytes.subarray(end)) counters[value]!++;
  counters.forEach((count, i) => (counts[i % 256]! += count));
}
