/** Move generation for the table solver: a set of revealed pieces, either side to move, by bitboards. */
import { EndgameProblem } from "../../build/layouts/games/chinese-dark-chess/tables.as";
import { NO_CONVERSION, WholeTable } from "../../engine/solve/outcome-whole.as";
import { DRAWN, LOST, WON } from "../../engine/solve/outcome.as";
import { cellsOf, entriesOf, groupCount, groupPiece, PLACEMENT_BYTES, rankBy, setCells, tableOf, unrankBy } from "./placement-index.as";
import { colourOf } from "./state.as";

export const SOLVER_THREAD_BYTES: usize = PLACEMENT_BYTES;

/** Table address of a layout without pieces: the captured side has lost. */
const NOTHING_LEFT: usize = 0;

let problem: EndgameProblem = EndgameProblem.at(0);
let placement: usize = 0;
let mover: i32 = 0;
/** Whether outcomes count plies to the next capture instead of to the end. */
let toCapture: bool = false;

export function setProblem(address: usize, thread: usize, captures: i32): void {
  problem = EndgameProblem.at(address);
  placement = thread;
  toCapture = captures != 0;
}

@inline function layoutOf(side: i32): usize { return changetype<usize>(problem.layouts[side]); }
@inline function preyOfPiece(piece: i32): i32 { return problem.pieces[piece].prey; }
@inline function jumpsOver(piece: i32): bool { return problem.pieces[piece].jumps != 0; }
@inline function layoutWithout(piece: i32): usize { return changetype<usize>(problem.pieces[piece].left); }

const NOT_FIRST: u32 = 0xfefefefe;
const NOT_LAST: u32 = 0x7f7f7f7f;

/** The adjacent cells. */
@inline
function around(cell: u32): u32 {
  const bit: u32 = 1 << cell;
  return (bit << 8) | (bit >> 8) | ((bit & NOT_LAST) << 1) | ((bit & NOT_FIRST) >> 1);
}

/** Whether exactly one piece is between two cells of a row or column. */
@inline
function oneBetween(from: u32, to: u32, all: u32): bool {
  const low = min(from, to);
  const high = max(from, to);
  let line: u32 = 0;
  if (low >> 3 == high >> 3) line = 0xffffffff;
  else if ((low & 7) == (high & 7)) line = <u32>0x01010101 << (low & 7);
  return popcnt(all & line & ((1 << high) - 1) & ~((2 << low) - 1)) == 1;
}

function occupied(): u32 {
  const layout = layoutOf(0);
  let cells: u32 = 0;
  for (let group = 0; group < groupCount(layout); group++) cells |= cellsOf(placement, groupPiece(layout, group));
  return cells;
}

/** The value for the mover of capturing `victim` on `to`: the entry's value if this were the only move. */
function valueOfCapture(piece: i32, from: u32, victim: i32, to: u32): i32 {
  const layout = layoutWithout(victim);
  const own = cellsOf(placement, piece);
  const theirs = cellsOf(placement, victim);
  let after: i32 = LOST;
  if (tableOf(layout) != NOTHING_LEFT) {
    setCells(placement, piece, own ^ (1 << from) ^ (1 << to));
    setCells(placement, victim, theirs ^ (1 << to));
    after = load<u8>(tableOf(layout) + rankBy(layout, placement));
    setCells(placement, piece, own);
    setCells(placement, victim, theirs);
  }
  if (after == <i32>DRAWN) return DRAWN;
  if (toCapture) return <i32>(after < <i32>WON ? WON : LOST) + 1;
  // A loss in 2n plies becomes a win in 2n + 1; a win in 2n + 1 plies a loss in 2n + 2.
  return after < <i32>WON ? <i32>WON + (after - <i32>LOST) : <i32>LOST + (after - <i32>WON) + 1;
}

/** The better of two values for the mover: the faster win, a draw, the slower loss. */
@inline
function better(one: i32, other: i32): i32 {
  if (one == NO_CONVERSION) return other;
  const oneWins = one >= <i32>WON;
  const otherWins = other >= <i32>WON;
  if (oneWins || otherWins) return oneWins && otherWins ? min(one, other) : oneWins ? one : other;
  return one == <i32>DRAWN || other == <i32>DRAWN ? DRAWN : max(one, other);
}

@final
export class Endgame extends WholeTable {
  entries(side: i32): u32 { return entriesOf(layoutOf(side)); }

  enter(side: i32, entry: u32): void {
    mover = side;
    unrankBy(layoutOf(side), entry, placement);
  }

  movesWithin(): i32 {
    const layout = layoutOf(0);
    const free = ~occupied();
    let count = 0;
    for (let group = 0; group < groupCount(layout); group++) {
      const piece = groupPiece(layout, group);
      if (colourOf(piece) != mover) continue;
      for (let own = cellsOf(placement, piece); own; own &= own - 1) count += popcnt(around(ctz(own)) & free);
    }
    return count;
  }

  bestConversion(): i32 {
    const layout = layoutOf(0);
    const all = occupied();
    let best = NO_CONVERSION;
    for (let group = 0; group < groupCount(layout); group++) {
      const piece = groupPiece(layout, group);
      if (colourOf(piece) != mover) continue;
      const prey = preyOfPiece(piece);
      const jumps = jumpsOver(piece);
      for (let other = 0; other < groupCount(layout); other++) {
        const victim = groupPiece(layout, other);
        if (colourOf(victim) == mover) continue;
        const steps = ((prey >> victim) & 1) != 0;
        if (!steps && !jumps) continue;
        for (let own = cellsOf(placement, piece); own; own &= own - 1) {
          const from: u32 = ctz(own);
          for (let theirs = cellsOf(placement, victim); theirs; theirs &= theirs - 1) {
            const to: u32 = ctz(theirs);
            const near = ((around(from) >> to) & 1) != 0;
            if ((near && steps) || (!near && jumps && oneBetween(from, to, all))) best = better(best, valueOfCapture(piece, from, victim, to));
          }
        }
      }
    }
    return best;
  }

  /** Moves within the table are reversible. */
  predecessors(out: usize): i32 {
    const layout = layoutOf(0);
    const free = ~occupied();
    const before = layoutOf(1 - mover);
    let at = out;
    for (let group = 0; group < groupCount(layout); group++) {
      const piece = groupPiece(layout, group);
      if (colourOf(piece) == mover) continue;
      const cells = cellsOf(placement, piece);
      for (let own = cells; own; own &= own - 1) {
        const to: u32 = ctz(own);
        for (let from = around(to) & free; from; from &= from - 1) {
          setCells(placement, piece, cells ^ (1 << to) ^ (from & -from));
          store<u32>(at, rankBy(before, placement));
          at += 4;
        }
      }
      setCells(placement, piece, cells);
    }
    return <i32>((at - out) >> 2);
  }
}
