/** Tables solved on a GPU (SwiftShader) are those of the CPU, byte for byte. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { canTestSwiftShader, runWithSwiftShader } from "../../../../engine/contracts/suites/swiftshader.ts";
import { CASES, GAMES, type Report, RESUMED } from "./tables-gpu.cases.ts";

const EQUAL = { wrong: 0, isCounted: true };

describe.runIf(canTestSwiftShader)("on a GPU", () => {
  let report: Report;
  beforeAll(async () => {
    report = (await runWithSwiftShader(join(import.meta.dirname, "tables-gpu.fixture.ts"))) as Report;
  });

  test.for(CASES.map(({ name }, i) => [name, i] as const))(
    "the table of %s has the bytes and the histogram of the CPU's",
    ([, i]) => {
      expect(report.equal[i]).toMatchObject(EQUAL);
    },
  );

  test("distances saturate at 254 moves", () => {
    const largest = CASES.flatMap(({ name }, i) => (name.includes("far from") ? [report.equal[i]?.largest] : []));
    expect(largest).toEqual([254, 254]);
  });

  test.for(RESUMED.map(({ name }, i) => [name, i] as const))(
    "an interrupted build of the table of %s is resumed by the GPU and by the CPU, and the GPU resumes the CPU's",
    ([, i]) => {
      const [byGpu, byCpu, fromCpu] = report.interrupted[i] ?? [];
      expect(byGpu?.notes).toEqual(["interrupted", expect.stringMatching(/^\d+ of \d+ units$/)]);
      expect(byGpu?.notes[1]).not.toMatch(/^(\d+) of \1 /);
      for (const each of [byGpu, byCpu, fromCpu]) expect(each).toMatchObject(EQUAL);
    },
  );

  test.for(GAMES.map(({ name }, i) => [name, i] as const))("the game of %s has the outcomes of the CPU's", ([, i]) => {
    expect(report.games[i]?.[0]).toMatchObject(EQUAL);
  });

  test("an interrupted build of the game is resumed by the GPU and by the CPU", () => {
    expect(report.games[0]?.slice(1)).toMatchObject([{ ...EQUAL, notes: ["interrupted"] }, EQUAL]);
  });

  test("when the GPU is lost, the CPU continues from the checkpoint, and says so", () => {
    expect(report.afterLoss).toMatchObject(EQUAL);
    expect(report.afterLoss.notes).toEqual([
      expect.stringMatching(/SwiftShader/),
      expect.stringMatching(/^the GPU was lost: .*; continuing on the CPU, from the last checkpoint if there is one$/),
      expect.stringMatching(/^the CPU \(the GPU was lost: /),
      expect.stringMatching(/^[1-9]\d* of 53 units$/),
    ]);
  });
});
