/** Compact tables, the file format: shape, layout in kernel memory, and the copy plan of a wide table. */
import type { TablePart } from "../../../engine/contracts/table.ts";
import { valueOfByte } from "../../../engine/solve/outcome-values.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { PAWN } from "../layout.ts";
import * as layout from "./ending-layout.ts";
import { canonicalMaterial, materialText, swapColours, type Material } from "./material.ts";
import { setIndex } from "./pawn-slices.ts";
import { shapeOf, type Shape } from "./wide-table.ts";

/** Number of sets of 0 to 3 squares. */
const SET_COUNTS = [1, 64, 2016, 41_664] as const;
const FIRST_PAWN_SQUARE = 8;

export interface CompactGroup {
  readonly size: number;
  readonly stride: number;
  readonly colour: number;
  readonly kind: number;
}

export interface CompactShape {
  readonly shape: Shape;
  readonly groups: readonly CompactGroup[];
  /** Entries of a king pair, of a pawn placement, of one side to move, and of both. */
  readonly pairEntries: number;
  readonly sliceEntries: number;
  readonly sideEntries: number;
  readonly entries: number;
}

const shapes = new Map<string, CompactShape>();

/** The shape of a canonical table (`canonicalMaterial`). */
export function compactShapeOf(material: Material): CompactShape {
  const text = materialText(material);
  const cached = shapes.get(text);
  if (cached) return cached;
  const shape = shapeOf(material);
  let stride = 1;
  const groups = shape.groups
    .toReversed()
    .map(({ type, slots }): CompactGroup => {
      const group = {
        size: type,
        stride,
        ...(shape.pieces[(slots[0] as number) - 1] as { colour: number; kind: number }),
      };
      stride *= SET_COUNTS[type] as number;
      return group;
    })
    .toReversed();
  const pairs = shape.slices ? layout.KING_PAIRS_WITH_PAWNS : layout.KING_PAIRS;
  const sliceEntries = pairs * stride;
  const sideEntries = sliceEntries * (shape.slices?.squares.length ?? 1);
  const compact = { shape, groups, pairEntries: stride, sliceEntries, sideEntries, entries: 2 * sideEntries };
  shapes.set(text, compact);
  return compact;
}

export interface CompactAddresses {
  /** Entries by side to move; 0 if not in memory. */
  readonly values: readonly [Address, Address];
  /** Slice indices by pawn placement, and pawn squares by slice. */
  readonly slices: Address;
  readonly squares: Address;
}

export function writeCompact(
  memory: ArrayBufferLike,
  at: number,
  compact: CompactShape,
  { values, slices, squares }: CompactAddresses,
): void {
  const { shape, groups } = compact;
  const view = new DataView(memory, at, layout.COMPACT_BYTES);
  view.setUint32(layout.COMPACT_WHITE, values[0], true);
  view.setUint32(layout.COMPACT_BLACK, values[1], true);
  view.setInt32(layout.COMPACT_PAWNLESS, shape.slices ? 0 : 1, true);
  view.setUint32(layout.COMPACT_SLICE, compact.sliceEntries, true);
  view.setUint32(layout.COMPACT_PAIR, compact.pairEntries, true);
  view.setInt32(layout.COMPACT_GROUPS, groups.length, true);
  groups.forEach(({ size, stride, colour, kind }, g) =>
    [size, stride, colour, kind].forEach((word, i) =>
      view.setUint32(layout.COMPACT_GROUP + layout.COMPACT_GROUP_BYTES * g + 4 * i, word, true),
    ),
  );
  shape.pawnCounts.forEach((count, colour) => view.setInt32(layout.COMPACT_PAWN_COUNT + 4 * colour, count, true));
  view.setUint32(layout.COMPACT_SLICES, slices, true);
  view.setUint32(layout.COMPACT_BLACK_PAWNS, shape.slices?.blackPlacements ?? 1, true);
  view.setUint32(layout.COMPACT_SIDE, compact.sideEntries, true);
  view.setUint32(layout.COMPACT_SQUARES, squares, true);
}

/** The meaning of byte 254 by side to move (LATEST_LOSS). */
export function latestOf(side: number): Pick<TablePart, "latest"> {
  return side === 1 ? { latest: "loss" } : {};
}

/** Decodes the byte of an entry. */
export function entryValue(material: Material, entry: number, byte: number): number {
  const side = entry < compactShapeOf(material).sideEntries ? 0 : 1;
  return valueOfByte(byte, latestOf(side).latest);
}

/** How a wide table is copied from the compact one: a stride per group, and the compact slice of each slice. */
export interface CopyPlan {
  readonly compact: CompactShape;
  readonly swapped: boolean;
  readonly strides: readonly number[];
  readonly slices: Uint32Array<ArrayBuffer>;
}

export function copyPlan(shape: Shape): CopyPlan {
  const { material, swapped } = canonicalMaterial(shape.material);
  const compact = compactShapeOf(material);
  const strides = shape.groups.map(({ slots }) => {
    const { colour, kind } = shape.pieces[(slots[0] as number) - 1] as { colour: number; kind: number };
    const own = compact.groups.find((group) => group.kind === kind && group.colour === (swapped ? 1 - colour : colour));
    return (own as CompactGroup).stride;
  });
  return { compact, swapped, strides, slices: sliceIndices(shape, compact.shape, swapped) };
}

/** For each slice, the slice of another table with the same or swapped colours; with MIRRORED for the mirror image. */
function sliceIndices(shape: Shape, other: Shape, swapped: boolean): Uint32Array<ArrayBuffer> {
  const { slices, pawnCounts } = shape;
  if (!slices || !other.slices) return new Uint32Array(1);
  const { numbers, blackPlacements } = other.slices;
  return Uint32Array.from(slices.squares, (squares) => {
    const seen = squares.map((square) => (swapped ? square ^ 56 : square) - FIRST_PAWN_SQUARE);
    const sides = [seen.slice(0, pawnCounts[0]), seen.slice(pawnCounts[0])];
    const [white, black] = (swapped ? sides.toReversed() : sides).map(setIndex) as [number, number];
    return numbers[white * blackPlacements + black] as number;
  });
}

/** The material key of the tablebase: 2 bits for the number of each kind and colour. */
export function materialKey([white, black]: Material): number {
  const counts = (kinds: readonly number[]): number => kinds.reduce((sum, kind) => sum + (1 << (2 * kind)), 0);
  return counts(white) | (counts(black) << 10);
}

export function hasPawns(material: Material): boolean {
  return material.flat().includes(PAWN);
}

/** The ending with swapped colours; null if it is the same. */
export function mirrorOf(material: Material): Material | null {
  const mirror = swapColours(material);
  return materialText(mirror) === materialText(material) ? null : mirror;
}
