/** Compact tables, the file format: shape, layout in kernel memory, and the copy plan of a wide table. */
import { Compact, type CompactGroup as CompactGroupRecord } from "../../../build/layouts/games/chess/tables/ending.ts";
import type { Address, KernelMemory } from "../../../engine/kernel/memory.ts";
import type { Rank, TablePart } from "../../../engine/contracts/table.ts";
import { valueOfByte } from "../../../engine/solve/outcome-values.ts";
import { PAWN } from "../constants.ts";
import { KING_PAIRS, KING_PAIRS_WITH_PAWNS } from "./ending-constants.ts";
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
  const pairs = shape.slices ? KING_PAIRS_WITH_PAWNS : KING_PAIRS;
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
  memory: KernelMemory,
  address: Address,
  compact: CompactShape,
  { values, slices, squares }: CompactAddresses,
): void {
  const { shape, groups } = compact;
  const record = new Compact(memory, address);
  [record.white, record.black] = values;
  record.pawnless = shape.slices ? 0 : 1;
  record.sliceEntries = compact.sliceEntries;
  record.pairEntries = compact.pairEntries;
  record.groupCount = groups.length;
  const records = record.groups;
  groups.forEach(({ size, stride, colour, kind }, g) => {
    const group = records[g] as CompactGroupRecord;
    group.size = size;
    group.stride = stride;
    group.colour = colour;
    group.kind = kind;
  });
  record.pawnCounts.set(shape.pawnCounts);
  record.slices = slices;
  record.blackPawns = shape.slices?.blackPlacements ?? 1;
  record.sideEntries = compact.sideEntries;
  record.squares = squares;
}

/** The meaning of byte 254 by side to move (LATEST_LOSS). */
export function latestOf(side: number): Pick<TablePart, "latest"> {
  return side === 1 ? { latest: "loss" } : {};
}

/** Decodes the byte of an entry. */
export function entryValue(material: Material, entry: Rank, byte: number): number {
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
