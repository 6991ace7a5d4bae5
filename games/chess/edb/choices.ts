/**
 * Abstractions as sets of pieces (paper 000, Definition 1). An abstraction such as KRPKN keeps a rook and a pawn of one side and a knight of the
 * other; all other pieces are removed. The kept pieces change with the game: a captured piece is missing in the abstract position, a promoted
 * pawn is the new piece. The abstract position of KRPKN is one of KRPK once the knight is captured, and of KQRKN after a promotion.
 *
 * If an ending has two pawns, KRPKN can keep either: every choice of pieces counts. A position does not identify its pieces, so the choices are
 * counted: for a subset of the pieces on the board, the number of choices of start pieces that have become it.
 */
import { PAWN, QUEEN } from "../constants.ts";
import { conversionsOf, materialOf, materialText, swapColours, type Material } from "../tables/material.ts";
import { isWithin, type Abstraction } from "./edb-text.ts";

/** Number of pieces of each kind of one side. */
type Counts = readonly number[];

const KINDS: readonly number[] = Array.from({ length: QUEEN + 1 }, (_, kind) => kind);
const OFFICERS: readonly number[] = KINDS.filter((kind) => kind !== PAWN);
/** Maximum per kind and colour in a material key. */
const MAX_OF_KIND = 3;
/** Maximum size of a subset, kings excluded. */
const MAX_CHOSEN = 3;

function countsOf(kinds: readonly number[]): Counts {
  return KINDS.map((kind) => kinds.filter((each) => each === kind).length);
}

function binomial(of: number, chosen: number): number {
  if (chosen < 0 || chosen > of) return 0;
  let value = 1;
  for (let i = 0; i < chosen; i++) value = (value * (of - i)) / (i + 1);
  return value;
}

/** Changes of one side's pieces since the start: captured and promoted pieces by kind, with as few promotions as possible. */
interface PieceChanges {
  readonly now: Counts;
  readonly captured: Counts;
  readonly promoted: Counts;
}

function changesOf(start: Counts, now: Counts): PieceChanges {
  const promoted = KINDS.map((kind) => (kind === PAWN ? 0 : Math.max(0, now[kind]! - start[kind]!)));
  const promotions = promoted.reduce((sum, count) => sum + count, 0);
  const captured = KINDS.map((kind) =>
    kind === PAWN ? start[PAWN]! - now[PAWN]! - promotions : Math.max(0, start[kind]! - now[kind]!),
  );
  return { now, captured, promoted };
}

/**
 * The number of choices of `kept` start pieces that have become exactly this subset of the pieces on the board, all others being captured.
 * Averaged over which of several like pieces were promoted.
 */
function choicesOf(kept: Counts, subset: Counts, { now, captured, promoted }: PieceChanges): number {
  const split = (at: number, promotions: number): number => {
    const kind = OFFICERS[at];
    if (kind === undefined) return binomial(captured[PAWN]!, kept[PAWN]! - subset[PAWN]! - promotions);
    let sum = 0;
    for (let q = 0; q <= subset[kind]!; q++) {
      const originals = subset[kind]! - q;
      const likely =
        (binomial(promoted[kind]!, q) * binomial(now[kind]! - promoted[kind]!, originals)) /
        binomial(now[kind]!, subset[kind]!);
      const choices = likely * binomial(captured[kind]!, kept[kind]! - originals);
      if (choices > 0) sum += choices * split(at + 1, promotions + q);
    }
    return sum;
  };
  return split(0, 0);
}

/** A subset of the pieces of a position, by their index in the kernel's list: White first, each side from pawn to queen. */
export interface Subset {
  readonly pieces: readonly number[];
  readonly material: Material;
  readonly weight: number;
}

/** The subsets that count in positions of a material, weighted by their number of choices. */
export function subsetsOf(abstractions: readonly Abstraction[], start: Material, now: Material): Subset[] {
  const oriented = abstractions.flatMap(({ material, weight }) =>
    orientationsOf(material)
      .filter((each) => isWithin(each, start))
      .map((each) => ({ kept: each.map(countsOf), weight })),
  );
  const fates = now.map((kinds, colour) => changesOf(countsOf(start[colour]!), countsOf(kinds)));
  const pieces = now.flatMap((kinds, colour) => kinds.toSorted((a, b) => a - b).map((kind) => ({ kind, colour })));
  const found: Subset[] = [];
  for (const chosen of subsetsUpTo(MAX_CHOSEN, pieces.length)) {
    const sides = [0, 1].map((colour) =>
      chosen.flatMap((i) => (pieces[i]!.colour === colour ? [pieces[i]!.kind] : [])),
    );
    const counts = sides.map(countsOf);
    let weight = 0;
    for (const { kept, weight: each } of oriented)
      weight += each * choicesOf(kept[0]!, counts[0]!, fates[0]!) * choicesOf(kept[1]!, counts[1]!, fates[1]!);
    if (weight !== 0) found.push({ pieces: chosen, material: materialOf(sides[0]!, sides[1]!), weight });
  }
  return found;
}

/** Whether a start has the pieces of an abstraction, in either orientation. */
export function fits(material: Material, start: Material): boolean {
  return orientationsOf(material).some((each) => isWithin(each, start));
}

function orientationsOf(material: Material): Material[] {
  const swapped = swapColours(material);
  return materialText(swapped) === materialText(material) ? [material] : [material, swapped];
}

function* subsetsUpTo(size: number, count: number, from: number = 0): Generator<number[]> {
  yield [];
  if (size === 0) return;
  for (let first = from; first < count; first++)
    for (const rest of subsetsUpTo(size - 1, count, first + 1)) yield [first, ...rest];
}

/** All materials reachable by captures and promotions, itself included, as far as material keys can represent them. */
export function materialsFrom(start: Material): Material[] {
  const found = new Map<string, Material>();
  const queue = [start];
  for (let material = queue.pop(); material; material = queue.pop()) {
    const text = materialText(material);
    if (found.has(text) || material.some((kinds) => countsOf(kinds).some((count) => count > MAX_OF_KIND))) continue;
    found.set(text, material);
    queue.push(...conversionsOf(material));
  }
  return [...found.values()];
}

/** Endings of the abstractions after captures and queen promotions. */
export function endingsWithin(abstractions: readonly Abstraction[]): Material[] {
  const found = new Map<string, Material>();
  const queue = abstractions.map(({ material }) => material);
  for (let material = queue.pop(); material; material = queue.pop()) {
    const text = materialText(material);
    if (found.has(text)) continue;
    found.set(text, material);
    for (const [colour, kinds] of material.entries()) {
      for (const [i, kind] of kinds.entries()) {
        const others = kinds.filter((_, j) => j !== i);
        for (const side of kind === PAWN ? [others, [...others, QUEEN]] : [others])
          queue.push(colour === 0 ? materialOf(side, material[1]) : materialOf(material[0], side));
      }
    }
  }
  return [...found.values()].filter((material) => material.flat().length > 0);
}
