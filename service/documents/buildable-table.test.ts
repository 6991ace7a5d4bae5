/** What a build is said to take, compared with measured builds (docs/results/performance.md). */
import { expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { loadServedGame } from "../../server/game-source.ts";
import { buildableTable } from "./buildable-table.ts";

const NO_TABLES = {
  has: () => false,
  isUnfinished: () => false,
  open: () => {
    throw new Error("no tables");
  },
};

test.each([
  ["chinese-checkers", { side: "7", pieces: "3" }, 279_676_320, 98],
  ["chinese-dark-chess", {}, 2_562_434_704, 1_213],
] as const)(
  "%s: the estimate is within a factor of two of a measured build",
  async (id, options, entries, cpuSeconds) => {
    const { game } = await loadServedGame({ id });
    const rules = unwrap(await game.open(unwrap(parseOptions(game.options, options))));
    const found = buildableTable(rules, NO_TABLES);
    await rules.close();
    expect(found?.fileBytes).toBe(entries);
    const coreSeconds = (found?.seconds ?? 0) * threadCount();
    expect(coreSeconds).toBeGreaterThan(cpuSeconds / 2);
    expect(coreSeconds).toBeLessThan(cpuSeconds * 2);
  },
);
