/** Playing a move, and the score at the end. */
import type { Move, Scores } from "../../engine/contracts/position.ts";
import { type Card, type CardPlay, type CardSet, setOf, size, suitOf, has, union, without, NULL } from "./cards.ts";
import { BID, contractOf, hasEnded, kindOf, discardedCards } from "./moves.ts";
import { DEALT_TO, highestBid, mover, SKAT_OWNER, type State, TRUMPS_VOID, activeBidder } from "./state.ts";
import { type Contract, type Settled, settle } from "./value.ts";

/** Plays a legal move in place. */
export function playMove(state: State, move: Move, play: CardPlay): void {
  switch (kindOf(move)) {
    case "card":
      return state.phase === "deal" ? deal(state, move) : playCard(state, move, play);
    case "pass":
    case "hold":
    case "bid":
      return playBid(state, move);
    case "take":
      state.phase = "put";
      state.hands[state.declarer as number] = union(state.hands[state.declarer as number] as CardSet, state.skat);
      state.skat = 0;
      return;
    case "put": {
      const [a, b] = discardedCards(move);
      state.phase = "name";
      state.skat = union(setOf(a), setOf(b));
      state.hands[state.declarer as number] = without(state.hands[state.declarer as number] as CardSet, state.skat);
      return;
    }
    case "name":
      state.contract = contractOf(move);
      state.phase = "play";
  }
}

function deal(state: State, card: Card): void {
  const to = DEALT_TO[state.dealt] as number;
  if (to === SKAT_OWNER) state.skat = union(state.skat, setOf(card));
  else state.hands[to] = union(state.hands[to] as CardSet, setOf(card));
  state.dealt++;
  if (state.dealt === DEALT_TO.length) state.phase = "bid";
}

function playBid(state: State, move: Move): void {
  const { player } = activeBidder(state) as { player: number };
  const kind = kindOf(move);
  if (kind === "pass") state.passed[player] = true;
  else state.bids[player] = kind === "hold" ? Math.max(...state.bids) : move - BID;
  if (activeBidder(state) !== null) return;
  state.declarer = state.passed.indexOf(false);
  if (state.declarer < 0) state.declarer = null;
  state.phase = state.declarer === null ? "passed" : "take";
}

function playCard(state: State, card: Card, play: CardPlay): void {
  const player = mover(state) as number;
  const game = (state.contract as Contract).game;
  const [lead] = state.trick;
  if (lead !== undefined) noteVoids(state, player, game, lead, card, play);
  state.hands[player] = without(state.hands[player] as CardSet, setOf(card));
  state.played[player] = union(state.played[player] as CardSet, setOf(card));
  state.trick.push(card);
  if (state.trick.length < 3) return;
  const trick = state.trick as [Card, Card, Card];
  const winner = (state.leader + play.winner(game, trick)) % 3;
  if (winner === state.declarer) state.taken = union(state.taken, ...trick.map(setOf));
  state.last = { leader: state.leader, cards: trick };
  state.leader = winner;
  state.trick = [];
}

/** The void bit of the suit (or trumps) that a card belongs to. */
export function voidBit(game: number, card: Card, play: CardPlay): number {
  return has(play.trumps(game), card) ? TRUMPS_VOID : 1 << suitOf(card);
}

/** Failing to follow suit shows a void; with must-trump, failing to trump shows a void in trumps too. */
function noteVoids(state: State, player: number, game: number, lead: Card, card: Card, play: CardPlay): void {
  const led = voidBit(game, lead, play);
  const played = voidBit(game, card, play);
  if (led === played) return;
  state.voids[player] = (state.voids[player] as number) | led;
  if (play.mustTrump && game !== NULL && played !== TRUMPS_VOID)
    state.voids[player] = (state.voids[player] as number) | TRUMPS_VOID;
}

/** The cards that a player with these voids cannot hold. */
export function voidCards(game: number, voids: number, play: CardPlay): CardSet {
  const trumps = play.trumps(game);
  let cards = voids & TRUMPS_VOID ? trumps : 0;
  for (let suit = 0; suit < 4; suit++)
    if (voids & (1 << suit)) cards = union(cards, without(0xff << (8 * suit), trumps));
  return cards;
}

/** The declarer's result; null before the end and if the deal was passed in. */
export function settled(state: State, play: CardPlay): Settled | null {
  if (state.phase !== "play" || !hasEnded(state)) return null;
  return settle({
    contract: state.contract as Contract,
    cards: declarerCards(state),
    bid: highestBid(state),
    points: play.points(union(state.taken, state.skat)),
    tricks: tricksOf(state),
  });
}

/** The declarer's ten cards before the first trick, and the skat. */
export function declarerCards(state: State): CardSet {
  const declarer = state.declarer as number;
  return union(state.hands[declarer] as CardSet, state.played[declarer] as CardSet, state.skat);
}

/** Tricks won by the declarer. */
export function tricksOf({ taken }: State): number {
  return size(taken) / 3;
}

/** The declarer scores 1 or 0; the defenders share the point if he loses. A passed deal is a draw. */
export function scoresOf(state: State, play: CardPlay): Scores | null {
  if (state.phase === "passed") return [1 / 3, 1 / 3, 1 / 3];
  const end = settled(state, play);
  if (!end) return null;
  return [0, 1, 2].map((player) => (player === state.declarer ? Number(end.won) : end.won ? 0 : 0.5));
}
