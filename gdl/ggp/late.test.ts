/** Clocks: a legal move is answered in time whatever the match thread does, and the match continues. */
import { afterEach, expect, test } from "vitest";
import { closeAll, say, startPlayer, TIC_TAC_TOE, type TestPlayer } from "./ggp.fixture.ts";

afterEach(closeAll);

const program = new URL("bad-thread.fixture.ts", import.meta.url);

async function timed(tested: TestPlayer, message: string): Promise<{ answer: string; milliseconds: number }> {
  const started = performance.now();
  const answer = await say(tested, message);
  return { answer, milliseconds: performance.now() - started };
}

test.for(["hangs", "dies", "throws", "eats memory"])(
  "a thread that %s is restarted with the steps so far",
  async (way) => {
    const tested = await startPlayer({ program, megabytes: 64 });
    expect(await say(tested, `(START m a ((${way})) 5 1)`)).toBe("ready");
    const first = await timed(tested, "(PLAY m NIL)");
    expect(first.answer).toMatch(/^[ab]0$/);
    expect(first.milliseconds).toBeLessThan(1_000);
    // Detecting a lost thread takes a moment.
    await expect.poll(() => tested.log.filter((line) => line.includes("ready as")), { timeout: 5_000 }).toHaveLength(2);
    const second = await timed(tested, "(PLAY m (one))");
    expect(second.answer).toMatch(/^[ab]1$/);
    expect(second.milliseconds).toBeLessThan(1_000);
    await expect.poll(() => tested.log.filter((line) => line.includes("ready as")), { timeout: 5_000 }).toHaveLength(3);
    const third = await timed(tested, "(PLAY m (two))");
    expect(third.answer).toMatch(/^[ab]2$/);
    // No more restarts: from now on the interpreter is used.
    expect((await timed(tested, "(PLAY m (three))")).answer).toMatch(/^[ab]3$/);
    expect(await say(tested, "(INFO)")).toBe("((name tested) (status available))");
  },
);

test("a thread that is never ready: START is answered in time, and the interpreter provides legal moves", async () => {
  const tested = await startPlayer({ program, openMilliseconds: 2_500 });
  const start = await timed(tested, "(START m a ((never ready)) 1 1)");
  expect(start.answer).toBe("ready");
  expect(start.milliseconds).toBeLessThan(1_000);
  // The player waits as long as the clock allows.
  expect(start.milliseconds).toBeGreaterThan(800);
  const { answer, milliseconds } = await timed(tested, "(PLAY m NIL)");
  expect(answer).toMatch(/^[ab]0$/);
  expect(milliseconds).toBeLessThan(1_000);
  await expect.poll(() => tested.log.join(), { timeout: 6_000 }).toContain("opening the rulesheet took more than 3 s");
  expect((await timed(tested, "(PLAY m (one))")).milliseconds).toBeLessThan(300);
});

test("a thread without messages", async () => {
  const tested = await startPlayer({ program });
  await say(tested, "(START m a ((says nothing)) 1 1)");
  const { answer, milliseconds } = await timed(tested, "(PLAY m NIL)");
  expect(answer).toBe("noop");
  expect(milliseconds).toBeLessThan(1_000);
});

test("a play clock of one second", async () => {
  const tested = await startPlayer({ player: null });
  await say(tested, `(START m x (${TIC_TAC_TOE}) 5 1)`);
  let last = "NIL";
  const free = new Set(["1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 3"].map((cell) => `(take ${cell})`));
  for (let step = 0; step < 4; step++) {
    const { answer, milliseconds } = await timed(tested, `(PLAY m ${last})`);
    expect(milliseconds).toBeLessThan(1_000);
    if (step % 2 === 0) expect(free.delete(answer)).toBe(true);
    const [reply = ""] = free;
    if (step % 2 === 1) free.delete(reply);
    last = step % 2 === 0 ? `(${answer} noop)` : `(noop ${reply})`;
  }
});
