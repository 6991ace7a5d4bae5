/** What a move does, and how a game ends. */
import type { Move, Scores } from "../../engine/contracts/game.ts";
import { type Card, type CardPlay, type CardSet, setOf, size, suitOf, has, union, without, NULL } from "./cards.ts";
import { BID, contractOf, hasEnded, kindOf, putCards } from "./moves.ts";
import { DEALT_TO, highestBid, mover, SKAT_OWNER, type State, TRUMPS_VOID, speaker } from "./state.ts";
import { type Contract, type Settled, settle } from "./value.ts";

/** Plays a legal move: changes the given state. */
export function playMove(state: State, move: Move, play: CardPlay): void {
  switch (kindOf(move)) {
    case "card":
      return state.phase === "deal" ? deal(state, move) : playCard(state, move, play);
    case "pass":
    case "hold":
    case "bid":
      return speak(state, move);
    case "take":
      state.phase = "put";
      state.hands[state.declarer as number] = union(state.hands[state.declarer as number] as CardSet, state.skat);
      state.skat = 0;
      return;
    case "put": {
      const [a, b] = putCards(move);
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

function speak(state: State, move: Move): void {
  const { player } = speaker(state) as { player: number };
  const kind = kindOf(move);
  if (kind === "pass") state.passed[player] = true;
  else state.bids[player] = kind === "hold" ? Math.max(...state.bids) : move - BID;
  if (speaker(state) !== null) return;
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

/** The bit under which a player is out of what this card belongs to. */
export function voidBit(game: number, card: Card, play: CardPlay): number {
  return has(play.trumps(game), card) ? TRUMPS_VOID : 1 << suitOf(card);
}

/** Who does not follow has none; where one must trump, who does not has no trump either. */
function noteVoids(state: State, player: number, game: number, lead: Card, card: Card, play: CardPlay): void {
  const asked = voidBit(game, lead, play);
  const given = voidBit(game, card, play);
  if (asked === given) return;
  state.voids[player] = (state.voids[player] as number) | asked;
  if (play.mustTrump && game !== NULL && given !== TRUMPS_VOID)
    state.voids[player] = (state.voids[player] as number) | TRUMPS_VOID;
}

/** All cards that a player with these voids cannot hold. */
export function voidCards(game: number, voids: number, play: CardPlay): CardSet {
  const trumps = play.trumps(game);
  let cards = voids & TRUMPS_VOID ? trumps : 0;
  for (let suit = 0; suit < 4; suit++)
    if (voids & (1 << suit)) cards = union(cards, without(0xff << (8 * suit), trumps));
  return cards;
}

/** How a game that has been played went for its declarer; null before its end, and where it was passed in. */
export function settled(state: State, play: CardPlay): Settled | null {
  if (state.phase !== "play" || !hasEnded(state)) return null;
  return settle({
    contract: state.contract as Contract,
    cards: declarersCards(state),
    bid: highestBid(state),
    points: play.points(union(state.taken, state.skat)),
    tricks: tricksOf(state),
  });
}

/** The declarer's hand as it was before the first card, with the skat. */
export function declarersCards(state: State): CardSet {
  const declarer = state.declarer as number;
  return union(state.hands[declarer] as CardSet, state.played[declarer] as CardSet, state.skat);
}

/** Tricks of the declarer. */
export function tricksOf({ taken }: State): number {
  return size(taken) / 3;
}

/** The declarer has all of it or nothing; defenders share what he loses. A deal that is passed in is drawn. */
export function scoresOf(state: State, play: CardPlay): Scores | null {
  if (state.phase === "passed") return [1 / 3, 1 / 3, 1 / 3];
  const end = settled(state, play);
  if (!end) return null;
  return [0, 1, 2].map((player) => (player === state.declarer ? Number(end.won) : end.won ? 0 : 0.5));
}
