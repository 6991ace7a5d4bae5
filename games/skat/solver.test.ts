import { describe, expect, test } from "vitest";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { CARDS, PLAIN_GAMES, plainLegal, plainValue, type PlainDeal, type PlainGame } from "./plain.fixture.ts";
import { type OpenDeal, REDUCTIONS, Solver } from "./solver.ts";

const solver = new Solver(undefined, 2 ** 12);
const ALL = Object.values(REDUCTIONS).reduce((all, bit) => all | bit, 0);
const setOf = (cards: readonly string[]): number => cards.reduce((set, card) => set | (1 << CARDS.indexOf(card)), 0);

test("a table of known positions as small as one line changes no value", () => {
  const tiny = new Solver(undefined, 1);
  const random = new SeededRandom(3);
  for (let i = 0; i < 60; i++) {
    const deal = openDeal(randomDeal(random, PLAIN_GAMES[i % 6] as PlainGame, 6, i % 3));
    expect(tiny.value(deal)).toBe(solver.value(deal));
  }
});

test("what was found with some reductions is of use, and not mistaken, with others", () => {
  const changing = new Solver(undefined, 2 ** 8);
  const random = new SeededRandom(4);
  for (let i = 0; i < 200; i++) {
    const deal = openDeal(randomDeal(random, PLAIN_GAMES[i % 6] as PlainGame, 5, i % 3));
    for (const off of [0, REDUCTIONS.nearPositions, REDUCTIONS.closedGaps, 0]) {
      changing.use(ALL & ~off);
      expect(changing.value(deal)).toBe(solver.value(deal));
    }
  }
});

describe("in portions", () => {
  const random = new SeededRandom(6);
  const deals = Array.from({ length: 6 }, (_, i) => openDeal(randomDeal(random, i % 2 ? "grand" : "♣", 10, i % 3)));

  test("the answers are those that are given in one go", async () => {
    let portions = 0;
    const goOn = async (): Promise<boolean> => portions++ >= 0;
    for (const deal of deals) {
      const fresh = new Solver(solver.kernel, 2 ** 10);
      expect(await fresh.inPortions(deal, {}, goOn)).toEqual(solver.cardValues(deal));
      expect(await fresh.inPortions(deal, { need: 40 }, goOn)).toEqual(solver.cardGets(deal, 40));
      fresh.close();
    }
    expect(portions).toBeGreaterThan(deals.length);
  });

  test("they end where there is no room for what was found", async () => {
    const tiny = new Solver(solver.kernel, 1);
    const deal = openDeal(randomDeal(new SeededRandom(8), "♣", 7, 0));
    expect(await tiny.inPortions(deal, {}, async () => true)).toEqual(solver.cardValues(deal));
    tiny.close();
  });

  test("a search that is not to go on has no answer, and what it leaves behind is right", async () => {
    for (const deal of deals) {
      const fresh = new Solver(solver.kernel, 2 ** 10);
      let portions = 3;
      const found = await fresh.inPortions(deal, {}, async () => --portions > 0);
      expect(found === null).toBe(portions === 0);
      expect(fresh.value(deal)).toBe(solver.value(deal));
      fresh.close();
    }
  });
});

/** A random position of so many whole or begun tricks, the declarer at seat 0. */
function randomDeal(
  random: SeededRandom,
  game: PlainGame,
  tricks: number,
  played: number,
  mustTrump = false,
): PlainDeal {
  const deck = [...CARDS];
  const draw = (count: number): string[] =>
    Array.from({ length: count }, () => deck.splice(random.below(deck.length), 1)[0] as string);
  const hands = [draw(tricks), draw(tricks), draw(tricks)];
  const leader = random.below(3);
  const trick: string[] = [];
  for (let i = 0; i < played; i++) {
    const hand = hands[(leader + i) % 3] as string[];
    const legal = plainLegal(game, mustTrump, hand, trick[0] ?? null);
    const card = legal[random.below(legal.length)] as string;
    hand.splice(hand.indexOf(card), 1);
    trick.push(card);
  }
  return { game, mustTrump, hands, declarer: 0, leader, trick };
}

function openDeal({ game, mustTrump, hands, leader, trick }: PlainDeal): OpenDeal {
  const [one, two, three] = hands.map(setOf) as [number, number, number];
  const numbers = trick.map((card) => CARDS.indexOf(card));
  return { game: PLAIN_GAMES.indexOf(game), mustTrump, hands: [one, two, three], leader, trick: numbers };
}

describe.each(PLAIN_GAMES)("%s, against plain minimax", (game) => {
  test.each([
    [1, 300],
    [2, 400],
    [3, 200],
    [4, 40],
    [5, 3],
  ])("%i tricks, from every seat and within tricks", (tricks, deals) => {
    const random = new SeededRandom(tricks);
    for (let i = 0; i < deals; i++) {
      const plain = randomDeal(random, game, tricks, i % 3, i % 5 === 0);
      expect(solver.value(openDeal(plain)), JSON.stringify(plain)).toBe(plainValue(plain));
    }
  });

  test("every legal card's value, and whether the declarer gets so many points", () => {
    const random = new SeededRandom(11);
    for (let i = 0; i < 150; i++) {
      const plain = randomDeal(random, game, 3, i % 3, i % 5 === 0);
      const deal = openDeal(plain);
      const mover = (plain.leader + plain.trick.length) % 3;
      const legal = plainLegal(game, plain.mustTrump, plain.hands[mover] as string[], plain.trick[0] ?? null);
      const expected = legal.map((card) => {
        const hands = plain.hands.map((hand) => hand.filter((other) => other !== card));
        return { card: CARDS.indexOf(card), value: plainValue({ ...plain, hands, trick: [...plain.trick, card] }) };
      });
      expected.sort((one, two) => one.card - two.card);
      expect(solver.cardValues(deal), JSON.stringify(plain)).toEqual(expected);
      const value = solver.value(deal);
      for (const need of game === "null" ? [1] : [-3, 0, 1, value, value + 1, 61, 200]) {
        expect(solver.gets(deal, need)).toBe(value >= need);
        const gets = expected.map(({ card, value: after }) => ({ card, value: Number(after >= Math.max(0, need)) }));
        expect(solver.cardGets(deal, need)).toEqual(gets);
      }
    }
  });

  test("every reduction, switched off, leaves all values as they are", () => {
    const random = new SeededRandom(5);
    for (let i = 0; i < 40; i++) {
      const deal = openDeal(randomDeal(random, game, 6, i % 3, i % 4 === 0));
      const value = solver.value(deal);
      for (const off of Object.values(REDUCTIONS)) {
        const other = new Solver(solver.kernel, 2 ** 8);
        try {
          other.use(ALL & ~off);
          expect(other.value(deal), `without ${off}`).toBe(value);
        } finally {
          other.close();
        }
      }
    }
  });
});
