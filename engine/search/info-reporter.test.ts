/** Thoughts before the choice: at intervals while there is something to tell, and never after. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SearchInfo } from "../contracts/player.ts";
import { INFO_INTERVAL_MS, reportInfo } from "./info-reporter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const thought = (nodes: number): SearchInfo => ({ value: 0, unit: "none", pv: [], nodes, milliseconds: 1, depth: 1 });

test("tells at intervals, from when there is something until the work ends", async () => {
  const told: number[] = [];
  let looks = 0;
  const soFar = (): SearchInfo | null => (++looks === 1 ? null : thought(looks));
  const work = (): Promise<string> => new Promise((resolve) => setTimeout(() => resolve("done"), 3.5 * INFO_INTERVAL_MS));
  const done = reportInfo(({ nodes }) => told.push(nodes), soFar, work);
  await vi.advanceTimersByTimeAsync(10 * INFO_INTERVAL_MS);
  expect(await done).toBe("done");
  expect(told).toEqual([2, 3]);
});

test("looks nothing up where nobody listens, and ends with work that fails", async () => {
  const soFar = vi.fn(() => thought(1));
  expect(await reportInfo(undefined, soFar, async () => 3)).toBe(3);
  await expect(
    reportInfo(
      () => {},
      soFar,
      () => Promise.reject(new Error("broken")),
    ),
  ).rejects.toThrow("broken");
  await vi.advanceTimersByTimeAsync(10 * INFO_INTERVAL_MS);
  expect(soFar).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
