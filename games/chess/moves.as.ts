/**
 * Legal move generation. Checks and pins are found first: check evasions are limited to squares that block or capture, pinned pieces to their
 * pin line. No legality test is needed afterwards, except for en-passant captures.
 */
import {
  between,
  bishopAttacks,
  kingAttacks,
  knightAttacks,
  pawnAttacks,
  queenAttacks,
  rookAttacks,
} from "./attacks.as";
import {
  pawnPushes,
  pawnAttacksEast,
  pawnAttacksWest,
  bit,
  moreThanOne,
  knightMoves,
  lsb,
  RANK_1,
  RANK_3,
  RANK_6,
  RANK_8,
} from "./bitboard.as";
import { enPassantPawns, isEnPassantLegal } from "./checks.as";
import { BISHOP, CAPTURED_SHIFT, CASTLING_FLAG, DOUBLE_PUSH_FLAG, EN_PASSANT_FLAG, KING, KNIGHT, MOVED_SHIFT, NO_KIND, NO_SQUARE, PAWN, PROMOTION_SHIFT, QUEEN, ROOK, TO_SHIFT } from "./constants";
import { castlingOf, enPassantOf, ofKind, piecesOf, turnOf } from "./state.as";

/** Generation modes: all moves, captures and queen promotions, or only whether a legal move exists. */
const ALL: i32 = 0;
const CAPTURES: i32 = 1;
const ANY: i32 = 2;

const QUIET: i32 = NO_KIND << CAPTURED_SHIFT;

/** Writes the legal moves as i32 and returns their number. */
export function legalMoves(state: usize, out: usize): i32 {
  return turnOf(state) == 0 ? whiteMoves(state, out) : blackMoves(state, out);
}
/** Captures and queen promotions; all evasions if the side to move is in check. */
export function captureMoves(state: usize, out: usize): i32 {
  return turnOf(state) == 0 ? whiteCaptures(state, out) : blackCaptures(state, out);
}
export function hasLegalMove(state: usize): bool {
  return turnOf(state) == 0 ? anyWhite(state) : anyBlack(state);
}

// One copy of the generator for each side and mode, with shifts and masks as constants.
function whiteMoves(state: usize, out: usize): i32 { return generate(state, out, 0, ALL); }
function blackMoves(state: usize, out: usize): i32 { return generate(state, out, 1, ALL); }
function whiteCaptures(state: usize, out: usize): i32 { return generate(state, out, 0, CAPTURES); }
function blackCaptures(state: usize, out: usize): i32 { return generate(state, out, 1, CAPTURES); }
function anyWhite(state: usize): bool { return generate(state, 0, 0, ANY) != 0; }
function anyBlack(state: usize): bool { return generate(state, 0, 1, ANY) != 0; }

/** The kind on an occupied square, shifted to the captured field of a move. */
@inline
function capturedOn(state: usize, square: i32): i32 {
  const knights = ofKind(state, KNIGHT) >> square;
  const bishops = ofKind(state, BISHOP) >> square;
  const rooks = ofKind(state, ROOK) >> square;
  const queens = ofKind(state, QUEEN) >> square;
  const kind = ((knights | rooks) & 1) | (((bishops | rooks) & 1) << 1) | ((queens & 1) << 2);
  return <i32>kind << CAPTURED_SHIFT;
}

/** Moves of one piece other than a pawn: captures, then quiet moves. */
@inline
function writeMoves(state: usize, at: usize, from: i32, kind: i32, targets: u64, enemy: u64): usize {
  const base = from | (kind << MOVED_SHIFT);
  for (let set = targets & enemy; set; set &= set - 1) {
    const to = lsb(set);
    store<i32>(at, base | (to << TO_SHIFT) | capturedOn(state, to));
    at += 4;
  }
  for (let set = targets & ~enemy; set; set &= set - 1) {
    store<i32>(at, base | QUIET | (lsb(set) << TO_SHIFT));
    at += 4;
  }
  return at;
}

@inline
function writePushes(at: usize, targets: u64, offset: i32, flags: i32): usize {
  for (let set = targets; set; set &= set - 1) {
    const to = lsb(set);
    store<i32>(at, (to - offset) | (to << TO_SHIFT) | QUIET | flags);
    at += 4;
  }
  return at;
}
@inline
function writePawnCaptures(state: usize, at: usize, targets: u64, offset: i32): usize {
  for (let set = targets; set; set &= set - 1) {
    const to = lsb(set);
    store<i32>(at, (to - offset) | (to << TO_SHIFT) | capturedOn(state, to));
    at += 4;
  }
  return at;
}
function writePromotions(state: usize, at: usize, targets: u64, offset: i32, captures: bool, queenOnly: bool): usize {
  for (let set = targets; set; set &= set - 1) {
    const to = lsb(set);
    const base = (to - offset) | (to << TO_SHIFT) | (captures ? capturedOn(state, to) : QUIET);
    for (let kind = QUEEN; kind >= (queenOnly ? QUEEN : KNIGHT); kind--) {
      store<i32>(at, base | (kind << PROMOTION_SHIFT));
      at += 4;
    }
  }
  return at;
}

