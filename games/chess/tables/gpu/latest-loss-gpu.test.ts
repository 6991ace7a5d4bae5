/** The longest loss that a table can have, solved on a GPU (SwiftShader). */
import { join } from "node:path";
import { expect, test } from "vitest";
import { canTestSwiftShader, runWithSwiftShader } from "../../../../engine/contracts/suites/swiftshader.ts";

test.runIf(canTestSwiftShader)("a loss in 254 plies has the CPU's byte", async () => {
  const report = await runWithSwiftShader(join(import.meta.dirname, "latest-loss-gpu.fixture.ts"));
  expect(report).toMatchObject({ wrong: 0, plies: 254, losses: 1 });
});
