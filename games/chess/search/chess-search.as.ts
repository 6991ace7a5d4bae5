/** The hooks of chess for the selective search and the other searches of the engine. */
import { DRAW, ONGOING, WIN_VALUE } from "../../../engine/contracts/rules.as";
import { SelectiveRules, ZUGZWANG_LIKELY, ZUGZWANG_POSSIBLE, ZUGZWANG_UNLIKELY } from "../../../engine/contracts/selective-rules.as";
import { randomBelow } from "../../../engine/random/xorshift.as";
import { between, bishopAttacks, knightAttacks, pawnAttacks, rookAttacks } from "../attacks.as";
import { bit, moreThanOne } from "../bitboard.as";
import { inCheck } from "../checks.as";
import { BISHOP, CAPTURED_SHIFT, CASTLING_FLAG, EN_PASSANT_FLAG, FIFTY_MOVES, KING, KNIGHT, MAX_MOVES, MOVED_SHIFT, NO_KIND, PAWN, PROMOTION_SHIFT, QUEEN, ROOK, TO_SHIFT } from "../constants";
import { captureMoves, hasLegalMove, legalMoves } from "../moves.as";
import { playMove } from "../play.as";
import { Chess, isInsufficient } from "../rules.as";
import { castlingOf, enPassantOf, halfmoveClock, hashOf, kingSquare, occupiedSquares, ofKind, piecesOf, STATE_BYTES, turnOf } from "../state.as";
import { probeTables } from "../tables/probe.as";
import { evaluatePosition, evaluateSearched } from "./evaluation.as";
import { seeAtLeast, immediateGain } from "./see.as";
import { PAWN_TABLE_BYTES, usePawnTable } from "./pawns.as";
import { passTracked, playTracked, track, TRACKED_BYTES } from "./tracked.as";

@inline function capturedIn(move: i32): i32 { return (move >> CAPTURED_SHIFT) & 7; }
@inline function promotionIn(move: i32): i32 { return (move >> PROMOTION_SHIFT) & 7; }
@inline function movedIn(move: i32): i32 { return (move >> MOVED_SHIFT) & 7; }
@inline function targetIn(move: i32): i32 { return (move >> TO_SHIFT) & 63; }

@final
export class SearchedChess extends SelectiveRules {
  @inline stateBytes(): i32 { return STATE_BYTES; }
  @inline maxMoves(): i32 { return MAX_MOVES; }
  @inline turn(state: usize): i32 { return turnOf(state); }
  @inline moves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline play(state: usize, move: i32): void { playMove(state, move); }
  @inline result(state: usize): i32 { return changetype<Chess>(0).result(state); }
  @inline hash(state: usize): u64 { return hashOf(state); }

  // Move ordering for uct and greedy: captures by SEE.
  orderScore(state: usize, move: i32): i32 {
    const gain = immediateGain(move);
    if (seeAtLeast(state, move, 0)) return min(511, gain / 2);
    return -256 + min(255, gain / 4);
  }
  @inline searchMoves(state: usize, out: usize): i32 { return legalMoves(state, out); }
  @inline evaluate(state: usize): i32 { return evaluatePosition(state); }
  evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void {
    evaluateEach(state, moves, count, values);
  }
  playoutMove(state: usize, scratch: usize, random: usize): i32 {
    const count = legalMoves(state, scratch);
    return load<i32>(scratch + (<usize>randomBelow(random, count) << 2));
  }

  @inline threadBytes(): i32 { return PAWN_TABLE_BYTES; }
  @inline startThread(region: usize): void { usePawnTable(region); }
  @inline endThread(): void { usePawnTable(0); }

  @inline incrementalBytes(): i32 { return TRACKED_BYTES; }
  @inline initIncremental(state: usize): void { track(state); }
  @inline playIncremental(to: usize, from: usize, move: i32): void { playTracked(to, from, move); }
  @inline playNullMove(to: usize, from: usize): void { passTracked(to, from); }
  @inline evaluateIncremental(state: usize): i32 { return evaluateSearched(state); }

