/** The solver's API, in the game's card numbers: set a position once, then query it. */
import { legalCards, NO_CARD, NULL_GAME, pointsOf, setOf } from "./cards.as";
import { newGeneration, setKind, setTable } from "./transposition.as";
import { MOVE_BYTES, setMoveScratch, TALLY_AT } from "./move-ordering.as";
import { nullLead, nullSecond, nullThird, nullTaken, NULL_NODES, resetNullNodes } from "./null-search.as";
import { GAME, INNER, ORDER_BYTES, placeOfCard, placesOf, setOrder } from "./order.as";
import { CLASS_BYTES, setRankClasses } from "./rank-classes.as";
import { ABORTED, lead, NODES, resetNodes, second, taken, third } from "./search.as";
import { RELATIVE_RANKS, MUST_TRUMP, setMustTrump, setSwitches, USE } from "./switches.as";

let region: usize = 0;

/** The position: hands in the order of the trick, in places of relative rank; cards of the trick, or −1; points in play. */
let hand1: u32 = 0;
let hand2: u32 = 0;
let hand3: u32 = 0;
let first: i32 = -1;
let next: i32 = -1;
let declarer: i32 = 0;
let inPlay: i32 = 0;
/** The mover's cards, and the card to follow. */
let moverHand: u32 = 0;
let firstCard: i32 = NO_CARD;
let absent: u32 = 0;

export function solverBytes(): i32 {
  return ORDER_BYTES + MOVE_BYTES + CLASS_BYTES;
}

/** `address`: this thread's own region. `tt`: the transposition table, a power of two of 64-byte buckets. Both are zeroed at first. */
export function setSolver(address: usize, tt: usize, buckets: i32, use: i32): void {
  region = address;
  setMoveScratch(address + ORDER_BYTES);
  setRankClasses(address + ORDER_BYTES + MOVE_BYTES);
  setTable(tt, buckets);
  setSwitches(use);
}

/** Offset of the `PositionTally` in a solver's region. */
export function tallyOffset(): i32 {
  return ORDER_BYTES + <i32>TALLY_AT;
}

/** Nodes (tricks begun) since the position was set. */
export function searchedNodes(): f64 {
  return <f64>(NODES + NULL_NODES);
}

/** Whether the last search hit the node limit. Null games never do: a deal takes milliseconds. */
export function aborted(): bool {
  return ABORTED;
}

/** The place of a card with the gaps in its run closed. */
function closedPlace(card: i32): i32 {
  const place = placeOfCard(card);
  if (!(USE & RELATIVE_RANKS)) return place;
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
 * Seats count from the declarer (0) clockwise; `leader` is the seat that leads the trick, `card1` and `card2` are its cards so far, or
 * −1. `resume` continues a position whose search was aborted just before: the table generation stays. Returns the points in play.
 */
export function setPosition(game: i32, mustTrump: bool, seat0: u32, seat1: u32, seat2: u32, leader: i32, card1: i32, card2: i32, nodeLimit: f64, resume: bool): i32 {
  setOrder(region, game);
  setMustTrump(mustTrump);
  setKind((game < 4 ? 0 : game - 3) + (mustTrump ? 4 : 0));
  if (!resume) newGeneration();
  resetNodes(<u64>nodeLimit);
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

export function openLegal(): u32 {
  return legalCards(GAME, MUST_TRUMP, moverHand, firstCard);
}

/** In null 1 if the declarer must take a trick. */
function search(need: i32): i32 {
  if (GAME == NULL_GAME) {
    if (first < 0) return <i32>nullLead(hand1, hand2, hand3, declarer, 0);
    if (next < 0) return <i32>nullSecond(hand1, hand2, hand3, first, declarer, 0);
    return <i32>nullThird(hand1, hand2, hand3, first, next, declarer, 0);
  }
  if (first < 0) return hand1 ? lead(hand1, hand2, hand3, declarer, need, inPlay, 0) : 0;
  if (next < 0) return second(hand1, hand2, hand3, first, declarer, need, inPlay, 0);
  return third(hand1, hand2, hand3, first, next, declarer, need, inPlay, 0);
}

/** As `search`, after the card in `place` is played. */
function searchAfter(place: i32, need: i32): i32 {
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

/** After a search fails high, the window moves up by this step, which doubles each time. */
const FIRST_STEP: i32 = 16;

/**
 * A sequence of null-window searches, like MTD(f), that approaches the value from above: near the value, proving that the declarer
 * does not reach a number costs less than half of proving that he does.
 */
function exactValue(place: i32, guess: i32): i32 {
  let low = 0;
  let high = inPlay;
  let need = min(max(guess, 1), high);
  let step = FIRST_STEP;
  while (low < high) {
    const value = place < 0 ? search(need) : searchAfter(place, need);
    if (ABORTED) break;
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

/** The declarer's share of the points in play; in null 1 if he must take a trick, 0 if not. */
export function declarerPoints(guess: i32): i32 {
  return exactValue(-1, guess);
}

/** Whether the declarer gets at least `need` of the points in play. */
export function declarerGets(need: i32): bool {
  if (need <= 0) return true;
  return need <= inPlay && search(need) >= need;
}

/** The same after a legal card. */
export function cardPoints(card: i32, guess: i32): i32 {
  return exactValue(closedPlace(card), guess);
}

export function cardGets(card: i32, need: i32): bool {
  if (need <= 0) return true;
  return need <= inPlay && searchAfter(closedPlace(card), need) >= need;
}

/**
 * Writes one byte per card: 255 if it is illegal; otherwise the declarer's points after it, or with `need` ≥ 0 whether he gets that
 * many. Equivalent cards are searched once. Returns the legal cards.
 */
export function cardValues(out: usize, need: i32, guess: i32): u32 {
  const legal = openLegal();
  memory.fill(out, 255, 32);
  let likely = guess;
  for (let rest = legal; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    let value = equivalentValue(out, card, legal);
    if (value == 255) value = need >= 0 ? <i32>cardGets(card, need) : cardPoints(card, likely);
    if (ABORTED) break;
    if (need < 0) likely = value;
    store<u8>(out + <usize>card, <u8>value);
  }
  return legal;
}

/** The value of an equivalent neighbour that is already done; 255 if there is none. */
function equivalentValue(out: usize, card: i32, legal: u32): i32 {
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
