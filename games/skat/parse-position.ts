/** Parses positions. Every error states what is wrong and what was expected. */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, GameloreError, ok, type Result } from "../../engine/contracts/errors.ts";
import {
  ALL_CARDS,
  type Card,
  type CardPlay,
  type CardSet,
  cardsIn,
  cardText,
  has,
  NULL,
  readCards,
  setOf,
  setText,
  size,
  union,
  without,
} from "./cards.ts";
import { VOID_LETTERS } from "./notation.ts";
import { voidCards } from "./play.ts";
import {
  allPlayed,
  emptyState,
  handSize,
  PHASES,
  PLAYERS,
  skatSize,
  activeBidder,
  TRUMPS_VOID,
  type Phase,
  type State,
  highestBid,
} from "./state.ts";
import { BIDS, highestValue, readContract } from "./value.ts";

const KEYS: readonly string[] = ["skat", "bids", "declarer", "game", "played", "taken", "trick", "last", "voids"];
const KEYS_OF_PLAY: readonly string[] = KEYS.slice(2);

type Fields = Readonly<Partial<Record<string, string>>>;

/** Thrown within this file only. */
function wrong(message: string): never {
  throw new GameloreError("bad-position", message);
}

export function parseState(text: string, play: CardPlay): Result<State> {
  try {
    const state = read(text, play);
    checkCards(state);
    checkBids(state);
    if (state.phase === "play") checkPlay(state, play);
    return ok(state);
  } catch (error) {
    if (error instanceof GameloreError) return fail(error.code, error.message);
    throw error;
  }
}

function read(text: string, play: CardPlay): State {
  const [phase = "", hands = "", ...rest] = text.trim().split(/\s+/);
  if (!(PHASES as readonly string[]).includes(phase))
    wrong(`"${phase}" is not a phase; expected one of ${PHASES.join(", ")}, then the three hands`);
  const fields = readFields(phase, rest);
  const state: State = { ...emptyState(), phase: phase as Phase };
  state.hands = readThree("hands", hands, readSet);
  if (fields["skat"] !== undefined) state.skat = readSet("skat", fields["skat"]);
  readBids(state, fields);
  if (phase === "play") readPlay(state, fields, play);
  const named = union(...state.hands, state.skat);
  state.dealt = phase === "deal" ? size(named) : 32;
  if (phase === "deal" && state.dealt === 32) wrong('all cards are dealt; expected the phase "bid"');
  return state;
}

function readFields(phase: string, words: readonly string[]): Fields {
  const fields: Record<string, string> = {};
  for (const word of words) {
    const [, key = "", value = ""] = /^([a-z]+)=(.+)$/.exec(word) ?? wrong(`"${word}" is not of the form key=value`);
    if (!KEYS.includes(key)) wrong(`"${key}" is not one of ${KEYS.join(", ")}`);
    if (phase !== "play" && KEYS_OF_PLAY.includes(key)) wrong(`"${key}" is only allowed in the phase "play"`);
    if (fields[key] !== undefined) wrong(`"${key}" is given twice`);
    fields[key] = value;
  }
  return fields;
}

function readSet(what: string, text: string): CardSet {
  if (text === "-") return 0;
  if (text.startsWith("?")) wrong(`${what}: the cards are hidden (${text}); expected all of them`);
  const cards = text === "" ? null : readCards(text);
  if (!cards) wrong(`${what}: "${text}" is not a list of distinct cards; expected, for example, CJHTD7, or - for none`);
  return union(...cards.map(setOf));
}

function readThree<T>(what: string, text: string, readOne: (what: string, text: string) => T): [T, T, T] {
  const parts = text.split("/");
  if (parts.length !== 3) wrong(`${what}: "${text}" does not have three parts; expected ${PLAYERS.join("/")}`);
  return parts.map((part, i) => readOne(`${what} of ${PLAYERS[i]}`, part)) as [T, T, T];
}

