/** The player over real sockets: the protocol and the behaviour of real servers. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { recordedNames, recordedPlayouts, recordedRules } from "../reasoner.fixture.ts";
import { closeAll, HIDE, LAMPS, say, scrambledCase, startPlayer, THREE, TIC_TAC_TOE } from "./ggp.fixture.ts";
import { sendMessage } from "./remote-player.ts";

afterEach(closeAll);

const START = `(START m x (${TIC_TAC_TOE}) 20 2)`;
const TAKE = /^\(take [123] [123]\)$/;

/** Sends raw bytes; returns the answer until the connection is closed. */
function raw(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", async () => {
      for (const part of parts) socket.write(part);
    });
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    setTimeout(() => socket.destroy(), 3_000).unref();
  });
}

describe("the protocol", () => {
  test("a match from INFO to STOP", async () => {
    const tested = await startPlayer();
    expect(await say(tested, "(INFO)")).toBe("((name tested) (status available))");
    expect(await say(tested, "(PREVIEW ((role a)) 1)")).toBe("ready");
    expect(await say(tested, START)).toBe("ready");
    const first = await say(tested, "(PLAY m NIL)");
    expect(first).toMatch(TAKE);
    expect(await say(tested, `(PLAY m (${first} noop))`)).toBe("noop");
    const reply = ["(take 1 1)", "(take 2 2)"].find((move) => move !== first) as string;
    const second = await say(tested, `(PLAY m (noop ${reply}))`);
    expect(second).toMatch(TAKE);
    expect([first, reply]).not.toContain(second);
    expect(await say(tested, `(STOP m (${second} noop))`)).toBe("done");
    expect(await say(tested, "(PLAY m NIL)")).toBe("busy");
  });

  test("by GET, by OPTIONS, and by HTTP/1.0 in pieces", async () => {
    const { server, address } = await startPlayer();
    const got = await fetch(`${server.url}/${encodeURIComponent("(info)")}`);
    expect(await got.text()).toBe("((name tested) (status available))");
    expect(got.headers.get("content-type")).toBe("text/acl");
    const options = await fetch(server.url, { method: "OPTIONS" });
    expect(options.status).toBe(200);
    expect(options.headers.get("access-control-allow-origin")).toBeNull();
    const pieces = await raw(address.port, "POST / HTTP/1.0\r\nContent-Le", "ngth: 6\r\n\r\n(IN", "FO)");
    expect(pieces).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\(\(name tested\)/);
  });

  test("ABORT removes a match in any state", async () => {
    const tested = await startPlayer();
    const starting = say(tested, START);
    await sleep(30);
    expect(await say(tested, "(ABORT m)")).toBe("aborted");
    expect(await starting).toBe("busy");
    expect(tested.player.playing).toBe(0);
    expect(await say(tested, "(ABORT m)")).toBe("busy");
  });
});

