/**
 * The paper's other storage format: one bit per position of a set that is won for White. First the positions with White to move, ranked
 * as in the set's table of values; then those with Black to move, ranked as in the table of the swapped colours. A position is lost if it
 * is won in the file of the swapped colours, and drawn if in neither.
 */
import type { Rank, TableEntries } from "../../engine/contracts/table.ts";
import { writeOutcome } from "../../engine/solve/outcome-values.ts";
import { entriesOf } from "./layouts.ts";
import type { Material } from "./material.ts";

const [WIN, DRAW, LOSS] = [writeOutcome("win"), writeOutcome("draw"), writeOutcome("loss")];
const NO_POSITION = writeOutcome("no position");

/** Bytes of one half: the positions with one side to move. */
export function halfBytes(material: Material): number {
  return Math.ceil(entriesOf(material) / 8);
}

/** Packs the values of a set's table and of that of the swapped colours. */
export function packWon(own: Uint8Array, swapped: Uint8Array): Uint8Array {
  const half = Math.ceil(own.length / 8);
  const bytes = new Uint8Array(2 * half);
  for (let entry = 0; entry < own.length; entry++) {
    const value = own[entry] as number;
    if (value >= WIN && value < NO_POSITION) bytes[entry >> 3] = (bytes[entry >> 3] as number) | (1 << (entry & 7));
  }
  for (let entry = 0; entry < swapped.length; entry++) {
    const value = swapped[entry] as number;
    const at = half + (entry >> 3);
    if (value >= LOSS && value < WIN) bytes[at] = (bytes[at] as number) | (1 << (entry & 7));
  }
  return bytes;
}

/** Histogram of byte values. */
export function countBytes(bytes: Uint8Array): number[] {
  const histogram = new Array<number>(256).fill(0);
  for (const byte of bytes) histogram[byte] = (histogram[byte] as number) + 1;
  while (histogram.at(-1) === 0) histogram.pop();
  return histogram;
}

/** Values without distances of a set's positions with White to move, from its file and that of the swapped colours. */
export function outcomesBy(
  material: Material,
  own: Pick<TableEntries, "get">,
  swapped: Pick<TableEntries, "get">,
): Pick<TableEntries, "get"> {
  const half = halfBytes(material);
  const bit = (entries: Pick<TableEntries, "get">, start: number, entry: Rank): boolean =>
    ((entries.get((start + Math.floor(entry / 8)) as Rank) >> (entry % 8)) & 1) === 1;
  return {
    get: (entry) => (bit(own, 0, entry) ? WIN : bit(swapped, half, entry) ? LOSS : DRAW),
  };
}
