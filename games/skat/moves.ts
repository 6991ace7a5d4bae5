/** Move encoding and move generation in each phase. */
import type { Move } from "../../engine/contracts/position.ts";
import { ALL_CARDS, type Card, type CardPlay, type CardSet, cardsIn, NULL, size, without } from "./cards.ts";
import { type State, allPlayed, highestBid, mover, activeBidder } from "./state.ts";
import { BIDS, type Contract, contracts, highestValue } from "./value.ts";

/** Moves below are card numbers: a card dealt or played. */
export const PASS: Move = 32 as Move;
/** Answers a bid: "yes". */
export const HOLD: Move = 33 as Move;
/** Takes up the skat. */
export const TAKE: Move = 34 as Move;
/** Moves are this plus the bid's index, from 1. */
export const BID = 64;
/** Moves are this plus 16 × game + flags. */
const DECLARE = 256;
/** Moves are this plus 32 × one card + the other, the smaller number first. */
const DISCARD = 1024;

/** A card dealt or played. */
export function cardMove(card: Card): Move {
  return card as Move;
}

export function bidMove(index: number): Move {
  return (BID + index) as Move;
}

export function nameMove({ game, flags }: Contract): Move {
  return (DECLARE + 16 * game + flags) as Move;
}

export function contractOf(move: Move): Contract {
  return { game: (move - DECLARE) >> 4, flags: (move - DECLARE) & 15 };
}

export function putMove(a: Card, b: Card): Move {
  return (DISCARD + 32 * Math.min(a, b) + Math.max(a, b)) as Move;
}

export function discardedCards(move: Move): readonly [Card, Card] {
  return [(move - DISCARD) >> 5, (move - DISCARD) & 31];
}

export type MoveKind = "card" | "pass" | "hold" | "take" | "bid" | "name" | "put";

export function kindOf(move: Move): MoveKind {
  if (move < PASS) return "card";
  if (move >= DISCARD) return "put";
  if (move >= DECLARE) return "name";
  if (move >= BID) return "bid";
  return move === PASS ? "pass" : move === HOLD ? "hold" : "take";
}

/** The legal moves of the player to move or of chance, in a fixed order. */
export function movesOf(state: State, play: CardPlay): Move[] {
  switch (state.phase) {
    case "deal":
      return cardsIn(
        without(
          ALL_CARDS,
          state.hands.reduce((all, hand) => (all | hand) >>> 0, state.skat),
        ),
      ) as Move[];
    case "bid":
      return bidMoves(state);
    case "take":
      return [TAKE, ...contractsFromHand(state).map(nameMove)];
    case "put":
      return putMoves(handOf(state));
    case "name":
      return contractsAfterSkat(state).map(nameMove);
    case "play": {
      const game = (state.contract as Contract).game;
      return cardsIn(play.legal(game, handOf(state), state.trick[0] ?? null)) as Move[];
    }
    case "passed":
      return [];
  }
}

/** The hand of the player to move. */
export function handOf(state: State): CardSet {
  return state.hands[mover(state) as number] as CardSet;
}

function bidMoves(state: State): Move[] {
  const { answers } = activeBidder(state) as { answers: boolean };
  if (answers) return [PASS, HOLD];
  // Both others have passed: forehand may play for 18.
  if (state.passed[1] && state.passed[2]) return [PASS, bidMove(1)];
  const highest = Math.max(...state.bids);
  return [PASS, ...BIDS.slice(highest).map((_, i) => bidMove(highest + 1 + i))];
}

/** The value of a null game is fixed; other values depend on the unseen skat. */
function contractsFromHand(state: State): Contract[] {
  const bid = highestBid(state);
  return contracts(true).filter((each) => each.game !== NULL || highestValue(each, 0) >= bid);
}

/** Games that cannot reach the bid even with all tricks are excluded, unless there is no other. */
export function contractsAfterSkat(state: State): Contract[] {
  const bid = highestBid(state);
  const cards = (handOf(state) | state.skat) >>> 0;
  const able = contracts(false).filter((each) => highestValue(each, cards) >= bid);
  return able.length > 0 ? able : contracts(false).filter(({ game }) => game !== NULL);
}

function putMoves(hand: CardSet): Move[] {
  const cards = cardsIn(hand);
  return cards.flatMap((a, i) => cards.slice(i + 1).map((b) => putMove(a, b)));
}

/** All cards are played, a null game is lost, or the deal is passed in. */
export function hasEnded(state: State): boolean {
  if (state.phase === "passed") return true;
  if (state.phase !== "play") return false;
  return size(allPlayed(state)) === 30 || (state.contract?.game === NULL && state.taken !== 0);
}
