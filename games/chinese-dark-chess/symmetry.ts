/** `gamelore symmetry chinese-dark-chess`: counts of sets of revealed pieces, and representatives. */
import { throwIfAborted, fail, ok } from "../../engine/contracts/errors.ts";
import type { MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { placementsUpTo } from "../../engine/index/geometry.ts";
import { SYMMETRIES } from "./board.ts";
import { classesOf, groupsOf, materialText, parseMaterial, placements, setsOf, type Material } from "./material.ts";
import { CAPTURE_OPTIONS, readCaptures } from "./options.ts";
import { letterOf } from "./pieces.ts";

const MAX_COUNTED = 8;

/** As in the paper: two bits for won, drawn or lost, and a quarter of the positions by the board's symmetries. */
const BITS_PER_POSITION = 2 / 4;

/** Cache by group sizes, which many sets share. */
const counted = new Map<string, number>();

function placementsUpToImages(material: Material): number {
  const counts = groupsOf(material)
    .map(({ count }) => count)
    .sort((a, b) => a - b);
  const key = counts.join();
  const cached = counted.get(key) ?? placementsUpTo(SYMMETRIES, counts);
  counted.set(key, cached);
  return cached;
}

export const symmetry: MaterialSymmetry = {
  summary: "an element is a revealed piece; a set has at least one of each side; White's letters are lowercase",
  example: "gRR",
  elements: { min: 2, max: MAX_COUNTED },
  options: CAPTURE_OPTIONS,
  count: async (elements, options, { signal, onProgress }) => {
    const classes = classesOf(readCaptures(options));
    const keys = new Set<string>();
    const sets = [...setsOf(elements)];
    const positions = { all: 0, representatives: 0 };
    const geometric = { symmetries: SYMMETRIES.length, all: 0, representatives: 0 };
    for (const [i, material] of sets.entries()) {
      const ways = placements(material);
      const images = placementsUpToImages(material);
      const { key } = classes.form(material);
      positions.all += ways;
      geometric.all += images;
      if (!keys.has(key)) {
        positions.representatives += ways;
        geometric.representatives += images;
      }
      keys.add(key);
      if (i % 2_000 !== 0) continue;
      onProgress?.(i / sets.length);
      await new Promise(setImmediate);
      throwIfAborted(signal);
    }
    const representatives = keys.size;
    return { sets: sets.length, representatives, positions, geometric, bitsPerPosition: BITS_PER_POSITION };
  },
  representative: (set, options) => {
    const material = parseMaterial(set);
    if (!material.ok) return material;
    if (material.value.length > MAX_COUNTED)
      return fail("too-large", `"${set}" has ${material.value.length} pieces; expected at most ${MAX_COUNTED}`);
    const found = classesOf(readCaptures(options)).representativeOf(material.value);
    const mapping = [...found.pieces].map(([from, to]): [string, string] => [letterOf(from), letterOf(to)]);
    return ok({ set: materialText(found.material), mapping });
  },
};
