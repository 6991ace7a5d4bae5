/** Arimaa on the command line: setup, several steps per line, marks on the board, errors. */
import { afterAll, describe, expect, test } from "vitest";
import { expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const board = (...rows: readonly string[]): string => rows.join("");
const FROZEN = board("........", "...r....", "........", "...e....", "...H....", "........", "R.......", "r.......");

describe("play", () => {
  test("a setup by name, then steps one by one or several per line; leftover steps are reported", async () => {
    const { status, stdout } = await home.run(["play", "arimaa", "--against", "random", "--seed", "3"], {
      input: "99of9 done\nEe2n Ee3n\nundo\nEe3n Ee4n Ee5n Ra2n\nquit\n",
    });
    expect(status).toBe(0);
    expect(stdout).toContain("gold sets up: ? shows how");
    expect(stdout).toContain(" a2 R   H   C   M   E   C   H   R h2\n a1 R   R   R   D   D   R   R   R h1\n");
    expect(stdout).toContain("gold: 4 steps left\n");
    expect(stdout).toContain("gold: 2 steps left after Ee2n Ee3n\n");
    expect(stdout).toContain("gold: 3 steps left after Ee2n\n");
    expect(stdout).toContain('"Ra2n" was not played: your turn is over\n');
  });

  test("traps and frozen pieces are marked, and a refused step is explained", async () => {
    const position = `g ${FROZEN.replace(/r\.{7}$/, "........")}`;
    const { stdout } = await home.run(["play", "arimaa", "--against", "random", "--position", position], {
      input: "Hd4s\nmoves\nquit\n",
    });
    expect(stdout).toContain(" a3 ·   ·   x   ·   ·   x   ·   · h3\n");
    expect(stdout).toContain(" a4 ·   ·   ·   H*  ·   ·   ·   · h4\n");
    expect(stdout).toContain('"Hd4s" is not a move here: H on d4 is frozen');
    expect(stdout).toContain("Ra2e Ra2n\n");
  });

  test("the player's plans are shown with their reasons", async () => {
    const { stdout } = await home.run(["play", "arimaa", "--setup", "99of9", "--against", "rat"], {
      input: "plans\nhint\nquit\n",
    });
    expect(stdout).toMatch(/ pattern +0 rabbits, count \d+ +chosen: elephant-horse: /);
    expect(stdout).toMatch(/hint: \S+ {2}.* for gold, searched to depth \d+/);
    const { stdout: silent } = await home.run(["play", "arimaa", "--setup", "99of9", "--against", "random"], {
      input: "plans\nquit\n",
    });
    expect(silent).toContain("This player does not report candidates.\n");
  });

  test("a finished game is shown as finished", async () => {
    const { stdout } = await home.run(["play", "arimaa", "--against", "random", "--position", `g ${FROZEN}`], {});
    expect(stdout).toMatch(/\nsilver wins\.\n$/);
  });

  test("a third repetition is refused", async () => {
    // Silver can only move its cat back and forth behind its rabbits.
    const start = board("c.D.....", "rrD.....", "HH......", "........", "........", "........", "........", ".E.....R");
    const { stdout } = await home.run(["play", "arimaa", "--against", "random", "--position", `g ${start}`], {
      input: "Eb1w end\nEa1n end\nEa2s end\nEa1n end\nEa2s end\nquit\n",
    });
    expect(stdout).toContain('"end" is forbidden: it would repeat a position that has already occurred 2 times\n');
  });

  test("impossible positions are refused in one line", async () => {
    expectRefusal(await home.refuse(["play", "arimaa", "--position", "g rr"]), "2 squares; expected 64 from a8 to h1");
  });
});

describe("setup in play", () => {
  const SETUP = ["play", "arimaa", "--against", "random", "--seed", "3"];

  test("pieces are placed, moved, removed and undone, with the board each time; done plays", async () => {
    const script = [
      "Ra1 Hb2",
      "Ra1>c1",
      "?",
      "99of9",
      "a1 b2",
      "mirror",
      "undo",
      "-a1",
      "done",
      "Ha1",
      "done",
      "position",
    ];
    const { status, stdout, stderr } = await home.run(SETUP, { input: script.map((line) => `${line}\n`).join("") });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const answers = stdout.split("gold to move (? for help): ");
    const rows = (text = ""): string => (/ a2 ([^\n]*) h2\n a1 ([^\n]*) h1\n/.exec(text) ?? []).slice(1).join("/");
    const shown = [1, 2, 4, 5, 6, 7, 8].map((i) => rows(answers[i]).replaceAll("   ", ""));
    expect(shown).toEqual([
      "·H······/R·······",
      "·H······/··R·····",
      "RHCMECHR/RRRDDRRR",
      "RRCMECHR/HRRDDRRR",
      "RHCEMCRR/RRRDDRRH",
      "RRCMECHR/HRRDDRRR",
      "RRCMECHR/·RRDDRRR",
    ]);
    expect(answers[3]).toContain("  Ra1>b1 ");
    expect(answers[9]).toBe("not done: still to place: H\n");
    expect(answers[11]).toMatch(/^silver plays /);
    expect(answers[12]).toMatch(/^g .{16}\.{32}RRCMECHRHRRDDRRR\n/);
  });

  test("an unfinished setup can be resumed", async () => {
    const left = await home.run(SETUP, { input: "99of9\n-e2\nquit\n" });
    const [, line = ""] = /\n {2}(gamelore play .*)\n$/.exec(left.stdout) ?? [];
    expect(line).toContain('--position "setup g ');
    const again = await home.runLine(line, "Ee2 d2 e2 done\nposition\n");
    expect(again.stdout).toMatch(/: g .{16}\.{32}RHCEMCHRRRRDDRRR\n/);
  });

  test("undo after done returns to editing the setup", async () => {
    const { stdout } = await home.run(SETUP, { input: "99of9 done\nundo\nposition\ng2>h2\nposition\n" });
    expect(stdout).toContain(": setup g ................................................RHCMECH.RRRDDRRR\n");
    expect(stdout).toContain(": setup g ................................................RHCMEC.HRRRDDRRR\n");
  });
});

describe("setup", () => {
  const piped = (input: string, ...words: string[]) => home.run(["arimaa", "setup", ...words], { input });

  test("prints only the resulting position", async () => {
    expect(await piped("99of9 Ee2>e4 silver\n# a remark\n\n-a1\nundo\n")).toEqual({
      status: 0,
      stdout: "s rrrddrrrrhcemchr....................E...........RHCM.CHRRRRDDRRR\n",
      stderr: "",
    });
  });

  test("accepts a position, single sides, and swapped colours", async () => {
    const start = "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR";
    const { stdout } = await piped("gold fritzlein turn", start);
    expect(stdout).toBe("s rrrrrrrrdhcmechd................................RHCEMCHRRRRDDRRR\n");
  });

  test("an impossible position is reported, but printed", async () => {
    const outcome = await piped("Mc3 Ma1 frob\nRb8 done\nEe4\n");
    expect(outcome).toMatchObject({
      status: 1,
      stdout: "g .R........................................M.............M.......\n",
    });
    expect(outcome.stderr).toMatch(/^line 1: "frob" is not a command/);
    expect(outcome.stderr).toContain("not a position: 2 M; gold has at most 1 camel\n");
    expect(outcome.stderr).toContain("not a position: M on the trap c3 has no adjacent friend");
    expect(outcome.stderr).toContain("note: R on b8 is on its goal row\n");
    expect(outcome.stderr).toContain("note: silver has no rabbit\n");
  });

  test.each([
    [["g rr"], /2 squares; expected 64/],
    [["g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR Ee2n"], /start of a turn/],
  ])("%j is refused", async (words, why) => {
    expectRefusal(await piped("", ...words), why);
  });
});

test("perft counts steps", async () => {
  const start = "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR";
  const { stdout } = await home.run(["perft", "arimaa", start, "--depth", "1", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ counts: [{ depth: 1, sequences: 8 }] });
});
