/** The uniform records of the passes over an ending (`Step` in board-shader.ts): one for each distance, then one for each conversion. */
import { PAWN } from "../../constants.ts";
import { compactShapeOf, type CompactShape } from "../compact-table.ts";
import { canonicalMaterial, isBareKings, type Material } from "../material.ts";
import { conversionMoves, materialAfter, moverOf, piecesAfter, type Conversion, type Shape } from "../wide-table.ts";
import { CAPTURE, PROMOTION, PUSH } from "./conversion-shader.ts";
import { geometryWords } from "./geometry-words.ts";
import { DISTANCES } from "./row-shader.ts";

/** Offsets in words. */
const PASS = 20;
const TARGETS = 24;
const TARGET_WORDS = 24;
const STEP_WORDS = TARGETS + 2 * TARGET_WORDS;
export const STEP_BYTES: number = 4 * STEP_WORDS;

/** One side to move of a table that a conversion leads to; null for kings alone. */
export interface Source {
  readonly material: Material;
  readonly side: number;
}

/** A dispatch over the conversions of one kind. */
export interface ConversionStep {
  readonly record: number;
  readonly target: Source | null;
  /** Where an en-passant capture leads. */
  readonly passing: Source | null;
  /** The slot of a pawn that must be on its seventh rank, or 0. */
  readonly promoted: number;
}

export interface Steps {
  /** Records one after another, `stride` bytes each. */
  readonly bytes: Uint32Array<ArrayBuffer>;
  readonly stride: number;
  readonly conversions: readonly ConversionStep[];
}

/** Bytes in a word. */
function packed(bytes: readonly number[]): number {
  return bytes.reduce((word, byte, i) => word + byte * 2 ** (8 * i), 0);
}

function endingWords({ pieces, groups, kingShift, slices, pawnCounts }: Shape): number[] {
  const pawns = pawnCounts[0] + pawnCounts[1];
  const shapeWords = [pieces.length - pawns, pawns, slices ? 0 : 1, groups.length];
  const kinds = packed([0, ...pieces.map(({ kind }) => kind)]);
  const colours = packed([0, ...pieces.map(({ colour }) => colour)]);
  const rowWords = [kingShift, slices ? kingShift + 6 : 31, kinds, colours];
  return [...shapeWords, ...rowWords, ...groups.flatMap(({ type, shift, slots }) => [type, shift, packed(slots), 0])];
}

/** A table as the target of a conversion; without one, the ending's own table. */
function targetWords(shape: Shape, conversion: Conversion): number[] {
  const left = piecesAfter(shape, conversion);
  const { material, swapped } = canonicalMaterial(materialAfter(shape, conversion));
  const compact: CompactShape = compactShapeOf(material);
  const { slices, pawnCounts } = compact.shape;
  /** The ending's slots of pieces of the table. */
  const slots = (colour: number, kind: number): number =>
    packed(
      left
        .filter((piece) => piece.kind === kind && piece.colour === (swapped ? 1 - colour : colour))
        .map(({ slot }) => slot),
    );
  const shapeWords = [Number(swapped), slices ? 0 : 1, Number(isBareKings(material)), compact.groups.length];
  const slicesAt = slices ? geometryWords().slicesAt(slices) : 0;
  const sizeWords = [compact.sliceEntries, compact.pairEntries, slicesAt, slices?.blackPlacements ?? 1];
  return [
    ...shapeWords,
    ...sizeWords,
    ...[0, 1].flatMap((colour) => [pawnCounts[colour] as number, slots(colour, PAWN)]),
    ...compact.groups.flatMap(({ size, stride, colour, kind }) => [size, stride, slots(colour, kind), 0]),
  ];
}

/** The side to move of a table after a conversion. */
function sourceOf(shape: Shape, conversion: Conversion, turn: number): Source | null {
  const { material, swapped } = canonicalMaterial(materialAfter(shape, conversion));
  return isBareKings(material) ? null : { material, side: swapped ? 1 - turn : turn };
}

const NO_CONVERSION: Conversion = { captured: 0, promoted: 0, kind: 0 };

export function stepsOf(shape: Shape, alignment: number): Steps {
  const stride = alignment * Math.ceil(STEP_BYTES / alignment);
  const records: number[][] = [];
  const ending = endingWords(shape);
  const own = targetWords(shape, NO_CONVERSION);
  const add = (pass: readonly number[], target: readonly number[], passing: readonly number[] = []): number => {
    const record = new Array<number>(STEP_WORDS).fill(0);
    ending.forEach((word, i) => (record[i] = word));
    pass.forEach((word, i) => (record[PASS + i] = word));
    target.forEach((word, i) => (record[TARGETS + i] = word));
    passing.forEach((word, i) => (record[TARGETS + TARGET_WORDS + i] = word));
    return records.push(record) - 1;
  };
  for (let plies = 0; plies < DISTANCES; plies++) add([plies], own);
  const conversions = [...conversionMoves(shape)].map((conversion): ConversionStep => {
    const { captured, promoted } = conversion;
    const mover = moverOf(shape, conversion);
    const kind = promoted > 0 ? PROMOTION : CAPTURE;
    return {
      record: add([kind, captured, promoted, mover], targetWords(shape, conversion)),
      target: sourceOf(shape, conversion, 1 - mover),
      passing: null,
      promoted,
    };
  });
  shape.pieces.forEach(({ kind, colour }, i) => {
    if (kind !== PAWN) return;
    const slot = i + 1;
    const isTaken = shape.pawnCounts[1 - colour] !== 0;
    const taken: Conversion = { captured: slot, promoted: 0, kind: 0 };
    conversions.push({
      record: add([PUSH, 0, slot, colour], own, isTaken ? targetWords(shape, taken) : []),
      target: { material: shape.material, side: 1 - colour },
      passing: isTaken ? sourceOf(shape, taken, colour) : null,
      promoted: 0,
    });
  });
  const strideWords = stride / 4;
  const bytes = new Uint32Array(strideWords * records.length);
  records.forEach((record, i) => bytes.set(record, i * strideWords));
  return { bytes, stride, conversions };
}
