/** The rules of the full game: dealing, opening, laying, drawing, passing, the end. */
import { DRAW as DRAWN_GAME, FIRST_WINS, ONGOING, SECOND_WINS, Rules } from "../../engine/contracts/rules.as";
import { addSlot, recordVoid, recordNoneStronger, removeSlot } from "./knowledge.as";
import { DEALING, DRAW, DRAWING, ENDED, GIVE, MAX_MOVES, PASS } from "./constants";
import {
  addToChain,
  countOf,
  handOf,
  hasDrawn,
  leftOf,
  phaseOf,
  rightOf,
  setCount,
  setEnds,
  setHand,
  setHasDrawn,
  setOpeningTile,
  setPhase,
  setStock,
  setStockCount,
  STATE_BYTES,
  stockCountOf,
  stockOf,
} from "./state.as";
import {
  fitting,
  highOf,
  lowOf,
  NO_END,
  otherNumber,
  pipsIn,
  strengthOf,
  strongestOf,
  tilesWith,
} from "./tiles.as";
import {
  BLOCK_GAME,
  BY_CHOICE,
  BY_DOUBLE,
  BY_OWN_STRONGEST,
  DRAW_ONE,
  drawing,
  handSize,
  keepInStock,
  opening,
  pipsDecide,
} from "./variant.as";

/** Whether tiles can be drawn. */
@inline
export function stockIsOpen(state: usize): bool {
  return drawing != BLOCK_GAME && stockCountOf(state) > keepInStock;
}

/** A hidden hand may always be able to lay. */
@inline
function mayLay(state: usize, player: i32): bool {
  const hand = handOf(state, player);
  return hand == 0 ? countOf(state, player) > 0 : fitting(hand, leftOf(state), rightOf(state)) != 0;
}

export function endIfBlocked(state: usize): void {
  if (leftOf(state) == NO_END || stockIsOpen(state) || mayLay(state, 0) || mayLay(state, 1)) return;
  setPhase(state, ENDED + (phaseOf(state) & 1));
}

function listTiles(set: u32, out: usize, first: i32, step: i32): i32 {
  let at = out;
  for (let rest = set; rest; rest &= rest - 1, at += 4) store<i32>(at, first + step * <i32>ctz(rest));
  return <i32>((at - out) >> 2);
}

export function legalMoves(state: usize, out: usize): i32 {
  const phase = phaseOf(state);
  if (phase >= ENDED) return 0;
  if (phase >= DEALING) return listTiles(stockOf(state), out, GIVE, 1);
  const hand = handOf(state, phase);
  const left = leftOf(state);
  if (left == NO_END) {
    const any = opening == BY_CHOICE;
    return listTiles(any ? hand : 1 << strongestOf(hand, opening == BY_DOUBLE), out, 1, 2);
  }
  const right = rightOf(state);
  const atLeft = left == right ? 0 : hand & tilesWith(left);
  const atRight = hand & tilesWith(right);
  let at = out;
  for (let rest = atLeft | atRight; rest; rest &= rest - 1) {
    const tile = <i32>ctz(rest);
    if ((atLeft >> tile) & 1) {
      store<i32>(at, 2 * tile);
      at += 4;
    }
    if ((atRight >> tile) & 1) {
      store<i32>(at, 2 * tile + 1);
      at += 4;
    }
  }
  if (at > out) return <i32>((at - out) >> 2);
  store<i32>(out, stockIsOpen(state) && !(drawing == DRAW_ONE && hasDrawn(state)) ? DRAW : PASS);
  return 1;
}

/** The player who begins. */
export function openingPlayer(state: usize): i32 {
  if (opening >= BY_OWN_STRONGEST) return 0;
  const doubles = opening == BY_DOUBLE;
  const first = strengthOf(strongestOf(handOf(state, 0), doubles), doubles);
  const second = strengthOf(strongestOf(handOf(state, 1), doubles), doubles);
  return first > second ? 0 : 1;
}

function give(state: usize, tile: i32): void {
  const phase = phaseOf(state);
  const dealing = phase == DEALING;
  const player = dealing ? <i32>(countOf(state, 0) > countOf(state, 1)) : phase - DRAWING;
  setStock(state, stockOf(state) & ~(1 << tile));
  setStockCount(state, stockCountOf(state) - 1);
  setHand(state, player, handOf(state, player) | (1 << tile));
  setCount(state, player, countOf(state, player) + 1);
  addSlot(state, player);
  if (!dealing) {
    setPhase(state, player);
    setHasDrawn(state, drawing == DRAW_ONE);
    endIfBlocked(state);
  } else if (countOf(state, 1) == handSize) {
    setPhase(state, openingPlayer(state));
  }
}

function lay(state: usize, player: i32, tile: i32, atLeft: bool): void {
  const left = leftOf(state);
  setHand(state, player, handOf(state, player) & ~(1 << tile));
  setCount(state, player, countOf(state, player) - 1);
  removeSlot(state, player, tile);
  addToChain(state, tile, atLeft);
  if (left == NO_END) {
    setEnds(state, lowOf(tile), highOf(tile));
    if (opening != BY_CHOICE) {
      setOpeningTile(state, tile);
      recordNoneStronger(state, player);
      if (opening != BY_OWN_STRONGEST) recordNoneStronger(state, 1 - player);
    }
  } else if (atLeft) {
    setEnds(state, otherNumber(tile, left), rightOf(state));
  } else {
    setEnds(state, left, otherNumber(tile, rightOf(state)));
  }
  setHasDrawn(state, false);
  const out = countOf(state, player) == 0;
  setPhase(state, (out ? ENDED : 0) + 1 - player);
  if (!out) endIfBlocked(state);
}

export function playMove(state: usize, move: i32): void {
  const player = phaseOf(state);
  if (move >= GIVE) return give(state, move - GIVE);
  if (move == DRAW) {
    recordVoid(state, player);
    setPhase(state, DRAWING + player);
  } else if (move == PASS) {
    recordVoid(state, player);
    setHasDrawn(state, false);
    setPhase(state, 1 - player);
  } else {
    lay(state, player, move >> 1, (move & 1) == 0);
  }
}

/** The player with an empty hand wins; otherwise the game is blocked. */
export function resultOf(state: usize): i32 {
  if (phaseOf(state) < ENDED) return ONGOING;
  if (countOf(state, 0) == 0) return FIRST_WINS;
  if (countOf(state, 1) == 0) return SECOND_WINS;
  if (!pipsDecide) return DRAWN_GAME;
  const less = pipsIn(handOf(state, 1)) - pipsIn(handOf(state, 0));
  return less > 0 ? FIRST_WINS : less < 0 ? SECOND_WINS : DRAWN_GAME;
}

@final
export class Dominoes extends Rules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return phaseOf(state) & 1; }
  @inline moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline play(state: usize, move: i32): void { playMove(state, move); }
  @inline result(state: usize): i32 { return resultOf(state); }

  hash(state: usize): u64 {
    let mixed: u64 = 0;
    for (let at = 0; at < STATE_BYTES; at += 8) {
      mixed = (mixed ^ load<u64>(state + at)) * 0x9e3779b97f4a7c15;
      mixed ^= mixed >> 32;
    }
    return mixed;
  }
}
