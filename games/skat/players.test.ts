/** The players: the contract's suite, no access beyond the observation, and PIMC against exhaustive averaging. */
import { afterAll, describe, expect, test } from "vitest";
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { CHANCE, type Position } from "../../engine/contracts/position.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomNumbers, randomGame } from "../../engine/contracts/suites/random-play.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { GAMES } from "./cards.ts";
import { game } from "./game.ts";
import { CARDS, REFERENCE_GAMES, referencePoints, referenceValue, type ReferenceGame } from "./reference.fixture.ts";
import type { SkatRules } from "./rules.ts";
import { readState } from "./state.ts";

const rules = unwrap(await game.open({})) as SkatRules;
afterAll(() => rules.close());

/** Card play after the third trick, an auction, discarding, null; all quick to solve. */
const HANDS = "CJSJHJDJCACTCKCQC9C8/SASTSKSQS9S8S7HAHTHK/DADTDKDQD9D8D7HQH9H8";
const POSITIONS: readonly Position[] = [
  "play CJC9S9HAHQDTD8/SJCTCKSTH9H8DK/HJCASAS8HTDAD7 skat=S7H7 declarer=forehand game=clubs trick=forehand:",
  `bid ${HANDS} skat=H7C7 bids=0/18/0`,
  `put ${HANDS.replace("C8/", "C8H7C7/")} bids=18/18p/0p`,
  "play CJHTS7/SJCAD8/HJCTS9 declarer=rearhand game=null trick=middlehand:",
].map((text) => unwrap(rules.parsePosition(text)));

describe.each([
  ["random", "random"],
  ["simple", "simple"],
  ["best(samples=2)", "best(samples=1000000)"],
])("the player %s", (text, deepText) => {
  playerSuite(async () => ({
    rules,
    text,
    quick: { playouts: 1 },
    deepText,
    deep: {},
    positions: POSITIONS,
    ended: unwrap(rules.parsePosition(`passed ${HANDS} skat=H7C7 bids=0p/0p/0p`)),
  }));
});

test.each(["simple", "best(samples=3, exact=7)"])("%s depends only on its observation", async (text) => {
  const random = randomNumbers(6);
  for (let seed = 0; seed < 3; seed++) {
    const start = playable(seed);
    for (const { position, actors } of randomGame(rules, start, seed, 40).filter((_, i) => i % 3 === 0)) {
      const [actor] = actors;
      if (actor === undefined || actor === CHANCE || readState(position).trick.length + readState(position).dealt === 0)
        continue;
      const seen = rules.hidden.observe(position, actor);
      const other = rules.hidden.sample(seen, actor, random);
      const moves = await Promise.all(
        [position, seen, other].map(async (given) => {
          const player = await makePlayer(rules, text, 5);
          return (await player.choose(given, { playouts: 3 })).move;
        }),
      );
      expect(new Set(moves).size, rules.formatPosition(position)).toBe(1);
    }
  }
});

/** A position after the first trick or later, so that determinizations are quick to solve. */
function playable(seed: number): Position {
  for (let tries = 0; ; tries++) {
    const [found] = randomGame(rules, randomOpening(rules, 32, 100 * seed + tries), seed, 60).filter(
      ({ position }) => readState(position).played[0] !== 0 && readState(position).trick.length === 0,
    );
    if (found) return found.position;
  }
}

test("20 whole games by best with one sample per card end by the rules", async () => {
  const players = await Promise.all([1, 2, 3].map((seed) => makePlayer(rules, "best(samples=1)", seed)));
  for (let seed = 0; seed < 20; seed++) {
    const { scores, ending } = await playGame(rules, players, { start: randomOpening(rules, 32, seed) });
    expect(ending).toBe("rules");
    expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1);
  }
});

/** All combinations of `count` elements. */
function choices<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return list.flatMap((one, i) => choices(list.slice(i + 1), count - 1).map((rest) => [one, ...rest]));
}

test("best plays the card with the best mean over all determinizations, by reference minimax", async () => {
  const random = new SeededRandom(21);
  const player = await makePlayer(rules, "best(samples=400, candidates=1, margin=0.25)", 1);
  let undecided = 0;
  for (let i = 0; i < 25; i++) {
    const deck = CARDS.filter((card) => !["♦7", "♦8"].includes(card));
    const draw = (count: number): string[] =>
      Array.from({ length: count }, () => deck.splice(random.below(deck.length), 1)[0] as string);
    const [own, others, taken] = [draw(3), draw(6), draw(9)];
    const hands = [own, others.slice(0, 3), others.slice(3)].map((hand) => hand.map(toText).join(""));
    const referenceGame = REFERENCE_GAMES[i % 5] as ReferenceGame;
    const text = `play ${hands.join("/")} skat=D7D8 declarer=forehand game=${GAMES[i % 5]} taken=${taken.map(toText).join("")} trick=forehand:`;
    const position = unwrap(rules.parsePosition(text));
    const before = taken.reduce((sum, card) => sum + referencePoints(card), 0);
    // The declarer leads and knows the skat: 20 ways to deal the other six cards to two hands.
    const means = own.map((card) => {
      const deals = choices(others, 3).map((second) => {
        const third = others.filter((other) => !second.includes(other));
        const left = own.filter((other) => other !== card);
        const total =
          before +
          referenceValue({
            game: referenceGame,
            mustTrump: false,
            hands: [left, second, third],
            declarer: 0,
            leader: 0,
            trick: [card],
          });
        return Number(total >= 61) + (0.25 * total) / 120;
      });
      return deals.reduce((sum, value) => sum + value, 0) / deals.length;
    });
    const { move, info } = await player.choose(position, {});
    expect(info.playouts).toBe(400);
    const chosen = means[own.indexOf(CARDS[move] as string)] as number;
    // The standard error of 400 samples is a few hundredths.
    expect(chosen, text).toBeGreaterThan(Math.max(...means) - 0.08);
    if (Math.max(...means) - Math.min(...means) < 0.08) undecided++;
  }
  expect(undecided, "in most endings the choice matters").toBeLessThan(20);
});

function toText(card: string): string {
  return { "♣": "C", "♠": "S", "♥": "H", "♦": "D" }[card.charAt(0)] + card.slice(1).replace("10", "T");
}
