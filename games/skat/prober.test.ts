/** `gamelore probe skat`: every card's value against reference minimax, and rejected positions. */
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import {
  CARDS,
  REFERENCE_GAMES,
  referenceLegal,
  referencePoints,
  referenceValue,
  type ReferenceGame,
} from "./reference.fixture.ts";
import { game } from "./game.ts";
import { GAMES } from "./cards.ts";

const prober = unwrap(await (game.prober as NonNullable<typeof game.prober>)({}));
afterAll(() => prober.close());

const PLAYERS = ["forehand", "middlehand", "rearhand"];
const toText = (card: string): string =>
  ({ "♣": "C", "♠": "S", "♥": "H", "♦": "D" })[card.charAt(0)] + card.slice(1).replace("10", "T");

/** Up to two legal cards of the trick, removed from the hands. */
function trickOf(referenceGame: ReferenceGame, hands: string[][], leader: number, random: SeededRandom): string[] {
  const trick: string[] = [];
  for (let left = random.below(3); left > 0; left--) {
    const player = (leader + trick.length) % 3;
    const card = random.pick(referenceLegal(referenceGame, false, hands[player] as string[], trick[0] ?? null));
    hands[player] = (hands[player] as string[]).filter((other) => other !== card);
    trick.push(card);
  }
  return trick;
}

test("random endings of four tricks: the values of all cards agree with reference minimax, best first", async () => {
  const random = new SeededRandom(8);
  for (let i = 0; i < 120; i++) {
    const deck = [...CARDS];
    const draw = (count: number): string[] =>
      Array.from({ length: count }, () => deck.splice(random.below(deck.length), 1)[0] as string);
    const hands = [draw(4), draw(4), draw(4)];
    const skat = draw(2);
    const number = i % 6;
    const referenceGame = REFERENCE_GAMES[number] as ReferenceGame;
    const [declarer, leader] = [random.below(3), random.below(3)];
    const trick = trickOf(referenceGame, hands, leader, random);
    const mover = (leader + trick.length) % 3;
    const join = (cards: readonly string[]): string => cards.map(toText).join("");
    const text = `play ${hands.map(join).join("/")} skat=${join(skat)} declarer=${PLAYERS[declarer]} game=${GAMES[number]} trick=${PLAYERS[leader]}:${join(trick)}`;
    const probe = unwrap(await prober.probe(unwrap(prober.parsePosition(text))));
    const down = referenceGame === "null" ? 0 : skat.reduce((sum, card) => sum + referencePoints(card), 0);
    const expected = referenceLegal(referenceGame, false, hands[mover] as string[], trick[0] ?? null).map((card) => {
      const left = hands.map((hand) => hand.filter((other) => other !== card));
      const deal = { game: referenceGame, mustTrump: false, hands: left, declarer, leader, trick: [...trick, card] };
      return [toText(card), referenceValue(deal) + down] as const;
    });
    const found = probe.moves.map(
      ({ text: card, after }) => [card, after.parts["points"] ?? after.parts["tricks"]] as const,
    );
    expect(Object.fromEntries(found), text).toEqual(Object.fromEntries(expected));
    expect(probe.moves.every(({ after }) => after.exact)).toBe(true);
    const scores = probe.moves.map(({ after }) => after.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(probe.value.score).toBe(scores[0]);
  }
});

test("other phases are rejected", async () => {
  const position = unwrap(prober.parsePosition("deal -/-/-"));
  expect(await prober.probe(position)).toMatchObject({ ok: false, error: { code: "not-in-table" } });
});
