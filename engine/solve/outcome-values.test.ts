/** Encoding of outcomes in a byte, and the one loss that shares a byte with a win. */
import { describe, expect, test } from "vitest";
import {
  byteOf,
  outcomeFrom,
  readOutcome,
  valueCount,
  valueOfByte,
  valuesOfBytes,
  writeOutcome,
} from "./outcome-values.ts";

const losses = Array.from({ length: 128 }, (_, i) => 2 * i);
const wins = Array.from({ length: 127 }, (_, i) => 2 * i + 1);

describe("turns", () => {
  test('losses in up to 254 plies, wins in up to 253, draws and "no position" have distinct values', () => {
    const values = [
      ...losses.map((plies) => writeOutcome("loss", plies, "turns")),
      ...wins.map((plies) => writeOutcome("win", plies, "turns")),
      writeOutcome("draw"),
      writeOutcome("no position"),
    ];
    expect(new Set(values).size).toBe(128 + 127 + 2);
    expect(Math.max(...values)).toBe(valueCount("turns") - 1);
    for (const plies of losses)
      expect(readOutcome(writeOutcome("loss", plies, "turns"), "turns")).toEqual({ kind: "loss", plies });
    for (const plies of wins)
      expect(readOutcome(writeOutcome("win", plies, "turns"), "turns")).toEqual({ kind: "win", plies });
  });

  test("a byte and its part of the table give the value back, if no win takes 253 plies", () => {
    const values = [
      ...losses.map((plies) => writeOutcome("loss", plies, "turns")),
      ...wins.slice(0, -1).map((plies) => writeOutcome("win", plies, "turns")),
      writeOutcome("draw"),
      writeOutcome("no position"),
    ];
    expect(values.map((value) => valueOfByte(byteOf(value), "loss"))).toEqual(values);
    expect(new Set(values.map(byteOf)).size).toBe(256);
    expect(Math.max(...values.map(byteOf))).toBe(255);
  });

  test("byte 254 is a win in 253 plies or a loss in 254, depending on the part of the table", () => {
    expect(readOutcome(valueOfByte(254, undefined), "turns")).toEqual({ kind: "win", plies: 253 });
    expect(readOutcome(valueOfByte(254, "loss"), "turns")).toEqual({ kind: "loss", plies: 254 });
  });

  test("a position whose moves all lose, the longest in 253 plies, is lost in 254", () => {
    const after = [1, 17, 253, 9].map((plies) => writeOutcome("win", plies, "turns"));
    expect(readOutcome(outcomeFrom(after, "turns"), "turns")).toEqual({ kind: "loss", plies: 254 });
    expect(readOutcome(outcomeFrom([...after, writeOutcome("draw")], "turns"), "turns").kind).toBe("draw");
  });

  test("a histogram by byte converts to one by value", () => {
    const bytes = new Array<number>(256).fill(0);
    bytes[254] = 7;
    bytes[0] = 3;
    const values = valuesOfBytes(bytes, "loss");
    expect([values[254], values[writeOutcome("loss", 254, "turns")], values[0]]).toEqual([0, 7, 3]);
    expect(valuesOfBytes(bytes, undefined)).toEqual(bytes);
  });
});
