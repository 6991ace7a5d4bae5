/** Endgame knowledge: mating a bare king, and scale factors for drawish material. */
import { DARK_SQUARES, moreThanOne } from "../bitboard.as";
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from "../constants";
import { kingSquare, ofKind, piecesOf } from "../state.as";
import { endgame } from "./packed-score.as";
import { distance } from "./passed.as";

/** Above any other evaluation, below proven wins. */
const KNOWN_WIN: i32 = 5000;
const SCALE_NORMAL: i32 = 64;

@inline export function isBareKing(state: usize, colour: i32): bool { return !moreThanOne(piecesOf(state, colour)); }

/** Value for White if one side has a bare king and the other can force mate; otherwise 0. */
export function evaluateBareKing(state: usize, places: i32): i32 {
  const weak = isBareKing(state, 1) ? 1 : 0;
  const strong = 1 - weak;
  const own = piecesOf(state, strong);
  const bishops = ofKind(state, BISHOP) & own;
  const knights = ofKind(state, KNIGHT) & own;
  const heavy = (ofKind(state, ROOK) | ofKind(state, QUEEN)) & own;
  const bothColours = (bishops & DARK_SQUARES) != 0 && (bishops & ~DARK_SQUARES) != 0;
  if (!heavy && !bothColours && !(bishops && knights)) return 0;
  const king = kingSquare(state, weak);
  let drive = 20 * (7 - distance(king, kingSquare(state, strong)));
  if (!heavy && !bothColours && !(ofKind(state, PAWN) & own)) {
    // Bishop and knight can only mate in a corner of the bishop's colour.
    const dark = (bishops & DARK_SQUARES) != 0;
    drive += 60 * (7 - min(distance(king, dark ? 0 : 7), distance(king, dark ? 63 : 56)));
    drive += 20 * (7 - cornerSteps(king, dark));
  } else drive += 30 * (edgeOf(king & 7) + edgeOf(king >> 3));
  const value = KNOWN_WIN + drive + abs(endgame(places));
  return strong == 0 ? value : -value;
}

/** 0 in the centre, 3 at the edge. */
@inline function edgeOf(coordinate: i32): i32 { return max(3 - coordinate, coordinate - 4); }

/** Distance to the nearest corner of a colour. */
function cornerSteps(square: i32, dark: bool): i32 {
  const file = square & 7;
  const rank = square >> 3;
  return dark ? min(file + rank, 14 - file - rank) >> 1 : min(7 - file + rank, 7 + file - rank) >> 1;
}

/** Scale factor of the endgame value, in 64ths. */
@inline
export function scaleFactor(state: usize, value: i32): i32 {
  const strong = value >= 0 ? 0 : 1;
  const own = piecesOf(state, strong);
  const pawns = popcnt(ofKind(state, PAWN) & own);
  if (pawns == 0) return pawnlessScale(state, strong);
  const bishops = ofKind(state, BISHOP);
  const minor = bishops & own;
  const other = bishops & piecesOf(state, 1 - strong);
  if (minor && other && !moreThanOne(minor) && !moreThanOne(other) && ((minor & DARK_SQUARES) != 0) != ((other & DARK_SQUARES) != 0)) {
    const pieces = ofKind(state, KNIGHT) | ofKind(state, ROOK) | ofKind(state, QUEEN);
    return pieces ? 52 : 24 + 4 * <i32>min(pawns, 4);
  }
  return min(SCALE_NORMAL, 40 + 6 * <i32>pawns);
}

/** To win without pawns a side must be more than a minor piece ahead, and have more than one or two knights. */
function pawnlessScale(state: usize, strong: i32): i32 {
  const own = pieceMaterial(state, strong);
  const other = pieceMaterial(state, 1 - strong);
  if (own <= 3) return 0;
  if (own == 6 && !((ofKind(state, BISHOP) | ofKind(state, ROOK)) & piecesOf(state, strong))) return 2;
  return own - other <= 3 ? 10 : SCALE_NORMAL;
}

@inline
function pieceMaterial(state: usize, colour: i32): i32 {
  const own = piecesOf(state, colour);
  const minor = (ofKind(state, KNIGHT) | ofKind(state, BISHOP)) & own;
  return <i32>(3 * popcnt(minor) + 5 * popcnt(ofKind(state, ROOK) & own) + 9 * popcnt(ofKind(state, QUEEN) & own));
}