describe("repeated and lost messages", () => {
  test("the same START, PLAY and STOP", async () => {
    const tested = await startPlayer();
    expect(await Promise.all([say(tested, START), say(tested, START)])).toEqual(["ready", "ready"]);
    expect(tested.player.playing).toBe(1);
    const [first = "", again = ""] = await Promise.all([say(tested, "(PLAY m NIL)"), say(tested, "(PLAY m NIL)")]);
    expect(again).toBe(first);
    expect(await say(tested, "(PLAY m NIL)")).toBe(first);
    expect(await say(tested, START)).toBe("ready");
    expect(await say(tested, `(PLAY m (${first} noop))`)).toBe("noop");
    const reply = ["(take 1 1)", "(take 2 2)"].find((move) => move !== first) as string;
    const second = await say(tested, `(PLAY m (noop ${reply}))`);
    expect(await say(tested, `(PLAY m (noop ${reply}))`)).toBe(second);
    expect(await say(tested, `(PLAY m (${first} noop))`)).toBe("noop");
    expect(await say(tested, "(PLAY m NIL)")).toBe(first);
    expect(await say(tested, `(PLAY m (${second} noop))`)).toBe("noop");
    expect(await say(tested, "(STOP m NIL)")).toBe("done");
    expect(await say(tested, "(STOP m NIL)")).toBe("busy");
  });

  test("equal moves in two steps are two steps if legal", async () => {
    const tested = await startPlayer();
    await say(tested, `(START m hider (${HIDE}) 20 2)`);
    const answers: string[] = [];
    let last = "NIL";
    for (let step = 0; step < 3; step++) {
      const answer = await say(tested, `(PLAY m ${last})`);
      answers.push(answer);
      last = `(${answer} (choose left))`;
    }
    expect(await say(tested, `(STOP m ${last})`)).toBe("done");
    await expect
      .poll(() => tested.log.join("\n"))
      .toContain(answers[2] === "(choose left)" ? "ended: 0 100" : "ended: 100 0");
  });

  test("START of a running match for another role", async () => {
    const tested = await startPlayer();
    await say(tested, START);
    expect(await say(tested, START.replace(" x ", " o "))).toBe("busy");
    expect(await say(tested, "(PLAY m NIL)")).toMatch(TAKE);
  });

  test("the server replaced our move", async () => {
    const tested = await startPlayer();
    await say(tested, START);
    const first = await say(tested, "(PLAY m NIL)");
    const other = ["(take 1 1)", "(take 2 2)"].find((move) => move !== first) as string;
    expect(await say(tested, `(PLAY m (${other} noop))`)).toBe("noop");
    expect(await say(tested, `(PLAY m (noop ${first}))`)).toMatch(TAKE);
    expect(tested.log.join()).not.toContain("lost");
  });

  test("a lost step is recovered from the next", async () => {
    const tested = await startPlayer();
    await say(tested, START);
    const first = await say(tested, "(PLAY m NIL)");
    const free = ["(take 1 1)", "(take 2 2)", "(take 3 3)"].filter((move) => move !== first);
    const next = await say(tested, `(PLAY m (noop ${free[0]}))`);
    expect(next).toMatch(TAKE);
    expect([first, free[0]]).not.toContain(next);
    expect(await say(tested, `(PLAY m (${next} noop))`)).toBe("noop");
    expect(tested.log.filter((line) => /a step was lost/.test(line))).toHaveLength(1);
  });

  test("a repeated message after a closed connection gets the same answer", async () => {
    const tested = await startPlayer({ player: null });
    await say(tested, `(START m hider (${HIDE}) 20 1)`);
    const first = await say(tested, "(PLAY m NIL)");
    const moves = `(${first} (choose left))`;
    await sendMessage(tested.address, `(PLAY m ${moves})`, 100);
    const again = await say(tested, `(PLAY m ${moves})`);
    expect(await say(tested, `(PLAY m (${again} (choose right)))`)).toMatch(/^\(choose/);
    expect(await say(tested, "(STOP m ((choose left) (choose left)))")).toBe("done");
  });
});

describe("a searching player", () => {
  test("stays within its clock, with repeated and illegal messages during the search", async () => {
    const tested = await startPlayer({ player: null });
    await say(tested, `(START m x (${TIC_TAC_TOE}) 20 1)`);
    expect(tested.log.join()).toContain("played by hybrid");
    // One move from winning: x has 1 1 and 1 2.
    const steps = ["((take 1 1) noop)", "(noop (take 3 3))", "((take 1 2) noop)"];
    for (const last of ["NIL", ...steps]) await say(tested, `(PLAY m ${last})`);
    const asking = say(tested, "(PLAY m (noop (take 3 2)))");
    await sleep(20);
    const repeats = [say(tested, "(PLAY m (noop (take 3 2)))"), say(tested, "(PLAY m (no such))")];
    expect(await Promise.all([asking, ...repeats])).toEqual(["(take 1 3)", "(take 1 3)", "(take 1 3)"]);
    expect(tested.log.join()).not.toContain("late");
  });

  test("searches while the other player thinks", async () => {
    const sheet = readFileSync(new URL("../rulesheets/breakthrough-small.kif", import.meta.url), "utf8");
    const tested = await startPlayer({ player: "uct" });
    await say(tested, `(START m black (${sheet.replaceAll(/;.*/g, "")}) 5 1)`);
    expect(await say(tested, "(PLAY m NIL)")).toBe("noop");
    const usedBefore = process.cpuUsage();
    // Nothing else runs in this process.
    await expect.poll(() => process.cpuUsage(usedBefore).user / 1000, { timeout: 60_000 }).toBeGreaterThan(1_500);
    expect(await say(tested, "(PLAY m ((move 1 2 1 3) noop))")).toMatch(/^\(move /);
    expect(tested.log.join()).not.toContain("ARBITRARY");
  });

  test("plays games with simultaneous moves", async () => {
    const tested = await startPlayer({ player: null });
    await say(tested, `(START m seeker (${HIDE}) 20 1)`);
    expect(await say(tested, "(PLAY m NIL)")).toMatch(/^\(choose (left|right)\)$/);
  });
});

describe("several matches", () => {
  test("in parallel; further ones are busy until one ends", async () => {
    const tested = await startPlayer({ matches: 3 });
    const start = (id: string): Promise<string> => say(tested, START.replace("START m", `START ${id}`));
    expect(await Promise.all(["a", "b", "c"].map(start))).toEqual(["ready", "ready", "ready"]);
    expect(await say(tested, "(INFO)")).toBe("((name tested) (status busy))");
    expect(await start("d")).toBe("busy");
    expect(await say(tested, "(PLAY d NIL)")).toBe("busy");
    const moves = await Promise.all(["a", "b", "c"].map((id) => say(tested, `(PLAY ${id} NIL)`)));
    for (const move of moves) expect(move).toMatch(TAKE);
    expect(await say(tested, "(STOP b NIL)")).toBe("done");
    expect(await start("d")).toBe("ready");
  });

  test("a match without messages is abandoned", async () => {
    const tested = await startPlayer({ idleMilliseconds: 3_000 });
    await say(tested, START);
    expect(tested.player.playing).toBe(1);
    await expect.poll(() => tested.player.playing, { timeout: 20_000 }).toBe(0);
    expect(tested.log.at(-1)).toContain("abandoned");
    expect(await say(tested, "(PLAY m NIL)")).toBe("busy");
  });
});

describe("kinds of games", () => {
  test("one role", async () => {
    const tested = await startPlayer();
    await say(tested, `(START m robot (${LAMPS}) 20 2)`);
    const pressed = new Set<string>();
    for (let last = "NIL", step = 0; step < 3; step++) {
      const move = await say(tested, `(PLAY m ${last})`);
      pressed.add(move);
      last = `(${move})`;
    }
    expect([...pressed].toSorted()).toEqual(["(press a)", "(press b)", "(press c)"]);
  });

  test("three roles", async () => {
    const tested = await startPlayer();
    await say(tested, `(START m b (${THREE}) 20 2)`);
    expect(await say(tested, "(PLAY m NIL)")).toBe("noop");
    expect(await say(tested, "(PLAY m ((name 1) noop noop))")).toMatch(/^\(name [12]\)$/);
  });

  test.for([
    ["upper case", (text: string) => text.toUpperCase()],
    ["random case", scrambledCase],
  ] as const)("in %s", async ([, change]) => {
    const tested = await startPlayer();
    expect(await say(tested, change(START))).toBe("ready");
    const id = change(START).split(" ")[1] as string;
    const first = await say(tested, `(play ${id} nil)`);
    expect(first).toMatch(/^\(take [123] [123]\)$/i);
    expect(await say(tested, `(Play ${id} (${first.toUpperCase()} NOOP))`)).toMatch(/^noop$/i);
  });

  const recorded = ["3pConnectFour.v0", "biddingTicTacToe.v0", "eightPuzzle.v0", "roshambo2.v0"].filter((name) =>
    recordedNames.includes(name),
  );
  test.for(recorded)("recorded games of %s: every answer is legal", async (name) => {
    const tested = await startPlayer();
    const [playout] = recordedPlayouts(name);
    const { roles, steps } = playout as NonNullable<typeof playout>;
    const role = roles.length - 1;
    expect(await say(tested, `(START m ${roles[role]} (${recordedRules(name)}) 60 5)`)).toBe("ready");
    let last = "NIL";
    for (const { legal, move } of steps.slice(0, 20)) {
      expect(legal[role]).toContain(await say(tested, `(PLAY m ${last})`));
      last = `(${move.join(" ")})`;
    }
    expect(tested.log.join()).not.toContain("lost");
  });
});
