/** Positions with all cards known, as the solver takes them, and what its answers mean for winning the game. */
import type { CardPlay, CardSet } from "./cards.ts";
import { NULL, union } from "./cards.ts";
import { declarersCards } from "./play.ts";
import type { OpenDeal } from "./solver.ts";
import { highestBid, type State } from "./state.ts";
import { type Contract, plainValue, SCHNEIDER, SCHWARZ } from "./value.ts";

/** Of a position of card play: seats count from the declarer. */
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

/** Points that the declarer has already: those of his tricks and of the skat. */
export function pointsSoFar(state: State, play: CardPlay): number {
  return play.points(union(state.taken, state.skat));
}

/** Card points with which the declarer wins: 61, 90 for schneider that he has announced or needs for his bid, 120 for schwarz. */
export function pointsToWin(state: State): number {
  const contract = state.contract as Contract;
  const { flags } = contract;
  if (flags & SCHWARZ) return 120;
  if (flags & SCHNEIDER) return 90;
  const [value, bid] = [plainValue(contract, declarersCards(state)), highestBid(state)];
  if (value >= bid) return 61;
  const levels = { schneider: { ...contract, flags: flags | SCHNEIDER } };
  // An announced level counts twice, a level that is only reached once.
  const step = (plainValue(levels.schneider, declarersCards(state)) - value) / 2;
  return value + step >= bid ? 90 : 120;
}

/** What the solver is asked in null: whether the declarer takes a trick. */
export function isNull(state: State): boolean {
  return state.contract?.game === NULL;
}
