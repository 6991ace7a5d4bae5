/** Cards: names, sets as 32-bit bitboards, and the kernel's rules of card play. Numbered as in cards.as.ts. */
import type { Exports } from "../../build/kernels/skat.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";

export type Card = number;
/** Bit = card; always from 0 to 2³² − 1. */
export type CardSet = number;

export const DECK = 32;
export const ALL_CARDS: CardSet = 0xffffffff;
export const JACKS: CardSet = 0x80808080;
export const GRAND = 4;
export const NULL = 5;
/** Names by number: suit games by trump suit, grand, null. */
export const GAMES: readonly string[] = ["clubs", "spades", "hearts", "diamonds", "grand", "null"];
/** Ranks within a suit, as the kernel numbers them. */
export const JACK = 7;
export const ACE = 6;
export const TEN = 5;
export const KING = 4;

const SUIT_LETTERS = "CSHD";
const SUIT_SIGNS = "♣♠♥♦";
const RANK_LETTERS = "789QKTAJ";
const RANK_SIGNS: readonly string[] = ["7", "8", "9", "Q", "K", "10", "A", "J"];
/** From the strongest to the weakest in null. */
const NULL_RANKS = "AKQJT987";

export function setOf(card: Card): CardSet {
  return (1 << card) >>> 0;
}

export function union(...sets: readonly CardSet[]): CardSet {
  return sets.reduce((all, set) => (all | set) >>> 0, 0);
}

export function without(set: CardSet, other: CardSet): CardSet {
  return (set & ~other) >>> 0;
}

export function has(set: CardSet, card: Card): boolean {
  return ((set >>> card) & 1) === 1;
}

export function size(set: CardSet): number {
  let bits = set - ((set >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function cardsIn(set: CardSet): Card[] {
  const cards: Card[] = [];
  for (let left = set; left !== 0; left = (left & (left - 1)) >>> 0) cards.push(31 - Math.clz32(left & -left));
  return cards;
}

export function suitOf(card: Card): number {
  return card >> 3;
}

export function rankOf(card: Card): number {
  return card & 7;
}

/** `CJ`, `HT`: suit (clubs, spades, hearts, diamonds), then rank. */
export function cardText(card: Card): string {
  return SUIT_LETTERS.charAt(suitOf(card)) + RANK_LETTERS.charAt(rankOf(card));
}

/** For display: `♣J`, `♥10`. */
export function cardSign(card: Card): string {
  return SUIT_SIGNS.charAt(suitOf(card)) + (RANK_SIGNS[rankOf(card)] as string);
}

const CARD_TEXT = /([CSHD♣♠♥♦])(10|[789QKTAJ])/giu;

/** Parses `CJHT…`, case-insensitive, also with suit symbols; null if it is invalid or repeats a card. */
export function readCards(text: string): Card[] | null {
  if (!new RegExp(`^(?:${CARD_TEXT.source})*$`, "iu").test(text)) return null;
  const cards = [...text.matchAll(CARD_TEXT)].map(([, suit = "", rank = ""]) => {
    const row = Math.max(SUIT_LETTERS.indexOf(suit.toUpperCase()), SUIT_SIGNS.indexOf(suit));
    return 8 * row + RANK_LETTERS.indexOf(rank === "10" ? "T" : rank.toUpperCase());
  });
  return new Set(cards).size === cards.length ? cards : null;
}

/** Jacks first, then suit by suit from the ace down; `-` for none. */
export function setText(set: CardSet): string {
  return set === 0 ? "-" : sorted(null, set).map(cardText).join("");
}

/** In display order: trumps first, then suit by suit, strongest first. Before a game is declared, as in grand. */
export function sorted(game: number | null, set: CardSet): Card[] {
  const order = (card: Card): number => {
    if (game === NULL) return 8 * suitOf(card) + NULL_RANKS.indexOf(RANK_LETTERS.charAt(rankOf(card)));
    if (rankOf(card) === JACK) return suitOf(card);
    return (suitOf(card) === game ? 8 : 16 + 8 * suitOf(card)) + (ACE - rankOf(card));
  };
  return cardsIn(set).toSorted((a, b) => order(a) - order(b));
}

export class CardPlay {
  readonly kernel: Kernel<Exports>;
  readonly mustTrump: boolean;
  readonly #trumps: readonly CardSet[];

  constructor(kernel: Kernel<Exports>, mustTrump: boolean) {
    this.kernel = kernel;
    this.mustTrump = mustTrump;
    this.#trumps = GAMES.map((_, game) => kernel.exports.trumps(game) >>> 0);
  }

  trumps(game: number): CardSet {
    return this.#trumps[game] as CardSet;
  }

  /** The legal cards of a hand; `lead` is null at the start of a trick. */
  legal(game: number, hand: CardSet, lead: Card | null): CardSet {
    return this.kernel.exports.legalCards(game, Number(this.mustTrump), hand, lead ?? -1) >>> 0;
  }

  /** The index of the winning card. */
  winner(game: number, trick: readonly [Card, Card, Card]): number {
    return this.kernel.exports.trickWinner(game, ...trick);
  }

  strength(game: number, card: Card): number {
    return this.kernel.exports.strength(game, card);
  }

  points(set: CardSet): number {
    return this.kernel.exports.pointsOf(set);
  }
}