/** Without bids, the declarer plays for 18. */
function readBids(state: State, fields: Fields): void {
  if (state.phase === "deal") {
    if (fields["bids"] !== undefined) wrong('bids are not allowed in the phase "deal"');
    return;
  }
  if (fields["bids"] === undefined) {
    if (state.phase !== "play") wrong("expected bids=…/…/…, for example bids=0p/18/0");
    const declarer = readPlayer("declarer", fields["declarer"] ?? wrong("expected bids=… or declarer=…"));
    state.bids[declarer] = 1;
    state.passed = [declarer !== 0, declarer !== 1, declarer !== 2];
    state.declarer = declarer;
    return;
  }
  const bids = readThree("bids", fields["bids"], (what, text) => {
    const [, value = "", passed = ""] =
      /^(\d+)(p?)$/.exec(text) ?? wrong(`${what}: "${text}" is not a bid; expected, for example, 18 or 18p`);
    const bid = value === "0" ? 0 : BIDS.findIndex((each) => String(each) === value) + 1;
    if (bid === 0 && value !== "0") wrong(`${what}: ${value} is not a possible bid`);
    return { bid, passed: passed === "p" };
  });
  state.bids = bids.map(({ bid }) => bid) as State["bids"];
  state.passed = bids.map(({ passed }) => passed) as State["passed"];
  if (state.phase !== "bid" && state.phase !== "passed") {
    state.declarer = state.passed.indexOf(false);
    if (state.declarer < 0 || activeBidder(state) !== null)
      wrong(`bids=${fields["bids"]}: the auction has no declarer yet`);
  }
  if (fields["declarer"] !== undefined && readPlayer("declarer", fields["declarer"]) !== state.declarer)
    wrong(`declarer: by the bids it is ${PLAYERS[state.declarer as number]}`);
}

function readPlayer(what: string, text: string): number {
  const player = PLAYERS.indexOf(text);
  return player >= 0 ? player : wrong(`${what}: "${text}" is not one of ${PLAYERS.join(", ")}`);
}

function readTrick(what: string, text: string): { leader: number; cards: Card[] } {
  const [player = "", cards = "", ...more] = text.split(":");
  const read = readCards(cards);
  if (!read || more.length > 0) wrong(`${what}: "${text}" is not a trick; expected, for example, forehand:CAC7`);
  return { leader: readPlayer(what, player), cards: read };
}

function readPlay(state: State, fields: Fields, play: CardPlay): void {
  const game = fields["game"] ?? wrong("expected game=…, for example game=clubs or game=null+ouvert");
  state.contract =
    readContract(game) ?? wrong(`"${game}" is not a game; expected, for example, clubs, grand+hand or null+ouvert`);
  const trick = readTrick("trick", fields["trick"] ?? "forehand:");
  state.leader = trick.leader;
  state.trick = trick.cards;
  if (fields["taken"] !== undefined) state.taken = readSet("taken", fields["taken"]);
  if (fields["played"] !== undefined) state.played = readThree("played", fields["played"], readSet);
  else fillPast(state, play);
  if (fields["last"] !== undefined) state.last = readTrick("last", fields["last"]);
  if (fields["voids"] !== undefined)
    state.voids = readThree("voids", fields["voids"], (what, text) => {
      if (text === "-") return 0;
      if (!/^c?s?h?d?t?$/.test(text))
        wrong(`${what}: "${text}" is not valid; expected some of the letters ${VOID_LETTERS}, in this order`);
      return [...text].reduce((bits, letter) => bits | (1 << VOID_LETTERS.indexOf(letter)), 0);
    });
}

/**
 * Completes an ending given by its cards in play: the other cards go to the skat (those of the lowest points) and to past tricks. Their
 * distribution does not affect play.
 */
function fillPast(state: State, play: CardPlay): void {
  const named = union(...state.hands, state.skat, ...state.trick.map(setOf));
  const left = cardsIn(without(ALL_CARDS, named)).toSorted((a, b) => play.points(setOf(a)) - play.points(setOf(b)));
  if (state.skat === 0) state.skat = union(...left.splice(0, 2).map(setOf));
  state.trick.forEach((card, i) => {
    const player = (state.leader + i) % 3;
    state.played[player] = union(state.played[player] as CardSet, setOf(card));
  });
  for (let player = 0; player < 3; player++) {
    const missing = handSize(state, player) - size(state.hands[player] as CardSet);
    const cards = left.splice(0, Math.max(0, missing));
    state.played[player] = union(state.played[player] as CardSet, ...cards.map(setOf));
  }
}

/** No card twice, and the right number of cards in each place. */
function checkCards(state: State): void {
  const places: [string, CardSet][] = [
    ...state.hands.map((hand, i): [string, CardSet] => [`the hand of ${PLAYERS[i]}`, hand]),
    ["the skat", state.skat],
    ...state.played.map((played, i): [string, CardSet] => [`the cards played by ${PLAYERS[i]}`, played]),
  ];
  places.forEach(([name, set], i) => {
    for (const [other, cards] of places.slice(0, i)) {
      const both = (set & cards) >>> 0;
      if (both !== 0) wrong(`${cardText(cardsIn(both)[0] as Card)} is in ${other} and in ${name}`);
    }
  });
  state.hands.forEach((hand, player) => {
    const expected = handSize(state, player);
    if (size(hand) !== expected) wrong(`${PLAYERS[player]} has ${plural(size(hand), "card")}; expected ${expected}`);
  });
  if (size(state.skat) !== skatSize(state))
    wrong(`the skat has ${plural(size(state.skat), "card")}; expected ${skatSize(state)}`);
}

