/** What a person sees of every command: help with examples, one line when it is used wrongly, colours only where wanted. */
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { expectRefusal, Home } from "./run.fixture.ts";
import { painterFor } from "./terminal.ts";

const home = new Home();
afterAll(() => home.remove());

const GAME_COMMANDS = ["solve", "probe", "perft", "play", "match", "tune", "learn"];
const COMMANDS: readonly (readonly string[])[] = [
  ["games"],
  ["start"],
  ["serve"],
  ["bench"],
  ["engine"],
  ["engine", "aei"],
  ["engine", "uci"],
  ["engine", "ggp"],
  ["gdl"],
  ["gdl", "check"],
  ["gdl", "format"],
  ["gdl", "diff"],
  ["gdl", "explain"],
  ...["solve", "search", "evaluations", "rules", "tables", "tune"].map((name) => ["bench", name]),
  ...GAME_COMMANDS.flatMap((name) => [[name], [name, "chinese-checkers"]]),
];

describe("help", () => {
  test.each(COMMANDS)("gamelore %s %s --help shows examples of itself", async (...words) => {
    const { status, stdout, stderr } = await home.run([...words, "--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: gamelore /);
    const [, examples = ""] = stdout.split("\nExamples:\n");
    expect(examples).toContain(`gamelore ${words.join(" ")}`);
  });

  test("the bare command, help and --help show the same: all commands, and examples", async () => {
    const bare = await home.run([]);
    expect(bare).toMatchObject({ status: 0, stderr: "" });
    expect(await home.run(["help"])).toEqual(bare);
    expect(await home.run(["--help"])).toEqual(bare);
    for (const name of ["games", "start", "serve", "bench", "tournament", "records", "lab", ...GAME_COMMANDS])
      expect(bare.stdout).toMatch(`\n  ${name} `);
    expect(bare.stdout).toContain("\nExamples:\n  gamelore ");
  });

  test("nothing is written by asking", () => {
    expect(home.files()).toEqual([]);
  });
});

const WRONG: readonly (readonly [words: readonly string[], why: RegExp])[] = [
  [["frob"], /unknown command 'frob'/],
  [[""], /unknown command/],
  [["--frob"], /unknown option '--frob'/],
  [["help", "frob"], /help frob/],
  [["games", "--frob"], /unknown option '--frob'/],
  [["games", "chess"], /too many arguments/],
  [["start", "now"], /too many arguments/],
  [["serve", "--port", "70000"], /expected a whole number from 0 to 65535/],
  [["bench"], /bench: expected a command/],
  [["bench", "frob"], /unknown command 'frob'/],
  [["bench", "rules", "--depth", "0"], /depth: "0" is not a whole number from 1 to 12/],
  ...GAME_COMMANDS.flatMap((name) => [
    [[name], new RegExp(`${name}: expected a game first, one of: .*chinese-checkers`)] as const,
    [[name, "shogi"], /there is no game "shogi"; there is: .*chinese-checkers/] as const,
    [[name, "chinese-checkers", "a", "b", "c", "--frob"], /unknown option '--frob'/] as const,
    [[name, "chinese-checkers", "a", "b", "c"], /too many arguments/] as const,
    [[name, "chinese-checkers", "--side"], /'--side <N>' argument missing/] as const,
  ]),
  [["solve", "--side", "4", "chinese-checkers"], /expected a game first/],
  [["probe", "chinese-checkers"], /missing required argument 'position'/],
  [["match", "chinese-checkers", "greedy"], /missing required argument 'second'/],
  [["tune", "chinese-checkers"], /missing required argument 'player'/],
  [["perft", "chinese-checkers", "--pieces", "2"], /pieces: 2 is not one of 1, 3, 6, 10/],
  [["perft", "chinese-checkers", "--side", "4", "--pieces", "10"], /10 need a board of side 5 or more, not 4/],
  [["perft", "chinese-checkers", "--win", "never"], /win: "never" is not one of filled, all/],
  [["perft", "chinese-checkers", "--preset", "mine"], /Allowed choices are paper-001, paper-000/],
  [["perft", "chinese-checkers", "--depth", "31"], /expected a whole number from 1 to 30/],
  [["match", "chinese-checkers", "random", "random", "--seed", "-1"], /expected a whole number from 0/],
  [["probe", "chinese-checkers", "line one\nline\u001B[31m two"], /./],
];

describe("wrong usage is one line and exit status 2", () => {
  test.each(WRONG)("gamelore %j", async (words, why) => {
    expectRefusal(await home.run(words), why);
  });

  test("what was given is not obeyed by a terminal that shows the error", async () => {
    const { stderr } = await home.run(["frob\u001B[2J"]);
    expect(stderr).not.toContain("\u001B");
  });

  test.each([
    [["frob"], "bad-usage"],
    [["games", "--frob"], "bad-usage"],
    [["solve"], "bad-usage"],
    [["solve", "shogi"], "unknown-game"],
    [["perft", "chinese-checkers", "nonsense"], "bad-position"],
    [["probe", "chinese-checkers", "a1"], "table-missing"],
    [["match", "chinese-checkers", "kasparov", "random"], "bad-player"],
    [["solve", "chinese-checkers", "--pieces", "8"], "too-large"],
  ])("with --json also one document on stdout: gamelore %j", async (words, code) => {
    const { status, stdout, stderr } = await home.run([...words, "--json"]);
    expect(status).toBe(2);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).toBe(code);
    expect(stderr).toMatch(/^gamelore: [^\n]+\n$/);
    expect(stderr).toContain(error.message);
  });

  test("nothing was written by any of these", () => {
    expect(home.files()).toEqual([]);
  });
});

describe("with --json every command prints one document and nothing else", () => {
  const P = ["chinese-checkers", "--side", "4", "--pieces", "1"];
  test.each([
    [["games"]],
    [["solve", ...P]],
    [["solve", ...P]],
    [["solve", ...P, "--check"]],
    [["probe", ...P, "d4"]],
    [["perft", ...P, "--divide"]],
    [["match", ...P, "greedy", "random", "--pairs", "1", "--opening", "1"]],
    [["tune", ...P, "uct(playouts=5)", "--vary", "c=0..1", "--games", "2", "--opening", "1", "--check", "1"]],
    [["bench", "rules", "--side", "4", "--pieces", "1", "--depth", "2", "--contract-depth", "2"]],
  ])("gamelore %j", async (words) => {
    const { status, stdout } = await home.run([...words, "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toBeTypeOf("object");
  });
});

describe("colours", () => {
  test("are not for files and pipes", async () => {
    expect((await home.run(["games"])).stdout).not.toContain("\u001B");
    expect((await home.run(["games"], { env: { NO_COLOR: "1" } })).stdout).not.toContain("\u001B");
  });

  test("come with FORCE_COLOR, and only colours", async () => {
    const plain = await home.run(["games"]);
    const painted = await home.run(["games"], { env: { FORCE_COLOR: "1" } });
    expect(painted.stdout).toContain("\u001B[1mchinese-checkers\u001B[0m");
    // oxlint-disable-next-line no-control-regex -- escape codes are what this is about
    expect(painted.stdout.replaceAll(/\u001B\[[0-9;]*m/g, "")).toBe(plain.stdout);
  });

  afterEach(() => vi.unstubAllEnvs());

  test.each<[string, boolean, Record<string, string>]>([
    ["in a terminal", true, {}],
    ["not in a terminal with NO_COLOR", false, { NO_COLOR: "1" }],
    ["in a terminal although NO_COLOR is empty", true, { NO_COLOR: "" }],
    ["not in a terminal that knows none", false, { TERM: "dumb" }],
    ["not with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }],
  ])("are shown %s", (_, shown, env) => {
    vi.stubEnv("FORCE_COLOR", undefined);
    vi.stubEnv("NO_COLOR", undefined);
    vi.stubEnv("TERM", "xterm");
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const paint = painterFor({ isTTY: true } as NodeJS.WriteStream);
    expect(paint("red", "x")).toBe(shown ? "\u001B[31mx\u001B[0m" : "x");
  });
});