/** Pawn moves without en-passant captures, restricted to the squares in `onto`. In mode ANY nothing is written. */
@inline
function writePawnMoves(
  state: usize,
  at: usize,
  pawns: u64,
  enemy: u64,
  empty: u64,
  onto: u64,
  us: i32,
  mode: i32,
  quiet: bool,
): usize {
  const last = us == 0 ? RANK_8 : RANK_1;
  const up = us == 0 ? 8 : -8;
  const west = pawnAttacksWest(pawns, us) & enemy & onto;
  const east = pawnAttacksEast(pawns, us) & enemy & onto;
  const single = pawnPushes(pawns, us) & empty;
  const pushes = single & onto;
  const doubles = pawnPushes(single & (us == 0 ? RANK_3 : RANK_6), us) & empty & onto;
  if (mode == ANY) return at + (west | east | pushes | doubles ? 4 : 0);
  if ((west | east | pushes) & last) {
    at = writePromotions(state, at, west & last, up - 1, true, !quiet);
    at = writePromotions(state, at, east & last, up + 1, true, !quiet);
    at = writePromotions(state, at, pushes & last, up, false, !quiet);
  }
  at = writePawnCaptures(state, at, west & ~last, up - 1);
  at = writePawnCaptures(state, at, east & ~last, up + 1);
  if (quiet) {
    at = writePushes(at, pushes & ~last, up, 0);
    at = writePushes(at, doubles, 2 * up, DOUBLE_PUSH_FLAG);
  }
  return at;
}

/** Moves of pinned pieces along their pin lines. The king is not in check: a pinned piece cannot resolve a check. */
function writePinned(state: usize, at: usize, king: i32, snipers: u64, us: i32, mode: i32): usize {
  const own = piecesOf(state, us);
  const enemy = piecesOf(state, 1 - us);
  const occupied = own | enemy;
  for (let set = snipers; set; set &= set - 1) {
    const line = between(king, lsb(set));
    const piece = line & own;
    if (moreThanOne(piece)) continue;
    const along = line | bit(lsb(set));
    if (piece & ofKind(state, PAWN)) {
      at = us == 0
        ? writePawnMoves(state, at, piece, enemy, ~occupied, along, 0, mode, mode != CAPTURES)
        : writePawnMoves(state, at, piece, enemy, ~occupied, along, 1, mode, mode != CAPTURES);
      continue;
    }
    const from = lsb(piece);
    const onto = along & (mode == CAPTURES ? enemy : ~own);
    const queen = (piece & ofKind(state, QUEEN)) != 0;
    let targets: u64 = 0;
    if (queen || piece & ofKind(state, ROOK)) targets |= rookAttacks(from, occupied) & onto;
    if (queen || piece & ofKind(state, BISHOP)) targets |= bishopAttacks(from, occupied) & onto;
    if (mode == ANY) at += targets ? 4 : 0;
    else at = writeMoves(state, at, from, queen ? QUEEN : piece & ofKind(state, ROOK) ? ROOK : BISHOP, targets, enemy);
  }
  return at;
}

/** Squares attacked by a colour; `occupied` excludes the other king, so that sliders attack through it. */
@inline
function attackedBy(state: usize, colour: i32, occupied: u64): u64 {
  const pieces = piecesOf(state, colour);
  const pawns = ofKind(state, PAWN) & pieces;
  let attacked = pawnAttacksWest(pawns, colour) | pawnAttacksEast(pawns, colour) | knightMoves(ofKind(state, KNIGHT) & pieces);
  attacked |= kingAttacks(lsb(ofKind(state, KING) & pieces));
  const queens = ofKind(state, QUEEN);
  for (let set = (ofKind(state, BISHOP) | queens) & pieces; set; set &= set - 1) attacked |= bishopAttacks(lsb(set), occupied);
  for (let set = (ofKind(state, ROOK) | queens) & pieces; set; set &= set - 1) attacked |= rookAttacks(lsb(set), occupied);
  return attacked;
}

