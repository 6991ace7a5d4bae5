import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import {
  CARDS,
  isTrump,
  type ReferenceGame,
  referencePoints,
  referenceValue,
  referenceWinner,
  suitOf,
} from "./reference.fixture.ts";
import { Solver } from "./solver.ts";
import { symmetry } from "./symmetry.ts";

/** From independent programs: sets, then classes by ranks, by the beats graph, by points. */
const COUNTS = [
  ["suit", 3, 4_960, 7, 4, 378],
  ["suit", 6, 906_192, 23, 17, 16_898],
  ["grand", 3, 4_960, 7, 4, 137],
  ["grand", 6, 906_192, 25, 21, 4_909],
  ["null", 3, 4_960, 3, 3, null],
  ["null", 6, 906_192, 9, 9, null],
] as const;

const NAMES = CARDS.map((card) =>
  card.replace("10", "T").replace(/[♣♠♥♦]/, (sign) => "CSHD".charAt("♣♠♥♦".indexOf(sign))),
);
const REFERENCE: Readonly<Record<string, ReferenceGame>> = { suit: "♣", grand: "grand", null: "null" };
const NUMBERS: Readonly<Record<string, number>> = { suit: 0, grand: 4, null: 5 };

describe("counts", () => {
  test.each(COUNTS)(
    "%s, %i cards: as counted by independent programs",
    async (game, elements, sets, ranks, beats, points) => {
      const count = async (classes: string): Promise<number> => {
        const found = await symmetry.count(elements, { game, classes }, {});
        expect(found.sets).toBe(sets);
        return found.representatives;
      };
      expect(await count("ranks")).toBe(ranks);
      expect(await count("beats")).toBe(beats);
      expect(await count("sound")).toBe(points ?? ranks);
    },
  );

  test.each([
    ["suit", "ranks"],
    ["suit", "points"],
    ["grand", "ranks"],
    ["grand", "points"],
    ["null", "ranks"],
  ] as const)("%s, nine cards by %s: as counted by Pólya enumeration", async (game, classes) => {
    const found = await symmetry.count(9, { game, classes }, {});
    expect(found).toMatchObject({ sets: 28_048_800, representatives: classesByPolya(game, classes)[9] });
    expect(classesByPolya(game, classes)[6]).toBe(
      COUNTS.find(([name, n]) => name === game && n === 6)?.[classes === "ranks" ? 3 : 5],
    );
  });

  test("positions are deals to three hands times the leader", async () => {
    const { positions } = await symmetry.count(6, { game: "suit", classes: "points" }, {});
    expect(positions).toEqual({ all: 906_192 * 90 * 3, representatives: 16_898 * 90 * 3 });
    expect((await symmetry.count(4, { game: "suit", classes: "points" }, {})).positions).toBeNull();
  });

  test("counting can be interrupted", async () => {
    await expect(
      symmetry.count(9, { game: "suit", classes: "points" }, { signal: AbortSignal.abort() }),
    ).rejects.toThrow("interrupted");
  });
});

/** Numbers of classes by cards, by Pólya enumeration: generating functions of one suit, and the cycle index of interchangeable suits. */
function classesByPolya(game: string, classes: string): number[] {
  const upTo = (most: number): number[] => Array.from({ length: most + 1 }, () => 1);
  const times = (one: readonly number[], two: readonly number[]): number[] => {
    const product = Array.from({ length: one.length + two.length - 1 }, () => 0);
    one.forEach((a, i) => two.forEach((b, j) => (product[i + j] = (product[i + j] as number) + a * b)));
    return product;
  };
  const each = (polynomials: readonly (readonly number[])[]): number[] => polynomials.reduce<number[]>(times, [1]);
  /** The polynomial in x to the power `suits`: equal suits of a cycle. */
  const alike = (polynomial: readonly number[], suits: number): number[] =>
    polynomial.flatMap((value, i) => (i === 0 ? [value] : [...Array.from({ length: suits - 1 }, () => 0), value]));
  // A, 10, K and Q each in or out; of the three cards without points only the number counts.
  const rich = each([[1, 1], [1, 1], [1, 1], [1, 1], upTo(3)]);
  const suit = classes === "points" ? rich : upTo(game === "null" ? 8 : 7);
  const trumps =
    game === "null" ? [1] : game === "grand" ? upTo(4) : classes === "points" ? each([rich, upTo(4)]) : upTo(11);
  const cycles: readonly (readonly [ways: number, lengths: readonly number[]])[] =
    game === "suit"
      ? [
          [1, [1, 1, 1]],
          [3, [2, 1]],
          [2, [3]],
        ]
      : [
          [1, [1, 1, 1, 1]],
          [6, [2, 1, 1]],
          [3, [2, 2]],
          [8, [3, 1]],
          [6, [4]],
        ];
  const total = Array.from({ length: 33 }, () => 0);
  for (const [ways, lengths] of cycles)
    each([trumps, ...lengths.map((length) => alike(suit, length))]).forEach(
      (value, i) => (total[i] = (total[i] as number) + ways * value),
    );
  const order = cycles.reduce((sum, [ways]) => sum + ways, 0);
  return total.map((value) => value / order);
}

/** The class of a set by definition: each suit as its cards' points from the top, side suits unordered. */
function referenceClass(game: ReferenceGame, cards: readonly string[], points: boolean): string {
  const ladder = (suit: readonly string[]): string =>
    suit
      .toSorted((a, b) => (referenceWinner(game, [a, b, b]) === 0 ? -1 : 1))
      .map((card) => (points ? referencePoints(card) : "x"))
      .join(",");
  const sides = ["♣", "♠", "♥", "♦"].map((suit) =>
    ladder(cards.filter((card) => !isTrump(game, card) && suitOf(card) === suit)),
  );
  return [ladder(cards.filter((card) => isTrump(game, card))), ...sides.toSorted()].join("|");
}

