/**
 * Reference implementation of card play, for the tests: slow, simple, written from the rules alone. A card is its name, suit then
 * rank: "♣J", "♥10". A game is "♣", "♠", "♥", "♦", "grand" or "null".
 */
export type ReferenceGame = "♣" | "♠" | "♥" | "♦" | "grand" | "null";

export const REFERENCE_GAMES: readonly ReferenceGame[] = ["♣", "♠", "♥", "♦", "grand", "null"];
const SUITS = ["♣", "♠", "♥", "♦"];
const RANKS = ["7", "8", "9", "Q", "K", "10", "A", "J"];
const POINTS: Readonly<Record<string, number>> = { A: 11, "10": 10, K: 4, Q: 3, J: 2 };

/** In the kernel's numbering. */
export const CARDS: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

export function suitOf(card: string): string {
  return card.charAt(0);
}

function rankOf(card: string): string {
  return card.slice(1);
}

export function referencePoints(card: string): number {
  return POINTS[rankOf(card)] ?? 0;
}

export function isTrump(game: ReferenceGame, card: string): boolean {
  if (game === "null") return false;
  return rankOf(card) === "J" || suitOf(card) === game;
}

/** The suit to follow: trumps, or the card's suit. */
function kind(game: ReferenceGame, card: string): string {
  return isTrump(game, card) ? "trump" : suitOf(card);
}

/** All cards, ascending within each suit and trumps. */
function ladder(game: ReferenceGame): string[] {
  const ranks = game === "null" ? ["7", "8", "9", "10", "J", "Q", "K", "A"] : ["7", "8", "9", "Q", "K", "10", "A"];
  const sideSuits = SUITS.filter((suit) => suit !== game).flatMap((suit) => ranks.map((rank) => suit + rank));
  const trumpSuit = SUITS.filter((suit) => suit === game).flatMap((suit) => ranks.map((rank) => suit + rank));
  return game === "null" ? sideSuits : [...sideSuits, ...trumpSuit, "♦J", "♥J", "♠J", "♣J"];
}

export function referenceLegal(
  game: ReferenceGame,
  mustTrump: boolean,
  hand: readonly string[],
  lead: string | null,
): string[] {
  if (lead === null) return [...hand];
  const following = hand.filter((card) => kind(game, card) === kind(game, lead));
  if (following.length > 0) return following;
  const trump = hand.filter((card) => isTrump(game, card));
  return mustTrump && trump.length > 0 ? trump : [...hand];
}

export function referenceWinner(game: ReferenceGame, trick: readonly string[]): number {
  const trumped = trick.filter((card) => isTrump(game, card));
  const able =
    trumped.length > 0 ? trumped : trick.filter((card) => kind(game, card) === kind(game, trick[0] as string));
  const order = ladder(game);
  const best = able.reduce((one, two) => (order.indexOf(two) > order.indexOf(one) ? two : one));
  return trick.indexOf(best);
}

export interface ReferenceDeal {
  readonly game: ReferenceGame;
  readonly mustTrump: boolean;
  readonly hands: readonly (readonly string[])[];
  readonly declarer: number;
  /** The leader of the current trick, and its cards so far. */
  readonly leader: number;
  readonly trick: readonly string[];
}

/** Minimax: the declarer's future points including this trick; in null 1 if he takes a trick. With `count`, the number of tricks, maximized. */
export function referenceValue(deal: ReferenceDeal, count = false): number {
  const { game, mustTrump, hands, declarer, leader, trick } = deal;
  const avoids = game === "null" && !count;
  if (trick.length === 3) {
    const winner = (leader + referenceWinner(game, trick)) % 3;
    const points = count ? 1 : trick.reduce((sum, card) => sum + referencePoints(card), 0);
    if (avoids && winner === declarer) return 1;
    const rest = referenceValue({ ...deal, leader: winner, trick: [] }, count);
    return avoids ? rest : rest + (winner === declarer ? points : 0);
  }
  const mover = (leader + trick.length) % 3;
  const hand = hands[mover] as readonly string[];
  if (hand.length === 0) return 0;
  const values = referenceLegal(game, mustTrump, hand, trick[0] ?? null).map((card) => {
    const left = hands.map((cards, player) => (player === mover ? cards.filter((other) => other !== card) : cards));
    return referenceValue({ ...deal, hands: left, trick: [...trick, card] }, count);
  });
  return (mover === declarer) !== avoids ? Math.max(...values) : Math.min(...values);
}
