/**
 * Board geometry: cells, neighbours, jumps, binomials. Cells are numbered row by row from the first player's
 * goal tip: row = a + b, a descending within a row; neighbours differ by (±1,0), (0,±1), (1,-1), (-1,1).
 * The tables are in one block of shared memory; every thread sets its own `board` pointer to it.
 */

export const MAX_CELLS: i32 = 81;
/** A cell that is not on the board. Occupancy arrays mark it as taken, so nothing can land there. */
export const OFF_BOARD: i32 = 127;

// Layout of the block, in bytes.
const NEIGHBOURS: usize = 0; // u8 [128][8], the six neighbours by direction, OFF_BOARD at the edge
const LANDINGS: usize = 1024; // u8 [128][8], landing cell of a jump in that direction
const ROWS: usize = 2048; // u8 [128]
const COLUMNS: usize = 2176; // u8 [128], the coordinate a
const BINOMIALS: usize = 2304; // u32 [12][128], BINOMIALS[j][n] = n choose j
const SETS: usize = BINOMIALS + 12 * 128 * 4; // u64 [128][3][2], bitboards: neighbours, cells of lower rows, cells of the same row
const OVER: usize = SETS + 128 * 48; // u8 [128][128]: landing cell of a jump over a neighbour
export const BOARD_BYTES: usize = OVER + 128 * 128;

let board: usize = 0;
export let side: i32 = 0;
export let cells: i32 = 0;

@inline
export function neighbour(cell: i32, direction: i32): i32 {
  return load<u8>(board + NEIGHBOURS + (<usize>cell << 3) + direction);
}

@inline
function landing(cell: i32, direction: i32): i32 {
  return load<u8>(board + LANDINGS + (<usize>cell << 3) + direction);
}

@inline
export function row(cell: i32): i32 {
  return load<u8>(board + ROWS + cell);
}

@inline
export function column(cell: i32): i32 {
  return load<u8>(board + COLUMNS + cell);
}

/** Landing cell of a jump from a cell over a neighbour, or OFF_BOARD. */
@inline
export function over(cell: i32, hurdle: i32): i32 {
  return load<u8>(board + OVER + (<usize>cell << 7) + hurdle);
}

/** A bitboard is two words: cells 0 to 63, and the others. */
@inline
export function nearLow(cell: i32): u64 {
  return load<u64>(board + SETS + <usize>cell * 48);
}

@inline
export function nearHigh(cell: i32): u64 {
  return load<u64>(board + SETS + <usize>cell * 48, 8);
}

/** Bitboard of the rows nearer to the first player's goal. */
@inline
export function lowerRowsLow(cell: i32): u64 {
  return load<u64>(board + SETS + <usize>cell * 48, 16);
}

@inline
export function lowerRowsHigh(cell: i32): u64 {
  return load<u64>(board + SETS + <usize>cell * 48, 24);
}

@inline
export function sameRowLow(cell: i32): u64 {
  return load<u64>(board + SETS + <usize>cell * 48, 32);
}

@inline
export function sameRowHigh(cell: i32): u64 {
  return load<u64>(board + SETS + <usize>cell * 48, 40);
}

/** n choose j. */
@inline
export function binomial(n: i32, j: i32): u32 {
  return load<u32>(board + BINOMIALS + (<usize>j << 9) + (<usize>n << 2));
}

/** The cell rotated by 180°: the other player's view. */
@inline
export function turned(cell: i32): i32 {
  return cells - 1 - cell;
}

/** Sets this thread's pointer to a block filled by `buildBoard`. */
export function useBoard(block: usize, boardSide: i32): void {
  board = block;
  side = boardSide;
  cells = boardSide * boardSide;
}

function cellAt(a: i32, b: i32): i32 {
  if (a < 0 || b < 0 || a >= side || b >= side) return OFF_BOARD;
  for (let cell = 0; cell < cells; cell++) {
    if (column(cell) == a && row(cell) - column(cell) == b) return cell;
  }
  return OFF_BOARD;
}

/** Fills the block. Directions d and d ^ 1 are opposite. */
export function buildBoard(block: usize, boardSide: i32): void {
  useBoard(block, boardSide);
  let cell = 0;
  for (let r = 0; r < 2 * side - 1; r++) {
    for (let a = min(r, side - 1); a >= max(0, r - side + 1); a--) {
      store<u8>(block + ROWS + cell, <u8>r);
      store<u8>(block + COLUMNS + cell, <u8>a);
      cell++;
    }
  }
  memory.fill(block + NEIGHBOURS, <u8>OFF_BOARD, ROWS - NEIGHBOURS);
  for (let c = 0; c < cells; c++) {
    const a = column(c);
    const b = row(c) - a;
    for (let d = 0; d < 6; d++) {
      const da = d == 0 || d == 4 ? 1 : d == 1 || d == 5 ? -1 : 0;
      const db = d == 2 || d == 5 ? 1 : d == 3 || d == 4 ? -1 : 0;
      store<u8>(block + NEIGHBOURS + (<usize>c << 3) + d, <u8>cellAt(a + da, b + db));
      store<u8>(block + LANDINGS + (<usize>c << 3) + d, <u8>cellAt(a + 2 * da, b + 2 * db));
    }
  }
  for (let n = 0; n < 128; n++) {
    for (let j = 0; j < 12; j++) {
      const value: u32 = j == 0 ? 1 : n == 0 ? 0 : binomial(n - 1, j - 1) + binomial(n - 1, j);
      store<u32>(block + BINOMIALS + (<usize>j << 9) + (<usize>n << 2), value);
    }
  }
  memory.fill(block + SETS, 0, OVER - SETS);
  memory.fill(block + OVER, <u8>OFF_BOARD, 128 * 128);
  for (let c = 0; c < cells; c++) buildSets(block, c);
}

function buildSets(block: usize, cell: i32): void {
  const sets = block + SETS + <usize>cell * 48;
  for (let d = 0; d < 6; d++) {
    const near = neighbour(cell, d);
    if (near == OFF_BOARD) continue;
    addToSet(sets, near);
    store<u8>(block + OVER + (<usize>cell << 7) + near, <u8>landing(cell, d));
  }
  for (let other = 0; other < cells; other++) {
    if (row(other) < row(cell)) addToSet(sets + 16, other);
    else if (row(other) == row(cell)) addToSet(sets + 32, other);
  }
}

function addToSet(set: usize, cell: i32): void {
  const word = set + ((<usize>cell >> 6) << 3);
  store<u64>(word, load<u64>(word) | ((<u64>1) << (cell & 63)));
}