  @inline inCheck(state: usize): bool { return inCheck(state); }
  @inline noisyMoves(state: usize, out: usize): i32 { return captureMoves(state, out); }
  quietMoves(state: usize, out: usize): i32 {
    const count = legalMoves(state, out);
    let kept = out;
    for (let at = out; at < out + (<usize>count << 2); at += 4) {
      const move = load<i32>(at);
      if (this.isNoisy(move)) continue;
      store<i32>(kept, move);
      kept += 4;
    }
    return <i32>((kept - out) >> 2);
  }
  /** Captures and queen promotions; underpromotions are quiet. */
  @inline isNoisy(move: i32): bool {
    const promotion = promotionIn(move);
    return promotion == QUEEN || (promotion == 0 && capturedIn(move) != NO_KIND);
  }
  givesCheck(state: usize, move: i32): bool {
    const king = kingSquare(state, 1 - turnOf(state));
    const kind = promotionIn(move) ? promotionIn(move) : movedIn(move);
    const to = bit(targetIn(move));
    const occupied = occupiedSquares(state) ^ bit(move & 63);
    if (kind == PAWN) return (pawnAttacks(king, 1 - turnOf(state)) & to) != 0;
    if (kind == KNIGHT) return (knightAttacks(king) & to) != 0;
    if (kind != ROOK && kind != KING && bishopAttacks(king, occupied) & to) return true;
    return kind != BISHOP && kind != KING && (rookAttacks(king, occupied) & to) != 0;
  }
  isPseudoLegal(state: usize, move: i32): bool {
    const us = turnOf(state);
    const from = move & 63;
    const to = targetIn(move);
    if (movedIn(move) > KING || !(piecesOf(state, us) & ofKind(state, movedIn(move)) & bit(from))) return false;
    if (move & EN_PASSANT_FLAG) return enPassantOf(state) == to;
    if (move & CASTLING_FLAG && !((castlingOf(state) >> (us << 1)) & 3)) return false;
    const captured = capturedIn(move);
    if (captured == NO_KIND ? occupiedSquares(state) & bit(to) : !(piecesOf(state, 1 - us) & ofKind(state, captured) & bit(to))) return false;
    return movedIn(move) == KNIGHT || !(between(from, to) & occupiedSquares(state));
  }

  @inline pawnValue(): i32 { return 100; }
  /** MVV-LVA: most valuable victim first, then least valuable attacker; a promotion counts as winning a queen. */
  @inline mvvLva(state: usize, move: i32): i32 {
    const captured = capturedIn(move);
    return (captured == NO_KIND ? 0 : (captured + 1) << 4) + (promotionIn(move) ? 80 : 0) + 8 - movedIn(move);
  }
  @inline maxGain(state: usize, move: i32): i32 { return immediateGain(move); }
  @inline seeAtLeast(state: usize, move: i32, threshold: i32): bool { return seeAtLeast(state, move, threshold); }
  /** For null-move pruning: zugzwang is common with king and pawns alone, and possible with one piece. */
  @inline zugzwang(state: usize): i32 {
    const pieces = piecesOf(state, turnOf(state)) & ~(ofKind(state, PAWN) | ofKind(state, KING));
    return pieces == 0 ? ZUGZWANG_LIKELY : moreThanOne(pieces) ? ZUGZWANG_UNLIKELY : ZUGZWANG_POSSIBLE;
  }

  /** Butterfly history: by side, origin and target. */
  @inline historyIndex(state: usize, move: i32): i32 { return (turnOf(state) << 12) | (move & 4095); }
  @inline historySize(): i32 { return 8192; }
  @inline pieceTo(state: usize, move: i32): i32 { return ((6 * turnOf(state) + movedIn(move)) << 6) + targetIn(move); }
  @inline pieceToSize(): i32 { return 768; }

  @inline reversiblePlies(state: usize): i32 { return halfmoveClock(state); }
  @inline isDrawn(state: usize): bool {
    if (halfmoveClock(state) >= FIFTY_MOVES) return !inCheck(state) || hasLegalMove(state);
    return isInsufficient(state);
  }
  @inline exactValue(state: usize): i32 { return probeTables(state); }
}

/** The value after each move for the side that makes it; the state is restored after each. */
function evaluateEach(state: usize, moves: usize, count: i32, values: usize): void {
  const a = v128.load(state);
  const b = v128.load(state, 16);
  const c = v128.load(state, 32);
  const d = v128.load(state, 48);
  const e = v128.load(state, 64);
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    playMove(state, load<i32>(moves + i));
    const result = changetype<Chess>(0).result(state);
    const value = result == ONGOING ? -evaluatePosition(state) : result == DRAW ? 0 : WIN_VALUE;
    store<i32>(values + i, value);
    v128.store(state, a);
    v128.store(state, b, 16);
    v128.store(state, c, 32);
    v128.store(state, d, 48);
    v128.store(state, e, 64);
  }
}
