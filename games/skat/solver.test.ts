import { describe, expect, test } from "vitest";
import { SeededRandom } from "../../engine/random/seeded.ts";
import {
  CARDS,
  REFERENCE_GAMES,
  referenceLegal,
  referenceValue,
  type ReferenceDeal,
  type ReferenceGame,
} from "./reference.fixture.ts";
import { type OpenDeal, REDUCTIONS, Solver } from "./solver.ts";

const solver = new Solver(undefined, 2 ** 12);
const ALL = Object.values(REDUCTIONS).reduce((all, bit) => all | bit, 0);
const setOf = (cards: readonly string[]): number => cards.reduce((set, card) => set | (1 << CARDS.indexOf(card)), 0);

test("a transposition table of one bucket changes no value", () => {
  const tiny = new Solver(undefined, 1);
  const random = new SeededRandom(3);
  for (let i = 0; i < 60; i++) {
    const deal = openDeal(randomDeal(random, REFERENCE_GAMES[i % 6] as ReferenceGame, 6, i % 3));
    expect(tiny.value(deal)).toBe(solver.value(deal));
  }
});

test("table entries stored with some reductions are valid with others", () => {
  const changing = new Solver(undefined, 2 ** 8);
  const random = new SeededRandom(4);
  for (let i = 0; i < 200; i++) {
    const deal = openDeal(randomDeal(random, REFERENCE_GAMES[i % 6] as ReferenceGame, 5, i % 3));
    for (const off of [0, REDUCTIONS.rankClassBounds, REDUCTIONS.relativeRanks, 0]) {
      changing.setReductions(ALL & ~off);
      expect(changing.value(deal)).toBe(solver.value(deal));
    }
  }
});

describe("in time slices", () => {
  const random = new SeededRandom(6);
  const deals = Array.from({ length: 6 }, (_, i) => openDeal(randomDeal(random, i % 2 ? "grand" : "♣", 10, i % 3)));

  test("the values equal those of an uninterrupted search", async () => {
    let slices = 0;
    const shouldContinue = async (): Promise<boolean> => slices++ >= 0;
    for (const deal of deals) {
      const fresh = new Solver(solver.kernel, 2 ** 10);
      expect(await fresh.solveInSlices(deal, {}, shouldContinue)).toEqual(solver.cardValues(deal));
      expect(await fresh.solveInSlices(deal, { need: 40 }, shouldContinue)).toEqual(solver.cardGets(deal, 40));
      fresh.close();
    }
    expect(slices).toBeGreaterThan(deals.length);
  });

  test("the search ends even with a tiny table", async () => {
    const tiny = new Solver(solver.kernel, 1);
    const deal = openDeal(randomDeal(new SeededRandom(8), "♣", 7, 0));
    expect(await tiny.solveInSlices(deal, {}, async () => true)).toEqual(solver.cardValues(deal));
    tiny.close();
  });

  test("an aborted search returns null and leaves only valid entries", async () => {
    for (const deal of deals) {
      const fresh = new Solver(solver.kernel, 2 ** 10);
      let slices = 3;
      const found = await fresh.solveInSlices(deal, {}, async () => --slices > 0);
      expect(found === null).toBe(slices === 0);
      expect(fresh.value(deal)).toBe(solver.value(deal));
      fresh.close();
    }
  });
});

/** A random position, possibly within a trick; the declarer is seat 0. */
function randomDeal(
  random: SeededRandom,
  game: ReferenceGame,
  tricks: number,
  played: number,
  mustTrump = false,
): ReferenceDeal {
  const deck = [...CARDS];
  const draw = (count: number): string[] =>
    Array.from({ length: count }, () => deck.splice(random.below(deck.length), 1)[0] as string);
  const hands = [draw(tricks), draw(tricks), draw(tricks)];
  const leader = random.below(3);
  const trick: string[] = [];
  for (let i = 0; i < played; i++) {
    const hand = hands[(leader + i) % 3] as string[];
    const legal = referenceLegal(game, mustTrump, hand, trick[0] ?? null);
    const card = legal[random.below(legal.length)] as string;
    hand.splice(hand.indexOf(card), 1);
    trick.push(card);
  }
  return { game, mustTrump, hands, declarer: 0, leader, trick };
}

function openDeal({ game, mustTrump, hands, leader, trick }: ReferenceDeal): OpenDeal {
  const [one, two, three] = hands.map(setOf) as [number, number, number];
  const numbers = trick.map((card) => CARDS.indexOf(card));
  return { game: REFERENCE_GAMES.indexOf(game), mustTrump, hands: [one, two, three], leader, trick: numbers };
}

describe.each(REFERENCE_GAMES)("%s, against reference minimax", (game) => {
  test.each([
    [1, 300],
    [2, 400],
    [3, 200],
    [4, 40],
    [5, 3],
  ])("%i tricks, from every seat and within tricks", (tricks, deals) => {
    const random = new SeededRandom(tricks);
    for (let i = 0; i < deals; i++) {
      const reference = randomDeal(random, game, tricks, i % 3, i % 5 === 0);
      expect(solver.value(openDeal(reference)), JSON.stringify(reference)).toBe(referenceValue(reference));
    }
  });

  test("the value of every legal card, and whether the declarer gets a number of points", () => {
    const random = new SeededRandom(11);
    for (let i = 0; i < 150; i++) {
      const reference = randomDeal(random, game, 3, i % 3, i % 5 === 0);
      const deal = openDeal(reference);
      const mover = (reference.leader + reference.trick.length) % 3;
      const legal = referenceLegal(
        game,
        reference.mustTrump,
        reference.hands[mover] as string[],
        reference.trick[0] ?? null,
      );
      const expected = legal.map((card) => {
        const hands = reference.hands.map((hand) => hand.filter((other) => other !== card));
        return {
          card: CARDS.indexOf(card),
          value: referenceValue({ ...reference, hands, trick: [...reference.trick, card] }),
        };
      });
      expected.sort((one, two) => one.card - two.card);
      expect(solver.cardValues(deal), JSON.stringify(reference)).toEqual(expected);
      const value = solver.value(deal);
      for (const need of game === "null" ? [1] : [-3, 0, 1, value, value + 1, 61, 200]) {
        expect(solver.gets(deal, need)).toBe(value >= need);
        const gets = expected.map(({ card, value: after }) => ({ card, value: Number(after >= Math.max(0, need)) }));
        expect(solver.cardGets(deal, need)).toEqual(gets);
      }
    }
  });

  test("switching off any reduction changes no value", () => {
    const random = new SeededRandom(5);
    for (let i = 0; i < 40; i++) {
      const deal = openDeal(randomDeal(random, game, 6, i % 3, i % 4 === 0));
      const value = solver.value(deal);
      for (const off of Object.values(REDUCTIONS)) {
        const other = new Solver(solver.kernel, 2 ** 8);
        try {
          other.setReductions(ALL & ~off);
          expect(other.value(deal), `without ${off}`).toBe(value);
        } finally {
          other.close();
        }
      }
    }
  });
});
