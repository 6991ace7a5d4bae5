import { expect, test } from "vitest";
import { resuming } from "./jobs.ts";

test("the progress of a resumed build begins where the earlier one ended", () => {
  const done: (number | undefined)[] = [];
  const control = {
    signal: new AbortController().signal,
    report: (update: { progress?: { done: number } }) => done.push(update.progress?.done),
  };
  const { report } = resuming(control, 0.6);
  report({ resumed: true });
  for (const each of [0, 0.5, 1]) report({ progress: { phase: "sweep 1", done: each, note: "" } });
  expect(done).toEqual([undefined, 0.6, 0.8, 1]);
});

test("without a checkpoint it begins at 0", () => {
  const done: (number | undefined)[] = [];
  const control = {
    signal: new AbortController().signal,
    report: (update: { progress?: { done: number } }) => done.push(update.progress?.done),
  };
  resuming(control, 0.6).report({ progress: { phase: "sweep 1", done: 0.1, note: "" } });
  expect(done).toEqual([0.1]);
});
