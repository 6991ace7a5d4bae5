/** Clocks: a legal move is answered whatever the match thread does, and the match continues. Without the clock there would be no answer. */
import { afterEach, expect, test } from "vitest";
import { closeAll, say, startPlayer, TIC_TAC_TOE } from "./ggp.fixture.ts";

afterEach(closeAll);

const program = new URL("bad-thread.fixture.ts", import.meta.url);

test.for(["hangs", "dies", "throws", "eats memory"])(
  "a thread that %s is restarted with the steps so far",
  async (way) => {
    const tested = await startPlayer({ program, megabytes: 64, hangMilliseconds: 800 });
    expect(await say(tested, `(START m a ((${way})) 5 1)`)).toBe("ready");
    expect(await say(tested, "(PLAY m NIL)")).toMatch(/^[ab]0$/);
    // Detecting a lost thread takes a moment.
    await expect
      .poll(() => tested.log.filter((line) => line.includes("ready as")), { timeout: 30_000 })
      .toHaveLength(2);
    expect(await say(tested, "(PLAY m (one))")).toMatch(/^[ab]1$/);
    await expect
      .poll(() => tested.log.filter((line) => line.includes("ready as")), { timeout: 30_000 })
      .toHaveLength(3);
    // What earlier threads had learned is kept.
    expect(tested.log.map((line) => /bad after \d games/.exec(line)?.[0]).filter((each) => each !== undefined)).toEqual(
      ["bad after 0 games", "bad after 1 games", "bad after 2 games"],
    );
    expect(await say(tested, "(PLAY m (two))")).toMatch(/^[ab]2$/);
    // No more restarts: from now on the interpreter is used.
    expect(await say(tested, "(PLAY m (three))")).toMatch(/^[ab]3$/);
    expect(await say(tested, "(INFO)")).toBe("((name tested) (status available))");
  },
);

test("a thread that is never ready: START is answered in time, and the interpreter provides legal moves", async () => {
  const tested = await startPlayer({ program, openMilliseconds: 2_500 });
  expect(await say(tested, "(START m a ((never ready)) 1 1)")).toBe("ready");
  expect(await say(tested, "(PLAY m NIL)")).toMatch(/^[ab]0$/);
  await expect.poll(() => tested.log.join(), { timeout: 30_000 }).toContain("opening the rulesheet took more than 3 s");
  expect(await say(tested, "(PLAY m (one))")).toMatch(/^[ab]1$/);
});

test("a thread without messages", async () => {
  const tested = await startPlayer({ program });
  await say(tested, "(START m a ((says nothing)) 1 1)");
  expect(await say(tested, "(PLAY m NIL)")).toBe("noop");
});

test("a play clock of one second", async () => {
  const tested = await startPlayer({ player: null });
  await say(tested, `(START m x (${TIC_TAC_TOE}) 5 1)`);
  let last = "NIL";
  const free = new Set(["1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 3"].map((cell) => `(take ${cell})`));
  for (let step = 0; step < 4; step++) {
    const answer = await say(tested, `(PLAY m ${last})`);
    if (step % 2 === 0) expect(free.delete(answer)).toBe(true);
    const [reply = ""] = free;
    if (step % 2 === 1) free.delete(reply);
    last = step % 2 === 0 ? `(${answer} noop)` : `(noop ${reply})`;
  }
});
