/** Questions about a position with open cards, in the game's card numbers. A position is set once, then asked about. */
import { legalCards, NO_CARD, NULL_GAME, pointsOf, setOf } from "./cards.as";
import { newGeneration, setKind, setTable } from "./known.as";
import { MOVE_BYTES, setMoveScratch, TALLIES } from "./move-order.as";
import { nullLead, nullSecond, nullThird, nullTaken, NULL_NODES, resetNullNodes } from "./null-search.as";
import { GAME, INNER, ORDER_BYTES, placeOfCard, placesOf, setOrder } from "./order.as";
import { CLASS_BYTES, setRankClasses } from "./rank-classes.as";
import { HALTED, lead, NODES, resetNodes, second, taken, third } from "./search.as";
import { CLOSED_GAPS, MUST_TRUMP, setMustTrump, setSwitches, USE } from "./switches.as";

let region: usize = 0;

/** The position: hands in the order of the trick, in places with gaps closed; cards of the trick, or −1; points in play. */
let hand1: u32 = 0;
let hand2: u32 = 0;
let hand3: u32 = 0;
let first: i32 = -1;
let next: i32 = -1;
let declarer: i32 = 0;
let inPlay: i32 = 0;
/** Whose turn it is: his cards, and the card he must follow. */
let moverHand: u32 = 0;
let firstCard: i32 = NO_CARD;
let absent: u32 = 0;

export function solverBytes(): i32 {
  return ORDER_BYTES + MOVE_BYTES + CLASS_BYTES;
}

/** This thread's own region, and the table of known positions: a power of two of lines of 64 bytes, zeros at first. */
export function setSolver(address: usize, known: usize, lines: i32, use: i32): void {
  region = address;
  setMoveScratch(address + ORDER_BYTES);
  setRankClasses(address + ORDER_BYTES + MOVE_BYTES);
  setTable(known, lines);
  setSwitches(use);
}

/** Where a solver's region holds what `TALLY` counted: 16 numbers of positions met, 16 of those searched, by cards in a hand. */
export function tallyOffset(): i32 {
  return ORDER_BYTES + <i32>TALLIES;
}

/** Tricks that were begun in searching since the position was set. */
export function searchedNodes(): f64 {
  return <f64>(NODES + NULL_NODES);
}

/** Whether the last answer was given up. Null never is: a deal of it takes milliseconds. */
export function gaveUp(): bool {
  return HALTED;
}

/** Where a card stands when the absent ones of its run have left no gaps. */
function closedPlace(card: i32): i32 {
  const place = placeOfCard(card);
  if (!(USE & CLOSED_GAPS)) return place;
  let missing = 0;
  for (let below = place; INNER & setOf(below); ) {
    below--;
    missing += <i32>((absent >> below) & 1);
  }
  return place - missing;
}

function closedPlaces(set: u32): u32 {
  let places: u32 = 0;
  for (let rest = set; rest; rest &= rest - 1) places |= setOf(closedPlace(<i32>ctz(rest)));
  return places;
}

/**
 * Sets the position. Seats count from the declarer: 0 he, 1 the next to him, 2 the one after; `leader` is the seat that leads the trick, `card1`
 * and `card2` are what has been played to it, or −1. Answers are given up after `most` tricks searched; `again` is for a position whose answer was
 * given up just before, so that what was found of it stays. Returns the points still in play.
 */
export function openPosition(game: i32, mustTrump: bool, seat0: u32, seat1: u32, seat2: u32, leader: i32, card1: i32, card2: i32, most: f64, again: bool): i32 {
  setOrder(region, game);
  setMustTrump(mustTrump);
  setKind((game < 4 ? 0 : game - 3) + (mustTrump ? 4 : 0));
  if (!again) newGeneration();
  resetNodes(<u64>most);
  resetNullNodes();
  const trick = (card1 == NO_CARD ? 0 : setOf(card1)) | (card2 == NO_CARD ? 0 : setOf(card2));
  const all = seat0 | seat1 | seat2 | trick;
  absent = ~placesOf(all);
  const one = leader == 0 ? seat0 : leader == 1 ? seat1 : seat2;
  const two = leader == 0 ? seat1 : leader == 1 ? seat2 : seat0;
  const three = leader == 0 ? seat2 : leader == 1 ? seat0 : seat1;
  hand1 = closedPlaces(one);
  hand2 = closedPlaces(two);
  hand3 = closedPlaces(three);
  first = card1 == NO_CARD ? -1 : closedPlace(card1);
  next = card2 == NO_CARD ? -1 : closedPlace(card2);
  declarer = leader == 0 ? 0 : 3 - leader;
  inPlay = game == NULL_GAME ? 1 : pointsOf(all);
  firstCard = card1;
  moverHand = card1 == NO_CARD ? one : card2 == NO_CARD ? two : three;
  return inPlay;
}

