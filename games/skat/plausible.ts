/** How well a deal fits what the players have said: whoever names a game can mostly win it, whoever passes mostly cannot. */
import { chanceOf } from "./bidder.ts";
import { type CardPlay, type CardSet, GAMES, union } from "./cards.ts";
import { declarersCards } from "./play.ts";
import { highestBid, type State } from "./state.ts";
import { type Contract, plainValue } from "./value.ts";

/** A game that falls short of the bid needs schneider or was a mistake. */
const SHORT_OF_BID = 0.1;
/** Somebody with a sure game may still have been outbid, or be careful. */
const SURE_BUT_PASSED = 0.1;
const MEAN_SKAT_POINTS = 7.5;

/** The best game that ten cards promise without a look at the skat. */
function promise(hand: CardSet, leads: boolean): number {
  return Math.max(...GAMES.map((_, game) => chanceOf({ game, flags: 0 }, hand, MEAN_SKAT_POINTS, leads)));
}

/** Up to a factor, the likelihood of what the others have said. All cards of the state are known. */
export function plausibility(state: State, observer: number, play: CardPlay): number {
  let product = 1;
  for (let player = 0; player < 3; player++) {
    if (player === observer) continue;
    const ten = union(state.hands[player] as CardSet, state.played[player] as CardSet);
    if (player === state.declarer) product *= declared(state, ten, play);
    else {
      const best = promise(ten, player === 0);
      product *= (state.bids[player] as number) > 0 ? best : Math.max(SURE_BUT_PASSED, 1 - best);
    }
  }
  return product;
}

function declared(state: State, ten: CardSet, play: CardPlay): number {
  const contract = state.contract as Contract;
  const chance = chanceOf(contract, ten, play.points(state.skat), state.declarer === 0);
  return plainValue(contract, declarersCards(state)) >= highestBid(state) ? chance : chance * SHORT_OF_BID;
}
