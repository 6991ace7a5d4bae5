/** Bids and game values against the printed list, published examples and the reference implementation. */
import { describe, expect, test } from "vitest";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { readCards, setOf, union, type CardSet } from "./cards.ts";
import { CARDS, REFERENCE_GAMES } from "./reference.fixture.ts";
import { referenceScore, PRINTED_BIDS } from "./reference-auction.fixture.ts";
import {
  BIDS,
  contracts,
  contractText,
  HAND,
  matadors,
  OUVERT,
  readContract,
  SCHNEIDER,
  SCHWARZ,
  settle,
} from "./value.ts";

const cards = (text: string): CardSet => union(...(readCards(text) as number[]).map(setOf));

/** Twelve cards with or without some matadors; the others do not matter. */
const WITH_ONE = "CJHJDASADKDQD9D8H7S7C7C8";
const WITH_TWO = "CJSJDJCACTCKHAS7H7D7D8D9";
const WITH_FOUR = "CJSJHJDJCACTCKHAS7H7D7D8";
const WITHOUT_FIVE = "HTHKHQH9H8H7CACTSASKD7D8";

test("the bids equal the printed list", () => {
  expect(BIDS).toEqual(PRINTED_BIDS);
});

describe("published examples", () => {
  test.each<[string, string, string, number, number, number, number]>([
    ["ISkO 5.2.6: clubs ouvert with two is 9 × 12", "clubs+hand+ouvert", WITH_TWO, 18, 120, 10, 108],
    ["ISkO 5.2.6: grand ouvert with four is 11 × 24", "grand+hand+ouvert", WITH_FOUR, 18, 120, 10, 264],
    ["ISkO 3.3.1: the least game, diamonds with one", "diamonds", WITH_ONE, 18, 61, 6, 18],
    ["lost games count twice", "diamonds", WITH_ONE, 18, 60, 6, -36],
    ["ISkO 5.2.3: 30 points are schneider", "diamonds", WITH_ONE, 18, 30, 3, -54],
    ["31 points are not", "diamonds", WITH_ONE, 18, 31, 3, -36],
    ["90 points make the defenders schneider", "diamonds", WITH_ONE, 18, 90, 8, 27],
    ["ISkO 5.2.5: schneider announced and not reached", "clubs+hand+schneider", WITH_TWO, 18, 89, 8, -144],
    ["ISkO 5.2.5: no level is lost twice", "clubs+hand+schneider", WITH_TWO, 18, 20, 2, -144],
    ["ISkO 5.2.5: a higher level than announced", "clubs+hand+schneider", WITH_TWO, 18, 120, 10, 84],
    ["schwarz announced, and a trick lost", "grand+hand+schwarz", WITH_FOUR, 18, 115, 9, -480],
    ["null", "null", WITH_ONE, 23, 0, 0, 23],
    ["null hand lost", "null+hand", WITH_ONE, 35, 11, 1, -70],
    ["null ouvert", "null+ouvert", WITH_ONE, 46, 0, 0, 46],
    ["null ouvert hand lost", "null+hand+ouvert", WITH_ONE, 59, 11, 1, -118],
    // preisskat.org, "Spielerhöhung vor dem Ausspielen": 22 bid, diamonds of 18; 54 are lost.
    ["diamonds overbid to 27", "diamonds", WITH_ONE, 22, 70, 6, -54],
    ["saved by schneider", "diamonds", WITH_ONE, 22, 92, 8, 27],
  ])("%s", (_, game, hand, bid, points, tricks, score) => {
    const contract = readContract(game) ?? expect.fail(`${game} is not parsed`);
    expect(settle({ contract, cards: cards(hand), bid, points, tricks }).score).toBe(score);
  });

  test("hearts from the hand, bid 59 without five: won with the jack of spades in the skat it is overbid, 60 lost twice", () => {
    const contract = { game: 2, flags: HAND };
    const played = { contract, bid: 59, points: 84, tricks: 7 };
    expect(settle({ ...played, cards: cards(WITHOUT_FIVE) })).toMatchObject({ won: true, value: 70 });
    const withJack = cards(WITHOUT_FIVE.replace("D8", "SJ"));
    expect(settle({ ...played, cards: withJack })).toMatchObject({ won: false, overbid: true, value: 60, score: -120 });
  });

  test("spades from the hand, bid 72 without five: the jack of clubs in the skat makes it 33, and 77 are lost twice", () => {
    const contract = { game: 1, flags: HAND };
    const hand = cards("STSKSQS9S8S7CACTHAHKD7CJ");
    expect(settle({ contract, cards: hand, bid: 72, points: 84, tricks: 7 })).toMatchObject({ score: -154 });
  });

  test("matadors: with and without, up to the first gap; at most four in grand, eleven in a suit game", () => {
    expect(matadors(4, cards("SJHJDJ"))).toBe(1);
    expect(matadors(4, cards("CJSJDJ"))).toBe(2);
    expect(matadors(4, cards("CACT"))).toBe(4);
    expect(matadors(0, cards("CACT"))).toBe(4);
    expect(matadors(0, cards("CT"))).toBe(5);
    expect(matadors(0, cards("HA"))).toBe(11);
    expect(matadors(0, cards("CJSJHJDJCACTCKCQC9C8C7"))).toBe(11);
    expect(matadors(2, cards("DJHA"))).toBe(3);
  });
});

test("the score of every contract with random cards agrees with the reference", () => {
  const random = new SeededRandom(5);
  for (let i = 0; i < 20_000; i++) {
    const all = [...CARDS];
    const twelve = Array.from({ length: 12 }, () => all.splice(random.below(all.length), 1)[0] as string);
    const contract = random.pick([...contracts(true), ...contracts(false)]);
    const { game, flags } = contract;
    const tricks = random.below(11);
    const points = tricks === 10 ? 120 : tricks === 0 ? random.below(22) : random.below(120);
    const bid = random.pick(game === 5 ? [18] : PRINTED_BIDS.slice(0, 25));
    const said = flags & OUVERT ? "ouvert" : flags & SCHWARZ ? "schwarz" : flags & SCHNEIDER ? "schneider" : "";
    const expected = referenceScore({
      game: REFERENCE_GAMES[game] as (typeof REFERENCE_GAMES)[number],
      hand: (flags & HAND) !== 0,
      announced: said,
      cards: twelve,
      bid,
      points,
      tricks,
    });
    const set = union(...twelve.map((card) => setOf(CARDS.indexOf(card))));
    expect(
      settle({ contract, cards: set, bid, points, tricks }).score,
      `${contractText(contract)} ${twelve.join("")}`,
    ).toBe(expected);
  }
});
