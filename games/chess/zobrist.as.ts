/** Zobrist keys by piece and square, castling rights, en-passant square and side to move. The same in every kernel. */
import { ZobristKeys } from "../../build/layouts/games/chess/zobrist.as";
import { NO_SQUARE } from "./constants";
import { castlingOf, enPassantOf, ofKind, piecesOf, setHash, turnOf } from "./state.as";

export const ZOBRIST_BYTES: usize = ZobristKeys.BYTES;
/** Black to move. */
export const TURN_KEY: u64 = 0xd7a5f3c19b86e24d;

let keys: usize = 0;

export function useZobrist(region: usize): void {
  keys = region;
}

/** splitmix64 with a fixed seed. Key 0 for no castling rights and for no en-passant square. */
export function buildZobrist(region: usize): void {
  let state: u64 = 0xc4e55;
  for (let at: usize = 0; at < ZOBRIST_BYTES; at += 8) {
    state += 0x9e3779b97f4a7c15;
    let mixed = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    store<u64>(region + at, mixed ^ (mixed >> 31));
  }
  ZobristKeys.at(region).castling[0] = 0;
  ZobristKeys.at(region).enPassant[NO_SQUARE] = 0;
}

@inline export function pieceKey(colour: i32, kind: i32, square: i32): u64 {
  return ZobristKeys.at(keys).pieces[((6 * colour + kind) << 6) + square];
}
@inline export function castlingKey(rights: i32): u64 { return ZobristKeys.at(keys).castling[rights]; }
@inline export function enPassantKey(square: i32): u64 { return ZobristKeys.at(keys).enPassant[square]; }

/** The hash computed from scratch. */
export function computeHash(state: usize): u64 {
  let hash: u64 = turnOf(state) ? TURN_KEY : 0;
  hash ^= castlingKey(castlingOf(state)) ^ enPassantKey(enPassantOf(state));
  for (let colour = 0; colour < 2; colour++) {
    const own = piecesOf(state, colour);
    for (let kind = 0; kind < 6; kind++) {
      for (let set = own & ofKind(state, kind); set; set &= set - 1) {
        hash ^= pieceKey(colour, kind, <i32>ctz(set));
      }
    }
  }
  return hash;
}

export function storeHash(state: usize): void {
  setHash(state, computeHash(state));
}
