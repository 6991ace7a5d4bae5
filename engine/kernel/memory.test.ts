/** The allocator: disjoint regions, free, out of memory. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressAfter, KernelMemory, type Address } from "./memory.ts";

interface Region {
  readonly start: Address;
  readonly bytes: number;
  readonly tag: number;
}

/** Sizes around the alignment, around a page, and some pages. */
const size: fc.Arbitrary<number> = fc.oneof(fc.nat(200), fc.integer({ min: 65_000, max: 66_000 }), fc.nat(300_000));
/** Allocate this many bytes, or free one of the regions. */
const steps: fc.Arbitrary<({ allocate: number } | { free: number })[]> = fc.array(
  fc.oneof(fc.record({ allocate: size }), fc.record({ free: fc.nat() })),
  { maxLength: 40 },
);

function overlap(a: Region, b: Region): boolean {
  return a.start < b.start + b.bytes && b.start < a.start + a.bytes;
}

describe("regions", () => {
  // One memory for all runs: each must find all memory free again.
  const memory = new KernelMemory();
  const first = memory.allocate(1);
  memory.free(first);

  test("never overlap, keep their bytes, and are all freed in the end", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const regions: Region[] = [];
        const check = ({ start, bytes, tag }: Region): void =>
          expect(memory.bytes(start, bytes).every((byte) => byte === tag)).toBe(true);
        for (const [i, step] of list.entries()) {
          if ("allocate" in step) {
            const region = { start: memory.allocate(step.allocate), bytes: step.allocate, tag: i + 1 };
            expect(region.start % 64).toBe(0);
            expect(region.start).toBeGreaterThan(0);
            expect(regions.filter((other) => overlap(region, other))).toEqual([]);
            memory.bytes(region.start, region.bytes).fill(region.tag);
            regions.push(region);
          } else if (regions.length > 0) {
            const [freed] = regions.splice(step.free % regions.length, 1) as [Region];
            check(freed);
            memory.free(freed.start);
          }
        }
        for (const region of regions) {
          check(region);
          memory.free(region.start);
        }
        // All gaps are coalesced: one region of the full size fits at the first address.
        const whole = memory.allocate(memory.memory.buffer.byteLength - first);
        expect(whole).toBe(first);
        memory.free(whole);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  test("that are freed are reused, so that memory does not grow", () => {
    const pages = memory.memory.buffer.byteLength;
    for (let i = 0; i < 100; i++) memory.free(memory.allocate(100_000));
    expect(memory.memory.buffer.byteLength).toBe(pages);
  });

  test("of 0 bytes are distinct regions", () => {
    const [a, b] = [memory.allocate(0), memory.allocate(0)];
    expect(a).not.toBe(b);
    memory.free(a);
    memory.free(b);
  });

  test("are zeroed by allocateZeroed", () => {
    const dirty = memory.allocate(1_000);
    memory.bytes(dirty, 1_000).fill(255);
    memory.free(dirty);
    const clean = memory.allocateZeroed(1_000);
    expect(clean).toBe(dirty);
    expect(memory.bytes(clean, 1_000).every((byte) => byte === 0)).toBe(true);
    memory.free(clean);
  });

  test("cannot be freed twice or from an inner address", () => {
    const start = memory.allocate(128);
    expect(() => memory.free(addressAfter(start, 64))).toThrow("no region starts at");
    memory.free(start);
    expect(() => memory.free(start)).toThrow("no region starts at");
  });

  test("that are too large are refused without side effects", () => {
    for (const bytes of [2 ** 32, 2 ** 40, Number.POSITIVE_INFINITY, Number.NaN]) {
      expect(() => memory.allocate(bytes)).toThrow(
        expect.objectContaining({ code: "too-large", message: expect.stringContaining("4 GiB") as string }),
      );
    }
    expect(memory.allocate(1)).toBe(first);
    memory.free(first);
  });
});

test("a lazily zeroed region is zero, also where memory was used before", () => {
  const memory = new KernelMemory();
  const used = memory.allocate(256);
  memory.bytes(used, 256).fill(7);
  memory.free(used);
  const region = memory.allocateZeroedLazily(4096);
  expect(region).toBe(used);
  expect(memory.bytes(region, 4096).every((byte) => byte === 0)).toBe(true);
});
