/** Probes the compact tables in memory: the tablebase maps material keys to tables. */
import { Compact, TablebaseRecord } from "../../../build/layouts/games/chess/tables/ending.as";
import { UNKNOWN, WIN_VALUE } from "../../../engine/contracts/rules.as";
import { EN_PASSANT_FLAG, KING, MAX_MOVES, NO_SQUARE, PAWN } from "../constants";
import { legalMoves } from "../moves.as";
import { playMove } from "../play.as";
import { castlingOf, enPassantOf, occupiedSquares, ofKind, piecesOf, STATE_BYTES, turnOf } from "../state.as";
import { rankPlacement } from "./compact.as";
import { LATEST_LOSS, SWAPPED } from "./ending-constants";

export const NO_POSITION: i32 = 255;
/** Larger than any byte (same number in outcome-values.ts). */
const LOST_IN_254: i32 = 256;
/** No table covers the material. */
const NOT_COVERED: i32 = -1;

let tablebase: usize = 0;
let maxPieces: i32 = 0;
let scratch: usize = 0;

/** Per-thread scratch memory for en passant: a state and its moves. */
export function probeThreadBytes(): usize {
  return STATE_BYTES + 4 * MAX_MOVES;
}

/** `address` has `probeThreadBytes` bytes. */
export function setProbeThread(address: usize): void {
  scratch = address;
}

/** Sets the tablebase of a thread. `probeTables` covers positions of up to this many pieces, kings included. */
export function setTablebase(address: usize, limit: i32): void {
  tablebase = address;
  maxPieces = limit;
}

/** Numbers of each kind of one colour, 2 bits each. */
@inline
function countsOf(placement: usize, colour: i32): u32 {
  const own = piecesOf(placement, colour);
  let counts: u32 = 0;
  for (let kind = PAWN; kind < KING; kind++) counts |= <u32>popcnt(own & ofKind(placement, kind)) << <u32>(kind << 1);
  return counts;
}

/** The tablebase entry of a placement, 0 for none. At most three pieces per kind and colour. */
@inline
function tablebaseEntry(placement: usize): u32 {
  return TablebaseRecord.at(tablebase).entries[countsOf(placement, 0) | (countsOf(placement, 1) << 10)];
}

let foundCompact: usize = 0;
let foundIndex: u32 = 0;
let foundSide: i32 = 0;

/** Finds table and entry of a placement. */
export function locatePlacement(placement: usize, turn: i32): bool {
  const entry = tablebaseEntry(placement);
  if (entry == 0) return false;
  const swapped = (entry & SWAPPED) != 0;
  foundCompact = <usize>(entry & ~SWAPPED);
  foundIndex = rankPlacement(foundCompact, placement, swapped);
  foundSide = swapped ? 1 - turn : turn;
  return true;
}

/** Decodes a byte, by the table's side to move. */
@inline
export function valueOfByte(byte: i32, side: i32): i32 {
  return byte == LATEST_LOSS && side == 1 ? LOST_IN_254 : byte;
}

/** The value of a placement without castling and en passant, or NOT_COVERED. Bare kings have no table. */
export function probePlacement(placement: usize, turn: i32): i32 {
  if (!locatePlacement(placement, turn)) return NOT_COVERED;
  const values = <usize>(foundSide == 0 ? Compact.at(foundCompact).white : Compact.at(foundCompact).black);
  return values == 0 ? NOT_COVERED : valueOfByte(load<u8>(values + <usize>foundIndex), foundSide);
}

/** Converts a table value to a search value. */
@inline
export function searchValue(value: i32): i32 {
  if (value == 0) return 0;
  if (value == LOST_IN_254) return 254 - WIN_VALUE;
  return value < 128 ? ((value - 1) << 1) - WIN_VALUE : WIN_VALUE - (((value - 128) << 1) | 1);
}

/** Converts a search value to a table value. */
@inline
export function tableValue(value: i32): i32 {
  if (value == 0) return 0;
  if (value == 254 - WIN_VALUE) return LOST_IN_254;
  return value > 0 ? 128 + ((WIN_VALUE - value) >> 1) : 1 + ((WIN_VALUE + value) >> 1);
}

/** The exact value of a state for the side to move (distance to mate), or UNKNOWN. Ignores the fifty-move rule. */
export function probeTables(state: usize): i32 {
  if (tablebase == 0) return UNKNOWN;
  const count = <i32>popcnt(occupiedSquares(state));
  if (count > maxPieces || castlingOf(state) != 0) return UNKNOWN;
  if (count == 2) return 0;
  const found = probePlacement(state, turnOf(state));
  if (found < 0 || found == NO_POSITION) return UNKNOWN;
  const value = searchValue(found);
  return enPassantOf(state) == NO_SQUARE ? value : withEnPassant(state, value);
}

/** The better of the table value, if another move exists, and the en-passant captures. */
function withEnPassant(state: usize, value: i32): i32 {
  const after = scratch;
  const list = scratch + STATE_BYTES;
  const count = legalMoves(state, list);
  let best = i32.MIN_VALUE;
  let others = false;
  for (let i = 0; i < count; i++) {
    const move = load<i32>(list + <usize>(i << 2));
    if (!(move & EN_PASSANT_FLAG)) {
      others = true;
      continue;
    }
    memory.copy(after, state, STATE_BYTES);
    playMove(after, move);
    const reply = <i32>popcnt(occupiedSquares(after)) == 2 ? 0 : probePlacement(after, turnOf(after));
    if (reply < 0 || reply == NO_POSITION) return UNKNOWN;
    const back = searchValue(reply);
    best = max(best, back > 0 ? 1 - back : back < 0 ? -back - 1 : 0);
  }
  return others ? max(best, value) : best;
}

/** Results of `locatePlacement`: the table's layout, and the entry index over both sides to move. */
export function locatedTable(): usize {
  return foundCompact;
}

export function locatedEntry(): u32 {
  return foundSide == 0 ? foundIndex : foundIndex + Compact.at(foundCompact).sideEntries;
}
