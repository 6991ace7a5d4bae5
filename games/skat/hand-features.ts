/** The input features of the bidder's model: ten cards, discards and lead. */
import { ACE, type CardSet, GRAND, has, JACK, KING, NULL, size, TEN } from "./cards.ts";

export type GameKind = "suit" | "grand" | "null";

export function kindOfGame(game: number): GameKind {
  return game === NULL ? "null" : game === GRAND ? "grand" : "suit";
}

/** Feature names by kind of game, in order. */
export const FEATURES: Readonly<Record<GameKind, readonly string[]>> = {
  suit: [
    "one",
    "jack of clubs",
    "jack of spades",
    "jack of hearts",
    "jack of diamonds",
    "trumps",
    "trumps above six",
    "trump ace",
    "trump ten",
    "aces",
    "tens with their ace",
    "tens with a card below",
    "bare tens",
    "losers",
    "losers squared",
    "suits without a card",
    "points put down",
    "leads",
  ],
  grand: [
    "one",
    "jack of clubs",
    "jack of spades",
    "jack of hearts",
    "jack of diamonds",
    "both highest jacks",
    "aces",
    "tens with their ace",
    "tens with a card below",
    "bare tens",
    "kings with ace or ten",
    "losers",
    "losers squared",
    "cards above four in a suit with its ace",
    "points put down",
    "leads",
    "jacks and leads",
  ],
  null: [
    "one",
    "gaps in long suits",
    "gaps in pairs",
    "gaps of single cards",
    "unsafe suits",
    "unsafe suits squared",
    "sevens",
    "ouvert",
    "leads",
  ],
};

const RANKS_BY_NULL: readonly number[] = [0, 1, 2, TEN, JACK, 3, KING, ACE];

interface SideSuits {
  aces: number;
  pairs: number;
  guarded: number;
  bare: number;
  kings: number;
  losers: number;
  voids: number;
  length: number;
}

/** Sums over the side suits, without jacks. */
function sideSuits(game: number, hand: CardSet): SideSuits {
  const sum: SideSuits = { aces: 0, pairs: 0, guarded: 0, bare: 0, kings: 0, losers: 0, voids: 0, length: 0 };
  for (let suit = 0; suit < 4; suit++) {
    if (suit === game) continue;
    const cards = (hand >>> (8 * suit)) & 0x7f;
    const count = size(cards);
    if (count === 0) {
      sum.voids++;
      continue;
    }
    const [ace, ten, king] = [has(cards, ACE), has(cards, TEN), has(cards, KING)];
    sum.losers += count;
    if (ace) sum.aces++;
    if (ace) sum.losers--;
    if (ace && ten) {
      sum.pairs++;
      sum.losers--;
      if (king) sum.losers--;
    } else if (ten) {
      if (count > 1) sum.guarded++;
      else sum.bare++;
    }
    if (king && (ace || ten)) sum.kings++;
    if (ace && count > 4) sum.length += count - 4;
  }
  return sum;
}

/** `points`: of the discards. `leads`: whether the declarer leads the first trick. */
export function featuresOf(game: number, hand: CardSet, points: number, leads: boolean, ouvert = false): number[] {
  if (game === NULL) return nullFeatures(hand, leads, ouvert);
  const jacks = [0, 1, 2, 3].map((suit) => Number(has(hand, 8 * suit + JACK)));
  const side = sideSuits(game, hand);
  const lead = Number(leads);
  if (game === GRAND) {
    const count = jacks.reduce((sum, jack) => sum + jack, 0);
    return [
      1,
      ...jacks,
      (jacks[0] as number) * (jacks[1] as number),
      side.aces,
      side.pairs,
      side.guarded,
      side.bare,
      side.kings,
      side.losers,
      (side.losers * side.losers) / 10,
      side.length,
      points / 10,
      lead,
      lead * count,
    ];
  }
  const own = (hand >>> (8 * game)) & 0x7f;
  const trumps = size(own) + jacks.reduce((sum, jack) => sum + jack, 0);
  return [
    1,
    ...jacks,
    trumps,
    Math.max(0, trumps - 6),
    Number(has(own, ACE)),
    Number(has(own, TEN)),
    side.aces,
    side.pairs,
    side.guarded,
    side.bare,
    side.losers,
    (side.losers * side.losers) / 10,
    side.voids,
    points / 10,
    lead,
  ];
}

/** A card is safe if its height in the suit is at most twice the number of the declarer's cards below it. */
function nullFeatures(hand: CardSet, leads: boolean, ouvert: boolean): number[] {
  const gaps = [0, 0, 0];
  let [unsafe, sevens] = [0, 0];
  for (let suit = 0; suit < 4; suit++) {
    const cards = (hand >>> (8 * suit)) & 0xff;
    if (cards === 0) continue;
    if (has(cards, 0)) sevens++;
    let [below, gap] = [0, 0];
    RANKS_BY_NULL.forEach((rank, height) => {
      if (!has(cards, rank)) return;
      gap += Math.max(0, height - 2 * below);
      below++;
    });
    const group = below > 2 ? 0 : below === 2 ? 1 : 2;
    gaps[group] = (gaps[group] as number) + gap;
    if (gap > 0) unsafe++;
  }
  return [1, ...gaps, unsafe, (unsafe * unsafe) / 4, sevens, Number(ouvert), Number(leads)];
}
