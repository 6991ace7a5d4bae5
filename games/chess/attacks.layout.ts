/** Lookup tables of the move generator. Bitboards by square. */
import type { address, array, u64 } from "../../engine/kernel/layout/types.ts";

/** Magic bitboard of a slider on a square. */
export interface Magic {
  /** Relevant occupancy. */
  mask: u64;
  number: u64;
  shift: u64;
  /** Attacks by index: 2^(bits of the mask) bitboards. */
  attacks: address;
}

export interface AttackTables {
  knights: array<u64, 64>;
  kings: array<u64, 64>;
  /** By 64 * colour + square. */
  pawns: array<u64, 128>;
  /** By 64 * one + other: squares strictly between two squares on one line; empty for other pairs. */
  between: array<u64, 4096>;
  rooks: array<Magic, 64>;
  bishops: array<Magic, 64>;
  /** 102,400 for rooks, then 5,248 for bishops. */
  sliding: array<u64, 107648>;
}
