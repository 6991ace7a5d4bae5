/** Skat deals for benchmarks: all three hands, and the declarer's skat. */
import type { SeededRandom } from "../engine/random/seeded.ts";
import {
  ACE,
  type Card,
  type CardPlay,
  type CardSet,
  DECK,
  GRAND,
  has,
  JACK,
  NULL,
  rankOf,
  setOf,
  suitOf,
  union,
} from "../games/skat/cards.ts";
import type { OpenDeal } from "../games/skat/solver.ts";

/** `random`: any hand is the declarer's. `chosen`: the player with the best cards declares, takes the skat and discards. */
export const DEALINGS = ["random", "chosen"] as const;
export type Dealing = (typeof DEALINGS)[number];
export const KINDS = ["suit", "grand", "null"] as const;
export type Kind = (typeof KINDS)[number];

export interface BenchDeal {
  readonly deal: OpenDeal;
  /** The declarer's points in the skat. */
  readonly skat: number;
}

interface Choice {
  readonly player: number;
  readonly game: number;
  readonly score: number;
  readonly kept: readonly Card[];
  readonly discards: readonly Card[];
}

export function dealCards(
  kind: Kind,
  dealing: Dealing,
  tricks: number,
  play: CardPlay,
  random: SeededRandom,
): BenchDeal {
  const deck = random.shuffled(Array.from({ length: DECK }, (_, card) => card));
  const hands = [0, 1, 2].map((player) => deck.slice(10 * player, 10 * player + 10));
  const skat = deck.slice(30);
  const choice = dealing === "chosen" ? chosen(kind, hands, skat, play) : randomDeclarer(kind, hands, skat, random);
  const seats = [0, 1, 2].map((seat) =>
    seat === 0 ? choice.kept : (hands[(choice.player + seat) % 3] as readonly Card[]),
  );
  const [one, two, three] = seats.map((cards) => some(cards, tricks, random)) as [CardSet, CardSet, CardSet];
  return {
    deal: { game: choice.game, hands: [one, two, three], leader: random.below(3) },
    skat: kind === "null" ? 0 : play.points(union(...choice.discards.map(setOf))),
  };
}

/** `tricks` random cards of a hand. */
function some(cards: readonly Card[], tricks: number, random: SeededRandom): CardSet {
  const rest = [...cards];
  while (rest.length > tricks) rest.splice(random.below(rest.length), 1);
  return union(...rest.map(setOf));
}

function randomDeclarer(kind: Kind, hands: readonly Card[][], skat: readonly Card[], random: SeededRandom): Choice {
  const game = kind === "null" ? NULL : kind === "grand" ? GRAND : random.below(4);
  return { player: 0, game, score: 0, kept: hands[0] as Card[], discards: skat };
}

function chosen(kind: Kind, hands: readonly Card[][], skat: readonly Card[], play: CardPlay): Choice {
  const games = kind === "null" ? [NULL] : kind === "grand" ? [GRAND] : [0, 1, 2, 3];
  const choices = hands.flatMap((hand, player) =>
    games.map((game) =>
      game === NULL ? nullChoice(player, [...hand, ...skat], play) : choiceOf(player, game, [...hand, ...skat], play),
    ),
  );
  return choices.reduce((best, each) => (each.score > best.score ? each : best));
}

/** Scores trumps, jacks and aces; discards from short suits, high points first, but no aces and no trumps. */
function choiceOf(player: number, game: number, twelve: readonly Card[], play: CardPlay): Choice {
  const trump = (card: Card): boolean => has(play.trumps(game), card);
  const value = (card: Card): number =>
    2 * (Number(trump(card)) + Number(rankOf(card) === JACK) + Number(rankOf(card) === ACE));
  const length = (card: Card): number =>
    twelve.filter((other) => !trump(other) && suitOf(other) === suitOf(card)).length;
  const order = (card: Card): number =>
    trump(card) ? 3_000 : rankOf(card) === ACE ? 2_000 : 100 * length(card) - play.points(setOf(card));
  const sorted = twelve.toSorted((a, b) => order(a) - order(b));
  const score = twelve.reduce((sum, card) => sum + value(card), 0);
  return { player, game, score, kept: sorted.slice(2), discards: sorted.slice(0, 2) };
}

/** Scores low cards; discards the two highest. */
function nullChoice(player: number, twelve: readonly Card[], play: CardPlay): Choice {
  const rank = (card: Card): number => play.strength(NULL, card);
  const sorted = twelve.toSorted((a, b) => rank(b) - rank(a));
  const kept = sorted.slice(2);
  const score = -kept.reduce((sum, card) => sum + rank(card), 0);
  return { player, game: NULL, score, kept, discards: sorted.slice(0, 2) };
}
