/** Records with every kind of field, for a test. */
import type { address, array, f32, f64, i16, i32, i64, i8, rest, u16, u32, u64, u8 } from "./types.ts";
import type { LENGTH } from "./fixture-length.ts";

/** An element. */
export interface Pair {
  first: u8;
  second: i32;
}

/** A record in which most fields need padding. */
export interface EveryType {
  /** The smallest. */
  byte: u8;
  wide: f64;
  signedByte: i8;
  short: u16;
  signedShort: i16;
  word: u32;
  single: f32;
  signedWord: i32;
  long: u64;
  small: u8;
  signedLong: i64;
  // A comment of its own line.
  place: address;
  bytes3: array<u8, 3>;
  shorts: array<i16, typeof LENGTH>;
  pair: Pair;
  pairs: array<Pair, 2>;
  tail: u8;
  rest: rest<Pair>;
}
