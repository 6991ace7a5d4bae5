/** `gamelore play` with scripted input: prompts, replies, undo, resume. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReferenceRules } from "../games/chinese-checkers/reference.fixture.ts";
import { expectRefusal, Home, type Outcome } from "./run.fixture.ts";

const home = new Home();
const VARIANT = ["chinese-checkers", "--side", "4", "--pieces", "3"];
const START = "o/oo/3/4/3/xx/x x";
const PROMPT = "x to move (? for help): ";
beforeAll(async () => expect(await home.run(["solve", ...VARIANT])).toMatchObject({ status: 0 }));
afterAll(() => home.remove());

const rules = new ReferenceRules({ side: 4, pieces: 3, win: "filled", moves: "all", stuck: "pass" });

function play(lines: readonly string[], ...words: string[]): Promise<Outcome> {
  return home.run(["play", ...VARIANT, ...words], { input: lines.map((line) => `${line}\n`).join("") });
}

/** The output after each input line, starting with the output before the first. */
function answers({ stdout }: Outcome): string[] {
  return stdout.split(PROMPT);
}

/** The resume command and the position in it. */
function resumeLine({ stdout }: Outcome): { line: string; position: string } {
  const [, line = ""] = /\nYou left the game; resume with:\n {2}(.*)\n$/.exec(stdout) ?? [];
  const [, position = ""] = /--position "(.*)"$/.exec(line) ?? [];
  return { line, position };
}

describe("a short scripted game", () => {
  let outcome: Outcome;
  beforeAll(async () => {
    const script = [
      "?",
      "values",
      "hint",
      "a1-a2",
      "d3-z9",
      "what",
      "",
      "D4-B4",
      "position",
      "undo",
      "position",
      "undo",
      "quit",
    ];
    outcome = await play(script, "--against", "alphabeta(depth=2)");
  });

  test("succeeds without output on stderr, colours, or unanswered lines", () => {
    expect(outcome).toMatchObject({ status: 0, stderr: "" });
    expect(outcome.stdout).not.toContain("\u001B");
    expect(answers(outcome)).toHaveLength(14);
  });

  test("the board is shown first", () => {
    const [first = ""] = answers(outcome);
    expect(first).toMatch(/^\n {7}a1 o\n {5}b1 o {3}o a2\n/);
  });

  test("help lists every command", () => {
    const [, help] = answers(outcome);
    for (const word of ["values", "hint", "plans", "undo", "position", "quit"]) expect(help).toContain(`  ${word} `);
  });

  test("where no value is exact, the best lines of a search are shown; a hint is a legal move", () => {
    const [, , values = "", hint = ""] = answers(outcome);
    const legal = rules.moves(rules.initial());
    const [moves = "", heading = "", ...lines] = values.trimEnd().split("\n");
    expect(moves.split(" ").toSorted()).toEqual(legal.toSorted());
    expect(heading).toMatch(/ for x  searched to depth \d+, [\d,]+ nodes in .*, by alphabeta\(|^x wins in \d+ moves /);
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(legal).toContain(/^ +(?:[+-]?[\d.]+|wins in \d+) {2}(\S+)/.exec(line)?.[1]);
    expect(legal).toContain(/^hint: (\S+) /.exec(hint)?.[1]);
  });

  test("an illegal move is reported, and the prompt returns", () => {
    const [, , , , illegal, offBoard, nonsense, nothing] = answers(outcome);
    expect(illegal).toMatch(/^a1-a2 is not legal here; for example \S+\n$/);
    expect(offBoard).toMatch(/^[^\n]*z9[^\n]*\n$/);
    expect(nonsense).toMatch(/^[^\n]+\n$/);
    expect(nothing).toBe("");
  });

  test("the computer replies, and positions follow the moves", () => {
    const [, , , , , , , , afterMove = "", position = ""] = answers(outcome);
    const reply = /^o plays (\S+) /.exec(afterMove)?.[1] ?? "";
    const moved = rules.play(rules.initial(), "d4-b4");
    expect(rules.moves(moved)).toContain(reply);
    expect(position).toBe(`${rules.text(rules.play(moved, reply))}\n`);
  });

  test("undo takes both moves back and reports when there is none", () => {
    const [afterUndo, position, noMore] = answers(outcome).slice(10);
    expect(afterUndo).toMatch(/^\n {7}a1 o\n/);
    expect(position).toBe(`${START}\n`);
    expect(noMore).toBe("You have no move to take back.\n");
  });

  test("quit prints the resume command", () => {
    expect(resumeLine(outcome).position).toBe(START);
  });
});

describe("resuming", () => {
  test("the printed command restores position, opponent and seat", async () => {
    const left = await play(["c4-c3", "quit"], "--against", "alphabeta(depth=2, eval=rows)", "--win", "all");
    const { line, position } = resumeLine(left);
    expect(position).not.toBe(START);
    const again = await home.runLine(line, "position\nquit\n");
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(answers(again)[1]).toBe(`${position}\n`);
    expect(resumeLine(again)).toEqual({ line, position });
  });

  test("end of input leaves the game", async () => {
    for (const lines of [[], ["hint"], ["c4-c3"], ["c4-c3", "position"]]) {
      const left = await play(lines, "--against", "greedy");
      expect(left).toMatchObject({ status: 0, stderr: "" });
      expect(resumeLine(left).line).toMatch(/^gamelore play chinese-checkers --side 4 --pieces 3 /);
    }
  });

  test("a last line without newline counts", async () => {
    const { stdout } = await home.run(["play", ...VARIANT, "--against", "greedy"], { input: "position" });
    expect(stdout).toContain(`${PROMPT}${START}\n`);
  });
});

describe("the end of a game", () => {
  test("a winning move wins", async () => {
    const won = await play(["b2-a2"], "--position", "x/x1/1x1/4/ooo/2/1 x", "--against", "random");
    expect(won).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nx wins\.\n$/) });
  });

  test("a finished game is shown as finished", async () => {
    const over = await play([], "--position", "x/xx/3/4/ooo/2/1 o");
    expect(over).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nx wins\.\n$/) });
  });

  test("the computer against itself plays to the end", async () => {
    const { status, stdout } = await play([], "--as", "none", "--against", "greedy");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^x plays .*\no plays /);
    expect(stdout).toMatch(/\n(x wins|o wins|The game is a draw)[^\n]*\.\n$/);
  });

  test("a game beyond the ply limit is a draw", async () => {
    const { stdout } = await play(["d3-d2", "d2-d3"], "--against", "greedy", "--ply-limit", "4");
    expect(stdout).toMatch(/\nThe game is a draw by ply limit\.\n$/);
  });
});

