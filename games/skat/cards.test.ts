import type { Exports } from "../../build/kernels/skat.ts";
import { describe, expect, test } from "vitest";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import {
  CARDS,
  isTrump,
  REFERENCE_GAMES,
  referenceLegal,
  referencePoints,
  referenceWinner,
} from "./reference.fixture.ts";

const kernel = new Kernel<Exports>("skat");
const numberOf = (card: string): number => CARDS.indexOf(card);
const namesIn = (set: number): string[] => CARDS.filter((_, card) => (set >>> card) & 1);
const setOf = (cards: readonly string[]): number => cards.reduce((set, card) => set | (1 << numberOf(card)), 0);

describe.each(REFERENCE_GAMES)("cards in %s", (game) => {
  const number = REFERENCE_GAMES.indexOf(game);

  test("trumps: 11 in a suit game, 4 in grand, none in null", () => {
    const trumps = namesIn(kernel.exports.trumps(number));
    expect(trumps).toEqual(CARDS.filter((card) => isTrump(game, card)));
    expect(trumps.length).toBe(game === "null" ? 0 : game === "grand" ? 4 : 11);
  });

  test("the winner of every trick of three cards agrees with the reference", () => {
    let wrong = 0;
    for (const lead of CARDS)
      for (const second of CARDS)
        for (const third of CARDS) {
          if (new Set([lead, second, third]).size < 3) continue;
          const winner = kernel.exports.trickWinner(number, numberOf(lead), numberOf(second), numberOf(third));
          if (winner !== referenceWinner(game, [lead, second, third])) wrong++;
        }
    expect(wrong).toBe(0);
  });

  test.each([false, true])("legal cards of random hands, must-trump %s", (mustTrump) => {
    const random = new SeededRandom(1);
    for (let i = 0; i < 3_000; i++) {
      const hand = CARDS.filter(() => random.below(8) < 2);
      const lead = CARDS[random.below(32)] as string;
      const set = kernel.exports.legalCards(number, Number(mustTrump), setOf(hand), numberOf(lead));
      expect(namesIn(set)).toEqual(referenceLegal(game, mustTrump, hand, lead));
      expect(namesIn(kernel.exports.legalCards(number, Number(mustTrump), setOf(hand), -1))).toEqual(hand);
    }
  });
});

test("card points agree with the reference and sum to 120", () => {
  for (const card of CARDS) {
    expect(kernel.exports.pointsOfCard(numberOf(card))).toBe(referencePoints(card));
    expect(kernel.exports.pointsOf(setOf([card]))).toBe(referencePoints(card));
  }
  expect(kernel.exports.pointsOf(-1)).toBe(120);
});
