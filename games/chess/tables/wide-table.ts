/** Tables as the solver has them in memory (ending-layout.ts): shapes, targets of moves, and the description of an ending. */
import { KNIGHT, PAWN, QUEEN } from "../layout.ts";
import * as layout from "./ending-layout.ts";
import { materialOf, materialText, type Material } from "./material.ts";
import { pawnSlices, type PawnSlices } from "./pawn-slices.ts";

/** Bits that the number of a group takes: of 1 to 3 like pieces, of a piece on its promotion rank alone, and with a like one. */
const GROUP_BITS = [0, 6, 11, 16, 3, 9] as const;
/** Squares of the triangle a1-d1-d4. */
const TRIANGLE = 10;
const ROW_BYTES = 64;

export interface Piece {
  readonly colour: number;
  readonly kind: number;
  /** It has just been promoted, and stands on its promotion rank. */
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
  /** By slot, the white king's left out: pieces, then pawns, White's first. */
  readonly pieces: readonly Piece[];
  readonly groups: readonly Group[];
  readonly kingShift: number;
  readonly sliceRows: number;
  /** Null where the white king stands in the triangle a1-d1-d4: without pawns, and without a piece that has just been promoted. */
  readonly slices: PawnSlices | null;
  readonly pawnCounts: readonly [number, number];
  /** Bytes for one side to move. */
  readonly sideBytes: number;
}

const shapes = new Map<string, Shape>();

/** The name of a shape: its material, and the piece that has just been promoted. */
export function shapeText(material: Material, promoted: Piece | null): string {
  return promoted ? `${materialText(material)}/${promoted.colour}${promoted.kind}` : materialText(material);
}

/**
 * The shape of a material. With `promoted`, only of the positions in which such a piece stands on its promotion rank: an eighth, which is
 * all that a promotion leads to.
 */
