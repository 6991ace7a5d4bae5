/**
 * Material symmetry: sets of revealed pieces are equivalent if the same pieces can capture each other in the same way. A set is a list of
 * pieces, White's first, strongest first; its text is their letters, for example kPP.
 */
import type { Exports } from "../../build/kernels/chinese-dark-chess.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { canonicalForm, type CanonicalForm, type Graph } from "../../engine/index/canonical.ts";
import { binomial } from "../../engine/index/combinations.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { NULL_ADDRESS } from "../../engine/kernel/memory.ts";
import { CELLS } from "./board.ts";
import { kernelNumbers, type Captures } from "./options.ts";
import { colourOf, countOf, KINDS, kindOf, letterOf, pieceOf, PIECES } from "./pieces.ts";

export type Material = readonly number[];

const STEP = 1;
const JUMP = 2;
const SWAP = 8;

/** Equal pieces of a set: a vertex of its graph. */
export interface Group {
  readonly piece: number;
  readonly count: number;
}

export function materialText(material: Material): string {
  return material.map(letterOf).join("");
}

export function sorted(pieces: Iterable<number>): Material {
  return [...pieces].sort((a, b) => PIECES.indexOf(a) - PIECES.indexOf(b));
}

/** Swaps the colours. */
export function swapped(material: Material): Material {
  return sorted(material.map((piece) => piece ^ SWAP));
}

export function without(material: Material, piece: number): Material {
  const at = material.indexOf(piece);
  return material.filter((_, i) => i !== at);
}

export function hasBothSides(material: Material): boolean {
  return [0, 1].every((colour) => material.some((piece) => colourOf(piece) === colour));
}

export function parseMaterial(text: string): Result<Material> {
  const pieces = [...text].map(pieceOf);
  const bad = [...text].find((letter) => pieceOf(letter) === null);
  const example = "for example kPP for a white king against two black pawns";
  if (bad !== undefined || text === "")
    return fail(
      "bad-usage",
      `"${text}" is not a set of pieces: ${bad ? `"${bad}" is not a piece` : "it is empty"}; ${example}`,
    );
  const material = sorted(pieces as number[]);
  for (const { piece, count } of groupsOf(material)) {
    if (count > countOf(piece))
      return fail("bad-usage", `"${text}" has ${count} ${letterOf(piece)}; each side has ${countOf(piece)}`);
  }
  if (!hasBothSides(material))
    return fail("bad-usage", `"${text}" has pieces of one side only; expected both, ${example}`);
  return ok(material);
}

export function groupsOf(material: Material): Group[] {
  const counts = new Map<number, number>();
  for (const piece of material) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return [...counts].map(([piece, count]) => ({ piece, count }));
}

/** The number of placements on the board; equal pieces are indistinguishable. */
export function placements(material: Material): number {
  let free = CELLS;
  let ways = 1;
  for (const { count } of groupsOf(material)) {
    ways *= binomial(free, count);
    free -= count;
  }
  return ways;
}

/** All sets of `elements` pieces with at least one of each side. */
export function* setsOf(elements: number): Generator<Material> {
  function* from(at: number, left: number, chosen: number[]): Generator<Material> {
    if (left === 0) {
      if (hasBothSides(chosen)) yield [...chosen];
      return;
    }
    const piece = PIECES[at];
    if (piece === undefined) return;
    for (let count = Math.min(left, countOf(piece)); count >= 0; count--) {
      yield* from(at + 1, left - count, [...chosen, ...new Array<number>(count).fill(piece)]);
    }
  }
  yield* from(0, elements, []);
}

export interface Representative {
  readonly material: Material;
  /** Maps each piece of the given set to the corresponding piece of the representative. */
  readonly pieces: ReadonlyMap<number, number>;
}

/** Equivalence classes of sets under the capture rules. The representative is the first set of a class in the order of `setsOf`. */
export class MaterialClasses {
  /** Edge labels by kind of attacker and kind of victim. */
  readonly #labels: readonly (readonly number[])[];
  readonly #byKey = new Map<string, { material: Material; order: readonly number[] }>();
  readonly #counted = new Set<number>();

  constructor(captures: Captures) {
    const kernel = new Kernel<Exports>("chinese-dark-chess");
    const defaults = { limit: 40, flipsReset: false, jumpsOnDark: false, repetition: "allowed" } as const;
    kernel.exports.setVariant(...kernelNumbers({ ...defaults, ...captures }), NULL_ADDRESS);
    this.#labels = [0, ...KINDS].map((kind) => {
      const prey = kernel.exports.stepPrey(kind);
      const jump = kernel.exports.jumpsAnything(kind) === 1 ? JUMP : 0;
      return [0, ...KINDS].map((victim) => ((prey >> victim) & 1 ? STEP : 0) | jump);
    });
  }

  /** Whether a piece can capture another by a step, and by jumping. */
  capture(piece: number, victim: number): { readonly step: boolean; readonly jump: boolean } {
    const label = colourOf(piece) === colourOf(victim) ? 0 : this.#label(piece, victim);
    return { step: (label & STEP) !== 0, jump: (label & JUMP) !== 0 };
  }

  representativeOf(material: Material): Representative {
    this.#collect(material.length);
    const groups = groupsOf(material);
    const { key, order } = this.form(material);
    const found = this.#byKey.get(key) as { material: Material; order: readonly number[] };
    const others = groupsOf(found.material);
    const pairs = order.map((vertex, i): [number, number] => [
      (groups[vertex] as Group).piece,
      (others[found.order[i] as number] as Group).piece,
    ]);
    return { material: found.material, pieces: new Map(pairs) };
  }

  /** The representatives of `elements` pieces, in a fixed order. */
  representatives(elements: number): Material[] {
    this.#collect(elements);
    return [...this.#byKey.values()].map(({ material }) => material).filter(({ length }) => length === elements);
  }

  /** A vertex per group, coloured by side and count; edges are labelled by how pieces capture each other. */
  graph(material: Material): Graph {
    const groups = groupsOf(material);
    const size = groups.length;
    const labels = new Uint8Array(size * size);
    groups.forEach(({ piece }, from) =>
      groups.forEach(({ piece: victim }, to) => {
        if (colourOf(piece) !== colourOf(victim)) labels[from * size + to] = this.#label(piece, victim);
      }),
    );
    return { colours: groups.map(({ piece, count }) => 8 * colourOf(piece) + count), labels };
  }

  /** The canonical form of a set's graph; `order` refers to the groups of the set. */
  form(material: Material): CanonicalForm {
    return canonicalForm(this.graph(material));
  }

  #label(piece: number, victim: number): number {
    return this.#labels[kindOf(piece)]?.[kindOf(victim)] as number;
  }

  #collect(elements: number): void {
    if (this.#counted.has(elements)) return;
    this.#counted.add(elements);
    for (const material of setsOf(elements)) {
      const { key, order } = this.form(material);
      if (!this.#byKey.has(key)) this.#byKey.set(key, { material, order });
    }
  }
}

const classes = new Map<string, MaterialClasses>();

export function classesOf(captures: Captures): MaterialClasses {
  const key = `${captures.cannon} ${captures.king}`;
  const cached = classes.get(key) ?? new MaterialClasses(captures);
  classes.set(key, cached);
  return cached;
}
