/** Material of an ending: the pieces besides the kings, and the conversions by captures and promotions. */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from "../constants.ts";

/** Kinds of the pieces besides the kings, strongest first, by colour: White, Black. */
export type Material = readonly [readonly number[], readonly number[]];

export const MAX_PIECES = 5;
const LETTERS = "PNBRQ";
const PROMOTIONS = [QUEEN, ROOK, BISHOP, KNIGHT] as const;

function sorted(kinds: readonly number[]): number[] {
  return kinds.toSorted((a, b) => b - a);
}

export function materialOf(white: readonly number[], black: readonly number[]): Material {
  return [sorted(white), sorted(black)];
}

/** For example KRPKN. */
export function materialText([white, black]: Material): string {
  const side = (kinds: readonly number[]): string => `K${kinds.map((kind) => LETTERS[kind]).join("")}`;
  return side(white) + side(black);
}

export function pieceCount([white, black]: Material): number {
  return 2 + white.length + black.length;
}

export function swapColours([white, black]: Material): Material {
  return [black, white];
}

/** More pieces come first, then stronger ones. */
function compareSides(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return b.length - a.length;
  const at = a.findIndex((kind, i) => kind !== b[i]);
  return at < 0 ? 0 : (b[at] as number) - (a[at] as number);
}

export interface CanonicalMaterial {
  readonly material: Material;
  /** Whether the colours are swapped. */
  readonly swapped: boolean;
}

/** The material whose table covers this one: the side with more or stronger pieces is White. */
export function canonicalMaterial(material: Material): CanonicalMaterial {
  const swapped = compareSides(material[0], material[1]) > 0;
  return { material: swapped ? swapColours(material) : material, swapped };
}

/** Parses KRPKN, also KRPvKN, KRP-KN or KRP KN, with the pieces in any order. */
export function parseMaterial(text: string): Result<Material> {
  const match = /^K([QRBNP]*)[-v\s]?K([QRBNP]*)$/i.exec(text.trim());
  if (!match)
    return fail(
      "bad-usage",
      `"${text}" is not an ending; expected the pieces of both sides with their kings, for example KRPKN`,
    );
  const side = (letters: string): number[] => [...letters.toUpperCase()].map((letter) => LETTERS.indexOf(letter));
  return ok(materialOf(side(match[1] as string), side(match[2] as string)));
}

function* multisets(size: number, max: number = QUEEN): Generator<number[]> {
  if (size === 0) return yield [];
  for (let kind = max; kind >= PAWN; kind--) for (const rest of multisets(size - 1, kind)) yield [kind, ...rest];
}

/** All canonical endings with exactly this many pieces, kings included. */
export function endingsOf(count: number): Material[] {
  const found: Material[] = [];
  for (let black = 0; 2 * black <= count - 2; black++) {
    for (const strong of multisets(count - 2 - black)) {
      for (const weak of multisets(black)) if (compareSides(strong, weak) <= 0) found.push([strong, weak]);
    }
  }
  return found;
}

export function endingsUpTo(count: number): Material[] {
  return Array.from({ length: count - 2 }, (_, i) => endingsOf(i + 3)).flat();
}

function without(kinds: readonly number[], kind: number): number[] {
  const at = kinds.indexOf(kind);
  return kinds.filter((_, i) => i !== at);
}

/** Material after one capture, one promotion, or both at once; colours as they are. */
export function conversionsOf([white, black]: Material): Material[] {
  const found = new Map<string, Material>();
  const add = (a: readonly number[], b: readonly number[]): void => {
    const material = materialOf(a, b);
    found.set(materialText(material), material);
  };
  const promoted = (kinds: readonly number[]): number[][] =>
    kinds.includes(PAWN) ? PROMOTIONS.map((kind) => [...without(kinds, PAWN), kind]) : [];
  for (const kind of new Set(black)) {
    const left = without(black, kind);
    add(white, left);
    // There are no pawns on the last rank to capture.
    if (kind !== PAWN) for (const kinds of promoted(white)) add(kinds, left);
  }
  for (const kind of new Set(white)) {
    const left = without(white, kind);
    add(left, black);
    if (kind !== PAWN) for (const kinds of promoted(black)) add(left, kinds);
  }
  for (const kinds of promoted(white)) add(kinds, black);
  for (const kinds of promoted(black)) add(white, kinds);
  return [...found.values()];
}

/** Bare kings are drawn and have no table. */
export function isBareKings([white, black]: Material): boolean {
  return white.length + black.length === 0;
}

/** Endings with all their conversion targets, in dependency order. */
export function withDependencies(endings: readonly Material[]): Material[] {
  const found = new Map<string, Material>();
  const visit = (given: Material): void => {
    const { material } = canonicalMaterial(given);
    const text = materialText(material);
    if (isBareKings(material) || found.has(text)) return;
    for (const next of conversionsOf(material)) visit(next);
    found.set(text, material);
  };
  for (const ending of endings) visit(ending);
  return [...found.values()];
}
