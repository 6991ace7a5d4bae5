/** Material symmetry: classes of equivalent sets of cards in play. */
import type { Exports } from "../../build/kernels/skat.ts";
import { CanonicalCount } from "../../build/layouts/games/skat/solver.ts";
import { fail, ok, type Result, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { CountOptions, Representative, SymmetryCount, MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { binomial } from "../../engine/index/combinations.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { beatsClassOf, beatsClasses, mapToRepresentative } from "./beats.ts";
import { type Card, cardsIn, cardText, type CardSet, GRAND, NULL, readCards, setText, union } from "./cards.ts";
import { sharedKernel } from "./shared-kernel.ts";

/** Sets per kernel call: a fraction of a second. */
const STEPS = 4_000_000;
const CARDS = 32;

export type Classes = "ranks" | "points" | "beats";

/** In the suit game clubs are trumps; the other suits are equivalent. */
const SYMMETRY_GAMES: Readonly<Record<string, number>> = { suit: 0, grand: GRAND, null: NULL };

/** The kernel's canonical forms. */
export class Material {
  readonly kernel: Kernel<Exports>;
  readonly game: number;
  readonly #region: Address;
  readonly #record: CanonicalCount;
  readonly #images: Address;

  constructor(game: number, kernel: Kernel<Exports> = sharedKernel()) {
    this.kernel = kernel;
    this.game = game;
    this.#region = kernel.memory.allocateZeroed(kernel.exports.orderBytes());
    this.#record = new CanonicalCount(kernel.memory, kernel.memory.allocate(CanonicalCount.BYTES));
    this.#images = kernel.memory.allocate(CARDS);
  }

  /** The number of classes of sets of `elements` cards. */
  async count(elements: number, points: boolean, { signal, onProgress }: CountOptions): Promise<number> {
    const record = this.#record;
    const all = binomial(CARDS, elements);
    record.set = 2 ** elements - 1;
    record.finished = 0;
    record.visited = 0;
    record.counted = 0;
    while (record.finished === 0) {
      throwIfAborted(signal);
      this.kernel.exports.countCanonical(this.#region, this.game, Number(points), record.address, STEPS);
      onProgress?.(record.visited / all);
      await new Promise(setImmediate);
    }
    return record.counted;
  }

  /** The image of each card of a set in its representative. */
  images(cards: CardSet, points: boolean): Map<Card, Card> {
    this.kernel.exports.canonicalCards(this.#region, this.game, Number(points), cards, this.#images);
    const images = this.kernel.memory.bytes(this.#images, CARDS);
    return new Map(cardsIn(cards).map((card) => [card, images[card] as number]));
  }
}

/** The classes that `sound` stands for: points, or ranks in null. */
function classesOf({ game, classes }: OptionValues): Classes {
  if (classes === "ranks" || classes === "beats") return classes;
  return game === "null" ? "ranks" : "points";
}

const materials = new Map<number, Material>();

function materialOf(options: OptionValues): Material {
  const game = SYMMETRY_GAMES[String(options["game"])] as number;
  const material = materials.get(game) ?? new Material(game);
  materials.set(game, material);
  return material;
}

/** Deals of the cards to three equal hands, times the leader; null if they cannot be dealt evenly. */
function dealsOf(elements: number): number | null {
  const hand = elements / 3;
  return Number.isInteger(hand) ? binomial(elements, hand) * binomial(elements - hand, hand) * 3 : null;
}

async function count(elements: number, options: OptionValues, control: CountOptions): Promise<SymmetryCount> {
  const classes = classesOf(options);
  const sets = binomial(CARDS, elements);
  const representatives =
    classes === "beats"
      ? beatsClasses(SYMMETRY_GAMES[String(options["game"])] as number, elements).size
      : await materialOf(options).count(elements, classes === "points", control);
  const deals = dealsOf(elements);
  return {
    sets,
    representatives,
    positions: deals === null ? null : { all: sets * deals, representatives: representatives * deals },
    geometric: null,
    // A byte for points; four bits for a number of tricks; one bit for whether there is any.
    bitsPerPosition: classes === "points" ? 8 : options["game"] === "null" ? 1 : 4,
  };
}

function representative(text: string, options: OptionValues): Result<Representative> {
  const cards = readCards(text.replaceAll(/[\s,]/g, ""));
  if (cards === null || cards.length === 0)
    return fail(
      "bad-position",
      `"${text}" is not a set of cards; expected different cards of CSHD and 789TJQKA, for example CJSAH7`,
    );
  if (cards.length > 30) return fail("bad-position", `${cards.length} cards; expected at most 30, the cards in play`);
  const classes = classesOf(options);
  const game = SYMMETRY_GAMES[String(options["game"])] as number;
  const set = union(...cards.map((card) => (1 << card) >>> 0));
  const images =
    classes === "beats"
      ? mapToRepresentative(beatsClassOf(game, set), game, cards.length)
      : materialOf(options).images(set, classes === "points");
  const mapping = cards.map((card) => [cardText(card), cardText(images.get(card) as Card)] as const);
  return ok({ set: setText(union(...[...images.values()].map((card) => (1 << card) >>> 0))), mapping });
}

export const symmetry: MaterialSymmetry = {
  summary: "sets of cards in play, regardless of who holds them",
  example: "CJSAH7",
  elements: { min: 1, max: 30 },
  options: [
    {
      name: "game",
      kind: "choice",
      choices: Object.keys(SYMMETRY_GAMES),
      default: "suit",
      summary: "suit (clubs are trumps), grand or null",
    },
    {
      name: "classes",
      kind: "choice",
      choices: ["sound", "ranks", "points", "beats"],
      default: "sound",
      summary:
        "ranks: suits interchangeable, gaps closed (sound for null and for counting tricks); points: the same with card points kept; sound: the one of these that fits the game; beats: the paper's graph of which card beats which (unsound)",
    },
  ],
  count,
  representative,
};
