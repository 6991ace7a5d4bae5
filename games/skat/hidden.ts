/** Observations, and determinizations that fit them: hidden hands and the skat, consistent with card counts and shown voids. */
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import {
  ALL_CARDS,
  type Card,
  type CardPlay,
  type CardSet,
  cardsIn,
  has,
  setOf,
  size,
  union,
  without,
} from "./cards.ts";
import { hasEnded } from "./moves.ts";
import { voidCards } from "./play.ts";
import { allPlayed, handSize, knowsSkat, readState, skatSize, type State, writeState } from "./state.ts";
import { OUVERT } from "./value.ts";

/** All cards are visible at the end. Before that a player sees its own hand, its own discards, and an ouvert hand. */
function observe(state: State, player: number): State {
  if (hasEnded(state)) return state;
  const open = state.phase === "play" && (state.contract?.flags ?? 0) & OUVERT ? state.declarer : null;
  const seen = (other: number): CardSet => (other === player || other === open ? (state.hands[other] as CardSet) : 0);
  return {
    ...state,
    hands: [seen(0), seen(1), seen(2)],
    skat: knowsSkat(state, player) ? state.skat : 0,
  };
}

/** A place for hidden cards: a hand, the skat, or the undealt cards. */
interface Place {
  /** 0–2 a hand, 3 the skat, 4 undealt. */
  readonly number: number;
  readonly capacity: number;
  /** Cards that cannot be in this place. */
  readonly barred: CardSet;
  /** The place value of this place's remaining capacity in a key. */
  readonly step: number;
}

/**
 * The uniform distribution over all deals that fit an observation. The deals are counted once by dynamic programming, from the last
 * card back; a sample draws a place for each card in order. The remaining capacities of all places are encoded in one number, the key.
 */
export class HiddenDeals {
  readonly #state: State;
  readonly #cards: readonly Card[];
  readonly #places: readonly Place[];
  /** By card and key: the number of ways to place this card and those after it; one extra row at the end. */
  readonly #ways: readonly Float64Array[];
  readonly #fullKey: number;

  constructor(state: State, play: CardPlay) {
    this.#state = state;
    const known = union(...state.hands, state.skat, allPlayed(state));
    this.#cards = cardsIn(without(ALL_CARDS, known));
    this.#places = placesIn(state, this.#cards.length, play);
    this.#fullKey = this.#places.reduce((key, { capacity, step }) => key + capacity * step, 0);
    this.#ways = this.#count();
  }

  /** The number of deals. */
  get count(): number {
    return this.#ways[0]?.[this.#fullKey] as number;
  }

  sample(random: () => number): State {
    const got: CardSet[] = [...this.#state.hands, this.#state.skat, 0];
    let key = this.#fullKey;
    for (const [i, card] of this.#cards.entries()) {
      const ways = this.#places.map((place) => this.#waysWith(i, place, key, this.#ways[i + 1] as Float64Array));
      let left = random() * ways.reduce((sum, each) => sum + each, 0);
      let at = ways.findIndex((each) => (left -= each) < 0);
      // Rounding may leave a remainder.
      if (at < 0) at = ways.findLastIndex((each) => each > 0);
      const place = this.#places[at] as Place;
      got[place.number] = union(got[place.number] as CardSet, setOf(card));
      key -= place.step;
    }
    const [first, second, third, skat] = got as [CardSet, CardSet, CardSet, CardSet];
    return { ...this.#state, hands: [first, second, third], skat };
  }

  /** The number of deals with this card in this place. */
  #waysWith(i: number, { capacity, barred, step }: Place, key: number, next: Float64Array): number {
    if (Math.floor(key / step) % (capacity + 1) === 0 || has(barred, this.#cards[i] as Card)) return 0;
    return next[key - step] as number;
  }

  #count(): Float64Array[] {
    const ways = Array.from({ length: this.#cards.length + 1 }, () => new Float64Array(this.#fullKey + 1));
    (ways.at(-1) as Float64Array)[0] = 1;
    for (let i = this.#cards.length - 1; i >= 0; i--) {
      const next = ways[i + 1] as Float64Array;
      for (let key = 0; key <= this.#fullKey; key++)
        for (const place of this.#places) (ways[i] as Float64Array)[key]! += this.#waysWith(i, place, key, next);
    }
    return ways;
  }
}

function placesIn(state: State, cards: number, play: CardPlay): Place[] {
  const game = state.contract?.game ?? null;
  const capacities = state.hands.map((hand, player) => handSize(state, player) - size(hand));
  capacities.push(skatSize(state) - size(state.skat));
  capacities.push(cards - capacities.reduce((sum, capacity) => sum + capacity, 0));
  let step = 1;
  const places: Place[] = [];
  for (const [number, capacity] of capacities.entries()) {
    if (capacity === 0) continue;
    const barred = game !== null && number < 3 ? voidCards(game, state.voids[number] as number, play) : 0;
    places.push({ number, capacity, barred, step });
    step *= capacity + 1;
  }
  return places;
}

export function hiddenIn(play: CardPlay): HiddenInformation {
  return {
    observe: (position, player) => writeState(observe(readState(position), player)),
    sample: (observation, _player, random) => writeState(new HiddenDeals(readState(observation), play).sample(random)),
  };
}
