/** What is hidden: who sees which cards when, and deals drawn for what is hidden. */
import { describe, expect, test } from "vitest";
import { playGame, randomOpening } from "../../engine/arena/play-game.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { randomNumbers } from "../../engine/contracts/suites/walk.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { game } from "./game.ts";
import { HiddenDeals } from "./hidden.ts";
import { CARDS, plainLegal, type PlainGame } from "./plain.fixture.ts";
import { cardsIn, setText } from "./cards.ts";
import type { SkatRules } from "./rules.ts";
import { readState } from "./state.ts";

const rules = unwrap(await game.open({})) as SkatRules;
const HANDS = "CJSJHJDJCACTCKCQC9C8/SASTSKSQS9S8S7HAHTHK/HQH9H8DADTDKDQD9D8D7";

function seen(text: string, player: number): string {
  return rules.formatPosition(rules.hidden.observe(unwrap(rules.parsePosition(text)), player));
}

describe("a player sees its own cards", () => {
  const [fore, middle, rear] = HANDS.split("/");
  test("and while they bid nothing else", () => {
    expect(seen(`bid ${HANDS} skat=C7H7 bids=0/0/0`, 1)).toBe(`bid ?10/${middle}/?10 skat=?2 bids=0/0/0`);
    expect(seen(`bid ${HANDS} skat=C7H7 bids=0/0/0`, 2)).toBe(`bid ?10/?10/${rear} skat=?2 bids=0/0/0`);
  });
  test("the declarer also the skat it has put down, the others not", () => {
    const text = `play ${HANDS} skat=C7H7 bids=18/18p/0p game=clubs played=-/-/- taken=- trick=forehand: voids=-/-/-`;
    expect(seen(text, 0)).toBe(text.replace(HANDS, `${fore}/?10/?10`));
    expect(seen(text, 1)).toBe(text.replace(HANDS, `?10/${middle}/?10`).replace("C7H7", "?2"));
  });
  test("from the hand not even the declarer sees the skat", () => {
    const text = `play ${HANDS} skat=C7H7 bids=18/18p/0p game=clubs+hand played=-/-/- taken=- trick=forehand: voids=-/-/-`;
    expect(seen(text, 0)).toBe(text.replace(HANDS, `${fore}/?10/?10`).replace("C7H7", "?2"));
  });
  test("ouvert, all see the declarer's hand, and nobody else the skat", () => {
    const text = `play ${HANDS} skat=C7H7 bids=46/46p/0p game=null+ouvert played=-/-/- taken=- trick=forehand: voids=-/-/-`;
    expect(seen(text, 1)).toContain(`play ${fore}/${middle}/?10 skat=?2 `);
  });
  test("what is put down has no name for those who do not see it", () => {
    const put = unwrap(rules.parsePosition(`put ${HANDS.replace("C8/", "C8H7C7/")} bids=18/18p/0p`));
    const move = unwrap(rules.parseMove(put, "h7 c7"));
    expect(rules.formatMove(rules.hidden.observe(put, 0), move)).toBe("C7+H7");
    expect(rules.formatMove(rules.hidden.observe(put, 1), move)).toBe("two cards down");
  });
});

test("in a game every player is given its observation and nothing else", async () => {
  const given: { player: number; position: Position }[] = [];
  const players: Player[] = await Promise.all(
    [0, 1, 2].map(async (player) => {
      const inner = await makePlayer(rules, "simple", player);
      return {
        ...inner,
        choose: (position, limits, asking) => {
          given.push({ player, position });
          return inner.choose(position, limits, asking);
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

/** All ways to deal the cards out to places with room, by trying every one. */
function allDeals(
  cards: readonly string[],
  rooms: readonly { room: number; takes: (card: string) => boolean }[],
): string[] {
  const [card, ...rest] = cards;
  if (card === undefined) return [""];
  return rooms.flatMap((place, at) => {
    if (place.room === 0 || !place.takes(card)) return [];
    const left = rooms.map((each, i) => (i === at ? { ...each, room: each.room - 1 } : each));
    return allDeals(rest, left).map((others) => `${card}${at} ${others}`);
  });
}

describe("deals drawn for what is hidden", () => {
  // Middlehand, a defender with three cards, has seen forehand out of hearts and rearhand out of trumps.
  const text = "play CJS7D7/CADAHA/CKD9S8 skat=H7H8 declarer=forehand game=hearts trick=forehand: voids=h/-/t";
  const view = (): ReturnType<typeof readState> =>
    readState(rules.hidden.observe(unwrap(rules.parsePosition(text.replace("voids=h", "voids=-"))), 1));

  test("are counted as trying all of them counts, and each is as likely as any other", () => {
    const state = view();
    const hidden = ["CJ", "S7", "D7", "CK", "D9", "S8", "H7", "H8"].map((card) => plainName(card));
    const takesNoTrump = (card: string): boolean => !card.startsWith("♥") && !card.endsWith("J");
    const deals = allDeals(hidden, [
      { room: 3, takes: () => true },
      { room: 3, takes: takesNoTrump },
      { room: 2, takes: () => true },
    ]);
    const drawn = new HiddenDeals(state, rules.cardPlay);
    expect(drawn.count).toBe(deals.length);
    const random = randomNumbers(4);
    const times = new Map<string, number>();
    const each = 60;
    for (let i = 0; i < each * deals.length; i++) {
      const { hands, skat } = drawn.draw(random);
      const key = [...hands, skat].map(setText).join("/");
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    expect(times.size).toBe(deals.length);
    // Chi squared: its mean is one less than there are deals, its variance twice that.
    const chi = [...times.values()].reduce((sum, count) => sum + (count - each) ** 2 / each, 0);
    const freedom = deals.length - 1;
    expect(Math.abs(chi - freedom)).toBeLessThan(4 * Math.sqrt(2 * freedom));
  });

  test("give nobody a card that it has shown not to have", () => {
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
        ] as number;
        if (state.phase === "play" && state.contract && state.trick.length > 0) {
          const names = ["♣", "♠", "♥", "♦", "grand", "null"] as const;
          const plain = names[state.contract.game] as PlainGame;
          // What follows the lead by the rules in words: all that would be legal with every card in hand.
          const follow = plainLegal(plain, false, CARDS, CARDS[state.trick[0] as number] as string);
          if (!follow.includes(CARDS[move] as string)) for (const card of follow) shown[actor]?.add(card);
        }
        position = rules.play(position, [move]);
        if (rules.result(position) !== null) break;
        for (const player of [0, 1, 2]) {
          const drawn = readState(rules.hidden.sample(rules.hidden.observe(position, player), player, random));
          drawn.hands.forEach((hand, other) => {
            for (const card of cardsIn(hand)) expect(shown[other]?.has(CARDS[card] as string)).toBe(false);
          });
        }
      }
    }
  });
});

function plainName(text: string): string {
  return { C: "♣", S: "♠", H: "♥", D: "♦" }[text.charAt(0)] + text.slice(1).replace("T", "10");
}
