/** Attack maps of each side, collected while the pieces are evaluated. */

let whiteAll: u64 = 0;
let blackAll: u64 = 0;
/** Squares attacked at least twice. */
let whiteTwice: u64 = 0;
let blackTwice: u64 = 0;
let whiteKnights: u64 = 0;
let blackKnights: u64 = 0;
let whiteBishops: u64 = 0;
let blackBishops: u64 = 0;
let whiteRooks: u64 = 0;
let blackRooks: u64 = 0;
let whiteQueens: u64 = 0;
let blackQueens: u64 = 0;

@inline export function allAttacks(us: i32): u64 { return us == 0 ? whiteAll : blackAll; }
@inline export function twiceAttacked(us: i32): u64 { return us == 0 ? whiteTwice : blackTwice; }
@inline export function knightMap(us: i32): u64 { return us == 0 ? whiteKnights : blackKnights; }
@inline export function bishopMap(us: i32): u64 { return us == 0 ? whiteBishops : blackBishops; }
@inline export function rookMap(us: i32): u64 { return us == 0 ? whiteRooks : blackRooks; }
@inline export function queenMap(us: i32): u64 { return us == 0 ? whiteQueens : blackQueens; }

@inline
export function setMaps(us: i32, all: u64, twice: u64, knights: u64, bishops: u64, rooks: u64, queens: u64): void {
  if (us == 0) {
    whiteAll = all;
    whiteTwice = twice;
    whiteKnights = knights;
    whiteBishops = bishops;
    whiteRooks = rooks;
    whiteQueens = queens;
  } else {
    blackAll = all;
    blackTwice = twice;
    blackKnights = knights;
    blackBishops = bishops;
    blackRooks = rooks;
    blackQueens = queens;
  }
}
