/** Search info is reported at intervals during the search, and never after it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SearchInfo } from "../contracts/player.ts";
import { INFO_INTERVAL_MS, reportInfo } from "./info-reporter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const infoOf = (nodes: number): SearchInfo => ({ value: 0, unit: "none", pv: [], nodes, milliseconds: 1, depth: 1 });

test("reports at intervals until the work ends; the first intervals are short", async () => {
  const reported: number[] = [];
  let calls = 0;
  const began = Date.now();
  const current = (): SearchInfo | null => (++calls === 1 ? null : infoOf(Date.now() - began));
  const work = (): Promise<string> =>
    new Promise((resolve) => setTimeout(() => resolve("done"), 3.5 * INFO_INTERVAL_MS));
  const done = reportInfo(({ nodes }) => reported.push(nodes), current, work);
  await vi.advanceTimersByTimeAsync(10 * INFO_INTERVAL_MS);
  expect(await done).toBe("done");
  expect(reported).toEqual([15, 35, 75, 155, 315, 515]);
});

test("does not poll without a listener, and stops when the work fails", async () => {
  const current = vi.fn(() => infoOf(1));
  expect(await reportInfo(undefined, current, async () => 3)).toBe(3);
  await expect(
    reportInfo(
      () => {},
      current,
      () => Promise.reject(new Error("broken")),
    ),
  ).rejects.toThrow("broken");
  await vi.advanceTimersByTimeAsync(10 * INFO_INTERVAL_MS);
  expect(current).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
