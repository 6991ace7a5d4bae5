/** The rules of Chinese Dark Chess. A move is 32 · from + to, with from = to for a flip. A chance move is 1,024 + the revealed piece. */
import { DRAW, FIRST_WINS, ONGOING, SECOND_WINS } from "../../engine/contracts/rules.as";
import {
  CANNON,
  CELLS,
  colourOf,
  coloursOf,
  colourToMove,
  EMPTY,
  endTurn,
  FACE_DOWN,
  flippedCell,
  hiddenCount,
  hiddenOf,
  jumperCell,
  kindOf,
  pieceAt,
  putPiece,
  sinceCapture,
  setColours,
  setFlip,
  setSinceCapture,
  turnOf,
  uncover,
} from "./state.as";

/** Upper bound: sixteen pieces with four steps each and eight jumps, or up to 32 flips. */
export const MAX_MOVES: i32 = 128;
export const FOUND: i32 = 1024;

/** How a cannon captures: any piece by jumping; by stepping, according to its rank; or both. */
const CANNON_JUMPS: i32 = 1;
const CANNON_STEPS: i32 = 2;

/** Eight bits per kind: the kinds that it captures by a step. */
let prey: u64 = 0;
let cannonJumps: bool = true;
let jumpsOnDark: bool = false;
let drawAfter: i32 = 40;
let flipsReset: bool = false;
/** Thread-local: the moves of one piece. */
let scratch: usize = 0;

export const THREAD_BYTES: usize = 64;

/** Sets a thread's variant and its own memory. `flips`: flips reset the ply count; `king`: takes pawns; `dark`: cannons may capture face-down pieces. */
export function setRules(limit: i32, flips: i32, king: i32, cannon: i32, dark: i32, thread: usize): void {
  scratch = thread;
  drawAfter = limit;
  flipsReset = flips != 0;
  cannonJumps = (cannon & CANNON_JUMPS) != 0;
  jumpsOnDark = dark != 0;
  prey = 0;
  for (let kind = 1; kind <= 7; kind++) {
    let kinds: u64 = ((<u64>2 << kind) - 1) & 0xfe; // all of lower or equal rank
    if (kind == 1) kinds |= 1 << 7; // a pawn captures the king
    if (kind == 7 && king == 0) kinds &= ~2; // which does not capture pawns
    if (kind == CANNON && (cannon & CANNON_STEPS) == 0) kinds = 0;
    prey |= kinds << (kind << 3);
  }
}

/** The kinds that a piece of this kind captures by a step, one bit each. */
@inline
export function preyOf(kind: i32): i32 {
  return <i32>(prey >> (kind << 3)) & 0xff;
}

@inline
export function jumps(kind: i32): bool {
  return kind == CANNON && cannonJumps;
}

@inline export function drawLimit(): i32 { return drawAfter; }

/** The adjacent cell in a direction from 0 to 3; -1 beyond the edge. */
@inline
function nextCell(cell: i32, direction: i32): i32 {
  if (direction == 0) return cell >= 8 ? cell - 8 : -1;
  if (direction == 1) return (cell & 7) > 0 ? cell - 1 : -1;
  if (direction == 2) return (cell & 7) < 7 ? cell + 1 : -1;
  return cell < CELLS - 8 ? cell + 8 : -1;
}

@inline
function nextPiece(state: usize, cell: i32, direction: i32): i32 {
  let at = nextCell(cell, direction);
  while (at >= 0 && pieceAt(state, at) == <i32>EMPTY) at = nextCell(at, direction);
  return at;
}

/** The target of a jump: the second piece in a direction; -1 if there is none. */
function jumpTarget(state: usize, cell: i32, direction: i32): i32 {
  const over = nextPiece(state, cell, direction);
  return over < 0 ? -1 : nextPiece(state, over, direction);
}

@inline
function isEnemy(piece: i32, colour: i32): bool {
  return piece != <i32>EMPTY && piece != <i32>FACE_DOWN && colourOf(piece) != colour;
}

/** Writes the moves of the piece on a cell; returns the next address. */
function movesFrom(state: usize, cell: i32, piece: i32, out: usize): usize {
  const colour = colourOf(piece);
  const kind = kindOf(piece);
  const kinds = preyOf(kind);
  for (let direction = 0; direction < 4; direction++) {
    const to = nextCell(cell, direction);
    if (to < 0) continue;
    const there = pieceAt(state, to);
    if (there == <i32>EMPTY || (isEnemy(there, colour) && ((kinds >> kindOf(there)) & 1) != 0)) {
      store<i32>(out, (cell << 5) | to);
      out += 4;
    }
    if (!jumps(kind)) continue;
    const target = jumpTarget(state, cell, direction);
    if (target < 0) continue;
    const found = pieceAt(state, target);
    if (isEnemy(found, colour) || (jumpsOnDark && found == <i32>FACE_DOWN)) {
      store<i32>(out, (cell << 5) | target);
      out += 4;
    }
  }
  return out;
}

