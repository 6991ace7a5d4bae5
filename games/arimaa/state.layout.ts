/** The records of a board and of a position. */
import type { array, u64, u8 } from "../../engine/kernel/layout/types.ts";
import type { MAX_STEPS } from "./constants.ts";

/** A board, which is all that searches use. Bitboards of 64 bits: a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. */
export interface BoardRecord {
  /** Gold, silver. */
  colours: array<u64, 2>;
  /** Both colours together: rabbit, cat, dog, horse, camel, elephant. */
  kinds: array<u64, 6>;
  /** The Zobrist hash of the placement (zobrist.as.ts). */
  hash: u64;
}

/** A position. */
export interface StateRecord {
  board: BoardRecord;
  /** The hash of the placement at the start of the turn. */
  startHash: u64;
  /** The steps of this turn so far, in order; 0 if not made. */
  steps: array<u8, typeof MAX_STEPS>;
  /** The capture byte of each step: 1 + kind + 6 · colour, and 16 · trap (0 c3, 1 f3, 2 c6, 3 f6); 0 for no capture. */
  captures: array<u8, typeof MAX_STEPS>;
  /** 0 gold, 1 silver. */
  side: u8;
  stepCount: u8;
  /** 0 during setup, then 1. */
  playing: u8;
  /** A pending push: the square to enter, plus 1; else 0. */
  push: u8;
  /** The directions of the pushers, a bit each. */
  pushers: u8;
  /** A possible pull: the square that the mover's last step left, plus 1; else 0. */
  pull: u8;
  /** The kind of the piece that left it. */
  puller: u8;
  /** 0, for hashing. */
  unused: u8;
}
