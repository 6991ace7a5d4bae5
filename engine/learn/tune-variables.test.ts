import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OptionSpec } from "../contracts/options.ts";
import { rangeText, readVariable, snap, type NumberVariable } from "./tune-variables.ts";

const PARAMETERS: readonly OptionSpec[] = [
  { name: "c", summary: "", kind: "number", min: 0, max: 100, default: 0.7 },
  { name: "threshold", summary: "", kind: "integer", min: 0, max: 1e9, default: 18 },
  { name: "playouts", summary: "", kind: "integer", min: 1, max: 1e9, default: null },
  { name: "moves", summary: "", kind: "choice", choices: ["all", "forward", "sideways"], default: "all" },
  { name: "eval", summary: "", kind: "text", default: "rows" },
];
const START = { c: 0.7, threshold: 18, playouts: null, moves: "all", eval: "rows" };

describe("a variable", () => {
  test.each([
    ["c=0.1..2", { kind: "number", name: "c", low: 0.1, high: 2, digits: 3 }],
    ["c=0..100", { kind: "number", name: "c", low: 0, high: 100, digits: 1 }],
    ["c=.5...9", { kind: "number", name: "c", low: 0.5, high: 0.9, digits: 4 }],
    ["threshold=1..60", { kind: "number", name: "threshold", low: 1, high: 60, digits: 0 }],
    ["moves=forward,all", { kind: "choice", name: "moves", choices: ["forward", "all"] }],
    ["moves = all, sideways", { kind: "choice", name: "moves", choices: ["all", "sideways"] }],
    ["moves", { kind: "choice", name: "moves", choices: ["all", "forward", "sideways"] }],
  ])("%s", (text, variable) => {
    expect(readVariable(text, PARAMETERS, START)).toEqual({ ok: true, value: variable });
  });

  test("round-trips", () => {
    for (const text of ["c=0.1..2", "threshold=1..60", "moves=forward,all"]) {
      const read = readVariable(text, PARAMETERS, START);
      expect(read.ok && `${read.value.name}=${rangeText(read.value)}`).toBe(text);
    }
  });

  test.each([
    ["treshold=1..60", /no parameter "treshold"; it has: c, threshold, playouts, moves; did you mean "threshold"\?/],
    ["", /no parameter ""/],
    ["=1..2", /no parameter ""/],
    ["eval=rows", /eval is a text: only numbers and choices can be varied/],
    ["c", /c: expected a range, as in c=0\.\.100/],
    ["c=1", /expected a range/],
    ["c=..2", /expected a range/],
    ["c=0.1..", /expected a range/],
    ["c=a..b", /c: "a" is not a number from 0 to 100/],
    ["c=-1..2", /c: "-1" is not a number from 0 to 100/],
    ["c=0.1..101", /c: "101" is not a number from 0 to 100/],
    ["c=2..0.1", /c: "2\.\.0\.1" is not a range, the lower end first/],
    ["c=1..1", /not a range/],
    ["threshold=1.5..60", /threshold: "1\.5" is not a whole number/],
    ["playouts=1..60", /playouts has no initial value; give one in the player's brackets/],
    ["c=1..2", /c: the player's 0\.7 is not within 1\.\.2/],
    ["moves=all,back", /moves: "back" is not one of all, forward, sideways/],
    ["moves=forward,sideways", /moves: the player's all is not within forward,sideways/],
    ["moves=all", /moves: "all" is not a list of different choices, as in all,forward,sideways/],
    ["moves=all,all", /not a list of different choices/],
  ])("%j is rejected", (text, why) => {
    const read = readVariable(text, PARAMETERS, START);
    expect(read).toMatchObject({ ok: false, error: { code: "bad-usage" } });
    expect(!read.ok && read.error.message).toMatch(why);
  });
});

test("snap returns the nearest valid value", () => {
  const ranges = fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 4 }))
    .map(([low, width, digits]): NumberVariable => ({ kind: "number", name: "x", low, high: low + width, digits }));
  fc.assert(
    fc.property(ranges, fc.double({ min: -200, max: 200, noNaN: true }), (variable, value) => {
      const { low, high, digits } = variable;
      const snapped = snap(variable, value);
      expect(snapped).toBeGreaterThanOrEqual(low);
      expect(snapped).toBeLessThanOrEqual(high);
      expect(snap(variable, snapped)).toBe(snapped);
      expect(String(snapped).split(".")[1]?.length ?? 0).toBeLessThanOrEqual(digits);
      const inside = Math.min(high, Math.max(low, value));
      expect(Math.abs(snapped - inside)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
    }),
  );
});
