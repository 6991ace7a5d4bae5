/**
 * Bidding, discarding and declaring. A logistic model gives the probability of winning a game with ten cards and two discards; before
 * the skat is seen, the mean over sampled skats. Games are scored as in tournaments: value + 50 if won, −(2 × value + 50) if lost.
 */
import type { Move } from "../../engine/contracts/position.ts";
import { probability as logistic } from "../../engine/learn/logistic.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
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
import { bidMove, contractsAfterSkat, HOLD, nameMove, PASS, putMove, TAKE } from "./moves.ts";
import { highestBid, activeBidder, type State } from "./state.ts";
import { BIDS, type Contract, contracts, HAND, matadors, OUVERT, announcedValue } from "./value.ts";

/**
 * The tournament bonus of the declarer (Seeger-Fabian scoring). The 40 points of each defender for a lost game are ignored: with them
 * twice as many deals were passed in.
 */
const BONUS = 50;
/** Skats sampled before bidding. */
const SKATS = 20;
/** Suits with fewer trumps than this are not played. */
const FEWEST_TRUMPS = 4;

/** A contract with discards, its value and the probability of winning it. */
export interface Plan {
  readonly contract: Contract;
  readonly put: CardSet;
  readonly value: number;
  readonly probability: number;
}

function expectedScore(value: number, probability: number): number {
  return probability * (value + BONUS) - (1 - probability) * (2 * value + BONUS);
}

export function winProbability(contract: Contract, hand: CardSet, points: number, leads: boolean): number {
  const features = featuresOf(contract.game, hand, points, leads, (contract.flags & OUVERT) !== 0);
  const weights = WEIGHTS[kindOfGame(contract.game)];
  return logistic(features.reduce((sum, feature, i) => sum + feature * (weights[i] as number), 0));
}

export class Bidder {
  readonly #play: CardPlay;
  /** Bidding limits by hand and seat: an auction needs the same hand several times. */
  readonly #limits = new Map<string, number>();

  constructor(play: CardPlay) {
    this.#play = play;
  }

  /** The move in any phase before card play, from the mover's observation. */
  choose(state: State, player: number): Move {
    const hand = state.hands[player] as CardSet;
    const bid = highestBid(state);
    switch (state.phase) {
      case "bid":
        return this.#bid(state, player, hand);
      case "take": {
        const fromHand = this.#bestFromHand(hand, player === 0, bid);
        const taken = this.#scoreWithSkat(hand, player, bid);
        return fromHand && expectedScore(fromHand.value, fromHand.probability) > taken
          ? nameMove(fromHand.contract)
          : TAKE;
      }
      case "put": {
        const [a, b] = cardsIn(this.bestPlan(hand, player === 0, bid).put) as [Card, Card];
        return putMove(a, b);
      }
      default:
        return nameMove(this.#bestContract(contractsAfterSkat(state), state, player, bid).contract);
    }
  }

  #bid(state: State, player: number, hand: CardSet): Move {
    const limit = this.limit(hand, player);
    if (activeBidder(state)?.answers) return highestBid(state) <= limit ? HOLD : PASS;
    const next = Math.max(...state.bids);
    return (BIDS[next] ?? Infinity) <= limit ? bidMove(next + 1) : PASS;
  }

  /** The highest bid with a positive expected score; 0 to pass. */
  limit(hand: CardSet, player: number): number {
    const key = `${hand} ${player}`;
    const known = this.#limits.get(key);
    if (known !== undefined) return known;
    const plans = this.#plansBySkat(hand, player === 0);
    let limit = 0;
    for (const bid of BIDS) {
      if (meanScore(plans, bid) <= 0) break;
      limit = bid;
    }
    const fromHand = this.#bestFromHand(hand, player === 0, 0);
    if (fromHand && expectedScore(fromHand.value, fromHand.probability) > 0) limit = Math.max(limit, fromHand.value);
    this.#limits.set(key, limit);
    return limit;
  }

