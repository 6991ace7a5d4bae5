/** Two-side builds are deterministic, and whole tables agree with the rules of the game. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { CheckpointHooks, TableSpec } from "../../engine/contracts/table.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { solve, type SolvedCopy } from "./solved.fixture.ts";
import { checkTwoSide } from "./two-side-solve.ts";
import type { TwoSide } from "./two-side-table.ts";
import { readTwoSide, twoSideSpec } from "./two-side.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-two-side-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tableOf(side: number, pieces: number, win: string, moves: string): TwoSide {
  return unwrap(readTwoSide({ side, pieces, win, moves }));
}

const solved = new Map<string, Promise<SolvedCopy>>();
/** Solves each table once. */
function solvedOnce(spec: TableSpec): Promise<SolvedCopy> {
  const solving = solved.get(spec.identity.name) ?? solve(spec, { threads: 2 });
  solved.set(spec.identity.name, solving);
  return solving;
}

describe.for([
  ["all", "paper"],
  ["filled", "all"],
] as const)("three against three on 5x5, win %s, moves %s", ([win, moves]) => {
  const table = tableOf(5, 3, win, moves);
  test("every entry follows from its successors by the rules", async () => {
    const { bytes } = await solvedOnce(twoSideSpec(table));
    expect(await checkTwoSide(table, bytes, { threads: 2 })).toEqual({ checked: 3_542_000, wrong: 0, example: null });
  });
});

test("a check finds a changed entry", async () => {
  const table = tableOf(4, 3, "all", "all");
  const { bytes } = await solve(twoSideSpec(table));
  const lost = bytes.indexOf(3); // lost in 2 plies
  const changed = bytes.with(lost, 0);
  const { wrong, example } = await checkTwoSide(table, changed, { threads: 1 });
  expect(wrong).toBeGreaterThan(0);
  expect(example).not.toBeNull();
  const part = await checkTwoSide(table, bytes, { threads: 2, everyNthRow: 7 });
  expect(part).toEqual({ checked: 80 * 286, wrong: 0, example: null });
});

test("an interrupted build resumes from the store's checkpoint", async () => {
  const spec = twoSideSpec(tableOf(5, 3, "all", "paper"));
  const store = new TableStore(folder);
  const checkpoint = store.checkpoint(spec.identity, spec.solver, { intervalSeconds: 0 });
  const aborter = new AbortController();
  let calls = 0;
  const hooks: CheckpointHooks = {
    restore: (target) => checkpoint.restore(target),
    due: () => ++calls > 12 && checkpoint.due(),
    save: async (bytes) => {
      aborter.abort();
      await checkpoint.save(bytes);
    },
  };
  const solving = solve(spec, { signal: aborter.signal, checkpoint: hooks });
  await expect(solving).rejects.toMatchObject({ code: "interrupted" });
  expect(store.list()).toMatchObject([{ status: "unfinished" }]);
  const rest = await solve(spec, { threads: 2, checkpoint: store.checkpoint(spec.identity, spec.solver) });
  const whole = await solvedOnce(spec);
  expect(Buffer.compare(rest.bytes, whole.bytes)).toBe(0);
  expect(rest.histogram).toEqual(whole.histogram);
});
