/**
 * The layout of a table file (and of a checkpoint, the same format with another `kind`):
 *
 *     "GAMELORE" | version u32 | header length u32 | header, JSON | CRC-32 of everything before
 *     directory: for each block its stored size u32 and the CRC-32 of its stored bytes | CRC-32 of the directory
 *     the blocks, one after another, to the end of the file
 *
 * Numbers are little-endian. Checksums cover the stored (compressed) bytes, so damage is found before decompression.
 * Offsets are sums of the sizes, so the file's size reveals a directory that points outside the file.
 */
import { crc32 } from "node:zlib";
import { GameloreError } from "../contracts/errors.ts";
import { checkedHeader } from "./header.ts";
import type { FileHeader } from "./header.ts";

const FORMAT_VERSION = 1;
/** Checked before memory is allocated for what a file claims. */
const MAX_HEADER_BYTES: number = 64 * 1024;

const MAGIC = Buffer.from("GAMELORE", "latin1");
export const PREAMBLE_BYTES: number = MAGIC.length + 8;
const CHECKSUM_BYTES = 4;
const DIRECTORY_ENTRY_BYTES = 8;

export function damaged(path: string, what: string, cause?: unknown): GameloreError {
  return new GameloreError("table-damaged", `${path}: ${what}`, cause === undefined ? undefined : { cause });
}

export function truncated(path: string, expectedBytes: string, actualBytes: number): GameloreError {
  return damaged(path, `truncated: expected ${expectedBytes} bytes, the file has ${actualBytes}`);
}

export function blockCount(header: FileHeader): number {
  return Math.ceil(header.bytes / header.blockBytes);
}

/** Uncompressed bytes of a block. */
export function blockLength(header: FileHeader, block: number): number {
  return Math.min(header.blockBytes, header.bytes - block * header.blockBytes);
}

/** Upper bound for a block that does not compress. */
function maxStoredBytes(rawBytes: number): number {
  return rawBytes + Math.ceil(rawBytes / 128) + 1024;
}

export function encodeHeader(header: FileHeader): Buffer {
  // Fields are listed one by one: their order is part of the format, and extra fields of the caller are dropped.
  const { kind, identity, bytes, histogram, built, codec, blockBytes } = header;
  const { game, name, covers, index, value, entries } = identity;
  const fields = {
    kind,
    identity: { game, name, covers, index, value, entries },
    bytes,
    histogram,
    built,
    codec,
    blockBytes,
  };
  const checked = checkedHeader(JSON.parse(JSON.stringify(fields)));
  if (typeof checked === "string") throw new TypeError(`not a header: ${checked}`);
  const json = Buffer.from(JSON.stringify(fields), "utf8");
  if (json.length > MAX_HEADER_BYTES) throw new TypeError(`header of ${json.length} bytes is over ${MAX_HEADER_BYTES}`);
  const encoded = Buffer.alloc(PREAMBLE_BYTES + json.length + CHECKSUM_BYTES);
  MAGIC.copy(encoded);
  encoded.writeUInt32LE(FORMAT_VERSION, MAGIC.length);
  encoded.writeUInt32LE(json.length, MAGIC.length + 4);
  json.copy(encoded, PREAMBLE_BYTES);
  encoded.writeUInt32LE(crc32(encoded.subarray(0, -CHECKSUM_BYTES)), encoded.length - CHECKSUM_BYTES);
  return encoded;
}

/** Size of the whole header, from the first bytes of a file. */
export function headerExtent(path: string, start: Uint8Array, fileBytes: number): number {
  const magic = Buffer.from(start.subarray(0, MAGIC.length));
  if (!magic.equals(MAGIC.subarray(0, magic.length))) throw damaged(path, "not a Gamelore table");
  if (start.length < PREAMBLE_BYTES) throw truncated(path, `at least ${PREAMBLE_BYTES}`, fileBytes);
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const version = view.getUint32(MAGIC.length, true);
  if (version > FORMAT_VERSION) {
    throw damaged(path, `format version ${version} is newer than ${FORMAT_VERSION}, the newest this program reads`);
  }
  if (version < 1) throw damaged(path, `header damaged: format version ${version}`);
  const jsonBytes = view.getUint32(MAGIC.length + 4, true);
  if (jsonBytes > MAX_HEADER_BYTES) throw damaged(path, `header damaged: claims ${jsonBytes} bytes`);
  const extent = PREAMBLE_BYTES + jsonBytes + CHECKSUM_BYTES;
  if (extent > fileBytes) throw truncated(path, `at least ${extent}`, fileBytes);
  return extent;
}

export function decodeHeader(path: string, encoded: Buffer): FileHeader {
  const body = encoded.subarray(0, -CHECKSUM_BYTES);
  if (encoded.readUInt32LE(body.length) !== crc32(body)) throw damaged(path, "header damaged: wrong checksum");
  let fields: unknown;
  try {
    fields = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.subarray(PREAMBLE_BYTES)));
  } catch (error) {
    throw damaged(path, "header damaged: not JSON", error);
  }
  const header = checkedHeader(fields);
  if (typeof header === "string") throw damaged(path, `header damaged: ${header}`);
  return header;
}

export function directoryExtent(blocks: number): number {
  return blocks * DIRECTORY_ENTRY_BYTES + CHECKSUM_BYTES;
}

/** Stored size and checksum of every block, in file layout. */
export class Directory {
  readonly encoded: Buffer;

  constructor(encoded: Buffer) {
    this.encoded = encoded;
  }

  static ofBlocks(blocks: number): Directory {
    return new Directory(Buffer.alloc(directoryExtent(blocks)));
  }

  storedBytes(block: number): number {
    return this.encoded.readUInt32LE(block * DIRECTORY_ENTRY_BYTES);
  }

  checksum(block: number): number {
    return this.encoded.readUInt32LE(block * DIRECTORY_ENTRY_BYTES + 4);
  }

  set(block: number, stored: Uint8Array): void {
    this.encoded.writeUInt32LE(stored.length, block * DIRECTORY_ENTRY_BYTES);
    this.encoded.writeUInt32LE(crc32(stored), block * DIRECTORY_ENTRY_BYTES + 4);
  }

  seal(): Buffer {
    this.encoded.writeUInt32LE(this.#ownChecksum(), this.encoded.length - CHECKSUM_BYTES);
    return this.encoded;
  }

  /** Start of each block, then the end of the file; fails if the directory is inconsistent. */
  offsets(path: string, header: FileHeader, firstOffset: number): Float64Array {
    if (this.encoded.readUInt32LE(this.encoded.length - CHECKSUM_BYTES) !== this.#ownChecksum()) {
      throw damaged(path, "block directory damaged: wrong checksum");
    }
    const blocks = blockCount(header);
    const offsets = new Float64Array(blocks + 1);
    let offset = firstOffset;
    for (let block = 0; block < blocks; block++) {
      offsets[block] = offset;
      const bytes = this.storedBytes(block);
      if (bytes === 0 || bytes > maxStoredBytes(blockLength(header, block))) {
        throw damaged(path, `block directory damaged: block ${block + 1} of ${blocks} claims ${bytes} bytes`);
      }
      offset += bytes;
    }
    offsets[blocks] = offset;
    return offsets;
  }

  #ownChecksum(): number {
    return crc32(this.encoded.subarray(0, -CHECKSUM_BYTES));
  }
}