  #scoreWithSkat(hand: CardSet, player: number, bid: number): number {
    return meanScore(this.#plansBySkat(hand, player === 0), bid);
  }

  /** The best plan of each game for each sampled skat. The samples depend only on the hand. */
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

  /** The best plan with twelve cards; if none reaches the bid, the one of the highest value. */
  bestPlan(twelve: CardSet, leads: boolean, bid: number): Plan {
    return bestOf(this.plans(twelve, leads), bid);
  }

  /** The best two discards for each game. */
  plans(twelve: CardSet, leads: boolean): Plan[] {
    return contracts(false).flatMap((contract) => {
      const { game } = contract;
      const trumps = (twelve & this.#play.trumps(game)) >>> 0;
      if (game < GRAND && size(trumps) < FEWEST_TRUMPS) return [];
      const side = game === NULL ? twelve : without(twelve, trumps);
      const value = announcedValue(contract, twelve);
      const cards = cardsIn(size(side) >= 2 ? side : without(twelve, JACKS));
      let best: Plan | null = null;
      for (const [i, a] of cards.entries()) {
        for (const b of cards.slice(i + 1)) {
          const put = union(setOf(a), setOf(b));
          const probability = winProbability(contract, without(twelve, put), this.#play.points(put), leads);
          if (!best || probability > best.probability) best = { contract, put, value, probability };
        }
      }
      return best ? [best] : [];
    });
  }

  #bestContract(able: readonly Contract[], { hands, skat }: State, player: number, bid: number): Plan {
    const hand = hands[player] as CardSet;
    const points = this.#play.points(skat);
    const plans = able.map((contract) => {
      const probability = winProbability(contract, hand, points, player === 0);
      return { contract, put: skat, value: announcedValue(contract, union(hand, skat)), probability };
    });
    return bestOf(plans, bid);
  }

  /** The skat may break the sequence of matadors, so only sure ones count. */
  #bestFromHand(hand: CardSet, leads: boolean, bid: number): Plan | null {
    const plans = contracts(true)
      .filter(({ game, flags }) => (flags & ~(HAND | (game === NULL ? OUVERT : 0))) === 0)
      .map((contract) => {
        const sure =
          contract.game === NULL ? 0 : Math.min(matadors(contract.game, hand), sureMatadors(contract.game, hand));
        const value =
          contract.game === NULL
            ? announcedValue(contract, hand)
            : (announcedValue(contract, hand) / (matadors(contract.game, hand) + 2)) * (sure + 2);
        return { contract, put: 0, value, probability: winProbability(contract, hand, MEAN_SKAT_POINTS, leads) };
      })
      .filter(({ value }) => value >= bid);
    return plans.length > 0 ? bestOf(plans, bid) : null;
  }
}

/** Two of 32 cards with 120 points. */
const MEAN_SKAT_POINTS = 7.5;

/** Matadors that no skat can change: those held, or one if the jack of clubs is missing. */
function sureMatadors(game: number, hand: CardSet): number {
  return hand & 0x80 ? matadors(game, hand) : 1;
}

function reaching(plans: readonly Plan[], bid: number): readonly Plan[] {
  return plans.filter(({ value }) => value >= bid);
}

function bestOf(plans: readonly Plan[], bid: number): Plan {
  const able = reaching(plans, bid);
  const by =
    able.length > 0 ? ({ value, probability }: Plan) => expectedScore(value, probability) : ({ value }: Plan) => value;
  return (able.length > 0 ? able : plans).reduce((best, each) => (by(each) > by(best) ? each : best));
}

/** Mean over the skats; a game that does not reach the bid is lost. */
function meanScore(plansBySkat: readonly (readonly Plan[])[], bid: number): number {
  const total = plansBySkat.reduce((sum, plans) => {
    const able = reaching(plans, bid).map(({ value, probability }) => expectedScore(value, probability));
    return sum + Math.max(expectedScore(bid, 0), ...able);
  }, 0);
  return total / plansBySkat.length;
}
