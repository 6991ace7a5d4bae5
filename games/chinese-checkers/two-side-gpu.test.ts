/** Two-side tables solved on a GPU (SwiftShader) are those of the CPU, byte for byte. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canTestSwiftShader, runWithSwiftShader } from "../../engine/contracts/suites/swiftshader.ts";
import type { Report } from "./two-side-gpu.fixture.ts";

describe.runIf(canTestSwiftShader)("on a GPU", () => {
  let report: Report = {};
  beforeAll(async () => {
    report = (await runWithSwiftShader(join(import.meta.dirname, "two-side-gpu.fixture.ts"))) as Report;
  });

  test("a table has the bytes, the histogram and the longest outcome of the CPU's", () => {
    expect(report["one"]).toMatchObject({ isEqual: true, plies: 18 });
  });

  test("so has one with restricted moves that is larger than a binding", () => {
    expect(report["divided"]).toMatchObject({ isEqual: true, plies: 21 });
  });

  test("an interrupted solve is resumed by the GPU, and by the CPU", () => {
    expect(report["resumed"]).toMatchObject({ isEqual: true, plies: 21 });
    expect(report["resumed"]?.notes).toEqual(["interrupted", expect.stringMatching(/^outcomes in ([1-9]|1\d) plies$/)]);
    expect(report["handedOver"]).toMatchObject({ isEqual: true });
  });

  test("a checkpoint within a level is not resumed by the GPU, which says so", () => {
    expect(report["startedOver"]).toMatchObject({
      isEqual: true,
      notes: ["the CPU saved the checkpoint within a level; the GPU starts from the beginning"],
    });
  });

  test("when the GPU is lost, the CPU continues from the checkpoint, and says so", () => {
    expect(report["afterLoss"]).toMatchObject({ isEqual: true });
    expect(report["afterLoss"]?.notes).toEqual([
      expect.stringMatching(/^the GPU was lost: .*; continuing on the CPU/),
      "checkpoints restored: 1",
    ]);
  });

  test("with too little memory on the GPU, the CPU solves the table, and says so", () => {
    expect(report["withoutMemory"]).toMatchObject({ isEqual: true });
    expect(report["withoutMemory"]?.notes).toEqual([
      expect.stringMatching(/^the GPU has too little memory for .*; continuing on the CPU/),
      "checkpoints restored: 0",
    ]);
  });
});
