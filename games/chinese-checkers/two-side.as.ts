/**
 * Both sides' placements, as many pieces each, seen by the side to move: its goal is the tip at cell 0. The entry of a pair
 * is the rank of the mover's placement × the number of placements of the other side, plus the rank of the other side's
 * placement among the cells that the mover leaves free. After a move the board is turned: what was the other side's
 * placement, turned, says the row of entries, the mover's says the place in it. So the positions before a row of entries
 * all have the same other side: no two rows share one, and rows whose turned placements are neighbours lead to neighbours.
 */
import { ENDED_DRAWN, ENDED_LOST, ENDED_WON, NO_POSITION, OutcomeRules } from "../../engine/solve/outcome.as";
import { binomial, cells, nearLow, turned } from "./board.as";
import { ALL_DIRECTIONS, findTargets, targetsLow } from "./reach.as";
import { hasWon } from "./rules.as";

const STUCK_PASSES: i32 = 0;
const STUCK_LOSES: i32 = 1;
const STUCK_DRAWS: i32 = 2;

let pieces: i32 = 0;
/** Placements of the mover, and of the other side among the cells left free. */
let rows: u32 = 0;
let width: u32 = 0;
let onward: bool = false;
let stuckRule: i32 = 0;

/** What all threads share: the other side's placements among free cells, and which cells are nearer to the goal. */
let shared: usize = 0;
const NEARER: usize = 0; // u64 [64]: cells nearer to the goal than a cell
const LEVEL: usize = 512; // u64 [64]: cells that count as beside it
const FARTHER: usize = 1024; // u64 [64]: cells farther from it
const SCALED: usize = 1536; // u32 [4][64]: n over place, times the width
const COMBINATIONS: usize = 2560; // u32 [width]: a placement as bytes, ascending

/** What a thread has of its own. */
let thread: usize = 0;
const FREE: usize = 0; // u8 [64]: cells that the mover leaves free, ascending
const OWN: usize = 64; // u8 [4]: cells of the mover
const TURNED: usize = 68; // u8 [4]: the same, turned, ascending
const BELOW: usize = 80; // u8 [64]: how many turned cells of the mover are below a cell
const BASES: usize = 144; // u32 [4][4]: entries without the moved piece, by its place among its own and the others
export const PAIRS_THREAD_BYTES: usize = 256;

let rowStart: u32 = 0;
let own: u64 = 0;
let ownTurned: u64 = 0;
let other: u64 = 0;
let otherTurned: u64 = 0;

export function pairsBytes(pieceCount: i32): usize {
  return COMBINATIONS + 4 * <usize>binomial(cells - pieceCount, pieceCount);
}

export function setPairs(block: usize, threadBlock: usize, pieceCount: i32, restricted: bool, stuck: i32): void {
  shared = block;
  thread = threadBlock;
  pieces = pieceCount;
  rows = binomial(cells, pieceCount);
  width = binomial(cells - pieceCount, pieceCount);
  onward = restricted;
  stuckRule = stuck;
}

@inline
function bit(cell: i32): u64 {
  return (<u64>1) << cell;
}

@inline
function nearer(cell: i32): u64 {
  return load<u64>(shared + NEARER + (<usize>cell << 3));
}

@inline
function level(cell: i32): u64 {
  return load<u64>(shared + LEVEL + (<usize>cell << 3));
}

/** Fills the shared block, of which the sets of nearer and level cells are given. */
export function buildPairs(): void {
  for (let place = 0; place < 4; place++) {
    for (let cell = 0; cell < 64; cell++) {
      store<u32>(shared + SCALED + (<usize>place << 8) + (<usize>cell << 2), binomial(cell, place) * width);
    }
  }
  for (let index: u32 = 0; index < width; index++) unrankInto(shared + COMBINATIONS + (<usize>index << 2), index, cells - pieces);
}

function unrankInto(out: usize, index: u32, among: i32): void {
  let cell = among;
  for (let i = pieces; i > 0; i--) {
    cell--;
    while (binomial(cell, i) > index) cell--;
    index -= binomial(cell, i);
    store<u8>(out + i - 1, <u8>cell);
  }
}

/** The entry of a pair of placements; cells are bytes, ascending, both as the mover sees them. */
export function rankPair(ownCells: usize, own: i32, otherCells: usize, other: i32): u32 {
  let rank: u32 = 0;
  for (let i = 0; i < own; i++) rank += binomial(load<u8>(ownCells + i), i + 1);
  rank *= binomial(cells - own, other);
  let below = 0;
  for (let i = 0; i < other; i++) {
    const cell = <i32>load<u8>(otherCells + i);
    while (below < own && <i32>load<u8>(ownCells + below) < cell) below++;
    rank += binomial(cell - below, i + 1);
  }
  return rank;
}

