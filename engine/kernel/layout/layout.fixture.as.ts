/** The fixture's record as the compiler lays it out, and the generated accessors, for a test. */
import { EveryType, Pair } from "../../../build/layouts/engine/kernel/layout/fixture.as";
export { setStop } from "../stop.as";

/** The same fields up to the first array: the compiler has no arrays in records. */
@unmanaged
class Compiled {
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
  place: usize;
}

/** Writes 1, 2, … to the fields in order, as the compiler does. */
export function fillCompiled(at: usize): void {
  const record = changetype<Compiled>(at);
  record.byte = 1;
  record.wide = 2;
  record.signedByte = -3;
  record.short = 4;
  record.signedShort = -5;
  record.word = 6;
  record.single = 7;
  record.signedWord = -8;
  record.long = 9;
  record.small = 10;
  record.signedLong = -11;
  record.place = 12;
}

/** The same through the generated accessors. */
export function fillGenerated(at: usize): void {
  const record = EveryType.at(at);
  record.byte = 1;
  record.wide = 2;
  record.signedByte = -3;
  record.short = 4;
  record.signedShort = -5;
  record.word = 6;
  record.single = 7;
  record.signedWord = -8;
  record.long = 9;
  record.small = 10;
  record.signedLong = -11;
  record.place = 12;
}

/** Writes the arrays and inner records. */
export function fillArrays(at: usize, rest: i32): void {
  const record = EveryType.at(at);
  for (let i = 0; i < 3; i++) record.bytes3[i] = <u8>(20 + i);
  for (let i = 0; i < 5; i++) record.shorts[i] = <i16>(-30 - i);
  record.pair.first = 40;
  record.pair.second = -41;
  for (let i = 0; i < 2; i++) {
    record.pairs[i].first = <u8>(50 + i);
    record.pairs[i].second = -60 - i;
  }
  record.tail = 70;
  for (let i = 0; i < rest; i++) fillPair(record.rest[i], i);
}

function fillPair(pair: Pair, i: i32): void {
  pair.first = <u8>(80 + i);
  pair.second -= 1;
}

export function recordBytes(): usize { return EveryType.BYTES; }