/** In mode ANY a nonzero result means that a legal move exists. */
@inline
function generate(state: usize, out: usize, us: i32, mode: i32): i32 {
  const own = piecesOf(state, us);
  const enemy = piecesOf(state, 1 - us);
  const occupied = own | enemy;
  const queens = ofKind(state, QUEEN);
  const rooks = ofKind(state, ROOK);
  const bishops = ofKind(state, BISHOP);
  const knights = ofKind(state, KNIGHT);
  const pawns = ofKind(state, PAWN);
  const king = lsb(ofKind(state, KING) & own);
  let at = out;

  // Snipers: enemy sliders that would attack the king on a board without our pieces. They give check or pin.
  const snipers =
    ((rookAttacks(king, enemy) & (rooks | queens)) | (bishopAttacks(king, enemy) & (bishops | queens))) & enemy;
  let checkers = ((pawnAttacks(king, us) & pawns) | (knightAttacks(king) & knights)) & enemy;
  let pinned: u64 = 0;
  for (let set = snipers; set; set &= set - 1) {
    const shields = between(king, lsb(set)) & own;
    if (!shields) checkers |= bit(lsb(set));
    else if (!moreThanOne(shields)) pinned |= shields;
  }
  const quiet = mode != CAPTURES || checkers != 0;

  // King moves and castling.
  let flights = kingAttacks(king) & (quiet ? ~own : enemy);
  let castling: i32 = 0;
  if (mode == ALL && !checkers) {
    const rights = castlingOf(state) >> (us << 1);
    if (rights & 3) {
      const rank: u64 = occupied >> (us == 0 ? 0 : 56);
      castling = (rights & 1 && !(rank & 0x60) ? 1 : 0) | (rights & 2 && !(rank & 0x0e) ? 2 : 0);
    }
  }
  if (flights != 0 || castling != 0) {
    const attacked = attackedBy(state, 1 - us, occupied ^ bit(king));
    flights &= ~attacked;
    if (mode == ANY) {
      if (flights) return 1;
    } else {
      at = writeMoves(state, at, king, KING, flights, enemy);
      if (castling) {
        const rank: u64 = attacked >> (us == 0 ? 0 : 56);
        const base = king | (KING << MOVED_SHIFT) | QUIET | CASTLING_FLAG;
        if (castling & 1 && !(rank & 0x60)) {
          store<i32>(at, base | ((king + 2) << TO_SHIFT));
          at += 4;
        }
        if (castling & 2 && !(rank & 0x0c)) {
          store<i32>(at, base | ((king - 2) << TO_SHIFT));
          at += 4;
        }
      }
    }
  }
  if (checkers && moreThanOne(checkers)) return <i32>((at - out) >> 2);

  // Target squares of the other pieces.
  let onto = quiet ? ~own : enemy;
  if (checkers) onto = checkers | between(king, lsb(checkers));
  else if (pinned) at = writePinned(state, at, king, snipers, us, mode);

  const free = own & ~pinned;
  const last = us == 0 ? RANK_8 : RANK_1;
  at = writePawnMoves(state, at, pawns & free, enemy, ~occupied, quiet ? onto : enemy | last, us, mode, quiet);
  if (mode == ANY && at != out) return 1;
  const target = enPassantOf(state);
  if (target != NO_SQUARE) {
    for (let set = enPassantPawns(state, target, us); set; set &= set - 1) {
      const from = lsb(set);
      if (!isEnPassantLegal(state, from, target, us)) continue;
      if (mode == ANY) return 1;
      store<i32>(at, from | (target << TO_SHIFT) | (PAWN << CAPTURED_SHIFT) | EN_PASSANT_FLAG);
      at += 4;
    }
  }
  for (let set = knights & free; set; set &= set - 1) {
    const targets = knightAttacks(lsb(set)) & onto;
    if (mode != ANY) at = writeMoves(state, at, lsb(set), KNIGHT, targets, enemy);
    else if (targets) return 1;
  }
  for (let set = bishops & free; set; set &= set - 1) {
    const targets = bishopAttacks(lsb(set), occupied) & onto;
    if (mode != ANY) at = writeMoves(state, at, lsb(set), BISHOP, targets, enemy);
    else if (targets) return 1;
  }
  for (let set = rooks & free; set; set &= set - 1) {
    const targets = rookAttacks(lsb(set), occupied) & onto;
    if (mode != ANY) at = writeMoves(state, at, lsb(set), ROOK, targets, enemy);
    else if (targets) return 1;
  }
  for (let set = queens & free; set; set &= set - 1) {
    const targets = queenAttacks(lsb(set), occupied) & onto;
    if (mode != ANY) at = writeMoves(state, at, lsb(set), QUEEN, targets, enemy);
    else if (targets) return 1;
  }
  return <i32>((at - out) >> 2);
}
