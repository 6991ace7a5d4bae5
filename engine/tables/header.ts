/** The header of a table file, and the validation of its JSON. */
import type { TableIdentity, ValueKind } from "../contracts/table.ts";
import { GameloreError } from "../contracts/errors.ts";
import { valueCount } from "../solve/outcome-values.ts";

const CODECS = ["zstd", "deflate-raw", "none"] as const;
const VALUE_KINDS: readonly ValueKind[] = ["distance", "outcome", "turns", "won"];
export type Codec = (typeof CODECS)[number];

export interface FileHeader {
  readonly kind: "table" | "checkpoint";
  readonly identity: TableIdentity;
  /** Bytes stored in the blocks; in a table, one per entry. */
  readonly bytes: number;
  /** Entries by value; values past its end have no entries. */
  readonly histogram: readonly number[];
  /** Name and version of the builder; no time and no host, so that equal builds give equal files. */
  readonly built: string;
  readonly codec: Codec;
  /** Uncompressed bytes of every block but the last. */
  readonly blockBytes: number;
}

export const DEFAULT_BLOCK_BYTES: number = 64 * 1024;
/** Checked before memory is allocated for what a file claims. */
export const MAX_BLOCK_BYTES: number = 16 * 1024 * 1024;
const MAX_BLOCKS: number = 2 ** 24;
const IDENTITY_FIELDS = ["game", "name", "covers", "index", "value", "entries"] as const;

/** The header, or a description of what is wrong with it. */
export function checkedHeader(json: unknown): FileHeader | string {
  if (!isRecord(json) || !isRecord(json["identity"])) return "no identity";
  const { kind, bytes, histogram, built, codec, blockBytes } = json;
  const { game, name, covers, index, value, entries } = json["identity"];
  if (kind !== "table" && kind !== "checkpoint") return "unknown kind";
  if (!isText(game) || !isText(name) || !isText(covers) || !isText(index)) return "identity is not text";
  const knownValue = VALUE_KINDS.find((known) => known === value);
  if (knownValue === undefined) return "unknown value kind";
  if (!isCount(entries) || entries === 0) return "entries is not a count";
  if (!isCount(bytes) || bytes === 0) return "bytes is not a count";
  if (kind === "table" && bytes !== entries) return `${bytes} bytes for ${entries} entries`;
  if (!isText(built)) return "built is not text";
  const knownCodec = CODECS.find((known) => known === codec);
  if (knownCodec === undefined) return "unknown codec";
  if (!isCount(blockBytes) || blockBytes === 0 || blockBytes > MAX_BLOCK_BYTES) return "block size out of range";
  if (Math.ceil(bytes / blockBytes) > MAX_BLOCKS) return "too many blocks";
  if (!Array.isArray(histogram) || histogram.length > valueCount(knownValue))
    return "histogram is not a list of counts";
  const counts: number[] = [];
  let counted = 0;
  for (const count of histogram) {
    if (!isCount(count)) return "histogram is not a list of counts";
    counted += count;
    counts.push(count);
  }
  if (counted > entries) return `histogram counts ${counted} of ${entries} entries`;
  const identity: TableIdentity = { game, name, covers, index, value: knownValue, entries };
  return { kind, identity, bytes, histogram: counts, built, codec: knownCodec, blockBytes };
}

/** Fails with `table-mismatch` unless the header has this identity. */
export function expectIdentity(header: Pick<FileHeader, "identity">, identity: TableIdentity): void {
  for (const field of IDENTITY_FIELDS) {
    const found = header.identity[field];
    const expected = identity[field];
    if (found === expected) continue;
    // Quoted, so that control characters of a foreign file stay on one line.
    const difference = `${field} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`;
    throw new GameloreError("table-mismatch", `not the table ${identity.game}/${identity.name}: ${difference}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