function checkBids(state: State): void {
  const { phase, bids, passed } = state;
  if (phase === "deal") return;
  const [fore, middle, rear] = bids;
  const over = activeBidder(state) === null;
  if (phase === "bid" && over) wrong('the auction is over; expected the phase "take" or "passed"');
  if (phase === "passed" && !(passed.every(Boolean) && bids.every((bid) => bid === 0)))
    wrong("a passed deal requires that all players have passed without a bid");
  // Rearhand bids only after the first duel. Each bid exceeds the last one and is held or passed.
  const first = !passed[0] && !passed[1];
  const takes18 = middle === 0 && rear === 0 && passed[2] && fore === 1;
  const fits = first
    ? rear === 0 && !passed[2] && fore <= middle
    : passed[0] && passed[1]
      ? phase === "passed" || (rear > Math.max(fore, middle) && !passed[2])
      : passed[0]
        ? (rear === 0 && middle > fore) || secondDuel(middle, rear, passed[2], fore + 1)
        : takes18 || (rear === 0 && fore === middle) || secondDuel(fore, rear, passed[2], middle);
  if (!fits) wrong("these bids are impossible: each bid must exceed the last one and be held or passed");
}

/** Whether the second duel can have reached these bids; the survivor of the first entered it with at least `least`. */
function secondDuel(left: number, rear: number, rearPassed: boolean, least: number): boolean {
  if (left < least) return false;
  return left === rear ? rear > least : left < rear && !rearPassed;
}

function checkPlay(state: State, play: CardPlay): void {
  const { contract, trick, leader, taken, played, last, hands, voids } = state;
  if (!contract) return;
  const { game } = contract;
  if (game === NULL && highestValue(contract, 0) < highestBid(state))
    wrong(`a null game of ${highestValue(contract, 0)} does not reach the bid of ${highestBid(state)}`);
  if (trick.length > 2)
    wrong("a trick of three cards is complete; expected at most two cards; write the previous trick as `last`");
  const finished = without(allPlayed(state), union(...trick.map(setOf)));
  trick.forEach((card, i) => {
    const player = (leader + i) % 3;
    if (!has(played[player] as CardSet, card))
      wrong(`${cardText(card)} is in the trick, but ${PLAYERS[player]} has not played it`);
    const before = union(hands[player] as CardSet, setOf(card));
    if (i > 0 && !has(play.legal(game, before, trick[0] as Card), card))
      wrong(
        `${PLAYERS[player]} could not play ${cardText(card)} to ${cardText(trick[0] as Card)}, holding ${setText(before)}`,
      );
  });
  const counts = played.map((set) => size((set & finished) >>> 0));
  if (new Set(counts).size > 1)
    wrong(`the players have played ${counts.join(", ")} cards to finished tricks; expected equal numbers`);
  if (without(taken, finished) !== 0)
    wrong(`${cardText(cardsIn(without(taken, finished))[0] as Card)} is in taken, but not in a finished trick`);
  if (size(taken) % 3 !== 0)
    wrong(`the declarer has taken ${plural(size(taken), "card")}; expected a multiple of three`);
  if (last) checkLast(state, finished, play);
  voids.forEach((bits, player) => {
    const kept = (voidCards(game, bits, play) & (hands[player] as CardSet)) >>> 0;
    if (kept !== 0) wrong(`voids: ${PLAYERS[player]} holds ${setText(kept)}, but has shown a void there`);
    if (game === NULL && bits & TRUMPS_VOID) wrong(`voids of ${PLAYERS[player]}: null has no trumps`);
  });
}

function checkLast(state: State, finished: CardSet, play: CardPlay): void {
  const { last, leader, played, contract, declarer, taken } = state;
  if (!last || !contract) return;
  if (last.cards.length !== 3) wrong("last: expected three cards");
  last.cards.forEach((card, i) => {
    const player = (last.leader + i) % 3;
    if (!has((finished & (played[player] as CardSet)) >>> 0, card))
      wrong(`last: ${cardText(card)} was not played by ${PLAYERS[player]} to a finished trick`);
  });
  const winner = (last.leader + play.winner(contract.game, last.cards as [Card, Card, Card])) % 3;
  if (winner !== leader) wrong(`last: ${PLAYERS[winner]} won the trick and must lead, not ${PLAYERS[leader]}`);
  const cards = union(...last.cards.map(setOf));
  const takes = winner === declarer;
  if ((taken & cards) >>> 0 !== (takes ? cards : 0))
    wrong(`taken: the last trick ${takes ? "belongs" : "does not belong"} to the declarer`);
}
