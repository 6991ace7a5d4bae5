/** Endgame tables on a GPU: a set with White to move is a section; rank, unrank, moves and captures in WGSL. See table-moves.as.ts. */
import type { Address } from "../../engine/kernel/memory.ts";
import type { GpuDevice } from "../../engine/solve/gpu/device.ts";
import { type RetrogradeGame, type Section, sectionStarts } from "../../engine/solve/gpu/retrograde-game.ts";
import { type SolvedOnGpu, solveRetrograde } from "../../engine/solve/gpu/retrograde.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { orbitsOf } from "../../engine/index/geometry.ts";
import { canAnchor, SYMMETRIES } from "./board.ts";
import type { Endgames, SolvedEndgame, Solving } from "./endgames.ts";
import { WGSL } from "./endgames-wgsl.ts";
import { entriesOf, type Layout, layoutFor, tablesBelow } from "./layouts.ts";
import { type Group, hasBothSides, materialText, type Material, without } from "./material.ts";
import { colourOf, MAX_ELEMENTS } from "./pieces.ts";

/** Entries of the tables that are solved together: 0.6 GB on the GPU. */
const BATCH_ENTRIES = 2 ** 28;
/** Base of a layout without pieces of one side. */
const NOTHING_LEFT = 2 ** 32 - 1;

/** Where the tables of each size of anchors are in the data. */
class AnchorData {
  readonly words: number[] = [];
  readonly #offsets = new Map<number, number>();

  /** The tables of a first group of `pieces` pieces: number of orbits, place of their representatives, then each set's orbit and symmetry. */
  offsetOf(pieces: number): number {
    const known = this.#offsets.get(pieces);
    if (known !== undefined) return known;
    const offset = this.words.length;
    this.#offsets.set(pieces, offset);
    const symmetries = canAnchor(pieces) ? SYMMETRIES : SYMMETRIES.slice(0, 1);
    const { count, orbitOf, symmetryOf, firstOf } = orbitsOf(symmetries, pieces);
    const masks = symmetries.map(maskOf);
    this.words.push(count, offset + 2 + orbitOf.length);
    orbitOf.forEach((orbit, rank) =>
      this.words.push(((masks[symmetryOf[rank] as number] as number) * 2 ** 27 + orbit) >>> 0),
    );
    for (const first of firstOf) this.words.push(first);
    return offset;
  }
}

/** A symmetry of the board changes the same bits of every cell's number. */
function maskOf(symmetry: readonly number[]): number {
  const mask = symmetry[0] as number;
  if (![0, 7, 24, 31].includes(mask) || symmetry.some((image, cell) => image !== (cell ^ mask))) {
    throw new TypeError(`the symmetry ${symmetry.join(" ")} has no solver on the GPU`);
  }
  return mask;
}

/** The sets as sections; captures lead to the tables loaded in `endgames`. */
export function endgameGame(endgames: Endgames, sets: readonly Material[]): RetrogradeGame {
  const { starts } = sectionStarts(sets.map((material) => ({ entries: entriesOf(material) })));
  const startOf = new Map(sets.map((material, i) => [materialText(material), starts[i] as number]));
  const below = new Map(
    sets
      .flatMap((material) => tablesBelow(material, endgames.representativeOf))
      .map((table) => [materialText(table), table]),
  );
  const offsetOf = new Map<string, number>();
  let bytes = 0;
  for (const [text, table] of below) {
    offsetOf.set(text, bytes);
    bytes += entriesOf(table);
  }
  const anchors = new AnchorData();
  return {
    values: "turns",
    sections: sets.map((material) => sectionOf(endgames, material, anchors, startOf, offsetOf)),
    conversions: [...below.values()].map((table) => endgames.entries(table)),
    words: [],
    data: anchors.words,
    slots: MAX_ELEMENTS,
    wgsl: WGSL,
  };
}

