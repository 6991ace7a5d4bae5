/** The benchmark that judges turns: values are those of the side that moved, and errors name the file. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benchArimaaJudge } from "./arimaa-judge.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-judge-"));
const START = "rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR";

async function valueOf(position: string, player: string): Promise<number> {
  const file = join(folder, "positions.txt");
  writeFileSync(file, `${position}\n`);
  const options = { judge: "best(nodes=20000)", players: [player], file, positions: 10 };
  return (await benchArimaaJudge(options, () => {})).judged[0]!.value.mean;
}

test("a turn that reaches goal has the greatest value, for either side", async () => {
  // Rows 8 to 1: each side has a rabbit next to its goal row.
  const rows = ["........", "R.......", "........", "...e....", "....E...", "........", "......r.", "........"].join(
    "",
  );
  expect(await valueOf(`g ${rows}`, "best(steps=4)")).toBe(3000);
  expect(await valueOf(`s ${rows}`, "best(steps=4)")).toBe(3000);
});

test("the value is positive for the side with more pieces, whichever moves", async () => {
  expect(await valueOf(`g ${START.replace("m", ".")}`, "best(nodes=20000)")).toBeGreaterThan(1000);
  expect(await valueOf(`s ${START.replace("m", ".")}`, "best(nodes=20000)")).toBeLessThan(-1000);
});

test.for([
  ["", /--file is missing/],
  [join(folder, "nowhere"), /cannot read ".*nowhere"/],
] as const)("file %j", async ([file, message]) => {
  const options = { judge: "random", players: ["random"], file, positions: 2 };
  await expect(benchArimaaJudge(options, () => {})).rejects.toThrow(message);
});
