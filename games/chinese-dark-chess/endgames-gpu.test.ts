/** Endgames solved on a GPU (SwiftShader) are those of the CPU, byte for byte. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canTestSwiftShader, runWithSwiftShader } from "../../engine/contracts/suites/swiftshader.ts";
import type { Report } from "./endgames-gpu.fixture.ts";

describe.runIf(canTestSwiftShader)("on a GPU", () => {
  let report: Report = {};
  beforeAll(async () => {
    report = (await runWithSwiftShader(join(import.meta.dirname, "endgames-gpu.fixture.ts"))) as Report;
  });

  test("all 54 tables of two and three pieces have the bytes and histograms of the CPU's", () => {
    expect(report["upToThree"]).toEqual({ sets: 54, different: [] });
  });

  test("so have sets with up to four equal pieces, and all that captures lead to", () => {
    expect(report["equalPieces"]).toEqual({ sets: 12, different: [] });
  });

  test("so have sets with other capture rules, without their partners", () => {
    expect(report["otherRules"]).toEqual({ sets: 7, different: [] });
  });

  test("when the GPU is lost, or has too little memory, the CPU solves the tables that are left, and says so", () => {
    for (const [what, message] of [
      ["afterLoss", /^the GPU was lost: .*; continuing on the CPU/],
      ["withoutMemory", /^the GPU has too little memory for .*; continuing on the CPU/],
    ] as const) {
      expect(report[what]).toMatchObject({ sets: 54, different: [] });
      expect(report[what]?.note).toMatch(message);
    }
  });
});
