import { describe, expect, test } from "vitest";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { CARDS, isTrump, PLAIN_GAMES, plainLegal, plainPoints, plainWinner } from "./plain.fixture.ts";

const kernel = new Kernel("skat");
const numberOf = (card: string): number => CARDS.indexOf(card);
const namesIn = (set: number): string[] => CARDS.filter((_, card) => (set >>> card) & 1);
const setOf = (cards: readonly string[]): number => cards.reduce((set, card) => set | (1 << numberOf(card)), 0);

describe.each(PLAIN_GAMES)("cards in %s", (game) => {
  const number = PLAIN_GAMES.indexOf(game);

  test("trumps are those of the rules: 11 in a suit game, 4 in grand, none in null", () => {
    const trumps = namesIn(kernel.call("trumps", number));
    expect(trumps).toEqual(CARDS.filter((card) => isTrump(game, card)));
    expect(trumps.length).toBe(game === "null" ? 0 : game === "grand" ? 4 : 11);
  });

  test("every trick of three cards is won as the rules in words say", () => {
    let wrong = 0;
    for (const lead of CARDS)
      for (const second of CARDS)
        for (const third of CARDS) {
          if (new Set([lead, second, third]).size < 3) continue;
          const winner = kernel.call("trickWinner", number, numberOf(lead), numberOf(second), numberOf(third));
          if (winner !== plainWinner(game, [lead, second, third])) wrong++;
        }
    expect(wrong).toBe(0);
  });

  test.each([false, true])("what may be played from random hands, must-trump %s", (mustTrump) => {
    const random = new SeededRandom(1);
    for (let i = 0; i < 3_000; i++) {
      const hand = CARDS.filter(() => random.below(8) < 2);
      const lead = CARDS[random.below(32)] as string;
      const set = kernel.call("legalCards", number, Number(mustTrump), setOf(hand), numberOf(lead));
      expect(namesIn(set)).toEqual(plainLegal(game, mustTrump, hand, lead));
      expect(namesIn(kernel.call("legalCards", number, Number(mustTrump), setOf(hand), -1))).toEqual(hand);
    }
  });
});

test("card points are those of the rules and 120 in all", () => {
  for (const card of CARDS) {
    expect(kernel.call("pointsOfCard", numberOf(card))).toBe(plainPoints(card));
    expect(kernel.call("pointsOf", setOf([card]))).toBe(plainPoints(card));
  }
  expect(kernel.call("pointsOf", -1)).toBe(120);
});
