/** Sanity checks of the bidder: passes weak hands, bids strong ones, declares its best game, discards losers and bare tens. */
import { describe, expect, test } from "vitest";
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { Bidder } from "./bidder.ts";
import { type CardSet, readCards, setOf, setText, union } from "./cards.ts";
import { game } from "./game.ts";
import type { SkatRules } from "./rules.ts";
import { readState } from "./state.ts";
import { contractText } from "./value.ts";

const rules = unwrap(await game.open({})) as SkatRules;
const bidder = new Bidder(rules.cardPlay);
const cards = (text: string): CardSet => union(...(readCards(text) as number[]).map(setOf));

describe("the bidding limit", () => {
  test("is 0 with queens and kings", () => {
    expect(bidder.limit(cards("CKCQSKSQHKHQDKDQC9S9"), 1)).toBe(0);
  });
  test("is at least 96 with four jacks and three aces: grand with four is 120", () => {
    expect(bidder.limit(cards("CJSJHJDJCACTSAHAHTD7"), 0)).toBeGreaterThanOrEqual(96);
  });
  test("is at least 36 with seven top trumps and an ace: clubs with two", () => {
    expect(bidder.limit(cards("CJSJDJCACTCQC8HAS7D8"), 2)).toBeGreaterThanOrEqual(36);
  });
  test("is at least 23 with the lowest cards", () => {
    expect(bidder.limit(cards("C7C8C9S7S9SJH7H8D7D8"), 1)).toBeGreaterThanOrEqual(23);
  });
});

describe("the plan with twelve cards", () => {
  test.each([
    ["CJHJDJCTCKCQC9C8HAHTS7D7", "clubs", "S7D7"],
    ["HJDJCACTCKC9C8HASTD7H9S8", "clubs", "STS8"],
    ["C7C8C9S7S8SJH7H9HAD7D8DA", "null", "HADA"],
  ])("%s: %s", (twelve, name, put) => {
    const plan = bidder.bestPlan(cards(twelve), false, 18);
    expect(contractText(plan.contract)).toBe(name);
    expect(setText(plan.put)).toBe(put);
  });
});

test("over 120 deals few are passed in, and overbidding is rare", async () => {
  const players = await Promise.all([1, 2, 3].map((seed) => makePlayer(rules, "simple", seed)));
  let [passed, overbid] = [0, 0];
  for (let seed = 0; seed < 120; seed++) {
    let last = randomOpening(rules, 32, seed);
    await playGame(rules, players, { start: last, onPly: (position) => (last = position) });
    if (readState(last).phase === "passed") passed++;
    if (rules.settled(last)?.overbid) overbid++;
  }
  expect(passed).toBeLessThan(18);
  expect(overbid).toBeLessThanOrEqual(1);
});
