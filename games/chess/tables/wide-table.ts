/** Wide tables, the solver's format in memory (ending.layout.ts): shapes, conversion targets, and the layout of an ending. */
import { Ending, Target, type TargetGroup } from "../../../build/layouts/games/chess/tables/ending.ts";
import { addressAfter, type Address, type KernelMemory } from "../../../engine/kernel/memory.ts";
import { KNIGHT, PAWN, QUEEN } from "../constants.ts";
import { PROMOTED, SLOTS } from "./ending-constants.ts";
import { materialOf, materialText, type Material } from "./material.ts";
import { pawnSlices, type PawnSlices } from "./pawn-slices.ts";

/** Bits of a group index: 1 to 3 like pieces, a piece on its promotion rank alone, and with a like piece. */
const GROUP_BITS = [0, 6, 11, 16, 3, 9] as const;
/** Squares of the triangle a1-d1-d4. */
const TRIANGLE = 10;
const ROW_BYTES = 64;

export interface Piece {
  readonly colour: number;
  readonly kind: number;
  /** Just promoted: on its promotion rank. */
  readonly promoted?: true;
}

export interface Group {
  /** 1 to 3 like pieces, PROMOTED or PROMOTED_AND_LIKE. */
  readonly type: number;
  readonly shift: number;
  readonly slots: readonly number[];
}

/** Groups of like pieces by their slots, in a table of this material. */
export interface Shape {
  readonly material: Material;
  /** By slot, without the white king: pieces, then pawns, White first. */
  readonly pieces: readonly Piece[];
  readonly groups: readonly Group[];
  readonly kingShift: number;
  readonly sliceRows: number;
  /** Null if the white king is in the triangle a1-d1-d4: no pawns and no just-promoted piece. */
  readonly slices: PawnSlices | null;
  readonly pawnCounts: readonly [number, number];
  /** Bytes for one side to move. */
  readonly sideBytes: number;
}

const shapes = new Map<string, Shape>();

/** The key of a shape: its material, and the just-promoted piece. */
export function shapeText(material: Material, promoted: Piece | null): string {
  return promoted ? `${materialText(material)}/${promoted.colour}${promoted.kind}` : materialText(material);
}

/**
 * The shape of a material. With `promoted`, only positions with such a piece on its promotion rank: the eighth that a promotion can lead to.
 */
export function shapeOf(material: Material, promoted: Piece | null = null): Shape {
  const text = shapeText(material, promoted);
  const cached = shapes.get(text);
  if (cached) return cached;
  const each: Piece[] = material.flatMap((kinds, colour) => kinds.map((kind) => ({ colour, kind })));
  if (promoted) {
    const at = each.findIndex(({ colour, kind }) => colour === promoted.colour && kind === promoted.kind);
    each[at] = { ...(each[at] as Piece), promoted: true };
  }
  const pieces = [...each.filter(({ kind }) => kind !== PAWN), ...each.filter(({ kind }) => kind === PAWN)];
  const byKind = new Map<string, number[]>();
  pieces.forEach(({ colour, kind }, i) => {
    if (kind === PAWN) return;
    const key = `${colour}${kind}`;
    byKind.set(key, [...(byKind.get(key) ?? []), i + 1]);
  });
  let shift = 0;
  const groups = [...byKind.values()]
    .toReversed()
    .map((slots): Group => {
      const isPromoted = slots.some((slot) => pieces[slot - 1]?.promoted);
      const type = isPromoted ? PROMOTED + slots.length - 1 : slots.length;
      const group = { type, shift, slots };
      shift += GROUP_BITS[type] as number;
      return group;
    })
    .toReversed();
  const pawnCounts = [0, 1].map((colour) => (material[colour] as number[]).filter((kind) => kind === PAWN).length) as [
    number,
    number,
  ];
  const slices = pawnCounts[0] + pawnCounts[1] === 0 && !promoted ? null : pawnSlices(...pawnCounts);
  const sliceRows = (slices ? ROW_BYTES : TRIANGLE) * 2 ** shift;
  const sideBytes = (slices?.squares.length ?? 1) * sliceRows * ROW_BYTES;
  const shape = { material, pieces, groups, kingShift: shift, sliceRows, slices, pawnCounts, sideBytes };
  shapes.set(text, shape);
  return shape;
}

/** The values of a material in kernel memory; addresses by side to move. */
export interface WideTable {
  readonly shape: Shape;
  readonly values: readonly [Address, Address];
  /** Stalemate bits by side to move, while the ending is solved; 0 for none. */
  readonly stalemates: readonly [Address, Address];
}

/**
 * A table as a conversion target: `slots` maps each piece of the table's shape to its slot in the ending. `slices` is the address of the slice
 * indices.
 */
function writeTarget(target: Target, table: WideTable, slots: readonly number[], slices: Address): void {
  const { shape, values, stalemates } = table;
  [target.white, target.black] = values;
  target.kingShift = shape.kingShift;
  target.sliceRows = shape.sliceRows;
  target.pawnless = shape.slices ? 0 : 1;
  target.groupCount = shape.groups.length;
  const groups = target.groups;
  shape.groups.forEach((group, g) => {
    const record = groups[g] as TargetGroup;
    record.type = group.type;
    record.shift = group.shift;
    record.slots.set(group.slots.map((slot) => slots[slot - 1] as number));
    const { colour } = shape.pieces[(group.slots[0] as number) - 1] as Piece;
    record.promotionRank = colour === 0 ? 56 : 0;
  });
  const next = [0, 0];
  const { pawnSlots } = target;
  shape.pieces.forEach(({ colour, kind }, i) => {
    if (kind !== PAWN) return;
    const place = next[colour] as number;
    pawnSlots[4 * colour + place] = slots[i] as number;
    next[colour] = place + 1;
  });
  target.pawnCounts.set(next);
  target.slices = slices;
  target.blackPawns = shape.slices?.blackPlacements ?? 1;
  target.stalemates.set(stalemates);
}

