/** What each player knows, and deals that fit it: other hands and the skat, by card counts and by what players have shown to lack. */
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

/** At the end the cards are laid open. Before it a player sees its own hand, the skat that it put down, and an open hand. */
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

/** A place for hidden cards: a hand, the skat, or what is not dealt yet. */
interface Place {
  /** 0–2 a hand, 3 the skat, 4 not dealt. */
  readonly number: number;
  readonly room: number;
  /** Cards that cannot be there. */
  readonly barred: CardSet;
  /** What one card's room counts in a key. */
  readonly step: number;
}

/**
 * All ways to put the hidden cards of an observation where they fit, each equally likely. The ways are counted once, card by
 * card from the last one, and a deal is drawn by going through the cards from the first. The room that is left in all places
 * is one number, the key.
 */
export class HiddenDeals {
  readonly #state: State;
  readonly #cards: readonly Card[];
  readonly #places: readonly Place[];
  /** By card and key: ways to place the card and those after it. One more than there are cards. */
  readonly #ways: readonly Float64Array[];
  readonly #allRoom: number;

  constructor(state: State, play: CardPlay) {
    this.#state = state;
    const known = union(...state.hands, state.skat, allPlayed(state));
    this.#cards = cardsIn(without(ALL_CARDS, known));
    this.#places = placesIn(state, this.#cards.length, play);
    this.#allRoom = this.#places.reduce((key, { room, step }) => key + room * step, 0);
    this.#ways = this.#count();
  }

  /** Ways that there are. */
  get count(): number {
    return this.#ways[0]?.[this.#allRoom] as number;
  }

  draw(random: () => number): State {
    const got: CardSet[] = [...this.#state.hands, this.#state.skat, 0];
    let key = this.#allRoom;
    for (const [i, card] of this.#cards.entries()) {
      const ways = this.#places.map((place) => this.#waysWith(i, place, key, this.#ways[i + 1] as Float64Array));
      let left = random() * ways.reduce((sum, each) => sum + each, 0);
      let at = ways.findIndex((each) => (left -= each) < 0);
      // Rounding may leave a little of nothing.
      if (at < 0) at = ways.findLastIndex((each) => each > 0);
      const place = this.#places[at] as Place;
      got[place.number] = union(got[place.number] as CardSet, setOf(card));
      key -= place.step;
    }
    const [first, second, third, skat] = got as [CardSet, CardSet, CardSet, CardSet];
    return { ...this.#state, hands: [first, second, third], skat };
  }

  /** The ways in which this card is at this place. */
  #waysWith(i: number, { room, barred, step }: Place, key: number, next: Float64Array): number {
    if (Math.floor(key / step) % (room + 1) === 0 || has(barred, this.#cards[i] as Card)) return 0;
    return next[key - step] as number;
  }

  #count(): Float64Array[] {
    const ways = Array.from({ length: this.#cards.length + 1 }, () => new Float64Array(this.#allRoom + 1));
    (ways.at(-1) as Float64Array)[0] = 1;
    for (let i = this.#cards.length - 1; i >= 0; i--) {
      const next = ways[i + 1] as Float64Array;
      for (let key = 0; key <= this.#allRoom; key++)
        for (const place of this.#places) (ways[i] as Float64Array)[key]! += this.#waysWith(i, place, key, next);
    }
    return ways;
  }
}

/** The places that have room. */
function placesIn(state: State, cards: number, play: CardPlay): Place[] {
  const game = state.contract?.game ?? null;
  const rooms = state.hands.map((hand, player) => handSize(state, player) - size(hand));
  rooms.push(skatSize(state) - size(state.skat));
  rooms.push(cards - rooms.reduce((sum, room) => sum + room, 0));
  let step = 1;
  const places: Place[] = [];
  for (const [number, room] of rooms.entries()) {
    if (room === 0) continue;
    const barred = game !== null && number < 3 ? voidCards(game, state.voids[number] as number, play) : 0;
    places.push({ number, room, barred, step });
    step *= room + 1;
  }
  return places;
}

export function hiddenIn(play: CardPlay): HiddenInformation {
  return {
    observe: (position, player) => writeState(observe(readState(position), player)),
    sample: (observation, _player, random) => writeState(new HiddenDeals(readState(observation), play).draw(random)),
  };
}
