/** Hidden information: observations, and determinizations of them. */
import { describe, expect, test } from "vitest";
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import {
  playerNumbers,
  SECOND,
  FIRST,
  type Position,
  type Move,
  type PlayerNumber,
} from "../../engine/contracts/position.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { game } from "./game.ts";
import { HiddenDeals } from "./hidden.ts";
import { CARDS, referenceLegal, type ReferenceGame } from "./reference.fixture.ts";
import { cardsIn, setText } from "./cards.ts";
import type { SkatRules } from "./rules.ts";
import { readState } from "./state.ts";

const rules = unwrap(await game.open({})) as SkatRules;
const HANDS = "CJSJHJDJCACTCKCQC9C8/SASTSKSQS9S8S7HAHTHK/HQH9H8DADTDKDQD9D8D7";

function seen(text: string, player: PlayerNumber): string {
  return rules.formatPosition(rules.hidden.observe(unwrap(rules.parsePosition(text)), player));
}

describe("a player sees its own cards", () => {
  const [fore, middle, rear] = HANDS.split("/");
  test("and nothing else during the auction", () => {
    expect(seen(`bid ${HANDS} skat=C7H7 bids=0/0/0`, SECOND)).toBe(`bid ?10/${middle}/?10 skat=?2 bids=0/0/0`);
    expect(seen(`bid ${HANDS} skat=C7H7 bids=0/0/0`, 2 as PlayerNumber)).toBe(`bid ?10/?10/${rear} skat=?2 bids=0/0/0`);
  });
  test("the declarer also its discards, the defenders not", () => {
    const text = `play ${HANDS} skat=C7H7 bids=18/18p/0p game=clubs played=-/-/- taken=- trick=forehand: voids=-/-/-`;
    expect(seen(text, FIRST)).toBe(text.replace(HANDS, `${fore}/?10/?10`));
    expect(seen(text, SECOND)).toBe(text.replace(HANDS, `?10/${middle}/?10`).replace("C7H7", "?2"));
  });
  test("in a hand game not even the declarer sees the skat", () => {
    const text = `play ${HANDS} skat=C7H7 bids=18/18p/0p game=clubs+hand played=-/-/- taken=- trick=forehand: voids=-/-/-`;
    expect(seen(text, FIRST)).toBe(text.replace(HANDS, `${fore}/?10/?10`).replace("C7H7", "?2"));
  });
  test("in an ouvert game all see the declarer's hand, but not the skat", () => {
    const text = `play ${HANDS} skat=C7H7 bids=46/46p/0p game=null+ouvert played=-/-/- taken=- trick=forehand: voids=-/-/-`;
    expect(seen(text, SECOND)).toContain(`play ${fore}/${middle}/?10 skat=?2 `);
  });
  test("discards are not named to those who do not see them", () => {
    const put = unwrap(rules.parsePosition(`put ${HANDS.replace("C8/", "C8H7C7/")} bids=18/18p/0p`));
    const move = unwrap(rules.parseMove(put, "h7 c7"));
    expect(rules.formatMove(rules.hidden.observe(put, FIRST), move)).toBe("C7+H7");
    expect(rules.formatMove(rules.hidden.observe(put, SECOND), move)).toBe("two cards down");
  });
});

test("in a game every player receives only its observation", async () => {
  const given: { player: number; position: Position }[] = [];
  const players: Player[] = await Promise.all(
    [0, 1, 2].map(async (player) => {
      const inner = await makePlayer(rules, "simple", player);
      return {
        ...inner,
        choose: (position, limits, options) => {
          given.push({ player, position });
          return inner.choose(position, limits, options);
        },
      };
    }),
  );
  for (let seed = 0; seed < 20; seed++) {
    const start = randomOpening(rules, 32, seed);
    const positions: Position[] = [start];
    given.length = 0;
    await playGame(rules, players, { start, onPly: (position) => positions.push(position) });
    expect(given.length).toBe(positions.length - 1);
    given.forEach(({ player, position }, i) => {
      const full = readState(positions[i] as Position);
      const view = readState(position);
      expect(view.hands[player]).toBe(full.hands[player]);
      for (const other of [0, 1, 2].filter((each) => each !== player)) {
        const open = other === full.declarer && (full.contract?.flags ?? 0) & 8 && full.phase === "play";
        expect(view.hands[other]).toBe(open ? full.hands[other] : 0);
      }
    });
  }
});