export function legalMoves(state: usize, out: usize): i32 {
  if (flippedCell(state) >= 0) return chanceMoves(state, out);
  return sinceCapture(state) >= drawAfter ? 0 : allMoves(state, out);
}

/** The pieces that chance may reveal. */
function chanceMoves(state: usize, out: usize): i32 {
  let count = 0;
  for (let piece = 1; piece < 16; piece++) {
    if (piece == <i32>FACE_DOWN || hiddenOf(state, piece) == 0) continue;
    store<i32>(out + (<usize>count << 2), FOUND + piece);
    count++;
  }
  return count;
}

/** All moves, even if the ply limit is reached. */
export function allMoves(state: usize, out: usize): i32 {
  const colour = colourToMove(state);
  let at = out;
  for (let cell = 0; cell < CELLS; cell++) {
    const piece = pieceAt(state, cell);
    if (piece == <i32>EMPTY) continue;
    if (piece == <i32>FACE_DOWN) {
      store<i32>(at, (cell << 5) | cell);
      at += 4;
    } else if (colourOf(piece) == colour) at = movesFrom(state, cell, piece, at);
  }
  return <i32>((at - out) >> 2);
}

/** Moves for the search. Face-down pieces are indistinguishable, so of the flips not adjacent to a revealed piece only the first is kept. */
export function movesToSearch(state: usize, out: usize): i32 {
  const count = legalMoves(state, out);
  if (hiddenCount(state) == 0 || flippedCell(state) >= 0) return count;
  let kept = 0;
  let isolated = false;
  for (let i = 0; i < count; i++) {
    const move = load<i32>(out + (<usize>i << 2));
    if (move >> 5 == (move & 31) && !isNextToRevealed(state, move & 31)) {
      if (isolated) continue;
      isolated = true;
    }
    store<i32>(out + (<usize>kept << 2), move);
    kept++;
  }
  return kept;
}

function isNextToRevealed(state: usize, cell: i32): bool {
  for (let direction = 0; direction < 4; direction++) {
    const next = nextCell(cell, direction);
    if (next < 0) continue;
    const piece = pieceAt(state, next);
    if (piece != <i32>EMPTY && piece != <i32>FACE_DOWN) return true;
  }
  return false;
}

/** Whether the side to move has a move. */
function hasMove(state: usize): bool {
  if (hiddenCount(state) > 0) return true;
  const colour = colourToMove(state);
  for (let cell = 0; cell < CELLS; cell++) {
    const piece = pieceAt(state, cell);
    if (piece != <i32>EMPTY && colourOf(piece) == colour && movesFrom(state, cell, piece, scratch) > scratch) return true;
  }
  return false;
}

/** A side without a move loses, even at the ply limit. */
export function resultOf(state: usize): i32 {
  if (flippedCell(state) >= 0 || (hiddenCount(state) > 0 && sinceCapture(state) < drawAfter)) return ONGOING;
  if (!hasMove(state)) return turnOf(state) == 0 ? SECOND_WINS : FIRST_WINS;
  return sinceCapture(state) >= drawAfter ? DRAW : ONGOING;
}

export function playMove(state: usize, move: i32): void {
  if (move >= FOUND) return reveal(state, move - FOUND);
  const from = move >> 5;
  const to = move & 31;
  const target = pieceAt(state, to);
  if (from == to) return setFlip(state, to, -1);
  if (target == <i32>FACE_DOWN) return setFlip(state, to, from);
  putPiece(state, to, pieceAt(state, from));
  putPiece(state, from, EMPTY);
  setSinceCapture(state, target == <i32>EMPTY ? sinceCapture(state) + 1 : 0);
  endTurn(state);
}

/** Reveals the piece drawn by chance, or lets the cannon that jumped on it capture it. */
function reveal(state: usize, piece: i32): void {
  const cell = flippedCell(state);
  const jumper = jumperCell(state);
  uncover(state, piece);
  setFlip(state, -1, -1);
  if (jumper >= 0) {
    putPiece(state, cell, pieceAt(state, jumper));
    putPiece(state, jumper, EMPTY);
  } else putPiece(state, cell, piece);
  setSinceCapture(state, jumper >= 0 || flipsReset ? 0 : sinceCapture(state) + 1);
  if (coloursOf(state) == 0) setColours(state, 1 + (colourOf(piece) ^ turnOf(state)));
  endTurn(state);
}
