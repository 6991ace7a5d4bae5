/** Tables of a set that is not complete: what is there answers, what is missing is named. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Probe } from "../../engine/contracts/table.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { tablesFolder } from "../../engine/tables/folder.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "../../games/chinese-dark-chess/game.ts";
import { buildFor, openTestBench, type TestBench } from "../workbench.fixture.ts";
import { materialBook, materialKey } from "./material-book.ts";

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
  await buildFor("chinese-dark-chess", { elements: 2 });
});
afterAll(() => bench.remove());

test("pieces have one key, whichever side has them", () => {
  const kqk = [
    { letter: "K", owner: 0 },
    { letter: "Q", owner: 0 },
    { letter: "k", owner: 1 },
  ];
  const swapped = [
    { letter: "K", owner: 0 },
    { letter: "q", owner: 1 },
    { letter: "k", owner: 1 },
  ];
  expect(materialKey(swapped, true)).toBe(materialKey(kqk));
  expect(materialKey(swapped)).not.toBe(materialKey(kqk));
});

test("of a set of three pieces, tables of two answer and a table of three is named with its command", async () => {
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  const set = unwrap(game.tableSet?.({ ...defaultsOf(game.tableOptions), elements: 3 }) ?? { ok: true, value: null });
  const book = set && materialBook(rules, new TableStore(tablesFolder()), [set]);
  if (!book) throw new Error("there is no set of three");
  const probe = async (text: string): Promise<Probe> =>
    unwrap(await book.book.probe(unwrap(rules.parsePosition(text))));
  expect((await probe("k......./......../.......G/........ w 0")).value.outcome).toBeTruthy();
  await expect(probe("k......./......../.......G/.......K w 0")).rejects.toMatchObject({
    code: "table-missing",
    message: expect.stringMatching(
      /^the table revealed-\S+ \([\d,]+ entries\) is not built; build it with: gamelore solve chinese-dark-chess --material /,
    ),
  });
  await expect(probe("kr....../......../.......G/......KK w 0")).rejects.toThrow();
  book.close();
  await rules.close();
});
