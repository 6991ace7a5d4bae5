/** The byte layout of a position, and what follows from it without the rules of card play. */
import type { Position } from "../../engine/contracts/position.ts";
import { type Card, type CardSet, size, union } from "./cards.ts";
import { BIDS, type Contract, HAND } from "./value.ts";

export const PLAYERS: readonly string[] = ["forehand", "middlehand", "rearhand"];

/** Dealing; bidding; taking the skat or declaring a hand game; discarding; declaring; card play; passed in. */
export const PHASES = ["deal", "bid", "take", "put", "name", "play", "passed"] as const;
export type Phase = (typeof PHASES)[number];

const NONE = 0xff;
const PHASE = 0;
const DECLARER = 1;
const GAME = 2;
const FLAGS = 3;
/** Per player: index + 1 of the highest bid made or held; 0 for none. */
const BID = 4;
/** One bit per player who has passed. */
const PASSED = 7;
const LEADER = 8;
const TRICK = 9;
const LAST_LEADER = 12;
const LAST_TRICK = 13;
/** Per player: shown voids, one bit per suit without its trumps, and TRUMPS_VOID. */
const VOIDS = 16;
/** Cards dealt so far. */
const DEALT = 19;
const HANDS = 20;
const SKAT = 32;
/** Per player: the cards played, including the current trick. */
const PLAYED = 36;
/** The cards of the declarer's tricks. */
const TAKEN = 48;
export const STATE_BYTES = 52;

export const TRUMPS_VOID = 16;

export interface State {
  phase: Phase;
  dealt: number;
  declarer: number | null;
  contract: Contract | null;
  bids: [number, number, number];
  passed: [boolean, boolean, boolean];
  /** Of the current trick. */
  leader: number;
  trick: Card[];
  last: { leader: number; cards: Card[] } | null;
  voids: [number, number, number];
  /** 0 if hidden. */
  hands: [CardSet, CardSet, CardSet];
  skat: CardSet;
  played: [CardSet, CardSet, CardSet];
  taken: CardSet;
}

export function emptyState(): State {
  return {
    phase: "deal",
    dealt: 0,
    declarer: null,
    contract: null,
    bids: [0, 0, 0],
    passed: [false, false, false],
    leader: 0,
    trick: [],
    last: null,
    voids: [0, 0, 0],
    hands: [0, 0, 0],
    skat: 0,
    played: [0, 0, 0],
    taken: 0,
  };
}

export function readState(position: Position): State {
  const bytes = new DataView(position.buffer, position.byteOffset, position.byteLength);
  const at = (index: number): number => position[index] as number;
  const set = (index: number): CardSet => bytes.getUint32(index, true);
  const cards = (from: number): Card[] => [at(from), at(from + 1), at(from + 2)].filter((card) => card !== NONE);
  const passed = at(PASSED);
  return {
    phase: PHASES[at(PHASE)] as Phase,
    dealt: at(DEALT),
    declarer: at(DECLARER) === NONE ? null : at(DECLARER),
    contract: at(GAME) === NONE ? null : { game: at(GAME), flags: at(FLAGS) },
    bids: [at(BID), at(BID + 1), at(BID + 2)],
    passed: [(passed & 1) !== 0, (passed & 2) !== 0, (passed & 4) !== 0],
    leader: at(LEADER),
    trick: cards(TRICK),
    last: at(LAST_LEADER) === NONE ? null : { leader: at(LAST_LEADER), cards: cards(LAST_TRICK) },
    voids: [at(VOIDS), at(VOIDS + 1), at(VOIDS + 2)],
    hands: [set(HANDS), set(HANDS + 4), set(HANDS + 8)],
    skat: set(SKAT),
    played: [set(PLAYED), set(PLAYED + 4), set(PLAYED + 8)],
    taken: set(TAKEN),
  };
}

