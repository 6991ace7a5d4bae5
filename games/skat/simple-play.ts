/** Rule-based card play of the player `simple`. It uses only its observation. */
import {
  ACE,
  ALL_CARDS,
  type Card,
  type CardPlay,
  type CardSet,
  cardsIn,
  has,
  NULL,
  rankOf,
  setOf,
  size,
  suitOf,
  TEN,
  union,
  without,
} from "./cards.ts";
import { voidBit } from "./play.ts";
import { allPlayed, type State } from "./state.ts";
import type { Contract } from "./value.ts";

/** The input of the rules. */
interface Situation {
  readonly state: State;
  readonly play: CardPlay;
  readonly game: number;
  readonly player: number;
  readonly hand: CardSet;
  readonly legal: readonly Card[];
  /** Cards that another player may still hold. */
  readonly out: CardSet;
}

export function simpleCard(state: State, player: number, legal: readonly Card[], play: CardPlay): Card {
  const hand = state.hands[player] as CardSet;
  const game = (state.contract as Contract).game;
  const out = without(ALL_CARDS, union(hand, allPlayed(state), state.skat));
  const situation: Situation = { state, play, game, player, hand, legal, out };
  if (legal.length === 1) return legal[0] as Card;
  if (game === NULL) return nullCard(situation);
  if (state.trick.length === 0) return player === state.declarer ? declarerLeads(situation) : defenderLeads(situation);
  return follows(situation);
}

function points(situation: Situation, card: Card): number {
  return situation.play.points(setOf(card));
}

/** The first card with the least value of `number`. */
function least(cards: readonly Card[], number: (card: Card) => number): Card {
  return cards.reduce((best, card) => (number(card) < number(best) ? card : best));
}

/** Fewest points, then lowest; trumps last. */
function cheapest(situation: Situation, cards: readonly Card[]): Card {
  const trumps = situation.play.trumps(situation.game);
  return least(
    cards,
    (card) =>
      100 * Number(has(trumps, card)) +
      5 * points(situation, card) +
      situation.play.strength(situation.game, card) / 10,
  );
}

/** Most points, for a trick that our side wins; trumps last. */
function richest(situation: Situation, cards: readonly Card[]): Card {
  const trumps = situation.play.trumps(situation.game);
  return least(cards, (card) => 100 * Number(has(trumps, card)) - points(situation, card));
}

/** Whether no other hand can hold a stronger card of the same suit. */
function isHigh(situation: Situation, card: Card): boolean {
  const { game, play, out } = situation;
  const kind = voidBit(game, card, play);
  return cardsIn(out).every(
    (other) => voidBit(game, other, play) !== kind || play.strength(game, other) < play.strength(game, card),
  );
}

/** Draws trumps while the defenders have some, with a high one if it wins the trick; then high cards, then cheap ones. */
function declarerLeads(situation: Situation): Card {
  const { game, play, legal, out } = situation;
  const trumps = play.trumps(game);
  const own = legal.filter((card) => has(trumps, card));
  const others = size((out & trumps) >>> 0);
  if (own.length > 0 && others > 0) {
    const high = own.filter((card) => isHigh(situation, card));
    if (high.length > 0) return least(high, (card) => play.strength(game, card));
    // With more trumps than the defenders, a low one draws a high one.
    if (own.length > others) return least(own, (card) => 5 * points(situation, card) + play.strength(game, card));
  }
  const side = legal.filter((card) => !has(trumps, card));
  const high = side.filter((card) => isHigh(situation, card));
  if (high.length > 0) return least(high, (card) => -points(situation, card));
  return side.length > 0 ? cheapest(situation, side) : cheapest(situation, own);
}

/** An ace of a short suit; otherwise a low card, avoiding tens. */
function defenderLeads(situation: Situation): Card {
  const { game, play, legal, hand } = situation;
  const trumps = play.trumps(game);
  const side = legal.filter((card) => !has(trumps, card));
  if (side.length === 0) return cheapest(situation, legal);
  const length = (card: Card): number => size((hand & ~trumps & (0xff << (8 * suitOf(card)))) >>> 0);
  const aces = side.filter((card) => rankOf(card) === ACE);
  if (aces.length > 0) return least(aces, length);
  const high = side.filter((card) => isHigh(situation, card));
  if (high.length > 0) return least(high, length);
  return least(side, (card) => 5 * points(situation, card) + (rankOf(card) === TEN ? 50 : 0) + length(card));
}

/** Second or third to a trick. */
function follows(situation: Situation): Card {
  const { state, game, play, legal, player } = situation;
  const { trick, leader, declarer } = state;
  const at =
    trick.length === 1 ? 0 : play.winner(game, [trick[0] as Card, trick[1] as Card, trick[0] as Card]) === 1 ? 1 : 0;
  const best = trick[at] as Card;
  const holder = (leader + at) % 3;
  const last = trick.length === 2;
  const isPartner = player !== declarer && holder !== declarer;
  const winning = legal.filter((card) => play.winner(game, [best, card, best]) === 1);
  if (isPartner && (last || isHigh(situation, best))) return richest(situation, legal);
  if (winning.length === 0) {
    // The partner may still win the trick.
    const helped = player !== declarer && !last && holder === declarer && !isHigh(situation, best);
    return helped ? least(legal, (card) => Math.abs(points(situation, card) - 4)) : cheapest(situation, legal);
  }
  if (last) return winAsLast(situation, winning);
  if (player === declarer) {
    const sure = winning.filter((card) => isHigh(situation, card));
    return sure.length > 0 ? least(sure, (card) => play.strength(game, card)) : cheapest(situation, legal);
  }
  return least(winning, (card) => play.strength(game, card));
}

/** With high points outside trumps; no trump for a trick without points. */
function winAsLast(situation: Situation, winning: readonly Card[]): Card {
  const { state, game, play, legal } = situation;
  const trumps = play.trumps(game);
  const inTrick = play.points(union(...state.trick.map(setOf)));
  const side = winning.filter((card) => !has(trumps, card));
  if (side.length > 0) return least(side, (card) => -points(situation, card));
  const rest = legal.filter((card) => !has(trumps, card));
  if (inTrick < 3 && rest.length > 0 && points(situation, cheapest(situation, rest)) < 4)
    return cheapest(situation, rest);
  return least(winning, (card) => play.strength(game, card) - points(situation, card));
}

/** The declarer plays his highest card below the best one and discards his highest; defenders play low to make him win a trick. */
function nullCard(situation: Situation): Card {
  const { state, game, play, legal, player } = situation;
  const { trick, declarer, leader } = state;
  const strength = (card: Card): number => play.strength(game, card);
  const [lead] = trick;
  if (lead === undefined) return least(legal, (card) => strength(card));
  if (suitOf(lead) !== suitOf(legal[0] as Card)) return least(legal, (card) => -strength(card));
  const follow = trick.filter((card) => suitOf(card) === suitOf(lead));
  const best = Math.max(...follow.map(strength));
  const below = legal.filter((card) => strength(card) < best);
  if (player === declarer) return below.length > 0 ? least(below, (card) => -strength(card)) : least(legal, strength);
  // Defenders stay below the declarer's card if it is winning.
  const declarersCard = trick[(((declarer as number) - leader + 3) % 3) as number];
  const declarerBest =
    declarersCard !== undefined && suitOf(declarersCard) === suitOf(lead) && strength(declarersCard) === best;
  if (declarerBest && below.length > 0) return least(below, (card) => -strength(card));
  return least(legal, declarersCard === undefined ? strength : (card) => -strength(card));
}
