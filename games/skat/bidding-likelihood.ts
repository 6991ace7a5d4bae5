/** The likelihood of an auction given a deal: declarers can usually win their game, players who passed usually cannot. */
import { winProbability } from "./bidder.ts";
import { type CardPlay, type CardSet, GAMES, union } from "./cards.ts";
import { declarerCards } from "./play.ts";
import { highestBid, type State } from "./state.ts";
import { type Contract, announcedValue } from "./value.ts";

/** A game below the bid needs schneider or was a mistake. */
const SHORT_OF_BID = 0.1;
/** A player with a sure game may have been outbid or be cautious. */
const SURE_BUT_PASSED = 0.1;
const MEAN_SKAT_POINTS = 7.5;

/** The win probability of the best game with ten cards, without the skat. */
function bestProbability(hand: CardSet, leads: boolean): number {
  return Math.max(...GAMES.map((_, game) => winProbability({ game, flags: 0 }, hand, MEAN_SKAT_POINTS, leads)));
}

/** The likelihood of the other players' bids, up to a constant factor. The state is a determinization. */
export function biddingLikelihood(state: State, observer: number, play: CardPlay): number {
  let product = 1;
  for (let player = 0; player < 3; player++) {
    if (player === observer) continue;
    const ten = union(state.hands[player] as CardSet, state.played[player] as CardSet);
    if (player === state.declarer) product *= declared(state, ten, play);
    else {
      const best = bestProbability(ten, player === 0);
      product *= (state.bids[player] as number) > 0 ? best : Math.max(SURE_BUT_PASSED, 1 - best);
    }
  }
  return product;
}

function declared(state: State, ten: CardSet, play: CardPlay): number {
  const contract = state.contract as Contract;
  const probability = winProbability(contract, ten, play.points(state.skat), state.declarer === 0);
  return announcedValue(contract, declarerCards(state)) >= highestBid(state) ? probability : probability * SHORT_OF_BID;
}
