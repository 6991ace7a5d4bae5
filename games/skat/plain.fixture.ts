/**
 * Card play once more, for the tests: slow, plain, written from the rules in words and from nothing else. A card is its name,
 * suit then rank: "♣J", "♥10". A game is "♣", "♠", "♥", "♦", "grand" or "null".
 */
export type PlainGame = "♣" | "♠" | "♥" | "♦" | "grand" | "null";

export const PLAIN_GAMES: readonly PlainGame[] = ["♣", "♠", "♥", "♦", "grand", "null"];
const SUITS = ["♣", "♠", "♥", "♦"];
const RANKS = ["7", "8", "9", "Q", "K", "10", "A", "J"];
const POINTS: Readonly<Record<string, number>> = { A: 11, "10": 10, K: 4, Q: 3, J: 2 };

/** By the number that the kernel gives it. */
export const CARDS: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

export function suitOf(card: string): string {
  return card.charAt(0);
}

export function rankOf(card: string): string {
  return card.slice(1);
}

export function plainPoints(card: string): number {
  return POINTS[rankOf(card)] ?? 0;
}

export function isTrump(game: PlainGame, card: string): boolean {
  if (game === "null") return false;
  return rankOf(card) === "J" || suitOf(card) === game;
}

/** What has to be played when a card is led: trumps, or its suit. */
function kind(game: PlainGame, card: string): string {
  return isTrump(game, card) ? "trump" : suitOf(card);
}

/** All cards from the weakest to the strongest of each kind. */
function ladder(game: PlainGame): string[] {
  const ranks = game === "null" ? ["7", "8", "9", "10", "J", "Q", "K", "A"] : ["7", "8", "9", "Q", "K", "10", "A"];
  const plain = SUITS.filter((suit) => suit !== game).flatMap((suit) => ranks.map((rank) => suit + rank));
  const trumpSuit = SUITS.filter((suit) => suit === game).flatMap((suit) => ranks.map((rank) => suit + rank));
  return game === "null" ? plain : [...plain, ...trumpSuit, "♦J", "♥J", "♠J", "♣J"];
}

export function plainLegal(
  game: PlainGame,
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

export function plainWinner(game: PlainGame, trick: readonly string[]): number {
  const trumped = trick.filter((card) => isTrump(game, card));
  const able =
    trumped.length > 0 ? trumped : trick.filter((card) => kind(game, card) === kind(game, trick[0] as string));
  const order = ladder(game);
  const best = able.reduce((one, two) => (order.indexOf(two) > order.indexOf(one) ? two : one));
  return trick.indexOf(best);
}

export interface PlainDeal {
  readonly game: PlainGame;
  readonly mustTrump: boolean;
  readonly hands: readonly (readonly string[])[];
  readonly declarer: number;
  /** Who leads the trick in progress, and what has been played to it. */
  readonly leader: number;
  readonly trick: readonly string[];
}

/**
 * The points that the declarer still gets, this trick's included; in null the tricks, 1 for any number of them. With `count` the number
 * of tricks, which he wants many of.
 */
export function plainValue(deal: PlainDeal, count = false): number {
  const { game, mustTrump, hands, declarer, leader, trick } = deal;
  const avoids = game === "null" && !count;
  if (trick.length === 3) {
    const winner = (leader + plainWinner(game, trick)) % 3;
    const points = count ? 1 : trick.reduce((sum, card) => sum + plainPoints(card), 0);
    if (avoids && winner === declarer) return 1;
    const rest = plainValue({ ...deal, leader: winner, trick: [] }, count);
    return avoids ? rest : rest + (winner === declarer ? points : 0);
  }
  const mover = (leader + trick.length) % 3;
  const hand = hands[mover] as readonly string[];
  if (hand.length === 0) return 0;
  const values = plainLegal(game, mustTrump, hand, trick[0] ?? null).map((card) => {
    const left = hands.map((cards, player) => (player === mover ? cards.filter((other) => other !== card) : cards));
    return plainValue({ ...deal, hands: left, trick: [...trick, card] }, count);
  });
  return (mover === declarer) !== avoids ? Math.max(...values) : Math.min(...values);
}