/** Runs are numbered by the mover's placement as the other side sees it. */
function enterRow(run: u32): u32 {
  unrankInto(thread + TURNED, run, cells);
  own = 0;
  ownTurned = 0;
  let rank: u32 = 0;
  for (let i = 0; i < pieces; i++) {
    const seen = <i32>load<u8>(thread + TURNED + pieces - 1 - i);
    const cell = turned(seen);
    store<u8>(thread + OWN + i, <u8>cell);
    rank += binomial(cell, i + 1);
    own |= bit(cell);
    ownTurned |= bit(seen);
  }
  let free = 0;
  for (let cell = 0; cell < cells; cell++) {
    if (!(own & bit(cell))) store<u8>(thread + FREE + free++, <u8>cell);
    store<u8>(thread + BELOW + cell, <u8>popcnt(ownTurned & (bit(cell) - 1)));
  }
  rowStart = rank * width;
  return rowStart;
}

/** The other side's cells. */
@inline
function enterPlace(entry: u32): void {
  const combination = shared + COMBINATIONS + (<usize>(entry - rowStart) << 2);
  other = 0;
  otherTurned = 0;
  for (let i = 0; i < pieces; i++) {
    const cell = <i32>load<u8>(thread + FREE + load<u8>(combination + i));
    other |= bit(cell);
    otherTurned |= bit(turned(cell));
  }
}

@inline
function targets(from: i32, taken: u64): u64 {
  findTargets(from, 0, ALL_DIRECTIONS, taken, 0);
  return targetsLow;
}

function canMove(side: u64, taken: u64): bool {
  for (let left = side; left; left &= left - 1) if (targets(<i32>ctz(left), taken)) return true;
  return false;
}

const BACKWARD: i32 = 0;
const SIDEWAYS: i32 = 1;
const FORWARD: i32 = 2;
/** The direction that the side last asked about must keep to, and how many moves it has so. */
let direction: i32 = 0;
let count: i32 = 0;

/** Of a side that sees the board as given. */
function countMoves(side: u64, taken: u64): void {
  let all = 0;
  let forward = 0;
  let sideways = 0;
  for (let left = side; left; left &= left - 1) {
    const from = <i32>ctz(left);
    const to = targets(from, taken);
    all += <i32>popcnt(to);
    if (!onward) continue;
    forward += <i32>popcnt(to & nearer(from));
    sideways += <i32>popcnt(to & level(from));
  }
  direction = forward ? FORWARD : sideways ? SIDEWAYS : BACKWARD;
  count = forward ? forward : sideways ? sideways : all;
}

/** The number of moves, one where that is to pass, or how the game has ended. */
function movesOrEnd(): i32 {
  const first = hasWon(0, own, 0, other, 0);
  const second = hasWon(1, other, 0, own, 0);
  if (first) return second ? NO_POSITION : ENDED_WON;
  if (second) return ENDED_LOST;
  countMoves(own, own | other);
  if (count > 0) return count;
  if (stuckRule == STUCK_LOSES) return ENDED_LOST;
  return stuckRule == STUCK_DRAWS || !canMove(other, own | other) ? ENDED_DRAWN : 1;
}

function successorsOf(entry: u32, out: usize): i32 {
  enterPlace(entry);
  if (movesOrEnd() <= 0) return 0;
  let row: u32 = 0;
  let place = 1;
  for (let left = otherTurned; left; left &= left - 1) row += binomial(<i32>ctz(left), place++);
  row *= width;
  if (count == 0) {
    store<u32>(out, row + rankAmongFree(ownTurned));
    return 1;
  }
  let at = out;
  for (let left = own; left; left &= left - 1) {
    const from = <i32>ctz(left);
    let to = targets(from, own | other);
    if (direction == FORWARD) to &= nearer(from);
    if (direction == SIDEWAYS) to &= level(from);
    for (; to; to &= to - 1) {
      store<u32>(at, row + rankAmongFree(ownTurned ^ bit(turned(from)) ^ bit(turned(<i32>ctz(to)))));
      at += 4;
    }
  }
  return <i32>((at - out) >> 2);
}

