/** Writes a table: blocks are copied from the (possibly shared) memory, compressed on zlib's threads, and written in order. */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { throwIfAborted } from "../contracts/errors.ts";
import type { TableIdentity } from "../contracts/table.ts";
import { writeAtomically, writeFully } from "./atomic-write.ts";
import type { OpenOutput, OutputFile } from "./atomic-write.ts";
import { BlockCompressor } from "./codec.ts";
import { collectYoung } from "./collect.ts";
import { freeBytes } from "../platform/node/file-errors.ts";
import { blockCount, Directory, encodeHeader } from "./format.ts";
import { DEFAULT_BLOCK_BYTES } from "./header.ts";
import type { Codec, FileHeader } from "./header.ts";

/** Batch size: enough blocks to keep all threads busy, small enough to hold twice. */
const BATCH_BYTES = 256 * 1024;
/** Compressed blocks are garbage once written; without a forced collection V8 lets 64 MB accumulate. */
const COLLECT_BATCHES = 4;

export interface SpaceNeed {
  /** Upper bound of the file size. */
  readonly bytesNeeded: number;
  readonly bytesFree: number | undefined;
}

export interface WriteOptions {
  readonly codec?: Codec | undefined;
  readonly level?: number | undefined;
  readonly blockBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Fraction of the bytes written, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Called once, before the first byte is written. */
  readonly onSpace?: ((need: SpaceNeed) => void) | undefined;
  readonly openOutput?: OpenOutput | undefined;
  /** Whether the file must survive a power failure; true unless given. */
  readonly durable?: boolean | undefined;
}

export interface TableDescription {
  readonly identity: TableIdentity;
  readonly histogram: readonly number[];
  readonly built: string;
}

/** Writes a table file atomically; returns its size in bytes. */
export function writeTable(
  path: string,
  description: TableDescription,
  source: Uint8Array,
  options: WriteOptions = {},
): Promise<number> {
  const { identity, histogram, built } = description;
  const codec = options.codec ?? "zstd";
  const blockBytes = options.blockBytes ?? DEFAULT_BLOCK_BYTES;
  const header: FileHeader = { kind: "table", identity, bytes: identity.entries, histogram, built, codec, blockBytes };
  return writeBlocks(path, header, source, options);
}

export async function writeBlocks(
  path: string,
  header: FileHeader,
  source: Uint8Array,
  options: WriteOptions,
): Promise<number> {
  if (source.length !== header.bytes)
    throw new TypeError(`${source.length} bytes given, the header has ${header.bytes}`);
  const start = encodeHeader(header);
  const directory = Directory.ofBlocks(blockCount(header));
  const firstOffset = start.length + directory.encoded.length;
  const bytesNeeded = firstOffset + header.bytes;
  if (options.onSpace) options.onSpace({ bytesNeeded, bytesFree: await freeBytesAbove(path) });
  let sizeBytes = 0;
  const { signal, openOutput, durable } = options;
  await writeAtomically(path, { bytesNeeded, signal, openOutput, durable }, async (file) => {
    await writeFully(file, start, 0);
    sizeBytes = await writeBatches(file, header, source, directory, firstOffset, options);
    await writeFully(file, directory.seal(), start.length);
  });
  return sizeBytes;
}

async function writeBatches(
  file: OutputFile,
  header: FileHeader,
  source: Uint8Array,
  directory: Directory,
  firstOffset: number,
  options: WriteOptions,
): Promise<number> {
  const blocks = blockCount(header);
  const batchBlocks = Math.max(1, Math.floor(BATCH_BYTES / header.blockBytes));
  const copyBytes = Math.min(header.bytes, batchBlocks * header.blockBytes);
  // Double buffering: the first may still be being written (codec none) while the next batch is copied.
  const copies = [Buffer.allocUnsafe(copyBytes), Buffer.allocUnsafe(copyBytes)] as const;
  const compressor = new BlockCompressor(header.codec, options.level);
  let offset = firstOffset;
  let writing: Promise<void> = Promise.resolve();
  try {
    for (let first = 0, batch = 0; first < blocks; first += batchBlocks, batch++) {
      throwIfAborted(options.signal);
      const from = first * header.blockBytes;
      const raw = copies[batch % 2 === 0 ? 0 : 1].subarray(0, Math.min(copyBytes, header.bytes - from));
      // Checksum and write the copy: other threads may be changing the source.
      raw.set(source.subarray(from, from + raw.length));
      const stored = await storeBatch(header, raw, first, directory, compressor);
      await writing;
      options.onProgress?.(from / header.bytes);
      writing = writeFully(file, stored, offset);
      writing.catch(() => {});
      offset += stored.length;
      if ((batch + 1) % COLLECT_BATCHES === 0) collectYoung();
    }
  } finally {
    compressor.close();
    // The caller closes the file next, even after an error.
    await writing;
  }
  options.onProgress?.(1);
  return offset;
}

async function storeBatch(
  header: FileHeader,
  raw: Buffer,
  firstBlock: number,
  directory: Directory,
  compressor: BlockCompressor,
): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < raw.length; at += header.blockBytes) blocks.push(raw.subarray(at, at + header.blockBytes));
  const stored = await compressor.compress(blocks);
  stored.forEach((bytes, i) => directory.set(firstBlock + i, bytes));
  return header.codec === "none" ? raw : Buffer.concat(stored);
}

async function freeBytesAbove(path: string): Promise<number | undefined> {
  // The folder may not exist yet; its nearest existing parent is presumably on the same disk.
  let folder = dirname(path);
  while (dirname(folder) !== folder && !(await stat(folder).catch(() => undefined))) folder = dirname(folder);
  return freeBytes(folder);
}