export function writeState(state: State): Position {
  const position = new Uint8Array(STATE_BYTES);
  const bytes = new DataView(position.buffer);
  position[PHASE] = PHASES.indexOf(state.phase);
  position[DEALT] = state.dealt;
  position[DECLARER] = state.declarer ?? NONE;
  position[GAME] = state.contract?.game ?? NONE;
  position[FLAGS] = state.contract?.flags ?? 0;
  position.set(state.bids, BID);
  position[PASSED] = state.passed.reduce((bits, passed, player) => bits | (Number(passed) << player), 0);
  position[LEADER] = state.leader;
  position.fill(NONE, TRICK, VOIDS);
  position.set(state.trick, TRICK);
  if (state.last) position.set([state.last.leader, ...state.last.cards], LAST_LEADER);
  position.set(state.voids, VOIDS);
  state.hands.forEach((hand, player) => bytes.setUint32(HANDS + 4 * player, hand, true));
  bytes.setUint32(SKAT, state.skat, true);
  state.played.forEach((played, player) => bytes.setUint32(PLAYED + 4 * player, played, true));
  bytes.setUint32(TAKEN, state.taken, true);
  return position;
}

export const SKAT_OWNER = 3;
/** The recipient of each card: three each, the skat, four each, three each. */
export const DEALT_TO: readonly number[] = [
  ...[0, 1, 2].flatMap((player) => Array<number>(3).fill(player)),
  SKAT_OWNER,
  SKAT_OWNER,
  ...[0, 1, 2].flatMap((player) => Array<number>(4).fill(player)),
  ...[0, 1, 2].flatMap((player) => Array<number>(3).fill(player)),
];

/** The highest bid so far; 0 for none. */
export function highestBid({ bids }: Pick<State, "bids">): number {
  return BIDS[Math.max(...bids) - 1] ?? 0;
}

/**
 * The player who bids or answers next; null when the auction is over. Middlehand bids to forehand, then rearhand bids to the
 * survivor. If both pass, forehand may play for 18.
 */
export function activeBidder({
  bids,
  passed,
}: Pick<State, "bids" | "passed">): { player: number; answers: boolean } | null {
  const duel = (bidder: number, holder: number): { player: number; answers: boolean } =>
    (bids[bidder] as number) > (bids[holder] as number)
      ? { player: holder, answers: true }
      : { player: bidder, answers: false };
  if (!passed[0] && !passed[1]) return duel(1, 0);
  const survivor = passed[0] ? 1 : 0;
  if (passed[survivor]) return null;
  if (!passed[2]) return duel(2, survivor);
  return bids[survivor] > 0 ? null : { player: survivor, answers: false };
}

/** The player to move by phase; null for chance and after a passed deal. */
export function mover(state: State): number | null {
  switch (state.phase) {
    case "deal":
    case "passed":
      return null;
    case "bid":
      return activeBidder(state)?.player ?? null;
    case "take":
    case "put":
    case "name":
      return state.declarer;
    case "play":
      return (state.leader + state.trick.length) % 3;
  }
}

/** The number of cards in a hand, hidden or not. */
export function handSize(state: State, player: number): number {
  if (state.phase === "deal") return DEALT_TO.slice(0, state.dealt).filter((to) => to === player).length;
  if (state.phase === "put" && player === state.declarer) return 12;
  return 10 - size(state.played[player] as CardSet);
}

export function skatSize(state: State): number {
  if (state.phase === "deal") return DEALT_TO.slice(0, state.dealt).filter((to) => to === SKAT_OWNER).length;
  return state.phase === "put" ? 0 : 2;
}

/** The declarer knows the skat once he has discarded. */
export function knowsSkat(state: State, player: number): boolean {
  if (player !== state.declarer) return false;
  return state.phase === "name" || (state.phase === "play" && ((state.contract?.flags ?? 0) & HAND) === 0);
}

export function allPlayed({ played }: State): CardSet {
  return union(...played);
}
