/** Endings solved on a GPU (SwiftShader) are those of the CPU, byte for byte. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canTestSwiftShader, runWithSwiftShader } from "../../../../engine/contracts/suites/swiftshader.ts";
import type { Report } from "./endings-gpu.fixture.ts";

describe.runIf(canTestSwiftShader)("on a GPU", () => {
  let report: Report;
  beforeAll(async () => {
    report = (await runWithSwiftShader(join(import.meta.dirname, "endings-gpu.fixture.ts"))) as Report;
  });

  test.each([
    ["KQK", 20],
    ["KRK", 32],
    ["KBK", 0],
    ["KNK", 0],
    ["KPK", 56],
    ["KNNK", 1],
  ])("%s has the bytes and the histogram of the CPU's; the longest mate takes %i plies", (name, plies) => {
    expect(report.whole[name]).toMatchObject({ wrong: 0, plies, isHistogram: true });
  });

  test.each(["KPKP", "KBPK", "KNPK"])("so have pawn placements of %s", (name) => {
    expect(report.slices[name]?.wrong).toBe(0);
    expect(report.slices[name]?.entries).toBeGreaterThan(90_000);
  });

  test("when the GPU fails, the CPU solves the endings that are left", () => {
    expect(report.fallback.said).toEqual([expect.stringContaining("the GPU was lost; continuing on the CPU")]);
    expect(report.fallback).toMatchObject({ solved: ["KRK", "KPK"], wrong: 0 });
  });

  test("a GPU whose shaders can use too little memory is a failure that says so", () => {
    expect(report.refused).toMatch(
      /^gpu-failed: KRK needs buffers of 81\.9 kB, and shaders can use 50\.0 kB on this GPU$/,
    );
  });

  test("an interrupted solve ends", () => {
    expect(report.interrupted).toBe("interrupted");
  });
});