/** The words of a section, as endgames-wgsl.ts reads them. */
function sectionOf(
  { classes, representativeOf }: Endgames,
  material: Material,
  anchors: AnchorData,
  startOf: ReadonlyMap<string, number>,
  offsetOf: ReadonlyMap<string, number>,
): Section {
  const own = layoutFor(material, 0, representativeOf);
  const numbers = new Map(own.groups.map(({ piece }, i) => [piece, i]));
  const layoutWords = ({ groups }: Pick<Layout, "groups">, base: number): number[] => [
    base,
    groups.length * 2 ** 28 + anchors.offsetOf((groups[0] as Group).count),
    groups.reduce((sum, { piece, count }, i) => sum + ((numbers.get(piece) as number) + 8 * count) * 64 ** i, 0),
  ];
  const infos = own.groups.map(({ piece }) => {
    const captures = own.groups.map(({ piece: victim }) => classes.capture(piece, victim));
    const prey = captures.reduce((set, { step }, i) => (step ? set | (1 << i) : set), 0);
    return colourOf(piece) | (captures.some(({ jump }) => jump) ? 2 : 0) | (prey << 8);
  });
  const partner = layoutFor(material, 1, representativeOf);
  const left = own.groups.map(({ piece }) => {
    const rest = without(material, piece);
    if (!hasBothSides(rest)) return [NOTHING_LEFT, 0, 0];
    const layout = layoutFor(rest, colourOf(piece), representativeOf);
    return layoutWords(layout, offsetOf.get(materialText(layout.table)) as number);
  });
  const padding = (length: number): number[] => new Array<number>(length).fill(0);
  const missing = MAX_ELEMENTS - own.groups.length;
  return {
    entries: entriesOf(material),
    words: [
      own.groups.length,
      ...infos,
      ...padding(missing),
      ...layoutWords(own, 0),
      ...layoutWords(partner, startOf.get(materialText(partner.table)) as number),
      ...left.flat(),
      ...padding(3 * missing),
    ],
  };
}

export interface EndgamesOnGpu {
  /** Of the solver, without copying the tables from the GPU. */
  readonly gpuSeconds: number;
  readonly deviceBytes: number;
}

/**
 * Solves sets in order of size, as `Endgames.solve` does: those reached by captures must be loaded or among them, and solved tables stay
 * in memory until dropped.
 */
export async function solveEndgamesOnGpu(
  gpu: GpuDevice,
  endgames: Endgames,
  sets: readonly Material[],
  { signal, onProgress }: Omit<Solving, "threads">,
  done?: (solved: SolvedEndgame) => Promise<void>,
): Promise<EndgamesOnGpu> {
  const all = sets.reduce((sum, material) => sum + entriesOf(material), 0);
  let finished = 0;
  let gpuSeconds = 0;
  let deviceBytes = 0;
  for (const elements of new Set(sets.map(({ length }) => length).toSorted((a, b) => a - b))) {
    const pairs = endgames.pairs(sets.filter(({ length }) => length === elements));
    for (const batch of batchesOf(endgames, pairs)) {
      const own = batch.reduce((sum, { requested, material }) => sum + (requested ? entriesOf(material) : 0), 0);
      const began = performance.now();
      const game = endgameGame(
        endgames,
        batch.map(({ material }) => material),
      );
      const solved = await solveRetrograde(gpu, game, {
        ...(signal ? { signal } : {}),
        onProgress: ({ done: share, phase }) =>
          onProgress?.((finished + share * own) / all, `${elements} pieces, ${phase}`),
      });
      gpuSeconds += (performance.now() - began) / 1_000;
      deviceBytes = Math.max(deviceBytes, solved.deviceBytes);
      try {
        for (const [i, { material, requested }] of batch.entries()) {
          if (!requested) continue;
          const address = await download(solved, i, endgames, material);
          const histogram = solved.histograms[i] as readonly number[];
          await done?.({ material, address, histogram, plies: longestOf(histogram) });
        }
      } finally {
        solved.release();
      }
      finished += own;
    }
  }
  return { gpuSeconds, deviceBytes };
}

/** Copies a section to the memory of the endgames. */
async function download(
  solved: SolvedOnGpu,
  section: number,
  endgames: Endgames,
  material: Material,
): Promise<Address> {
  const address = endgames.allocate(material);
  try {
    const target = endgames.entries(material);
    await solved.table.download(target, solved.starts[section] as number, target.length);
    return address;
  } catch (error) {
    endgames.drop(material);
    throw error;
  }
}

interface Solved {
  readonly material: Material;
  /** Otherwise it is solved only because another set is. */
  readonly requested: boolean;
}

/** Pairs of a set and its partner, as many together as a batch holds. */
function batchesOf(endgames: Endgames, pairs: readonly (readonly Material[])[]): Solved[][] {
  const batches: Solved[][] = [];
  let entries = Number.POSITIVE_INFINITY;
  for (const pair of pairs) {
    const solved = pair.map((material) => ({ material, requested: true }));
    const partner = endgames.partnerOf(pair[0] as Material);
    if (!pair.some((material) => materialText(material) === materialText(partner)))
      solved.push({ material: partner, requested: false });
    const { end } = sectionStarts(solved.map(({ material }) => ({ entries: entriesOf(material) })));
    if (entries + end > BATCH_ENTRIES) {
      batches.push([]);
      entries = 0;
    }
    batches.at(-1)?.push(...solved);
    entries += end;
  }
  return batches;
}

/** Plies of the longest outcome. */
function longestOf(histogram: readonly number[]): number {
  return histogram.reduce(
    (longest, count, value) => (count > 0 ? Math.max(longest, readOutcome(value, "turns").plies) : longest),
    0,
  );
}
