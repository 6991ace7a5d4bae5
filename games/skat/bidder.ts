/**
 * How far to bid and what to play. A model gives the probability of winning a game with ten cards and two put down; before the skat
 * is seen, the mean over skats that may lie there. What a game is worth is judged as in tournaments: its value and 50, or
 * twice its value and 50 lost.
 */
import type { Move } from "../../engine/contracts/game.ts";
import { probability } from "../../engine/learn/logistic.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import {
  ALL_CARDS,
  type Card,
  type CardPlay,
  type CardSet,
  cardsIn,
  GRAND,
  JACKS,
  NULL,
  setOf,
  size,
  union,
  without,
} from "./cards.ts";
import { WEIGHTS } from "./bidder-weights.ts";
import { featuresOf, kindOfGame } from "./hand-features.ts";
import { BID, contractsAfterSkat, HOLD, nameMove, PASS, putMove, TAKE } from "./moves.ts";
import { highestBid, speaker, type State } from "./state.ts";
import { BIDS, type Contract, contracts, HAND, matadors, OUVERT, plainValue } from "./value.ts";

/**
 * What a game won brings, and a lost one costs, beside its value in tournaments (Seeger and Fabian). The 40 that each defender
 * then gets are left out: with them twice as many deals were passed in.
 */
const BONUS = 50;
/** Skats looked at before bidding. */
const SKATS = 20;
/** Suits with fewer trumps than this are not played. */
const FEWEST_TRUMPS = 4;

/** A way to play: what is put down, the game, its value and the probability to win it. */
export interface Plan {
  readonly contract: Contract;
  readonly put: CardSet;
  readonly value: number;
  readonly chance: number;
}

export function worth(value: number, chance: number): number {
  return chance * (value + BONUS) - (1 - chance) * (2 * value + BONUS);
}

export function chanceOf(contract: Contract, hand: CardSet, points: number, leads: boolean): number {
  const features = featuresOf(contract.game, hand, points, leads, (contract.flags & OUVERT) !== 0);
  const weights = WEIGHTS[kindOfGame(contract.game)];
  return probability(features.reduce((sum, feature, i) => sum + feature * (weights[i] as number), 0));
}

export class Bidder {
  readonly #play: CardPlay;
  /** By hand and seat: the bid to go up to. Hands come back while the same player is asked again. */
  readonly #limits = new Map<string, number>();

  constructor(play: CardPlay) {
    this.#play = play;
  }

  /** The move in any phase before the cards are played, from the mover's own observation. */
  choose(state: State, player: number): Move {
    const hand = state.hands[player] as CardSet;
    const bid = highestBid(state);
    switch (state.phase) {
      case "bid":
        return this.#speak(state, player, hand);
      case "take": {
        const fromHand = this.#bestFromHand(hand, player === 0, bid);
        const taken = this.#worthOfSkat(hand, player, bid);
        return fromHand && worth(fromHand.value, fromHand.chance) > taken ? nameMove(fromHand.contract) : TAKE;
      }
      case "put": {
        const [a, b] = cardsIn(this.bestPlan(hand, player === 0, bid).put) as [Card, Card];
        return putMove(a, b);
      }
      default:
        return nameMove(this.#bestName(contractsAfterSkat(state), state, player, bid).contract);
    }
  }

  #speak(state: State, player: number, hand: CardSet): Move {
    const limit = this.limit(hand, player);
    if (speaker(state)?.answers) return highestBid(state) <= limit ? HOLD : PASS;
    const next = Math.max(...state.bids);
    return (BIDS[next] ?? Infinity) <= limit ? BID + next + 1 : PASS;
  }

  /** The highest bid at which playing is worth more than nothing; 0 for a hand to pass with. */
  limit(hand: CardSet, player: number): number {
    const key = `${hand} ${player}`;
    const known = this.#limits.get(key);
    if (known !== undefined) return known;
    const plans = this.#plansBySkat(hand, player === 0);
    let limit = 0;
    for (const bid of BIDS) {
      if (meanWorth(plans, bid) <= 0) break;
      limit = bid;
    }
    const fromHand = this.#bestFromHand(hand, player === 0, 0);
    if (fromHand && worth(fromHand.value, fromHand.chance) > 0) limit = Math.max(limit, fromHand.value);
    this.#limits.set(key, limit);
    return limit;
  }