/** A table as a target by its own slots. */
export function writeOwnTarget(memory: KernelMemory, address: Address, table: WideTable, slices: Address): void {
  const slots = table.shape.pieces.map((_, i) => i + 1);
  writeTarget(new Target(memory, address), table, slots, slices);
}

/** The conversion targets of an ending: tables by material, and addresses of slice indices. */
export interface EndingContext {
  table(material: Material, promoted: Piece | null): WideTable;
  slicesAddress(shape: Shape): Address;
}

/** A conversion: captured slot, promoted slot and its new kind; 0 for none. */
export interface Conversion {
  readonly captured: number;
  readonly promoted: number;
  readonly kind: number;
}

export function* conversionMoves(shape: Shape): Generator<Conversion> {
  const { pieces } = shape;
  const slots = pieces.map((_, i) => i + 1);
  for (const captured of [0, ...slots]) {
    if (captured > 0) yield { captured, promoted: 0, kind: 0 };
    for (const promoted of slots) {
      const pawn = pieces[promoted - 1] as Piece;
      if (pawn.kind !== PAWN || promoted === captured) continue;
      const victim = pieces[captured - 1];
      if (victim && (victim.colour === pawn.colour || victim.kind === PAWN)) continue;
      for (let kind = KNIGHT; kind <= QUEEN; kind++) yield { captured, promoted, kind };
    }
  }
}

/** The side that makes a conversion. */
export function moverOf({ pieces }: Shape, { captured, promoted }: Conversion): number {
  const slot = promoted > 0 ? promoted : captured;
  const { colour } = pieces[slot - 1] as Piece;
  return promoted > 0 ? colour : 1 - colour;
}

/** Pieces with their slots after a conversion. */
export function piecesAfter({ pieces }: Shape, { captured, promoted, kind }: Conversion): (Piece & { slot: number })[] {
  return pieces
    .map((piece, i) => ({ ...piece, slot: i + 1, kind: promoted === i + 1 ? kind : piece.kind }))
    .filter(({ slot }) => slot !== captured);
}

export function materialAfter(shape: Shape, conversion: Conversion): Material {
  const left = piecesAfter(shape, conversion);
  const side = (colour: number): number[] => left.filter((piece) => piece.colour === colour).map(({ kind }) => kind);
  return materialOf(side(0), side(1));
}

/** The promoted piece that restricts a target's shape; null if the symmetries of a pawnless table make the complete one smaller. */
export function promotedAfter(shape: Shape, conversion: Conversion): Piece | null {
  const left = piecesAfter(shape, conversion);
  if (conversion.promoted === 0) return null;
  const { colour, kind } = left.find(({ slot }) => slot === conversion.promoted) as Piece;
  const isAlone = left.filter((piece) => piece.colour === colour && piece.kind === kind).length === 1;
  return isAlone || left.some((piece) => piece.kind === PAWN) ? { colour, kind } : null;
}

/** The ending's slots for the pieces of a table, matched by colour and kind. */
function slotsFor(target: Shape, left: readonly (Piece & { slot: number })[], promoted: number): number[] {
  const free = [...left];
  const isRestricted = target.pieces.some((piece) => piece.promoted);
  return target.pieces.map((each) => {
    const at = free.findIndex(
      ({ colour, kind, slot }) =>
        colour === each.colour &&
        kind === each.kind &&
        (!isRestricted || (slot === promoted) === (each.promoted ?? false)),
    );
    return (free.splice(at, 1)[0] as { slot: number }).slot;
  });
}

export function endingBytes(shape: Shape): number {
  return Ending.BYTES + Target.BYTES * [...conversionMoves(shape)].length;
}

/** Writes the layout of an ending, followed by its targets. */
export function writeEnding(memory: KernelMemory, address: Address, table: WideTable, context: EndingContext): void {
  const { shape } = table;
  memory.bytes(address, endingBytes(shape)).fill(0);
  const ending = new Ending(memory, address);
  const slots = shape.pieces.map((_, i) => i + 1);
  writeTarget(ending.target, table, slots, context.slicesAddress(shape));
  const pawns = shape.pawnCounts[0] + shape.pawnCounts[1];
  ending.pieces = shape.pieces.length - pawns;
  ending.pawns = pawns;
  ending.kinds.set(
    shape.pieces.map(({ kind }) => kind),
    1,
  );
  ending.colours.set(
    shape.pieces.map(({ colour }) => colour),
    1,
  );
  const { targets } = ending;
  const enter = ({ captured, promoted, kind }: Conversion, target: Address): void =>
    void (targets[(captured * SLOTS + promoted) * 5 + kind] = target);
  // A pawn push stays in this table.
  enter({ captured: 0, promoted: 0, kind: 0 }, address);
  const conversions = [...conversionMoves(shape)];
  const records = Target.list(memory, addressAfter(address, Ending.BYTES), conversions.length);
  for (const [i, conversion] of conversions.entries()) {
    const record = records[i] as Target;
    const target = context.table(materialAfter(shape, conversion), promotedAfter(shape, conversion));
    const targetSlots = slotsFor(target.shape, piecesAfter(shape, conversion), conversion.promoted);
    writeTarget(record, target, targetSlots, context.slicesAddress(target.shape));
    enter(conversion, record.address);
  }
}
