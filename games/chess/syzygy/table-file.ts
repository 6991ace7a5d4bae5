/** A table file: its validated header, and the stored value of a position. */
import { HuffmanCode } from "./huffman-code.ts";
import { CompressedValues, LENGTH_BYTES, SPARSE_ENTRY_BYTES, type ValueSections } from "./compressed-values.ts";
import { damaged, truncated } from "./damage.ts";
import { DistanceMap } from "./distance-map.ts";
import { HeaderCursor } from "./header-cursor.ts";
import type { Material } from "./material.ts";
import type { PagedFile } from "./paged-files.ts";
import { groupPieces, type PieceGroups } from "./piece-groups.ts";
import { type OrientedPosition, positionIndex } from "./position-index.ts";
import { Symbols } from "./symbols.ts";

export type TableKind = "wdl" | "dtz";

export const ENDINGS: Readonly<Record<TableKind, string>> = { wdl: ".rtbw", dtz: ".rtbz" };
const MAGIC: Readonly<Record<TableKind, number>> = { wdl: 0x5d23e871, dtz: 0xa50c66d7 };
/** Bits of the byte after the magic number. */
const SPLIT = 1;
const PAWNS = 2;
/** Bits of a part's flags. */
export const BLACK_TO_MOVE = 1;
const MAPPED = 2;
export const WIN_PLIES = 4;
export const LOSS_PLIES = 8;
const WIDE = 16;
const SINGLE_VALUE = 128;
/** A checksum of 16 bytes follows the last block, which ends at a multiple of 64. */
const CHECKSUM_BYTES = 16;
const ALIGNMENT = 64;
const MAX_BLOCK_BITS = 16;
const MAX_SPAN_BITS = 31;

/** The positions of one side to move, with the leading pawn on one file. */
export interface TablePart {
  readonly groups: PieceGroups;
  readonly flags: number;
  readonly map: DistanceMap | null;
  /** The stored value of a position. */
  stored(position: OrientedPosition): number;
}

/** The header of a part, before its sections are located. */
interface PartHeader {
  readonly groups: PieceGroups;
  readonly flags: number;
  /** The single value of all positions, or the compression parameters. */
  readonly content: number | ValueSections;
}

export class TableFile {
  readonly path: string;
  readonly material: Material;
  readonly kind: TableKind;
  /** By file of the leading pawn, then by side to move; a table of one side has one part per file. */
  readonly #parts: readonly (readonly TablePart[])[];

  constructor(file: PagedFile, material: Material, kind: TableKind) {
    this.path = file.path;
    this.material = material;
    this.kind = kind;
    if (file.sizeBytes % ALIGNMENT !== CHECKSUM_BYTES)
      throw damaged(
        file.path,
        `${file.sizeBytes} bytes, probably truncated: table sizes are ${CHECKSUM_BYTES} modulo ${ALIGNMENT}`,
      );
    const cursor = new HeaderCursor(file);
    this.#checkStart(cursor);
    const sides = kind === "wdl" && !material.symmetric ? 2 : 1;
    const groups = Array.from({ length: material.hasPawns ? 4 : 1 }, (_, leaderFile) =>
      this.#readGroups(cursor, leaderFile, sides),
    );
    cursor.align(2);
    const headers = groups.map((ofFile) => ofFile.map((each) => readPart(cursor, each)));
    const maps = headers.map(([first]) => (kind === "dtz" && first ? readMap(cursor, first.flags) : null));
    cursor.align(2);
    this.#parts = this.#placed(cursor, headers, maps);
  }

  /** The part that a position belongs to. */
  part({ file, side }: OrientedPosition): TablePart {
    const ofFile = this.#parts[file] as readonly TablePart[];
    return ofFile[ofFile.length === 1 ? 0 : side] as TablePart;
  }

