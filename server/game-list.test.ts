/** The list of games while an uploaded rulesheet is slow to open. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { GameList } from "./game-list.ts";
import { until } from "./workbench.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-list-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = `(role a) (init p) (<= (legal a go)) (<= (next q) (true p)) (<= terminal (true q)) (goal a 100)`;
/** A transitive closure over a chain of 50,000. */
const CHAIN = Array.from({ length: 50_000 }, (_, i) => `(f ${i} ${i + 1})`).join(" ");
const SLOW = `${GOOD} ${CHAIN} (<= (g ?x ?y) (f ?x ?y)) (<= (g ?x ?z) (f ?x ?y) (g ?y ?z)) (<= (next r) (g 0 ?x) (true p))`;

test("the other games are listed", async () => {
  process.env["GAMELORE_HOME"] = folder;
  mkdirSync(join(folder, "rulesheets"));
  writeFileSync(join(folder, "rulesheets", `${"0".repeat(16)}.kif`), SLOW);
  writeFileSync(join(folder, "rulesheets", `${"f".repeat(16)}.kif`), GOOD);
  const games = await GameList.load({ sheetSeconds: 1 });
  try {
    const ids = async (): Promise<string[]> => (await games.summaries()).map(({ id }) => id);
    expect(await ids()).toEqual(expect.arrayContaining(["chess", "tic-tac-toe"]));
    await until(async () => (await ids()).includes(`sheet-${"f".repeat(16)}`));
  } finally {
    await games.close();
  }
});

test("after a restart, summaries are read instead of made, unless they are damaged", async () => {
  const id = `sheet-${"f".repeat(16)}`;
  const path = join(folder, "rulesheets", `${"f".repeat(16)}.summary.json`);
  const kept = readFileSync(path, "utf8");
  const titleAfter = async (text: string): Promise<string | undefined> => {
    writeFileSync(path, text);
    const games = await GameList.load();
    try {
      return (await games.summary(games.source(id))).title;
    } finally {
      await games.close();
    }
  };
  const { title } = (JSON.parse(kept) as { summary: { title: string } }).summary;
  // A title that the rulesheet does not have shows where it is from.
  expect(await titleAfter(kept.replace(`"title":"${title}"`, '"title":"Kept"'))).toBe("Kept");
  for (const damaged of [kept.slice(0, -20), "{}", kept.replace(/"madeBy":"[^"]*"/, '"madeBy":"0.0.0"')])
    expect(await titleAfter(damaged)).toBe(title);
});
