/** `gamelore symmetry chinese-dark-chess`: sets of revealed pieces, counted, and what stands for one of them. */
import { throwIfAborted, fail, ok } from "../../engine/contracts/errors.ts";
import type { SymmetryOffer } from "../../engine/contracts/symmetry.ts";
import { classesOf, materialText, parseMaterial, placements, setsOf } from "./material.ts";
import { CAPTURE_OPTIONS, readCaptures } from "./options.ts";
import { letterOf } from "./pieces.ts";

export const MAX_COUNTED = 8;

/** The paper's: two bits for won, drawn or lost, and a quarter of the positions by the board's symmetries. */
const BITS_PER_POSITION = 2 / 4;

export const symmetry: SymmetryOffer = {
  summary: "an element is a revealed piece, a set has at least one of each side; White's letters are small",
  example: "gRR",
  elements: { min: 2, max: MAX_COUNTED },
  options: CAPTURE_OPTIONS,
  count: async (elements, options, { signal, onProgress }) => {
    const classes = classesOf(readCaptures(options));
    const keys = new Set<string>();
    const sets = [...setsOf(elements)];
    const positions = { all: 0, representatives: 0 };
    for (const [i, material] of sets.entries()) {
      const ways = placements(material);
      const { key } = classes.form(material);
      positions.all += ways;
      if (!keys.has(key)) positions.representatives += ways;
      keys.add(key);
      if (i % 2_000 !== 0) continue;
      onProgress?.(i / sets.length);
      await new Promise(setImmediate);
      throwIfAborted(signal);
    }
    return { sets: sets.length, representatives: keys.size, positions, bitsPerPosition: BITS_PER_POSITION };
  },
  representative: (set, options) => {
    const material = parseMaterial(set);
    if (!material.ok) return material;
    if (material.value.length > MAX_COUNTED)
      return fail("too-large", `"${set}" has ${material.value.length} pieces; at most ${MAX_COUNTED} are compared`);
    const found = classesOf(readCaptures(options)).standInFor(material.value);
    const mapping = [...found.pieces].map(([from, to]): [string, string] => [letterOf(from), letterOf(to)]);
    return ok({ set: materialText(found.material), mapping });
  },
};
