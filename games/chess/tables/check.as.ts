/** Unranks entries of compact tables, and computes their expected values from the rules and the tablebase. */
import { Compact } from "../../../build/layouts/games/chess/tables/ending.as";
import { UNKNOWN, WIN_VALUE } from "../../../engine/contracts/rules.as";
import { stopped } from "../../../engine/kernel/stop.as";
import { inCheck, isAttacked } from "../checks.as";
import { KING, MAX_MOVES, NO_SQUARE, PAWN } from "../constants";
import { legalMoves } from "../moves.as";
import { playMove } from "../play.as";
import { kingSquare, occupiedSquares, ofKind, piecesOf, setEnPassant, setFullmoveNumber, setTurn, STATE_BYTES, toggleColour, toggleKind } from "../state.as";
import { storeHash } from "../zobrist.as";
import { compactGroup } from "./compact.as";
import { bit, kingPairSquares, pairSquares, tripleSquares } from "./geometry.as";
import { NO_POSITION, probeTables, tableValue, valueOfByte } from "./probe.as";

/** Puts a piece on a square that may have one already. */
function put(state: usize, colour: i32, kind: i32, square: i32): void {
  toggleColour(state, colour, bit(square) & ~piecesOf(state, colour));
  toggleKind(state, kind, bit(square) & ~ofKind(state, kind));
}

/** Writes the position of an entry; false if it is illegal: two pieces on one square, or the side not to move in check. */
export function entryState(compact: usize, entry: u32, state: usize): bool {
  const table = Compact.at(compact);
  memory.fill(state, 0, STATE_BYTES);
  const sideEntries = table.sideEntries;
  const turn = entry >= sideEntries ? 1 : 0;
  let index = turn == 1 ? entry - sideEntries : entry;
  setTurn(state, turn);
  setEnPassant(state, NO_SQUARE);
  setFullmoveNumber(state, 1);
  let count = 2;
  const pawnless = table.pawnless != 0;
  if (!pawnless) {
    const slice = index / table.sliceEntries;
    index -= slice * table.sliceEntries;
    const squares = table.squares + ((<usize>slice) << 2);
    const white = table.pawnCounts[0];
    const pawns = white + table.pawnCounts[1];
    for (let i = 0; i < pawns; i++) put(state, i < white ? 0 : 1, PAWN, load<u8>(squares + <usize>i));
    count += pawns;
  }
  const pair = index / table.pairEntries;
  index -= pair * table.pairEntries;
  const kings = kingPairSquares(pair, pawnless).squares;
  put(state, 0, KING, kings[0]);
  put(state, 1, KING, kings[1]);
  const groups = table.groupCount;
  for (let g = 0; g < groups; g++) {
    const group = compactGroup(compact, g);
    const size = group.size;
    const number = index / group.stride;
    index -= number * group.stride;
    count += size;
    for (let i = 0; i < size; i++) {
      const square: i32 = size == 1 ? number : size == 2 ? pairSquares(number).squares[i] : tripleSquares(number).squares[i];
      put(state, group.colour, group.kind, square);
    }
  }
  storeHash(state);
  if (<i32>popcnt(occupiedSquares(state)) != count) return false;
  return !isAttacked(state, kingSquare(state, 1 - turn), turn);
}

/** The value of a legal position from the tablebase values after its moves; TABLE_MISSING if a table is not loaded. */
const TABLE_MISSING: i32 = -2;

export function expectedValue(state: usize, scratch: usize): i32 {
  const after = scratch;
  const list = scratch + STATE_BYTES;
  const count = legalMoves(state, list);
  if (count == 0) return inCheck(state) ? 1 : 0;
  let best = -WIN_VALUE;
  for (let i = 0; i < count; i++) {
    memory.copy(after, state, STATE_BYTES);
    playMove(after, load<i32>(list + <usize>(i << 2)));
    const value = probeTables(after);
    if (value == UNKNOWN) return TABLE_MISSING;
    best = max(best, value > 0 ? 1 - value : value < 0 ? -value - 1 : 0);
  }
  return tableValue(best);
}

export function checkScratchBytes(): usize {
  return 2 * STATE_BYTES + 4 * MAX_MOVES;
}

/** A pseudo-random one of `step` consecutive entries. */
@inline
function sampled(start: u32, step: u32): u32 {
  let bits = (start + 1) * 0x9e3779b1;
  bits = (bits ^ (bits >> 15)) * 0x85ebca6b;
  return start + <u32>((<u64>(bits ^ (bits >> 13)) * step) >> 32);
}

/** Checks one entry of each `step` against its expected value; returns the number of mismatches and writes the first to `found`. */
export function checkEntries(compact: usize, first: u32, last: u32, step: u32, scratch: usize, found: usize): i32 {
  const table = Compact.at(compact);
  const sideEntries = table.sideEntries;
  let wrong = 0;
  let checked = 0;
  for (let start: u64 = first; start < last; start += step) {
    if ((checked & 255) == 0 && stopped()) break;
    checked += 1;
    const entry = sampled(<u32>start, <u32>min<u64>(step, last - start));
    const value: i32 =
      entry < sideEntries
        ? valueOfByte(load<u8>(table.white + <usize>entry), 0)
        : valueOfByte(load<u8>(table.black + <usize>(entry - sideEntries)), 1);
    const state = scratch;
    const expected = entryState(compact, entry, state) ? expectedValue(state, scratch + STATE_BYTES) : NO_POSITION;
    if (value == expected) continue;
    if (wrong == 0) store<u32>(found, entry);
    wrong += 1;
  }
  return wrong;
}