  #worthOfSkat(hand: CardSet, player: number, bid: number): number {
    return meanWorth(this.#plansBySkat(hand, player === 0), bid);
  }

  /** For some skats, the best plan of each game. The skats are the same whenever the hand is. */
  #plansBySkat(hand: CardSet, leads: boolean): Plan[][] {
    const random = new SeededRandom(hand);
    const hidden = cardsIn(without(ALL_CARDS, hand));
    return Array.from({ length: SKATS }, () => {
      const first = random.below(hidden.length);
      const second = (first + 1 + random.below(hidden.length - 1)) % hidden.length;
      const skat = union(setOf(hidden[first] as Card), setOf(hidden[second] as Card));
      return this.plans(union(hand, skat), leads);
    });
  }

  /** The best plan with twelve cards; where none reaches the bid, the one that comes nearest. */
  bestPlan(twelve: CardSet, leads: boolean, bid: number): Plan {
    return bestOf(this.plans(twelve, leads), bid);
  }

  /** For every game the best two cards to put down. */
  plans(twelve: CardSet, leads: boolean): Plan[] {
    return contracts(false).flatMap((contract) => {
      const { game } = contract;
      const trumps = (twelve & this.#play.trumps(game)) >>> 0;
      if (game < GRAND && size(trumps) < FEWEST_TRUMPS) return [];
      const side = game === NULL ? twelve : without(twelve, trumps);
      const value = plainValue(contract, twelve);
      const cards = cardsIn(size(side) >= 2 ? side : without(twelve, JACKS));
      let best: Plan | null = null;
      for (const [i, a] of cards.entries()) {
        for (const b of cards.slice(i + 1)) {
          const put = union(setOf(a), setOf(b));
          const chance = chanceOf(contract, without(twelve, put), this.#play.points(put), leads);
          if (!best || chance > best.chance) best = { contract, put, value, chance };
        }
      }
      return best ? [best] : [];
    });
  }

  #bestName(able: readonly Contract[], { hands, skat }: State, player: number, bid: number): Plan {
    const hand = hands[player] as CardSet;
    const points = this.#play.points(skat);
    const plans = able.map((contract) => {
      const chance = chanceOf(contract, hand, points, player === 0);
      return { contract, put: skat, value: plainValue(contract, union(hand, skat)), chance };
    });
    return bestOf(plans, bid);
  }

  /** The skat's cards may break the row of matadors: only those that are sure count. */
  #bestFromHand(hand: CardSet, leads: boolean, bid: number): Plan | null {
    const plans = contracts(true)
      .filter(({ game, flags }) => (flags & ~(HAND | (game === NULL ? OUVERT : 0))) === 0)
      .map((contract) => {
        const sure =
          contract.game === NULL ? 0 : Math.min(matadors(contract.game, hand), surelyTops(contract.game, hand));
        const value =
          contract.game === NULL
            ? plainValue(contract, hand)
            : (plainValue(contract, hand) / (matadors(contract.game, hand) + 2)) * (sure + 2);
        return { contract, put: 0, value, chance: chanceOf(contract, hand, MEAN_SKAT_POINTS, leads) };
      })
      .filter(({ value }) => value >= bid);
    return plans.length > 0 ? bestOf(plans, bid) : null;
  }
}

/** 120 points on 32 cards. */
const MEAN_SKAT_POINTS = 7.5;

/** Tops that no skat can take away: those held, or one where the jack of clubs is missing. */
function surelyTops(game: number, hand: CardSet): number {
  return hand & 0x80 ? matadors(game, hand) : 1;
}

function reaching(plans: readonly Plan[], bid: number): readonly Plan[] {
  return plans.filter(({ value }) => value >= bid);
}

function bestOf(plans: readonly Plan[], bid: number): Plan {
  const able = reaching(plans, bid);
  const by = able.length > 0 ? ({ value, chance }: Plan) => worth(value, chance) : ({ value }: Plan) => value;
  return (able.length > 0 ? able : plans).reduce((best, each) => (by(each) > by(best) ? each : best));
}

/** Over the skats; where no game reaches the bid, it is lost. */
function meanWorth(plansBySkat: readonly (readonly Plan[])[], bid: number): number {
  const total = plansBySkat.reduce((sum, plans) => {
    const able = reaching(plans, bid).map(({ value, chance }) => worth(value, chance));
    return sum + Math.max(worth(bid, 0), ...able);
  }, 0);
  return total / plansBySkat.length;
}
