/** Card play by rules of thumb: what the player `simple` does once a game is named. It looks at its observation and nothing else. */
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

/** What a rule of thumb looks at. */
interface Table {
  readonly state: State;
  readonly play: CardPlay;
  readonly game: number;
  readonly player: number;
  readonly hand: CardSet;
  readonly legal: readonly Card[];
  /** Cards that somebody else may still hold. */
  readonly out: CardSet;
}

export function simpleCard(state: State, player: number, legal: readonly Card[], play: CardPlay): Card {
  const hand = state.hands[player] as CardSet;
  const game = (state.contract as Contract).game;
  const out = without(ALL_CARDS, union(hand, allPlayed(state), state.skat));
  const table: Table = { state, play, game, player, hand, legal, out };
  if (legal.length === 1) return legal[0] as Card;
  if (game === NULL) return nullCard(table);
  if (state.trick.length === 0) return player === state.declarer ? declarerLeads(table) : defenderLeads(table);
  return follows(table);
}

function points(table: Table, card: Card): number {
  return table.play.points(setOf(card));
}

/** The one for which a number is least; of equals the first. */
function least(cards: readonly Card[], number: (card: Card) => number): Card {
  return cards.reduce((best, card) => (number(card) < number(best) ? card : best));
}

/** The cheapest: few points, then low. Trumps are kept. */
function cheapest(table: Table, cards: readonly Card[]): Card {
  const trumps = table.play.trumps(table.game);
  return least(
    cards,
    (card) => 100 * Number(has(trumps, card)) + 5 * points(table, card) + table.play.strength(table.game, card) / 10,
  );
}

/** The dearest for a trick that one's side takes; aces of suits that will still be led are kept to the last. */
function richest(table: Table, cards: readonly Card[]): Card {
  const trumps = table.play.trumps(table.game);
  return least(cards, (card) => 100 * Number(has(trumps, card)) - points(table, card));
}

/** No other hand can hold a stronger card of the same suit. */
function isHigh(table: Table, card: Card): boolean {
  const { game, play, out } = table;
  const kind = voidBit(game, card, play);
  return cardsIn(out).every(
    (other) => voidBit(game, other, play) !== kind || play.strength(game, other) < play.strength(game, card),
  );
}

/** Trumps first while the defenders have some, from above if that takes the trick; then what is high, then what is cheap. */
function declarerLeads(table: Table): Card {
  const { game, play, legal, out } = table;
  const trumps = play.trumps(game);
  const own = legal.filter((card) => has(trumps, card));
  const others = size((out & trumps) >>> 0);
  if (own.length > 0 && others > 0) {
    const high = own.filter((card) => isHigh(table, card));
    if (high.length > 0) return least(high, (card) => play.strength(game, card));
    // With more trumps than they have one can give a low one to draw a high one.
    if (own.length > others) return least(own, (card) => 5 * points(table, card) + play.strength(game, card));
  }
  const side = legal.filter((card) => !has(trumps, card));
  const high = side.filter((card) => isHigh(table, card));
  if (high.length > 0) return least(high, (card) => -points(table, card));
  return side.length > 0 ? cheapest(table, side) : cheapest(table, own);
}

/** An ace of a short suit; else a low card of a long suit of the declarer's, away from tens. */
function defenderLeads(table: Table): Card {
  const { game, play, legal, hand } = table;
  const trumps = play.trumps(game);
  const side = legal.filter((card) => !has(trumps, card));
  if (side.length === 0) return cheapest(table, legal);
  const length = (card: Card): number => size((hand & ~trumps & (0xff << (8 * suitOf(card)))) >>> 0);
  const aces = side.filter((card) => rankOf(card) === ACE);
  if (aces.length > 0) return least(aces, length);
  const high = side.filter((card) => isHigh(table, card));
  if (high.length > 0) return least(high, length);
  return least(side, (card) => 5 * points(table, card) + (rankOf(card) === TEN ? 50 : 0) + length(card));
}

/** Second or third to a trick. */
function follows(table: Table): Card {
  const { state, game, play, legal, player } = table;
  const { trick, leader, declarer } = state;
  const at =
    trick.length === 1 ? 0 : play.winner(game, [trick[0] as Card, trick[1] as Card, trick[0] as Card]) === 1 ? 1 : 0;
  const best = trick[at] as Card;
  const holder = (leader + at) % 3;
  const last = trick.length === 2;
  const mate = player !== declarer && holder !== declarer;
  const winning = legal.filter((card) => play.winner(game, [best, card, best]) === 1);
  if (mate && (last || isHigh(table, best))) return richest(table, legal);
  if (winning.length === 0) {
    // The other defender may still take it from the declarer.
    const helped = player !== declarer && !last && holder === declarer && !isHigh(table, best);
    return helped ? least(legal, (card) => Math.abs(points(table, card) - 4)) : cheapest(table, legal);
  }
  if (last) return takeAsLast(table, winning);
  if (player === declarer) {
    const sure = winning.filter((card) => isHigh(table, card));
    return sure.length > 0 ? least(sure, (card) => play.strength(game, card)) : cheapest(table, legal);
  }
  return least(winning, (card) => play.strength(game, card));
}

/** With many points if it is sure; a trick of nothing is not worth a trump. */
function takeAsLast(table: Table, winning: readonly Card[]): Card {
  const { state, game, play, legal } = table;
  const trumps = play.trumps(game);
  const inTrick = play.points(union(...state.trick.map(setOf)));
  const side = winning.filter((card) => !has(trumps, card));
  if (side.length > 0) return least(side, (card) => -points(table, card));
  const rest = legal.filter((card) => !has(trumps, card));
  if (inTrick < 3 && rest.length > 0 && points(table, cheapest(table, rest)) < 4) return cheapest(table, rest);
  return least(winning, (card) => play.strength(game, card) - points(table, card));
}

/** The declarer stays below as high as he can and throws his worst; defenders play low to make him take one. */
function nullCard(table: Table): Card {
  const { state, game, play, legal, player } = table;
  const { trick, declarer, leader } = state;
  const strength = (card: Card): number => play.strength(game, card);
  const [lead] = trick;
  if (lead === undefined) return least(legal, (card) => strength(card));
  if (suitOf(lead) !== suitOf(legal[0] as Card)) return least(legal, (card) => -strength(card));
  const follow = trick.filter((card) => suitOf(card) === suitOf(lead));
  const best = Math.max(...follow.map(strength));
  const below = legal.filter((card) => strength(card) < best);
  if (player === declarer) return below.length > 0 ? least(below, (card) => -strength(card)) : least(legal, strength);
  // A defender stays below the declarer's card if that is the best one.
  const declarersCard = trick[(((declarer as number) - leader + 3) % 3) as number];
  const declarerBest =
    declarersCard !== undefined && suitOf(declarersCard) === suitOf(lead) && strength(declarersCard) === best;
  if (declarerBest && below.length > 0) return least(below, (card) => -strength(card));
  return least(legal, declarersCard === undefined ? strength : (card) => -strength(card));
}