function randomSet(random: SeededRandom, size: number): string[] {
  const deck = [...CARDS];
  return Array.from({ length: size }, () => deck.splice(random.below(deck.length), 1)[0] as string);
}

function represented(game: string, classes: string, cards: readonly string[]): Map<string, string> {
  const text = cards.map((card) => NAMES[CARDS.indexOf(card)]).join("");
  const { mapping } = unwrap(symmetry.representative(text, { game, classes }));
  return new Map(
    mapping.map(([from, to]) => [CARDS[NAMES.indexOf(from)] as string, CARDS[NAMES.indexOf(to)] as string]),
  );
}

const CLASSES = [
  ["suit", "points"],
  ["grand", "points"],
  ["suit", "ranks"],
  ["grand", "ranks"],
  ["null", "ranks"],
] as const;

describe.each(CLASSES)("%s, classes by %s", (game, classes) => {
  const reference = REFERENCE[game] as ReferenceGame;

  test("two sets share a representative exactly if they are equivalent by definition", () => {
    const random = new SeededRandom(2);
    const byClass = new Map<string, string>();
    const byForm = new Map<string, string>();
    for (let i = 0; i < 4_000; i++) {
      const cards = randomSet(random, 3 + random.below(4));
      const form = [...represented(game, classes, cards).values()].toSorted().join();
      const words = referenceClass(reference, cards, classes === "points");
      expect(byClass.get(words) ?? form).toBe(form);
      expect(byForm.get(form) ?? words).toBe(words);
      byClass.set(words, form);
      byForm.set(form, words);
    }
  });

  test("a set and its representative have equal values in every deal of two tricks", () => {
    const random = new SeededRandom(3);
    const solver = new Solver(undefined, 2 ** 8);
    const tricks = classes === "ranks" && game !== "null";
    for (let i = 0; i < (tricks ? 3 : 20); i++) {
      const cards = randomSet(random, 6);
      const images = represented(game, classes, cards);
      for (const hands of dealsOf(cards)) {
        for (const leader of [0, 1, 2]) {
          const there = hands.map((hand) => hand.map((card) => images.get(card) as string));
          if (tricks) {
            const value = (deal: readonly (readonly string[])[]): number =>
              referenceValue({ game: reference, mustTrump: false, hands: deal, declarer: 0, leader, trick: [] }, true);
            expect(value(there), cards.join()).toBe(value(hands));
          } else {
            const value = (deal: readonly (readonly string[])[]): number => {
              const [one, two, three] = deal.map(bits) as [number, number, number];
              return solver.value({ game: NUMBERS[game] as number, hands: [one, two, three], leader });
            };
            expect(value(there), cards.join()).toBe(value(hands));
          }
        }
      }
    }
  });
});

function bits(cards: readonly string[]): number {
  return cards.reduce((set, card) => set | (1 << CARDS.indexOf(card)), 0);
}

/** All deals of six cards to three hands of two. */
function dealsOf(cards: readonly string[]): string[][][] {
  const pairs = (from: readonly string[]): string[][] =>
    from.flatMap((one, i) => from.slice(i + 1).map((two) => [one, two]));
  return pairs(cards).flatMap((first) => {
    const rest = cards.filter((card) => !first.includes(card));
    return pairs(rest).map((second) => [first, second, rest.filter((card) => !second.includes(card))]);
  });
}

describe("the paper's classes by the beats graph", () => {
  const TRUMPS = ["♣7", "♣8", "♣9", "♣Q", "♣K", "♣10"];
  const MIXED = ["♠7", "♠8", "♠9", "♠Q", "♠K", "♦J"];

  test("identify six trumps with one trump above five cards of a side suit; the sound classes do not", () => {
    const form = (classes: string, cards: readonly string[]): string =>
      [...represented("suit", classes, cards).values()].toSorted().join();
    expect(form("beats", MIXED)).toBe(form("beats", TRUMPS));
    expect(form("ranks", MIXED)).not.toBe(form("ranks", TRUMPS));
    expect(form("points", MIXED)).not.toBe(form("points", TRUMPS));
  });

  test("are unsound: corresponding deals win different numbers of tricks", () => {
    const images = represented("suit", "beats", MIXED);
    const back = new Map([...represented("suit", "beats", TRUMPS)].map(([card, image]) => [image, card]));
    const value = (hands: readonly (readonly string[])[], leader: number): number =>
      referenceValue({ game: "♣", mustTrump: false, hands, declarer: 0, leader, trick: [] }, true);
    let wrong = 0;
    for (const hands of dealsOf(MIXED)) {
      const there = hands.map((hand) => hand.map((card) => back.get(images.get(card) as string) as string));
      for (const leader of [0, 1, 2]) wrong += Number(value(hands, leader) !== value(there, leader));
    }
    expect(wrong).toBeGreaterThan(0);
    // The mapping preserves the order of ranks, so it is not the cause.
    const trump = (card: string): number => TRUMPS.indexOf(back.get(images.get(card) as string) as string);
    expect(MIXED.map(trump)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe("bad sets", () => {
  test.each([
    ["CJCJ", "different cards"],
    ["C1", "different cards"],
    ["", "different cards"],
  ])("%j is rejected", (text, expected) => {
    const found = symmetry.representative(text, { game: "suit", classes: "sound" });
    expect(found.ok ? "" : found.error.message).toContain(expected);
  });
});
