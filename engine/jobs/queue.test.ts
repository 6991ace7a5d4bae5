/** The in-process queue: order, limits, cancellation, notifications. */
import { expect, test } from "vitest";
import { InProcessQueue, type Job, type JobControl, type JobWork } from "./queue.ts";

type TestJob = Job<string, number>;

/** A job that runs until the test resolves it. */
function held(name: string): {
  work: JobWork<string, number>;
  control: Promise<JobControl<number>>;
  finish: () => void;
  fail: () => void;
} {
  let begin: (control: JobControl<number>) => void = () => {};
  let [finish, fail] = [(): void => {}, (): void => {}];
  const control = new Promise<JobControl<number>>((resolve) => (begin = resolve));
  const run = (given: JobControl<number>): Promise<string> =>
    new Promise((resolve, reject) => {
      finish = () => resolve(`/${name}`);
      fail = () => reject(new Error(`${name} failed`));
      given.signal.addEventListener("abort", () => reject(new Error(`${name} saved`)));
      begin(given);
    });
  return {
    work: { title: name, request: name, resumable: true, run },
    control,
    finish: () => finish(),
    fail: () => fail(),
  };
}

const LIMITS = { running: 1, waiting: 2, remembered: 2, notifyMilliseconds: 0 };
const states = (queue: InProcessQueue<string, number>): string =>
  queue
    .list()
    .map(({ title, state }) => `${title} ${state}`)
    .join(", ");

test("jobs run in order of submission; the number of waiting jobs is limited", async () => {
  const queue = new InProcessQueue<string, number>(LIMITS);
  const [a, b, c] = [held("a"), held("b"), held("c")];
  const first = queue.submit(a.work);
  expect(first).toMatchObject({ title: "a", state: "running", started: expect.any(String) });
  queue.submit(b.work);
  queue.submit(c.work);
  expect(states(queue)).toBe("a running, b waiting, c waiting");
  expect(() => queue.submit(held("d").work)).toThrow("2 jobs are already waiting");
  a.finish();
  await b.control;
  expect(states(queue)).toBe("a done, b running, c waiting");
  expect(queue.get(first.id)).toMatchObject({ result: "/a", ended: expect.any(String), secondsLeft: null });
  b.fail();
  await c.control;
  expect(states(queue)).toBe("a done, b failed, c running");
  c.finish();
  await expect.poll(() => states(queue)).toBe("b failed, c done");
  expect(queue.get(first.id)).toBeNull();
});

test("a waiting or running job can be cancelled, and the next one starts", async () => {
  const queue = new InProcessQueue<string, number>({ ...LIMITS, remembered: 10 });
  const [a, b, c] = [held("a"), held("b"), held("c")];
  const jobs = [a, b, c].map(({ work }) => queue.submit(work));
  expect(await queue.cancel(jobs[1]?.id as string)).toMatchObject({ state: "cancelled", started: null });
  expect(await queue.cancel(jobs[0]?.id as string)).toMatchObject({ state: "cancelled", error: "a saved" });
  await c.control;
  expect(states(queue)).toBe("a cancelled, b cancelled, c running");
  expect(await queue.cancel("nothing")).toBeNull();
  await queue.close();
  expect(states(queue)).toBe("a cancelled, b cancelled, c interrupted");
  expect(() => queue.submit(a.work)).toThrow("accepts no jobs");
});

test("a cancelled job is stopping until it has saved its work", async () => {
  const queue = new InProcessQueue<string, number>(LIMITS);
  let saved = (): void => {};
  const run = ({ report }: JobControl<number>): Promise<string> => {
    report({ progress: { phase: "searching", done: 0.5, note: "" } });
    return new Promise((_, reject) => (saved = () => reject(new Error("saved"))));
  };
  const { id } = queue.submit({ title: "a", request: "a", resumable: true, run });
  const cancelled = queue.cancel(id);
  expect(queue.get(id)).toMatchObject({ state: "running", progress: { phase: "stopping", done: 0.5 } });
  saved();
  expect(await cancelled).toMatchObject({ state: "cancelled", error: "saved" });
});

test("progress is reported with the remaining time and live data", async () => {
  const queue = new InProcessQueue<string, number>(LIMITS);
  const heard: TestJob[] = [];
  const leave = queue.watch((job) => heard.push(job));
  const a = held("a");
  queue.submit(a.work);
  const { report } = await a.control;
  report({ progress: { phase: "begun", done: 0, note: "" } });
  report({ progress: { phase: "half", done: 0.5, note: "" } });
  report({ live: 7 });
  expect(heard.map(({ state, progress, live }) => [state, progress?.phase ?? null, live])).toEqual([
    ["waiting", null, null],
    ["running", null, null],
    ["running", "begun", null],
    ["running", "half", null],
    ["running", "half", 7],
  ]);
  expect(heard.at(-1)?.secondsLeft).toBeGreaterThanOrEqual(0);
  // A phase that begins at 0 again does not set the job back.
  report({ progress: { phase: "new part", done: 0.2, note: "" } });
  expect(heard.at(-1)?.progress).toEqual({ phase: "new part", done: 0.5, note: "" });
  leave();
  a.finish();
  await expect.poll(() => states(queue)).toBe("a done");
  report({ live: 8 });
  expect(queue.list()[0]?.live).toBe(7);
  expect(heard).toHaveLength(6);
});

test("the remaining time of a resumed job counts only what it has done itself", async () => {
  const queue = new InProcessQueue<string, number>(LIMITS);
  const a = held("a");
  queue.submit(a.work);
  const { report } = await a.control;
  report({ progress: { phase: "rest", done: 0.6, note: "" } });
  expect(queue.list()[0]?.secondsLeft).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 60));
  report({ progress: { phase: "rest", done: 0.8, note: "" } });
  // 60 ms for a fifth: the last fifth takes as long.
  expect(queue.list()[0]?.secondsLeft).toBeGreaterThan(0.05);
  a.finish();
});

test("frequent changes are throttled", async () => {
  const queue = new InProcessQueue<string, number>({ ...LIMITS, notifyMilliseconds: 50 });
  const heard: (number | null)[] = [];
  queue.watch(({ live }) => heard.push(live));
  const a = held("a");
  queue.submit(a.work);
  const { report } = await a.control;
  for (let i = 0; i < 1_000; i++) report({ live: i });
  await expect.poll(() => heard.at(-1)).toBe(999);
  expect(heard.length).toBeLessThan(10);
  a.finish();
});

test("jobs of an earlier queue are listed and count towards the limit", async () => {
  const earlier = new InProcessQueue<string, number>({ ...LIMITS, remembered: 10 });
  const [a, b] = [held("a"), held("b")];
  earlier.submit(a.work);
  earlier.submit(b.work);
  await a.control;
  await earlier.close();
  const queue = new InProcessQueue<string, number>(LIMITS, earlier.list());
  expect(states(queue)).toBe("a interrupted, b interrupted");
  expect(await queue.cancel(queue.list()[0]?.id as string)).toMatchObject({ title: "a", state: "interrupted" });
  const c = held("c");
  queue.submit(c.work);
  await c.control;
  c.finish();
  await expect.poll(() => states(queue)).toBe("b interrupted, c done");
});
