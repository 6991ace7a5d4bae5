/**
 * The paper's classes: sets of cards are equivalent if their graphs of "this card beats that one" are isomorphic. They are unsound: the
 * graph does not contain which cards must follow which, so a trump above a side suit looks like one more card of that suit.
 */
import { canonicalForm, type CanonicalForm } from "../../engine/index/canonical.ts";
import { type Card, cardsIn, type CardSet, setOf, union } from "./cards.ts";
import { sharedKernel } from "./shared-kernel.ts";

interface BeatsClass {
  readonly cards: readonly Card[];
  readonly form: CanonicalForm;
}

/** The canonical form of a set's graph. */
export function beatsClassOf(game: number, set: CardSet): BeatsClass {
  const cards = cardsIn(set);
  const size = cards.length;
  const labels = new Uint8Array(size * size);
  cards.forEach((from, i) =>
    cards.forEach((to, j) => {
      labels[i * size + j] = i === j ? 0 : sharedKernel().exports.beats(game, from, to);
    }),
  );
  return { cards, form: canonicalForm({ colours: cards.map(() => 0), labels }) };
}

/** The classes of sets of `elements` cards by key, with one set each. Sets with equal suit lengths have equal graphs, so one per combination is enough. */
export function beatsClasses(game: number, elements: number): Map<string, BeatsClass> {
  const found = new Map<string, BeatsClass>();
  for (const set of setsByLengths(game, elements)) {
    const each = beatsClassOf(game, set);
    if (!found.has(each.form.key)) found.set(each.form.key, each);
  }
  return found;
}

/** The image of each card in the representative of its class. */
export function mapToRepresentative({ cards, form }: BeatsClass, game: number, elements: number): Map<Card, Card> {
  const target = beatsClasses(game, elements).get(form.key) as BeatsClass;
  return new Map(
    form.order.map((vertex, i) => [cards[vertex] as Card, target.cards[target.form.order[i] as number] as Card]),
  );
}

/** One set for each combination of suit lengths (side suits in descending order), with the lowest cards of each suit. */
function setsByLengths(game: number, elements: number): CardSet[] {
  const trumps = sharedKernel().exports.trumps(game) >>> 0;
  const suits = [0, 1, 2, 3].map((suit) => byStrength(game, ((0xff << (8 * suit)) & ~trumps) >>> 0));
  const sides = suits.filter((cards) => cards.length > 0);
  const trump = byStrength(game, trumps);
  const found: CardSet[] = [];
  const extend = (set: CardSet, suit: number, longest: number, left: number): void => {
    if (suit === sides.length) {
      if (left === 0) found.push(set);
      return;
    }
    const cards = sides[suit] as readonly Card[];
    for (let length = Math.min(longest, left, cards.length); length >= 0; length--)
      extend(union(set, ...cards.slice(0, length).map(setOf)), suit + 1, length, left - length);
  };
  for (let count = Math.min(trump.length, elements); count >= 0; count--)
    extend(union(0, ...trump.slice(0, count).map(setOf)), 0, 8, elements - count);
  return found;
}

function byStrength(game: number, set: CardSet): Card[] {
  const strength = (card: Card): number => sharedKernel().exports.strength(game, card);
  return cardsIn(set).toSorted((a, b) => strength(a) - strength(b));
}
