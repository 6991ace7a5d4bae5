/** Compares slices of an ending solved on a GPU with those of the CPU. */
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { compactShapeOf } from "../compact-table.ts";
import { parseMaterial, type Material } from "../material.ts";
import type { SolvedTables } from "../solved.fixture.ts";
import { shapeOf } from "../wide-table.ts";
import type { GpuEndgameSolver } from "./gpu-endgame-solver.ts";
import type { ReadTable } from "./gpu-tables.ts";

export interface Compared {
  /** Entries that differ from those of the solver on the CPU. */
  readonly wrong: number;
  readonly entries: number;
  readonly plies: number;
  /** The histogram is the CPU's too. */
  readonly isHistogram: boolean;
}

export const material = (text: string): Material => unwrap(parseMaterial(text));

export const bytesOf = (solved: SolvedTables, each: Material): Uint8Array<ArrayBuffer> =>
  new Uint8Array(solved.bytes(each));

export const readFrom =
  (tables: (each: Material) => Uint8Array): ReadTable =>
  async (each, side, target) => {
    const length = compactShapeOf(each).sideEntries;
    target.set(tables(each).subarray((side ?? 0) * length, (side ?? 0) * length + target.length));
  };

export function differing(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((wrong, byte, i) => wrong + Number(byte !== b[i]), 0);
}

/** The bytes of both sides to move of some slices. */
export function* rangesOf(each: Material, slices: Iterable<number>): Generator<[number, number]> {
  const { sliceEntries, sideEntries } = compactShapeOf(each);
  for (const slice of slices) {
    for (const side of [0, 1]) {
      const first = side * sideEntries + slice * sliceEntries;
      yield [first, first + sliceEntries];
    }
  }
}

/** The slices with pawns on these squares, White's first. */
export function slicesWith(each: Material, squares: readonly string[]): Set<number> {
  const { slices, pawnCounts } = shapeOf(each);
  const wanted = squares.map((text) =>
    text.match(/../g)!.map((square) => "abcdefgh".indexOf(square[0] as string) + 8 * (Number(square[1]) - 1)),
  );
  const key = (pawns: readonly number[]): string =>
    [pawns.slice(0, pawnCounts[0]), pawns.slice(pawnCounts[0])].map((side) => side.toSorted().join()).join("/");
  const keys = new Set(wanted.map(key));
  return new Set(slices?.squares.flatMap((pawns, slice) => (keys.has(key(pawns)) ? [slice] : [])));
}

/** Solves some slices again, after their entries are overwritten. */
export async function compareSlices(
  solver: GpuEndgameSolver,
  each: Material,
  expected: Uint8Array<ArrayBuffer>,
  squares: readonly string[],
): Promise<Compared> {
  const slices = slicesWith(each, squares);
  const bytes = expected.slice();
  let entries = 0;
  for (const [first, last] of rangesOf(each, slices)) {
    bytes.fill(0xaa, first, last);
    entries += last - first;
  }
  const { plies } = await solver.solve(each, { part: { slices, bytes } });
  await solver.download(each, bytes);
  solver.tables.remove(each);
  return { wrong: differing(bytes, expected), entries, plies, isHistogram: true };
}
