/** Arimaa by the command: setting up, several steps on a line, what is marked on the board, what is refused. */
import { afterAll, describe, expect, test } from "vitest";
import { expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const board = (...rows: readonly string[]): string => rows.join("");
const FROZEN = board("........", "...r....", "........", "...e....", "...H....", "........", "R.......", "r.......");

describe("play", () => {
  test("a setup by name, then steps one by one or several on a line; what is left over is told", async () => {
    const { status, stdout } = await home.run(["play", "arimaa", "--against", "random", "--seed", "3"], {
      input: "99of9\nEe2n Ee3n\nundo\nEe3n Ee4n Ee5n Ra2n\nquit\n",
    });
    expect(status).toBe(0);
    expect(stdout).toContain("gold sets up, as in Ra1 Hb2; or by name: 99of9");
    expect(stdout).toContain(" a2 R   H   C   M   E   C   H   R h2\n a1 R   R   R   D   D   R   R   R h1\n");
    expect(stdout).toContain("gold: 4 steps left\n");
    expect(stdout).toContain("gold: 2 steps left after Ee2n Ee3n\n");
    expect(stdout).toContain("gold: 3 steps left after Ee2n\n");
    expect(stdout).toContain('"Ra2n" was not played: your turn had ended\n');
  });

  test("traps and frozen pieces are marked, and why a step is refused is said", async () => {
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
    expect(stdout).toMatch(/ pattern +0 rabbits, looked at \d+ +chosen: opening: /);
    expect(stdout).toContain("hint: Ee2n");
    const { stdout: silent } = await home.run(["play", "arimaa", "--setup", "99of9", "--against", "random"], {
      input: "plans\nquit\n",
    });
    expect(silent).toContain("The player does not tell what it weighs.\n");
  });

  test("a game that is over is shown as such", async () => {
    const { stdout } = await home.run(["play", "arimaa", "--against", "random", "--position", `g ${FROZEN}`], {});
    expect(stdout).toMatch(/\nsilver wins\.\n$/);
  });

  test("a position for the third time is refused to a person", async () => {
    // Silver can only move its cat to and fro behind its rabbits.
    const start = board("c.D.....", "rrD.....", "HH......", "........", "........", "........", "........", ".E.....R");
    const { stdout } = await home.run(["play", "arimaa", "--against", "random", "--position", `g ${start}`], {
      input: "Eb1w end\nEa1n end\nEa2s end\nEa1n end\nEa2s end\nquit\n",
    });
    expect(stdout).toContain('"end" is forbidden: the position after it has occurred 2 times already\n');
  });

  test("positions that cannot be are refused in one line", async () => {
    expectRefusal(await home.run(["play", "arimaa", "--position", "g rr"]), "2 squares; expected 64 from a8 to h1");
  });
});

test("perft counts steps", async () => {
  const start = "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR";
  const { stdout } = await home.run(["perft", "arimaa", start, "--depth", "1", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ counts: [{ depth: 1, sequences: 8 }] });
});
