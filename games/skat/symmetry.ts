/** Material symmetry: classes of equivalent sets of cards in play. */
import type { Exports } from "../../build/kernels/skat.ts";
import { fail, ok, type Result, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { CountOptions, Representative, SymmetryCount, MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { binomial } from "../../engine/index/combinations.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import { beatsClassOf, beatsClasses, mapToRepresentative } from "./beats.ts";
import { type Card, cardsIn, cardText, type CardSet, GRAND, NULL, readCards, setText, union } from "./cards.ts";
import { sharedKernel } from "./shared-kernel.ts";

/** Sets per kernel call: a fraction of a second. */
const STEPS = 4_000_000;
const RECORD_BYTES = 24;

export type Classes = "ranks" | "points" | "beats";

/** In the suit game clubs are trumps; the other suits are equivalent. */
const SYMMETRY_GAMES: Readonly<Record<string, number>> = { suit: 0, grand: GRAND, null: NULL };

/** The kernel's canonical forms. */
export class Material {
  readonly kernel: Kernel<Exports>;
  readonly game: number;
  readonly #region: Address;
  readonly #record: Address;

  constructor(game: number, kernel: Kernel<Exports> = sharedKernel()) {
    this.kernel = kernel;
    this.game = game;
    this.#region = kernel.memory.allocateZeroed(kernel.exports.orderBytes());
    this.#record = kernel.memory.allocateZeroed(RECORD_BYTES + 32);
  }

  /** The number of classes of sets of `elements` cards. */
  async count(elements: number, points: boolean, { signal, onProgress }: CountOptions): Promise<number> {
    const { memory } = this.kernel;
    const all = binomial(32, elements);
    memory.bytes(this.#record, RECORD_BYTES).fill(0);
    memory.words(this.#record, 1)[0] = 2 ** elements - 1;
    const done = (): boolean => memory.words(this.#record, 2)[1] === 1;
    const tally = (): Float64Array => new Float64Array(memory.memory.buffer, this.#record + 8, 2);
    while (!done()) {
      throwIfAborted(signal);
      this.kernel.exports.countCanonical(this.#region, this.game, Number(points), this.#record, STEPS);
      onProgress?.((tally()[0] as number) / all);
      await new Promise(setImmediate);
    }
    return tally()[1] as number;
  }

  /** The image of each card of a set in its representative. */
  images(cards: CardSet, points: boolean): Map<Card, Card> {
    const out = addressAfter(this.#record, RECORD_BYTES);
    this.kernel.exports.canonicalCards(this.#region, this.game, Number(points), cards, out);
    const images = this.kernel.memory.bytes(out, 32);
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
  const sets = binomial(32, elements);
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
