/** Material symmetry: counts and representatives, by three kinds of classes. */
import { ok, type Result } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { CountOptions, Representative, SymmetryCount, MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { Board } from "./board.ts";
import { Catalogue, entriesOf, positionsOf, representativesOf, setsOf } from "./catalogue.ts";
import {
  elementsOf,
  formatMaterial,
  mapTile,
  type Material,
  parseMaterial,
  permutationAt,
  placesOf,
  rankMaterial,
  sizeOf,
  unrankMaterial,
} from "./material.ts";
import { type BlockRule, endgameVariant, MAX_ELEMENTS, MIN_ELEMENTS } from "./options.ts";
import { sharedNumberForm } from "./shared-number.ts";
import { NUMBERS, TILES, tileText } from "./tiles.ts";

const CLASSES: OptionSpec = {
  name: "classes",
  kind: "choice",
  choices: ["numbers", "pips", "paper"],
  default: "numbers",
  summary:
    "numbers: permutations of numbers (sound if a block is a draw); pips: those that preserve all pip comparisons of a block; paper: graph of tiles that share a number (unsound)",
};
/** Our tables take a byte per position; paper 003 counts a bit. */
const OWN_BITS = 8;
const PAPER_BITS = 1;
/** The only one would reverse the chain, and the virtual tile of its ends has no direction. */
const GEOMETRIC = null;
const PERMUTATIONS: readonly (readonly number[])[] = Array.from({ length: 5_040 }, (_, place) => permutationAt(place));
const PAPER_PLACES: readonly number[] = NUMBERS.map(
  (_, tile, all) => all.filter((__, other) => tileText(other) < tileText(tile)).length,
);

function ruleOf(options: OptionValues): BlockRule {
  return options["classes"] === "pips" ? "pips" : "draw";
}

export const symmetry: MaterialSymmetry = {
  summary:
    "elements are the tiles of both hands and a virtual tile for the open ends, which may equal a tile in a hand",
  example: "01 02 12 34",
  elements: { min: MIN_ELEMENTS, max: MAX_ELEMENTS.draw },
  options: [CLASSES],
  count: async (elements, options, control): Promise<SymmetryCount> => {
    const rule = ruleOf(options);
    checkSize(elements, rule);
    const sets = setsOf(elements);
    const all = positionsOf(elements);
    const catalogue = await classesOf(rule, elements, control);
    if (options["classes"] !== "paper") {
      const positions = { all, representatives: entriesOf(rule, elements) };
      const representatives = representativesOf(rule, elements);
      return { sets, representatives, positions, geometric: GEOMETRIC, bitsPerPosition: OWN_BITS };
    }
    const classes = [...paperClasses(catalogue, elements).values()];
    const positions = { all, representatives: classes.reduce((sum, each) => sum + positionsIn(each), 0) };
    const representatives = classes.length;
    return { sets, representatives, positions, geometric: GEOMETRIC, bitsPerPosition: PAPER_BITS };
  },
  representative: (text, options) => {
    const rule = ruleOf(options);
    const material = parseMaterial(text, MAX_ELEMENTS[rule]);
    if (!material.ok) return material;
    const catalogue = builtCatalogue(rule, sizeOf(material.value));
    return options["classes"] === "paper"
      ? paperRepresentative(catalogue, material.value)
      : ok(soundRepresentative(catalogue, material.value));
  },
};

/** Cache of catalogues: building one takes up to a second. */
const built = new Map<string, Catalogue>();

function builtCatalogue(rule: BlockRule, elements: number): Catalogue {
  const key = `${rule} ${elements}`;
  const catalogue = built.get(key) ?? new Catalogue(new Board(endgameVariant(rule)).kernel, rule, elements).build();
  built.set(key, catalogue);
  return catalogue;
}

function checkSize(elements: number, rule: BlockRule): void {
  if (elements <= MAX_ELEMENTS[rule]) return;
  throw new GameloreError(
    "too-large",
    `${elements} elements have ${setsOf(elements).toLocaleString("en")} sets; expected at most ${MAX_ELEMENTS[rule]} elements with these classes`,
  );
}

/** The classes of one size, built on another thread. */
export async function classesOf(rule: BlockRule, elements: number, control: CountOptions = {}): Promise<Catalogue> {
  const board = new Board(endgameVariant(rule));
  const catalogue = new Catalogue(board.kernel, rule, elements);
  const pool = board.kernel.startPool(1, () => [...board.setup(), ...catalogue.use]);
  try {
    await catalogue.buildOn(pool, elements, control);
    return catalogue;
  } finally {
    await pool.close();
  }
}

function positionsIn(material: Material): number {
  return placesOf(material).length * (2 ** (sizeOf(material) - 1) - 2);
}

/** The paper's classes with one set each. Sets equal up to a permutation of numbers have one graph, so their representatives suffice. */
function paperClasses(catalogue: Catalogue, elements: number): Map<string, Material> {
  const classes = new Map<string, Material>();
  for (const rank of catalogue.setsOfRepresentatives(elements)) {
    const material = unrankMaterial(rank, elements);
    const { key } = sharedNumberForm(material);
    if (!classes.has(key)) classes.set(key, material);
  }
  return classes;
}

/** The first set of each of the paper's classes in the paper's order of tiles: 00, 01 … 06, 11 … 66. */
export function paperRepresentatives(catalogue: Catalogue, elements: number): Map<string, Material> {
  const classes = new Map<string, Material>();
  for (const rank of catalogue.setsOfRepresentatives(elements)) {
    const material = unrankMaterial(rank, elements);
    const { key } = sharedNumberForm(material);
    const before = classes.get(key);
    const first = firstImage(material);
    if (!before || paperOrder(first) < paperOrder(before)) classes.set(key, first);
  }
  return classes;
}

/** A set's rank in the paper's order: indices of the tiles as digits of a number. */
function paperOrder(material: Material): number {
  const places = elementsOf(material).map((tile) => PAPER_PLACES[tile] as number);
  return places.sort((a, b) => a - b).reduce((number, place) => TILES * number + place, 0);
}

function firstImage(material: Material): Material {
  let first = material;
  for (const permutation of PERMUTATIONS) {
    const image = {
      tiles: material.tiles.map((tile) => mapTile(permutation, tile)).toSorted((a, b) => a - b),
      twice: material.twice === null ? null : mapTile(permutation, material.twice),
    };
    if (paperOrder(image) < paperOrder(first)) first = image;
  }
  return first;
}

function soundRepresentative(catalogue: Catalogue, material: Material): Representative {
  const size = sizeOf(material);
  const rank = rankMaterial(material);
  const place = catalogue.representativesOfSets(size)[rank] as number;
  const set = unrankMaterial(catalogue.setsOfRepresentatives(size)[place] as number, size);
  const permutation = permutationAt(catalogue.permutationsOfSets(size)[rank] as number);
  const mapping = elementsOf(material).map((tile) => [tileText(tile), tileText(mapTile(permutation, tile))] as const);
  return { set: formatMaterial(set), mapping };
}

function paperRepresentative(catalogue: Catalogue, material: Material): Result<Representative> {
  const own = sharedNumberForm(material);
  const set = paperRepresentatives(catalogue, sizeOf(material)).get(own.key) ?? material;
  const there = sharedNumberForm(set).order;
  const mapping = own.order.map(
    (tile, i) => [tileText(material.tiles[tile] as number), tileText(set.tiles[there[i] as number] as number)] as const,
  );
  return ok({ set: formatMaterial(set), mapping: mapping.toSorted() });
}