describe("seats", () => {
  test("o is the second to move", async () => {
    const { stdout } = await play(["quit"], "--as", "o", "--against", "random", "--seed", "3");
    expect(stdout).toMatch(/^x plays (\S+)/);
    expect(stdout).toContain("o to move (? for help): ");
  });

  test.each([
    [["--as", "z"], /--as z: expected x, o, a number from 1 to 2, or none/],
    [["--as", "3"], /--as 3: expected x, o/],
    [["--against", "kasparov"], /no player "kasparov"/],
    [["--position", "nonsense"], /7 rows/],
    [
      ["--side", "5"],
      /one-side-5x5-3 not found; build it with: gamelore solve chinese-checkers --side 5 --pieces 3 \(or add --build\)/,
    ],
  ])("%j is refused", async (words, why) => {
    expectRefusal(await home.refuse(["play", ...VARIANT, ...words]), why);
  });

  test("--build builds the opponent's missing table", async () => {
    const { status, stdout } = await play(["values", "quit"], "--side", "6", "--build", "--against", "best(ms=20)");
    expect(status).toBe(0);
    expect(home.files()).toContain("tables/chinese-checkers/one-side-6x6-3.table");
    expect(stdout).toContain("by alphabeta(ms=");
  });

  test("with a two-side table, exact values of the moves are shown with the board", async () => {
    const own = new Home();
    const variant = ["chinese-checkers", "--side", "4", "--pieces", "1"];
    expect((await own.run(["solve", ...variant, "--sides", "2"])).status).toBe(0);
    const { stdout } = await own.run(["play", ...variant, "--against", "greedy"], { input: "quit\n" });
    expect(stdout).toMatch(/\n(x|o) wins in \d+ moves {2}exact, from the table two-side-4x4-1/);
    own.remove();
  });
});

describe("Ctrl-C", () => {
  test("at the prompt leaves the game and prints the resume command", async () => {
    const running = home.start(["play", ...VARIANT, "--against", "greedy"]);
    await running.prints(PROMPT);
    const left = await running.signal("SIGINT");
    expect(left).toMatchObject({ status: 130, stderr: "" });
    expect(resumeLine(left).position).toBe(START);
  });

  test.each(["g5-g4", "hint"])("during a search (%s) stops immediately", async (word) => {
    const thinker = "alphabeta(ms=600000, depth=64, eval=rows)";
    const running = home.start(["play", "chinese-checkers", "--side", "7", "--against", thinker]);
    await running.prints(PROMPT);
    running.type(`${word}\n`);
    await sleep(300);
    const left = await running.signal("SIGINT");
    expect(left).toMatchObject({ status: 130, stderr: "" });
    expect(resumeLine(left).line).toContain("--against 'alphabeta(");
    expect(home.processes()).toEqual([]);
  });
});

describe("simultaneous moves", () => {
  test("a role is named once; hint and plans have the values of the analysis", async () => {
    const input = "?\nvalues\nhint\nplans\n(bid 1)\nquit\n";
    const { stdout } = await home.run(["play", "goofspiel"], { input });
    expect(stdout).not.toMatch(/(left|right):\s+\1:/);
    const [, help, values = "", hint = "", plans] = stdout.split("left to move (? for help): ");
    expect(help).toMatch(/^ {2}\(bid \d\) +an example of a move\n/);
    expect(plans).toBe(values);
    const [, best, evaluation] = /\n {2}left:\n +(\(bid \d\)) +\d+ % +(left scores \d+ %)\n/.exec(values) ?? [];
    expect(hint).toContain(`hint: ${best}  ${evaluation}, estimated by `);
  });
});