/** The cards that may be played now. */
export function openLegal(): u32 {
  return legalCards(GAME, MUST_TRUMP, moverHand, firstCard);
}

/** In null the answer is 1 when the declarer must take a trick. */
function ask(need: i32): i32 {
  if (GAME == NULL_GAME) {
    if (first < 0) return <i32>nullLead(hand1, hand2, hand3, declarer, 0);
    if (next < 0) return <i32>nullSecond(hand1, hand2, hand3, first, declarer, 0);
    return <i32>nullThird(hand1, hand2, hand3, first, next, declarer, 0);
  }
  if (first < 0) return hand1 ? lead(hand1, hand2, hand3, declarer, need, inPlay, 0) : 0;
  if (next < 0) return second(hand1, hand2, hand3, first, declarer, need, inPlay, 0);
  return third(hand1, hand2, hand3, first, next, declarer, need, inPlay, 0);
}

/** As `ask`, after a card in its closed place. */
function askAfter(place: i32, need: i32): i32 {
  const card = ~setOf(place);
  if (GAME == NULL_GAME) {
    if (first < 0) return <i32>nullSecond(hand1 & card, hand2, hand3, place, declarer, 0);
    if (next < 0) return <i32>nullThird(hand1, hand2 & card, hand3, first, place, declarer, 0);
    return <i32>nullTaken(hand1, hand2, hand3 & card, first, next, place, declarer, 0);
  }
  if (first < 0) return second(hand1 & card, hand2, hand3, place, declarer, need, inPlay, 0);
  if (next < 0) return third(hand1, hand2 & card, hand3, first, place, declarer, need, inPlay, 0);
  return taken(hand1, hand2, hand3 & card, first, next, place, declarer, need, inPlay, 0);
}

/** How far above a number that the declarer gets the next search asks; twice as far each time. */
const FIRST_STEP: i32 = 16;

/**
 * Comes down from above: that he does not get so many is cheaper to find out than that he does, since one of the two others' answers is enough,
 * and the nearer a number to the value the dearer is either.
 */
function exactly(place: i32, guess: i32): i32 {
  let low = 0;
  let high = inPlay;
  let need = min(max(guess, 1), high);
  let step = FIRST_STEP;
  while (low < high) {
    const value = place < 0 ? ask(need) : askAfter(place, need);
    if (HALTED) break;
    if (value >= need) {
      low = value;
      need = min((low + high + 1) >> 1, low + step);
      step <<= 1;
    } else {
      high = value;
      need = high;
    }
  }
  return low;
}

/** The points that the declarer gets of those in play; in null 1 if he must take a trick, 0 if not. */
export function declarerPoints(guess: i32): i32 {
  return exactly(-1, guess);
}

/** Whether the declarer gets at least so many of the points in play. */
export function declarerGets(need: i32): bool {
  if (need <= 0) return true;
  return need <= inPlay && ask(need) >= need;
}

/** The same after a card, which must be legal. */
export function cardPoints(card: i32, guess: i32): i32 {
  return exactly(closedPlace(card), guess);
}

export function cardGets(card: i32, need: i32): bool {
  if (need <= 0) return true;
  return need <= inPlay && askAfter(closedPlace(card), need) >= need;
}

/**
 * Writes a byte for each of the 32 cards: 255 where it may not be played; after the others the declarer's points, or, with a `need` of 0
 * or more, whether he gets so many. Alike cards are searched once. Returns what may be played.
 */
export function cardValues(out: usize, need: i32, guess: i32): u32 {
  const legal = openLegal();
  memory.fill(out, 255, 32);
  let likely = guess;
  for (let rest = legal; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    let value = alikeDone(out, card, legal);
    if (value == 255) value = need >= 0 ? <i32>cardGets(card, need) : cardPoints(card, likely);
    if (HALTED) break;
    if (need < 0) likely = value;
    store<u8>(out + <usize>card, <u8>value);
  }
  return legal;
}

/** The value of a card beside this one in the same hand and run, if it has one; 255 if not. */
function alikeDone(out: usize, card: i32, legal: u32): i32 {
  const place = closedPlace(card);
  for (let rest = legal; rest; rest &= rest - 1) {
    const other = <i32>ctz(rest);
    const value = load<u8>(out + <usize>other);
    if (value == 255) continue;
    const there = closedPlace(other);
    if ((there == place + 1 && INNER & setOf(there)) || (there == place - 1 && INNER & setOf(place))) return value;
  }
  return 255;
}
