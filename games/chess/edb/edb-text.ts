/**
 * Evaluations by endgame databases as text: `edb(KRPKN+KPPKN*0.5)` names abstractions with weights, `edb(4)` takes every subset of up to four
 * pieces, kings included. `edb(sum:KRPKN+KPPKN)` adds the values, `edb(…)` takes their weighted mean. An abstraction is a set of pieces of the
 * start position (choices.ts); with `edb(names:KRPKN+KPPKN)` it is any subset of the pieces on the board with exactly that material.
 */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import { materialKey } from "../tables/compact-table.ts";
import {
  canonicalMaterial,
  endingsUpTo,
  materialText,
  MAX_PIECES,
  parseMaterial,
  pieceCount,
  swapColours,
  type Material,
} from "../tables/material.ts";
import { EDB_PRESETS } from "./presets.ts";

export interface Abstraction {
  readonly material: Material;
  readonly weight: number;
}

export interface EdbPlan {
  /** The canonical text. */
  readonly text: string;
  readonly combine: "mean" | "sum";
  readonly reading: "pieces" | "names";
  /** The abstractions as written, each with the side named first as White; both orientations are looked up. */
  readonly abstractions: readonly Abstraction[];
  /** All subsets of up to this many pieces; null if abstractions are named. */
  readonly pieces: number | null;
}

/** How values are combined, and how abstractions are read. */
export type EdbMode = Pick<EdbPlan, "combine" | "reading">;

const MAX_WEIGHT = 100;

/** Parses the text within `edb(…)`. */
export function parseEdb(inside: string): Result<EdbPlan> {
  const [, words, rest] = /^\s*((?:(?:sum|names):\s*)*)(.*?)\s*$/s.exec(inside) as unknown as [string, string, string];
  const mode: EdbMode = {
    combine: words.includes("sum:") ? "sum" : "mean",
    reading: words.includes("names:") ? "names" : "pieces",
  };
  const list = EDB_PRESETS[rest.toLowerCase()] ?? rest;
  if (/^[345]$/.test(list)) return ok(planOf(mode, [], Number(list)));
  const abstractions: Abstraction[] = [];
  for (const part of list.split("+")) {
    const match = /^\s*([A-Za-z\- ]+?)\s*(?:\*\s*(-?\d+(?:\.\d+)?))?\s*$/.exec(part);
    if (!match)
      return fail("bad-player", `edb: "${part.trim()}" is not an ending with an optional factor; ${expected()}`);
    const material = parseMaterial(match[1] as string);
    if (!material.ok) return fail("bad-player", `edb: ${material.error.message}`);
    const count = pieceCount(material.value);
    if (count < 3 || count > MAX_PIECES)
      return fail("bad-player", `edb: ${match[1]} has ${count} pieces; tables have 3 to ${MAX_PIECES}`);
    const weight = Number(match[2] ?? 1);
    if (Math.abs(weight) > MAX_WEIGHT) return fail("bad-player", `edb: weight ${weight} is outside ±${MAX_WEIGHT}`);
    abstractions.push({ material: material.value, weight });
  }
  return ok(planOf(mode, abstractions, null));
}

function expected(): string {
  return `expected edb(KRPKN+KPPKN*0.5), edb(3) to edb(${MAX_PIECES}), or one of ${Object.keys(EDB_PRESETS).join(", ")}`;
}

export function planOf(
  { combine, reading }: EdbMode,
  abstractions: readonly Abstraction[],
  pieces: number | null,
): EdbPlan {
  const list =
    pieces === null
      ? abstractions
          .map(({ material, weight }) => materialText(material) + (weight === 1 ? "" : `*${weight}`))
          .join("+")
      : String(pieces);
  const words = `${combine === "sum" ? "sum:" : ""}${reading === "names" ? "names:" : ""}`;
  return { text: `edb(${words}${list})`, combine, reading, abstractions, pieces };
}

/** The abstractions with their weights. For `edb(N)`: all endings of up to N pieces within the given material, if any. */
export function abstractionsOf(plan: EdbPlan, within: Material | null): Abstraction[] {
  if (plan.pieces === null) return [...plan.abstractions];
  return endingsUpTo(plan.pieces)
    .filter((ending) => !within || isWithin(ending, within) || isWithin(swapColours(ending), within))
    .map((material) => ({ material, weight: 1 }));
}

/** Whether all pieces of a material are among those of another, colour by colour. */
export function isWithin(material: Material, other: Material): boolean {
  return material.every((kinds, colour) => {
    const left = [...(other[colour] as readonly number[])];
    return kinds.every((kind) => {
      const at = left.indexOf(kind);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  });
}

/** Weight by material key, both orientations. */
export function weightsByKey(abstractions: readonly Abstraction[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { material, weight } of abstractions) {
    const keys = new Set([materialKey(material), materialKey(swapColours(material))]);
    for (const key of keys) weights.set(key, (weights.get(key) ?? 0) + weight);
  }
  return weights;
}

/** The tables of the abstractions. */
export function tablesOf(abstractions: readonly Abstraction[]): Material[] {
  const found = abstractions.map(({ material }) => canonicalMaterial(material).material);
  return [...new Map(found.map((material) => [materialText(material), material])).values()];
}
