/** The record of a position. */
import type { array, u16, u8 } from "../../engine/kernel/layout/types.ts";
import type { MAX_POLICEMEN } from "./layout.ts";

/** A position. */
export interface StateRecord {
  /** The thief's square. */
  thief: u16;
  /** POLICE, THIEF or BOTH. */
  turn: u8;
  /** 0. */
  unused: u8;
  /** The policemen's squares in ascending order; unused ones are NO_SQUARE. */
  police: array<u16, typeof MAX_POLICEMEN>;
}
