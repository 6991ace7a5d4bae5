/**
 * Evaluations by endgame databases as text: `edb(KRPKN+KPPKN*0.5)` names abstractions with weights, `edb(4)` takes every subset of up to four
 * pieces, kings included. `edb(sum:KRPKN+KPPKN)` adds values up where `edb(…)` takes their weighted mean. An abstraction is a set of pieces of the position that
 * games start with (choices.ts); with `edb(names:KRPKN+KPPKN)` it is any subset of the pieces on the board that has that material, and no other.
 */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import { bookKey } from "../tables/compact-table.ts";
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
  /** All subsets of up to this many pieces instead; null where abstractions are named. */
  readonly pieces: number | null;
}

/** How values are combined, and what an abstraction is. */
export type EdbManner = Pick<EdbPlan, "combine" | "reading">;

const MAX_WEIGHT = 100;

/** Reads what stands between the brackets of `edb(…)`. */
export function parseEdb(inside: string): Result<EdbPlan> {
  const [, words, rest] = /^\s*((?:(?:sum|names):\s*)*)(.*?)\s*$/s.exec(inside) as unknown as [string, string, string];
  const manner: EdbManner = {
    combine: words.includes("sum:") ? "sum" : "mean",
    reading: words.includes("names:") ? "names" : "pieces",
  };
  const list = EDB_PRESETS[rest.toLowerCase()] ?? rest;
  if (/^[345]$/.test(list)) return ok(planOf(manner, [], Number(list)));
  const abstractions: Abstraction[] = [];
  for (const part of list.split("+")) {
    const match = /^\s*([A-Za-z\- ]+?)\s*(?:\*\s*(-?\d+(?:\.\d+)?))?\s*$/.exec(part);
    if (!match)
      return fail("bad-player", `edb: "${part.trim()}" is not an ending, optionally times a number; ${expected()}`);
    const material = parseMaterial(match[1] as string);
    if (!material.ok) return fail("bad-player", `edb: ${material.error.message}`);
    const count = pieceCount(material.value);
    if (count < 3 || count > MAX_PIECES)
      return fail("bad-player", `edb: ${match[1]} has ${count} pieces; there are tables of 3 to ${MAX_PIECES}`);
    const weight = Number(match[2] ?? 1);
    if (Math.abs(weight) > MAX_WEIGHT) return fail("bad-player", `edb: weight ${weight} is beyond ±${MAX_WEIGHT}`);
    abstractions.push({ material: material.value, weight });
  }
  return ok(planOf(manner, abstractions, null));
}

function expected(): string {
  return `expected edb(KRPKN+KPPKN*0.5), edb(3) to edb(${MAX_PIECES}), or one of ${Object.keys(EDB_PRESETS).join(", ")}`;
}

export function planOf(
  { combine, reading }: EdbManner,
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

/** The abstractions with their weights: of `edb(N)`, all whose tables cover subsets of a material; without one, of up to N pieces. */
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

/** Weight by key of the book, both orientations. */
export function weightsByKey(abstractions: readonly Abstraction[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { material, weight } of abstractions) {
    const keys = new Set([bookKey(material), bookKey(swapColours(material))]);
    for (const key of keys) weights.set(key, (weights.get(key) ?? 0) + weight);
  }
  return weights;
}

/** The tables that abstractions are looked up in. */
export function tablesOf(abstractions: readonly Abstraction[]): Material[] {
  const found = abstractions.map(({ material }) => canonicalMaterial(material).material);
  return [...new Map(found.map((material) => [materialText(material), material])).values()];
}
