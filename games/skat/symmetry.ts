/** Equivalent material: which sets of cards in play are alike. */
import { fail, ok, type Result, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { CountOptions, Representative, SymmetryCount, MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { binomial } from "../../engine/index/combinations.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import { beatsClassOf, beatsClasses, sameAs } from "./beats.ts";
import { type Card, cardsIn, cardText, type CardSet, GRAND, NULL, readCards, setText, union } from "./cards.ts";
import { sharedKernel } from "./shared-kernel.ts";

/** Sets that a call of the kernel goes through: a fraction of a second. */
const STEPS = 4_000_000;
const RECORD_BYTES = 24;

export type Classes = "ranks" | "points" | "beats";

/** In the suit game of the counts clubs are trumps: any other suit gives the same. */
export const SYMMETRY_GAMES: Readonly<Record<string, number>> = { suit: 0, grand: GRAND, null: NULL };

/** The kernel's normal forms. */
export class Material {
  readonly kernel: Kernel;
  readonly game: number;
  readonly #region: number;
  readonly #record: number;

  constructor(game: number, kernel: Kernel = sharedKernel()) {
    this.kernel = kernel;
    this.game = game;
    this.#region = kernel.memory.allocateZeroed(kernel.call("orderBytes"));
    this.#record = kernel.memory.allocateZeroed(RECORD_BYTES + 32);
  }

  /** How many of the sets of so many cards stand for their class. */
  async count(elements: number, points: boolean, { signal, onProgress }: CountOptions): Promise<number> {
    const { memory } = this.kernel;
    const all = binomial(32, elements);
    memory.bytes(this.#record, RECORD_BYTES).fill(0);
    memory.words(this.#record, 1)[0] = 2 ** elements - 1;
    const done = (): boolean => memory.words(this.#record, 2)[1] === 1;
    const tally = (): Float64Array => new Float64Array(memory.memory.buffer, this.#record + 8, 2);
    while (!done()) {
      throwIfAborted(signal);
      this.kernel.call("countNormal", this.#region, this.game, Number(points), this.#record, STEPS);
      onProgress?.((tally()[0] as number) / all);
      await new Promise(setImmediate);
    }
    return tally()[1] as number;
  }

  /** The card that each card of a set becomes in the set that stands for it. */
  images(cards: CardSet, points: boolean): Map<Card, Card> {
    const out = this.#record + RECORD_BYTES;
    this.kernel.call("normalCards", this.#region, this.game, Number(points), cards, out);
    const images = this.kernel.memory.bytes(out, 32);
    return new Map(cardsIn(cards).map((card) => [card, images[card] as number]));
  }
}

/** What tells sets apart where the option leaves it to the game: points where they count, ranks in null. */
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

/** Deals of so many cards to three equal hands, with one of them to lead; null where they cannot be dealt evenly. */
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
    // A byte for points; four bits for a number of tricks; one for whether there is any.
    bitsPerPosition: classes === "points" ? 8 : options["game"] === "null" ? 1 : 4,
  };
}

function representative(text: string, options: OptionValues): Result<Representative> {
  const cards = readCards(text.replaceAll(/[\s,]/g, ""));
  if (cards === null || cards.length === 0)
    return fail(
      "bad-position",
      `"${text}" is not a set of cards; expected different cards of CSHD and 789TJQKA, as in CJSAH7`,
    );
  if (cards.length > 30) return fail("bad-position", `${cards.length} cards are more than the 30 that are in play`);
  const classes = classesOf(options);
  const game = SYMMETRY_GAMES[String(options["game"])] as number;
  const set = union(...cards.map((card) => (1 << card) >>> 0));
  const images =
    classes === "beats"
      ? sameAs(beatsClassOf(game, set), game, cards.length)
      : materialOf(options).images(set, classes === "points");
  const mapping = cards.map((card) => [cardText(card), cardText(images.get(card) as Card)] as const);
  return ok({ set: setText(union(...[...images.values()].map((card) => (1 << card) >>> 0))), mapping });
}

export const symmetry: MaterialSymmetry = {
  summary: "sets of cards in play, whoever holds them",
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
        "ranks: suits exchanged, gaps closed (right for null and for counting tricks); points: that with card points kept; sound: the one of these that fits the game; beats: as in the paper, by which card beats which, which is not sound",
    },
  ],
  count,
  representative,
};
