/** The table of the last two tricks against the search and against plain minimax, and the sizes that are told. */
import { describe, expect, test } from "vitest";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { checkLastTricks, LastTwoTricks } from "./last-tricks.ts";
import { CARDS, PLAIN_GAMES, plainValue } from "./plain.fixture.ts";
import { type OpenDeal, Solver } from "./solver.ts";
import { symmetry } from "./symmetry.ts";

const kernel = new Kernel("skat");

function randomDeal(random: SeededRandom, tricks: number, game: number, mustTrump: boolean): OpenDeal {
  const deck = Array.from({ length: 32 }, (_, card) => card);
  const hand = (): number =>
    Array.from({ length: tricks }, () => deck.splice(random.below(deck.length), 1)[0] as number).reduce(
      (set, card) => set | (1 << card),
      0,
    );
  return { game, mustTrump, hands: [hand(), hand(), hand()], leader: random.below(3) };
}

const cardsOf = (set: number): string[] => CARDS.filter((_, card) => (set >>> card) & 1);

describe.each([
  ["suit", [0, 1, 2, 3], false],
  ["suit", [0, 1, 2, 3], true],
  ["grand", [4], false],
  ["grand", [4], true],
])("%s, games %j, must trump %s", (kind, games, mustTrump) => {
  const table = new LastTwoTricks(kernel, games[0] as number, mustTrump);
  const solver = new Solver(kernel, 2 ** 10);
  const looking = new Solver(kernel, 2 ** 10);
  looking.useTable(table);

  test("has as many entries as there are positions up to equivalent material", async () => {
    const { positions } = await symmetry.count(6, { game: kind, classes: "points" }, {});
    expect(table.entries).toBe(positions?.representatives);
  });

  test("50,000 random positions have the values of the search, 2,000 of them those of plain minimax", () => {
    const random = new SeededRandom(1);
    for (let i = 0; i < 50_000; i++) {
      const deal = randomDeal(random, 2, games[i % games.length] as number, mustTrump);
      const value = looking.value(deal);
      if (value !== solver.value(deal)) expect(value, JSON.stringify(deal)).toBe(solver.value(deal));
      if (i >= 2_000) continue;
      const [one, two, three] = deal.hands;
      const hands = [cardsOf(one), cardsOf(two), cardsOf(three)];
      const game = PLAIN_GAMES[deal.game] as (typeof PLAIN_GAMES)[number];
      const plain = plainValue({ game, mustTrump, hands, declarer: 0, leader: deal.leader, trick: [] });
      if (value !== plain) expect(value, JSON.stringify(deal)).toBe(plain);
    }
  });

  test("a search that meets it gives the same values", () => {
    const random = new SeededRandom(2);
    for (let i = 0; i < 200; i++) {
      const deal = randomDeal(random, 6, games[i % games.length] as number, mustTrump);
      expect(looking.cardValues(deal)).toEqual(solver.cardValues(deal));
    }
  });

  test("it is left alone in games that it is not of", () => {
    const random = new SeededRandom(3);
    for (const game of [0, 4, 5]) {
      const deal = randomDeal(random, 4, game, !mustTrump);
      expect(looking.value(deal)).toBe(solver.value(deal));
    }
  });
});

test("three tricks are refused, with what they would take", async () => {
  const { positions } = await symmetry.count(9, { game: "grand", classes: "points" }, {});
  expect(() => checkLastTricks(3)).toThrow(`${positions?.representatives.toLocaleString("en")} for grand`);
  expect(() => checkLastTricks(3)).toThrow("1,008,735,840 bytes for suit games");
  expect(() => checkLastTricks(4)).toThrow("expected 0 or 2");
});
