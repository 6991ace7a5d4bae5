/** How sets are divided into bindings, and depths into submissions. */
import { describe, expect, test } from "vitest";
import { binomial } from "../../index/combinations.ts";
import { EXPAND_WORDS, SETTLE_WORDS } from "./shaders.ts";
import { Schedule, type Unit } from "./schedule.ts";
import { divide, partBytes } from "./windows.ts";

/** Seen on an NVIDIA H200. */
const H200 = { maxStorageBufferBindingSize: 2 ** 31 - 4, maxBufferSize: 2 ** 40, maxStorageBuffersPerShaderStage: 16 };
/** WebGPU's defaults, which every GPU has. */
const LEAST = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 28, maxStorageBuffersPerShaderStage: 8 };

describe("windows", () => {
  test.each([
    ["six pieces", binomial(81, 6), H200, 1, false],
    ["seven pieces", binomial(81, 7), H200, 1, false],
    ["eight pieces", binomial(81, 8), H200, 2, true],
    ["six pieces on the least GPU", binomial(81, 6), LEAST, 1, false],
  ] as const)("of %s cover every word once, within the limits", (_, entries, limits, parts, wide) => {
    const windows = divide(entries, limits);
    expect(windows).toMatchObject({ parts, wide, words: Math.ceil(entries / 32) });
    let next = 0;
    for (const { firstWord, words, part, partOffsetBytes } of windows.list) {
      expect(firstWord).toBe(next);
      expect(32 * words).toBeLessThanOrEqual(limits.maxStorageBufferBindingSize);
      expect(partOffsetBytes % 256).toBe(0);
      expect(partOffsetBytes + 4 * words).toBeLessThanOrEqual(partBytes(windows)[part] as number);
      next += words;
    }
    expect(next).toBe(windows.words);
    for (const bytes of partBytes(windows)) expect(bytes).toBeLessThanOrEqual(limits.maxStorageBufferBindingSize);
  });

  test("a table that needs more bindings than a shader has is refused", () => {
    expect(() => divide(binomial(81, 8), LEAST)).toThrow("32,164,253,550 entries are too many for this GPU");
  });
});

describe("submissions", () => {
  const windows = divide(binomial(81, 7), H200);

  /** The units of a depth, each word of both passes once. */
  function expectDepth(units: readonly Unit[]): void {
    for (const [pass, groupWords] of [["expand", EXPAND_WORDS] as const, ["settle", SETTLE_WORDS] as const]) {
      for (const window of windows.list) {
        const own = units.filter((unit) => unit.pass === pass && unit.window === window);
        let next = 0;
        for (const { firstGroup, groups } of own) {
          expect(firstGroup).toBe(next);
          expect(groups).toBeLessThanOrEqual(65_535);
          next += groups;
        }
        expect(next).toBe(Math.ceil(window.words / groupWords));
      }
    }
    expect(units.map(({ isFirst }) => isFirst).indexOf(true)).toBe(0);
    expect(units.filter(({ isLast }) => isLast)).toEqual(units.slice(-1));
  }

  test("have several depths while the frontier is small", () => {
    const units = new Schedule(windows, [1], 1_024).next();
    expect(new Set(units.map(({ depth }) => depth)).size).toBeGreaterThan(3);
    expectDepth(units.filter(({ depth }) => depth === 1));
  });

  test("have parts of a depth on a slow GPU", () => {
    const counts = [1, 12, 100_000];
    const schedule = new Schedule(windows, counts, 1_024);
    const first = schedule.next();
    // A tenth of a million states took ten seconds.
    schedule.measured(
      first.filter(({ depth }) => depth === 3),
      10_000,
    );
    counts.push(2_000_000);
    const rest: Unit[] = first.filter(({ depth }) => depth === 5);
    let submissions = 0;
    while (!rest.some(({ isLast, depth }) => isLast && depth === 5)) {
      rest.push(...schedule.next().filter(({ depth }) => depth === 5));
      submissions++;
    }
    expect(submissions).toBeGreaterThan(10);
    expectDepth(rest);
  });
});