export function shapeOf(material: Material, promoted: Piece | null = null): Shape {
  const text = shapeText(material, promoted);
  const known = shapes.get(text);
  if (known) return known;
  const each: Piece[] = material.flatMap((kinds, colour) => kinds.map((kind) => ({ colour, kind })));
  if (promoted) {
    const at = each.findIndex(({ colour, kind }) => colour === promoted.colour && kind === promoted.kind);
    each[at] = { ...(each[at] as Piece), promoted: true };
  }
  const pieces = [...each.filter(({ kind }) => kind !== PAWN), ...each.filter(({ kind }) => kind === PAWN)];
  const bySort = new Map<string, number[]>();
  pieces.forEach(({ colour, kind }, i) => {
    if (kind === PAWN) return;
    const sort = `${colour}${kind}`;
    bySort.set(sort, [...(bySort.get(sort) ?? []), i + 1]);
  });
  let shift = 0;
  const groups = [...bySort.values()]
    .toReversed()
    .map((slots): Group => {
      const isPromoted = slots.some((slot) => pieces[slot - 1]?.promoted);
      const type = isPromoted ? layout.PROMOTED + slots.length - 1 : slots.length;
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

/** Where the values of a material lie in kernel memory; addresses by side to move. */
export interface WideTable {
  readonly shape: Shape;
  readonly values: readonly [number, number];
  /** Stalemate bits by side to move, while its own ending is solved; 0 for none. */
  readonly stalemates: readonly [number, number];
}

/**
 * A table as a target of moves of an ending: `slots` gives, for each piece of the table's own shape, the slot that it has in the ending.
 * `slices` is the address of the numbers of its pawn placements.
 */
function writeTarget(view: DataView, at: number, table: WideTable, slots: readonly number[], slices: number): void {
  const { shape, values, stalemates } = table;
  view.setUint32(at + layout.TARGET_WHITE, values[0], true);
  view.setUint32(at + layout.TARGET_BLACK, values[1], true);
  view.setInt32(at + layout.TARGET_KING_SHIFT, shape.kingShift, true);
  view.setUint32(at + layout.TARGET_SLICE_ROWS, shape.sliceRows, true);
  view.setInt32(at + layout.TARGET_PAWNLESS, shape.slices ? 0 : 1, true);
  view.setInt32(at + layout.TARGET_GROUPS, shape.groups.length, true);
  shape.groups.forEach((group, g) => {
    const start = at + layout.TARGET_GROUP + layout.TARGET_GROUP_BYTES * g;
    view.setInt32(start, group.type, true);
    view.setInt32(start + 4, group.shift, true);
    group.slots.forEach((slot, i) => view.setUint8(start + 8 + i, slots[slot - 1] as number));
    const { colour } = shape.pieces[(group.slots[0] as number) - 1] as Piece;
    view.setUint8(start + layout.GROUP_PROMOTION_RANK, colour === 0 ? 56 : 0);
  });
  const next = [0, 0];
  shape.pieces.forEach(({ colour, kind }, i) => {
    if (kind !== PAWN) return;
    const place = next[colour] as number;
    view.setUint8(at + layout.TARGET_PAWN_SLOTS + 4 * colour + place, slots[i] as number);
    next[colour] = place + 1;
  });
  next.forEach((count, colour) => view.setUint8(at + layout.TARGET_PAWN_COUNT + colour, count));
  view.setUint32(at + layout.TARGET_SLICES, slices, true);
  view.setUint32(at + layout.TARGET_BLACK_PAWNS, shape.slices?.blackPlacements ?? 1, true);
  stalemates.forEach((address, side) => view.setUint32(at + layout.TARGET_STALEMATES + 4 * side, address, true));
}

export function targetBytes(): number {
  return layout.TARGET_BYTES;
}

/** A table as a target by its own slots. */
export function writeOwnTarget(memory: ArrayBufferLike, address: number, table: WideTable, slices: number): void {
  const slots = table.shape.pieces.map((_, i) => i + 1);
  writeTarget(new DataView(memory, address, layout.TARGET_BYTES), 0, table, slots, slices);
}

/** What an ending's moves need: tables by material, and addresses of the numbers of pawn placements. */
export interface EndingContext {
  table(material: Material, promoted: Piece | null): WideTable;
  slicesAddress(shape: Shape): number;
}

/** A conversion: the slot that is captured, the slot that is promoted and its kind; 0 for none. */
interface Conversion {
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

/** Who makes a conversion. */
export function moverOf({ pieces }: Shape, { captured, promoted }: Conversion): number {
  const slot = promoted > 0 ? promoted : captured;
  const { colour } = pieces[slot - 1] as Piece;
  return promoted > 0 ? colour : 1 - colour;
}

/** Pieces with their slots after a conversion. */
function piecesAfter({ pieces }: Shape, { captured, promoted, kind }: Conversion): (Piece & { slot: number })[] {
  return pieces
    .map((piece, i) => ({ ...piece, slot: i + 1, kind: promoted === i + 1 ? kind : piece.kind }))
    .filter(({ slot }) => slot !== captured);
}

export function materialAfter(shape: Shape, conversion: Conversion): Material {
  const left = piecesAfter(shape, conversion);
  const side = (colour: number): number[] => left.filter((piece) => piece.colour === colour).map(({ kind }) => kind);
  return materialOf(side(0), side(1));
}

/** The piece that a target's shape is restricted by: the promoted one, unless the symmetries of a table without pawns make all of it smaller. */
export function promotedAfter(shape: Shape, conversion: Conversion): Piece | null {
  const left = piecesAfter(shape, conversion);
  if (conversion.promoted === 0) return null;
  const { colour, kind } = left.find(({ slot }) => slot === conversion.promoted) as Piece;
  const isAlone = left.filter((piece) => piece.colour === colour && piece.kind === kind).length === 1;
  return isAlone || left.some((piece) => piece.kind === PAWN) ? { colour, kind } : null;
}

/** Slots of the ending for the pieces of a table, piece by piece of the same colour and kind. */
function slotsFor(target: Shape, left: readonly (Piece & { slot: number })[], promoted: number): number[] {
  const free = [...left];
  const isRestricted = target.pieces.some((piece) => piece.promoted);
  return target.pieces.map((wanted) => {
    const at = free.findIndex(
      ({ colour, kind, slot }) =>
        colour === wanted.colour &&
        kind === wanted.kind &&
        (!isRestricted || (slot === promoted) === (wanted.promoted ?? false)),
    );
    return (free.splice(at, 1)[0] as { slot: number }).slot;
  });
}

export function endingBytes(shape: Shape): number {
  return layout.ENDING_BYTES + layout.TARGET_BYTES * [...conversionMoves(shape)].length;
}

/** Writes the description of an ending, with its targets behind it. */
export function writeEnding(memory: ArrayBufferLike, address: number, table: WideTable, context: EndingContext): void {
  const { shape } = table;
  const view = new DataView(memory, address, endingBytes(shape));
  new Uint8Array(memory, address, endingBytes(shape)).fill(0);
  const slots = shape.pieces.map((_, i) => i + 1);
  writeTarget(view, 0, table, slots, context.slicesAddress(shape));
  const pawns = shape.pawnCounts[0] + shape.pawnCounts[1];
  view.setInt32(layout.ENDING_PIECES, shape.pieces.length - pawns, true);
  view.setInt32(layout.ENDING_PAWNS, pawns, true);
  shape.pieces.forEach(({ colour, kind }, i) => {
    view.setUint8(layout.ENDING_KIND + i + 1, kind);
    view.setUint8(layout.ENDING_COLOUR + i + 1, colour);
  });
  const enter = ({ captured, promoted, kind }: Conversion, target: number): void =>
    view.setUint32(layout.ENDING_TARGETS + 4 * ((captured * layout.SLOTS + promoted) * 5 + kind), target, true);
  // A pawn push stays in this table.
  enter({ captured: 0, promoted: 0, kind: 0 }, address);
  let at = layout.ENDING_BYTES;
  for (const conversion of conversionMoves(shape)) {
    const target = context.table(materialAfter(shape, conversion), promotedAfter(shape, conversion));
    const targetSlots = slotsFor(target.shape, piecesAfter(shape, conversion), conversion.promoted);
    writeTarget(view, at, target, targetSlots, context.slicesAddress(target.shape));
    enter(conversion, address + at);
    at += layout.TARGET_BYTES;
  }
}