  #checkStart(cursor: HeaderCursor): void {
    const magic = cursor.u32();
    const other = this.kind === "wdl" ? "dtz" : "wdl";
    if (magic === MAGIC[other])
      throw damaged(this.path, `a ${other.toUpperCase()} table under the name of a ${this.kind.toUpperCase()} table`);
    if (magic !== MAGIC[this.kind]) throw damaged(this.path, "not a Syzygy table: wrong magic number");
    const flags = cursor.u8();
    if (((flags & PAWNS) !== 0) !== this.material.hasPawns)
      throw damaged(this.path, `a table ${flags & PAWNS ? "with" : "without"} pawns under this name`);
    // DTZ tables always have one side.
    if (this.kind === "wdl" && ((flags & SPLIT) === 0) !== this.material.symmetric)
      throw damaged(this.path, `a table of ${flags & SPLIT ? "two sides" : "one side"} under this name`);
  }

  /** The order of pieces and groups: lower four bits for the first side, upper four for the second. */
  #readGroups(cursor: HeaderCursor, leaderFile: number, sides: number): PieceGroups[] {
    const bothHavePawns = this.material.hasPawns && this.material.pawns[1] > 0;
    const orders = [cursor.u8(), bothHavePawns ? cursor.u8() : 0];
    const codes = this.material.codes.map(() => cursor.u8());
    return Array.from({ length: sides }, (_, side) => {
      const ofSide = (byte: number): number => (byte >> (4 * side)) & 15;
      const groups = groupPieces(this.material, codes.map(ofSide), orders.map(ofSide), leaderFile);
      if (typeof groups === "string") throw damaged(this.path, groups);
      return groups;
    });
  }

  /** All sparse indexes come first, then all lists of lengths, then the blocks, each part aligned to 64 bytes. */
  #placed(
    cursor: HeaderCursor,
    headers: readonly (readonly PartHeader[])[],
    maps: readonly (DistanceMap | null)[],
  ): TablePart[][] {
    const all = headers.flat();
    const take = (bytes: number): number => {
      const from = cursor.at;
      cursor.at += bytes;
      return from;
    };
    const sections = all.map(({ content }) => (typeof content === "number" ? null : content));
    const sparse = sections.map((each) => take(each ? SPARSE_ENTRY_BYTES * Math.ceil(each.positions / each.span) : 0));
    const lengths = sections.map((each) => take(each ? LENGTH_BYTES * each.lengths : 0));
    const blocks = sections.map((each) => {
      if (each) cursor.align(ALIGNMENT);
      return take(each ? each.blocks * each.blockBytes : 0);
    });
    const { file } = cursor;
    if (cursor.at + CHECKSUM_BYTES > file.sizeBytes)
      throw truncated(file.path, cursor.at + CHECKSUM_BYTES, file.sizeBytes);

    const { material } = this;
    return headers.map((ofFile, leaderFile) =>
      ofFile.map((header): TablePart => {
        const { groups, flags, content } = header;
        const map = maps[leaderFile] ?? null;
        if (typeof content === "number") return { groups, flags, map, stored: () => content };
        const i = all.indexOf(header);
        const offsets = { sparseIndex: sparse[i] ?? 0, lengths: lengths[i] ?? 0, blocks: blocks[i] ?? 0 };
        const values = new CompressedValues(file, content, offsets);
        return { groups, flags, map, stored: (position) => values.get(positionIndex(position, material, groups)) };
      }),
    );
  }
}

function readPart(cursor: HeaderCursor, groups: PieceGroups): PartHeader {
  const flags = cursor.u8();
  if (flags & SINGLE_VALUE) return { groups, flags, content: cursor.u8() };
  const { file } = cursor;
  const blockBits = cursor.u8();
  const spanBits = cursor.u8();
  if (blockBits > MAX_BLOCK_BITS || spanBits > MAX_SPAN_BITS)
    throw damaged(file.path, `blocks of 2^${blockBits} bytes and a sparse index of every 2^${spanBits} values`);
  const extraLengths = cursor.u8();
  const blocks = cursor.u32();
  if (blocks === 0 || blocks > groups.positions)
    throw damaged(file.path, `${blocks} blocks for ${groups.positions} positions`);
  const longest = cursor.u8();
  const shortest = cursor.u8();
  const code = new HuffmanCode(file, cursor.at, shortest, longest);
  cursor.at += 2 * (longest - shortest + 1);
  const symbolCount = cursor.u16();
  const symbols = new Symbols(file, cursor.at, symbolCount);
  cursor.at += 3 * symbolCount + (symbolCount & 1);
  const sections: ValueSections = {
    positions: groups.positions,
    blockBytes: 2 ** blockBits,
    span: 2 ** spanBits,
    blocks,
    lengths: blocks + extraLengths,
    code,
    symbols,
  };
  return { groups, flags, content: sections };
}

function readMap(cursor: HeaderCursor, flags: number): DistanceMap | null {
  return flags & MAPPED ? new DistanceMap(cursor, (flags & WIDE) !== 0) : null;
}
