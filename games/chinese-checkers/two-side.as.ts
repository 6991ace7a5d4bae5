/**
 * Index of two-side tables: placements of both sides with equally many pieces, from the mover's point of view (its goal begins at cell 0).
 * Index = rank of the mover's placement × number of the opponent's placements + rank of the opponent's placement among the free
 * cells. So a row of the table has one placement of the mover.
 *
 * After a move the board is rotated and the placements change roles. Boards have up to 49 cells here, so a bitboard is one word. `Turned`
 * in a name means: from the other side's point of view.
 */
import { binomial, cells, column, row, turned } from "./board.as";

export let pieces: i32 = 0;
/** Cells of the goal, from cell 0 on. */
export let home: i32 = 0;
/** Number of placements of the mover, and of the opponent among the free cells. */
export let rows: u32 = 0;
export let width: u32 = 0;
export let board: u64 = 0;
/** Whether moves towards the goal take precedence (paper 000). */
export let onward: bool = false;

/** Memory shared by all threads. */
let shared: usize = 0;
const NEARER: usize = 0; // u64 [64]: bitboard of cells nearer to the goal
const LEVEL: usize = 512; // u64 [64]: bitboard of cells at the same distance
const SCALED: usize = 1024; // u32 [4][64]: C(cell, place) × width
const COMBINATIONS: usize = 2048; // u32 [width]: places among the free cells, as bytes, ascending

/** Memory of this thread. */
let thread: usize = 0;
const FREE: usize = 0; // u8 [64]: free cells, ascending
const OWN_TURNED: usize = 64; // u8 [4]: cells of the mover, ascending
const BELOW: usize = 68; // u8 [64]: number of these below a cell
export const PAIRS_THREAD_BYTES: usize = 256;
/** Offset of the scratch of move generation. */
const PAIRS_SCRATCH: usize = 132;

/** The current pair. */
let rowStart: u32 = 0;
export let own: u64 = 0;
export let ownTurned: u64 = 0;
export let other: u64 = 0;
export let otherTurned: u64 = 0;

@inline
export function bit(cell: i32): u64 {
  return (<u64>1) << cell;
}

@inline
export function nearer(cell: i32): u64 {
  return load<u64>(shared + NEARER + (<usize>cell << 3));
}

@inline
export function level(cell: i32): u64 {
  return load<u64>(shared + LEVEL + (<usize>cell << 3));
}

/** A piece's contribution to the start of a row. */
@inline
export function scaled(cell: i32, place: i32): u32 {
  return load<u32>(shared + SCALED + (<usize>place << 8) + (<usize>cell << 2));
}

@inline
export function ownTurnedCell(i: i32): i32 {
  return load<u8>(thread + OWN_TURNED + i);
}

@inline
export function ownTurnedBelow(cell: i32): i32 {
  return load<u8>(thread + BELOW + cell);
}

@inline
export function scratch(): usize {
  return thread + PAIRS_SCRATCH;
}

export function pairsBytes(pieceCount: i32): usize {
  return COMBINATIONS + 4 * <usize>binomial(cells - pieceCount, pieceCount);
}

/** Initializes a thread whose board is set: its memory and the table's rules. */
export function setPairs(block: usize, threadBlock: usize, pieceCount: i32, homeCells: i32, restricted: bool): void {
  shared = block;
  thread = threadBlock;
  pieces = pieceCount;
  home = homeCells;
  rows = binomial(cells, pieceCount);
  width = binomial(cells - pieceCount, pieceCount);
  board = bit(cells) - 1;
  onward = restricted;
}

/** Fills the shared block. */
export function buildPairs(): void {
  for (let cell = 0; cell < cells; cell++) {
    let nearCells: u64 = 0;
    let levelCells: u64 = 0;
    for (let to = 0; to < cells; to++) {
      if (distance(to) < distance(cell)) nearCells |= bit(to);
      if (distance(to) == distance(cell)) levelCells |= bit(to);
    }
    store<u64>(shared + NEARER + (<usize>cell << 3), nearCells);
    store<u64>(shared + LEVEL + (<usize>cell << 3), levelCells);
    for (let place = 0; place < 4; place++) {
      store<u32>(shared + SCALED + (<usize>place << 8) + (<usize>cell << 2), binomial(cell, place) * width);
    }
  }
  for (let index: u32 = 0; index < width; index++) unrank(index, cells - pieces, shared + COMBINATIONS + (<usize>index << 2));
}

/** Steps from a cell to the nearest goal cell on an empty board. */
function distance(cell: i32): i32 {
  let least = i32.MAX_VALUE;
  for (let goal = 0; goal < home; goal++) {
    const da = column(cell) - column(goal);
    const rows = row(cell) - row(goal);
    least = min(least, max(max(abs(da), abs(rows - da)), abs(rows)));
  }
  return least;
}

function unrank(index: u32, among: i32, out: usize): void {
  let cell = among;
  for (let i = pieces; i > 0; i--) {
    cell--;
    while (binomial(cell, i) > index) cell--;
    index -= binomial(cell, i);
    store<u8>(out + i - 1, <u8>cell);
  }
}

/** Index of two placements: cells as bytes, ascending, from the mover's point of view. */
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

/**
 * Enters a row; returns its first index. Runs are numbered by the mover's placement from the other side's point of view, so that
 * successive runs have nearby predecessors (cache locality).
 */
export function enterRow(run: u32): u32 {
  unrank(run, cells, thread + OWN_TURNED);
  own = 0;
  ownTurned = 0;
  let rank: u32 = 0;
  for (let i = 0; i < pieces; i++) {
    const seen = ownTurnedCell(pieces - 1 - i);
    rank += binomial(turned(seen), i + 1);
    own |= bit(turned(seen));
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

/** Decodes an entry of the current row. */
@inline
export function enterPlace(entry: u32): void {
  const combination = shared + COMBINATIONS + (<usize>(entry - rowStart) << 2);
  other = 0;
  otherTurned = 0;
  for (let i = 0; i < pieces; i++) {
    const cell = <i32>load<u8>(thread + FREE + load<u8>(combination + i));
    other |= bit(cell);
    otherTurned |= bit(turned(cell));
  }
}