/** Rank of a turned placement among the cells that the other side, turned, leaves free. */
function rankAmongFree(placement: u64): u32 {
  let rank: u32 = 0;
  let place = 1;
  for (let left = placement; left; left &= left - 1) {
    const cell = <i32>ctz(left);
    rank += binomial(cell - <i32>popcnt(otherTurned & (bit(cell) - 1)), place++);
  }
  return rank;
}

/** Who has moved is the other side: each of its pieces is taken back, all on the turned board. Chains of jumps lead both ways. */
function predecessorsOf(entry: u32, out: usize): i32 {
  enterPlace(entry);
  const taken = ownTurned | otherTurned;
  let at = out;
  let any: u64 = 0;
  for (let left = otherTurned; left; left &= left - 1) {
    const to = <i32>ctz(left);
    let from = targets(to, taken);
    any |= from;
    if (onward) from = legalStarts(from, to, otherTurned ^ bit(to));
    if (from == 0) continue;
    const rest = otherTurned ^ bit(to);
    setBases(rest);
    for (; from; from &= from - 1) {
      const cell = <i32>ctz(from);
      const place = <i32>popcnt(rest & (bit(cell) - 1));
      const base = load<u32>(thread + BASES + (<usize>place << 4) + (<usize>load<u8>(thread + BELOW + cell) << 2));
      store<u32>(at, base + load<u32>(shared + SCALED + (<usize>(place + 1) << 8) + (<usize>cell << 2)));
      at += 4;
    }
  }
  if (any == 0 && stuckRule == STUCK_PASSES) {
    store<u32>(at, rankOfTurned());
    at += 4;
  }
  return <i32>((at - out) >> 2);
}

/** The starts from which a move to a cell was legal, the other pieces of that side being at rest. */
function legalStarts(starts: u64, to: i32, rest: u64): u64 {
  const sure = starts & load<u64>(shared + FARTHER + (<usize>to << 3));
  let unsure = starts ^ sure;
  if (unsure == 0) return sure;
  // A piece at rest that can roll forward to either of two cells can do so whatever the start.
  let rolls: u64 = 0;
  for (let left = rest; left; left &= left - 1) rolls |= nearLow(<i32>ctz(left)) & nearer(<i32>ctz(left));
  rolls &= ~(ownTurned | rest);
  if (rolls & (rolls - 1)) return sure;
  let legal = sure;
  for (; unsure; unsure &= unsure - 1) {
    const start = <i32>ctz(unsure);
    const side = rest | bit(start);
    const taken = side | ownTurned;
    if ((rolls | (nearLow(start) & nearer(start))) & ~taken) continue;
    countMoves(side, taken);
    if (direction == (level(start) & bit(to) ? SIDEWAYS : BACKWARD)) legal |= bit(start);
  }
  return legal;
}

function setBases(rest: u64): void {
  for (let place = 0; place < pieces; place++) {
    let rank: u32 = 0;
    let i = 0;
    for (let left = rest; left; left &= left - 1) {
      rank += binomial(<i32>ctz(left), i < place ? i + 1 : i + 2);
      i++;
    }
    store<u32>(thread + BASES + (<usize>place << 4), rank * width);
  }
  for (let below = pieces; below >= 0; below--) {
    let rank: u32 = 0;
    for (let i = 0; i < pieces; i++) {
      const cell = <i32>load<u8>(thread + TURNED + i);
      rank += binomial(cell - <i32>popcnt(rest & (bit(cell) - 1)) - (i >= below ? 1 : 0), i + 1);
    }
    for (let place = 0; place < pieces; place++) {
      const base = thread + BASES + (<usize>place << 4);
      store<u32>(base + (<usize>below << 2), load<u32>(base) + rank);
    }
  }
}

/** The same position with the other side to move. */
function rankOfTurned(): u32 {
  let rank: u32 = 0;
  let place = 1;
  for (let left = otherTurned; left; left &= left - 1) rank += binomial(<i32>ctz(left), place++);
  return rank * width + rankAmongFree(ownTurned);
}

@final
export class Pairs extends OutcomeRules {
  @inline runs(): u32 { return rows; }
  @inline enterRun(run: u32): u32 { return enterRow(run); }
  @inline runEntries(run: u32): u32 { return width; }
  @inline moveCount(entry: u32): i32 { enterPlace(entry); return movesOrEnd(); }
  @inline successors(entry: u32, out: usize): i32 { return successorsOf(entry, out); }
  @inline predecessors(entry: u32, out: usize): i32 { return predecessorsOf(entry, out); }
  @inline apart(): bool { return true; }
}
