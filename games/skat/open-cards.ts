/** The solver's input for a fully visible position, and the points required to win. */
import type { CardPlay, CardSet } from "./cards.ts";
import { NULL, union } from "./cards.ts";
import { declarerCards } from "./play.ts";
import type { OpenDeal } from "./solver.ts";
import { highestBid, type State } from "./state.ts";
import { type Contract, announcedValue, SCHNEIDER, SCHWARZ } from "./value.ts";

/** Seats count from the declarer. */
export function openDealOf(state: State, play: CardPlay): OpenDeal {
  const declarer = state.declarer as number;
  const hand = (seat: number): CardSet => state.hands[(declarer + seat) % 3] as CardSet;
  return {
    game: (state.contract as Contract).game,
    mustTrump: play.mustTrump,
    hands: [hand(0), hand(1), hand(2)],
    leader: (state.leader - declarer + 3) % 3,
    trick: state.trick,
  };
}

/** The declarer's points so far: his tricks and the skat. */
export function pointsSoFar(state: State, play: CardPlay): number {
  return play.points(union(state.taken, state.skat));
}

/** Card points required to win: 61, 90 if schneider is announced or required by the bid, 120 for schwarz. */
export function pointsToWin(state: State): number {
  const contract = state.contract as Contract;
  const { flags } = contract;
  if (flags & SCHWARZ) return 120;
  if (flags & SCHNEIDER) return 90;
  const [value, bid] = [announcedValue(contract, declarerCards(state)), highestBid(state)];
  if (value >= bid) return 61;
  const levels = { schneider: { ...contract, flags: flags | SCHNEIDER } };
  // An announced level counts twice, a level that is only reached counts once.
  const step = (announcedValue(levels.schneider, declarerCards(state)) - value) / 2;
  return value + step >= bid ? 90 : 120;
}

export function isNull(state: State): boolean {
  return state.contract?.game === NULL;
}