/** All ways to deal the cards to places of limited capacity, by brute force. */
function allDeals(
  cards: readonly string[],
  places: readonly { capacity: number; takes: (card: string) => boolean }[],
): string[] {
  const [card, ...rest] = cards;
  if (card === undefined) return [""];
  return places.flatMap((place, at) => {
    if (place.capacity === 0 || !place.takes(card)) return [];
    const left = places.map((each, i) => (i === at ? { ...each, capacity: each.capacity - 1 } : each));
    return allDeals(rest, left).map((others) => `${card}${at} ${others}`);
  });
}

describe("determinizations", () => {
  // Middlehand, a defender with three cards, has seen forehand void in hearts and rearhand void in trumps.
  const text = "play CJS7D7/CADAHA/CKD9S8 skat=H7H8 declarer=forehand game=hearts trick=forehand: voids=h/-/t";
  const view = (): ReturnType<typeof readState> =>
    readState(rules.hidden.observe(unwrap(rules.parsePosition(text.replace("voids=h", "voids=-"))), SECOND));

  test("are counted as by brute force, and all are equally likely", () => {
    const state = view();
    const hidden = ["CJ", "S7", "D7", "CK", "D9", "S8", "H7", "H8"].map((card) => referenceName(card));
    const takesNoTrump = (card: string): boolean => !card.startsWith("♥") && !card.endsWith("J");
    const deals = allDeals(hidden, [
      { capacity: 3, takes: () => true },
      { capacity: 3, takes: takesNoTrump },
      { capacity: 2, takes: () => true },
    ]);
    const sampled = new HiddenDeals(state, rules.cardPlay);
    expect(sampled.count).toBe(deals.length);
    const random = randomNumbers(4);
    const times = new Map<string, number>();
    const each = 60;
    for (let i = 0; i < each * deals.length; i++) {
      const { hands, skat } = sampled.sample(random);
      const key = [...hands, skat].map(setText).join("/");
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    expect(times.size).toBe(deals.length);
    // Chi-squared: mean = degrees of freedom, variance = twice that.
    const chi = [...times.values()].reduce((sum, count) => sum + (count - each) ** 2 / each, 0);
    const freedom = deals.length - 1;
    expect(Math.abs(chi - freedom)).toBeLessThan(4 * Math.sqrt(2 * freedom));
  });

  test("respect shown voids", () => {
    const random = randomNumbers(9);
    for (let seed = 0; seed < 60; seed++) {
      let position = randomOpening(rules, 32, seed);
      const shown: Set<string>[] = [new Set(), new Set(), new Set()];
      while (rules.result(position) === null) {
        const state = readState(position);
        const [actor = 0] = rules.actors(position);
        const moves = rules.moves(position);
        const move = moves[
          Math.floor(random() * (state.phase === "bid" ? Math.min(2, moves.length) : moves.length))
        ] as Move;
        if (state.phase === "play" && state.contract && state.trick.length > 0) {
          const names = ["♣", "♠", "♥", "♦", "grand", "null"] as const;
          const reference = names[state.contract.game] as ReferenceGame;
          // The cards that follow the lead: those that are legal with the whole deck in hand.
          const follow = referenceLegal(reference, false, CARDS, CARDS[state.trick[0] as number] as string);
          if (!follow.includes(CARDS[move] as string)) for (const card of follow) shown[actor]?.add(card);
        }
        position = rules.play(position, [move]);
        if (rules.result(position) !== null) break;
        for (const player of playerNumbers(rules.players)) {
          const drawn = readState(rules.hidden.sample(rules.hidden.observe(position, player), player, random));
          drawn.hands.forEach((hand, other) => {
            for (const card of cardsIn(hand)) expect(shown[other]?.has(CARDS[card] as string)).toBe(false);
          });
        }
      }
    }
  });
});

function referenceName(text: string): string {
  return { C: "♣", S: "♠", H: "♥", D: "♦" }[text.charAt(0)] + text.slice(1).replace("T", "10");
}
