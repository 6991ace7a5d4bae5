/** One-side tables solved on a GPU (SwiftShader) are those of the CPU, byte for byte. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canTestSwiftShader, runWithSwiftShader } from "../../engine/contracts/suites/swiftshader.ts";
import type { Report } from "./one-side-gpu.fixture.ts";
import { ReferenceRules } from "./reference.fixture.ts";
import { readFacts } from "./solved.fixture.ts";

/** From independent programs. */
function factOf(side: number, pieces: number): readonly number[] | undefined {
  return readFacts().find(({ side: s, k, goal }) => s === side && k === pieces && goal.every((cell, i) => cell === i))
    ?.hist;
}

describe.runIf(canTestSwiftShader)("on a GPU", () => {
  let report: Report = {};
  beforeAll(async () => {
    report = (await runWithSwiftShader(join(import.meta.dirname, "one-side-gpu.fixture.ts"))) as Report;
  });

  test("a table has the bytes of the CPU's and the published histogram", () => {
    expect(report["one"]).toEqual({ histogram: factOf(5, 3), isEqual: true });
  });

  test("a goal may have more cells than there are pieces", () => {
    expect(report["custom"]).toMatchObject({ isEqual: true });
    expect(report["custom"]?.histogram[0]).toBe(10);
  });

  test("a table may be larger than a binding and a dispatch", () => {
    expect(report["divided"]).toEqual({ histogram: factOf(6, 4), isEqual: true });
  });

  test("ranks may need more than 32 bits", () => {
    expect(report["wide"]).toEqual({ histogram: factOf(5, 5), isEqual: true });
  });

  test("eight pieces are those of a plain search", () => {
    const rules = new ReferenceRules({ side: 4, pieces: 8, win: "filled", moves: "all", stuck: "pass" });
    const histogram: number[] = [];
    const goal = rules.cells.slice(0, 8);
    for (const distance of rules.distances(goal).values()) histogram[distance] = (histogram[distance] ?? 0) + 1;
    expect(report["eight"]).toEqual({ histogram, isEqual: true });
  });

  test("an interrupted solve is resumed by the GPU, and by the CPU", () => {
    expect(report["resumed"]).toEqual({ histogram: factOf(6, 4), isEqual: true, note: "interrupted, part known" });
    expect(report["handedOver"]).toEqual({ histogram: factOf(6, 4), isEqual: true });
  });

  test("when the GPU is lost, the CPU continues from the checkpoint, and says so", () => {
    expect(report["afterLoss"]).toMatchObject({ histogram: factOf(6, 4), isEqual: true });
    expect(report["afterLoss"]?.note).toMatch(
      /^the GPU was lost: .*; continuing on the CPU, from the last checkpoint if there is one$/,
    );
  });
});
