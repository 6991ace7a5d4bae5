/** All commands: help with examples, usage errors in one line, colours, the check of Node's version. */
import { PassThrough } from "node:stream";
import { WriteStream } from "node:tty";
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
  ["completion"],
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
  ["worker"],
  ["jobs"],
  ["jobs", "list"],
  ["jobs", "stop"],
  ...["solve", "search", "evaluations", "rules", "tables", "tune", "queue"].map((name) => ["bench", name]),
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

  test("the bare command, help and --help show all commands and examples", async () => {
    const bare = await home.run([]);
    expect(bare).toMatchObject({ status: 0, stderr: "" });
    expect(await home.run(["help"])).toEqual(bare);
    expect(await home.run(["--help"])).toEqual(bare);
    for (const name of [
      "games",
      "start",
      "serve",
      "bench",
      "tournament",
      "records",
      "lab",
      "worker",
      "jobs",
      ...GAME_COMMANDS,
    ])
      expect(bare.stdout).toMatch(`\n  ${name} `);
    expect(bare.stdout).toContain("\nExamples:\n  gamelore ");
  });

  test.each(["play", "match", "tournament", "perft", "learn", "tune"])(
    "gamelore %s --help lists general games",
    async (name) => {
      const { stdout } = await home.run([name, "--help"]);
      expect(stdout).toMatch(/\nGeneral games:\n(  .*\n)*  .*\btic-tac-toe,/);
      expect(stdout).toContain(`gamelore ${name} game.kif`);
    },
  );

  test.each(GAME_COMMANDS.concat("tournament"))("examples of gamelore %s use its own options", async (name) => {
    const { stdout } = await home.run([name, "chinese-checkers", "--help"]);
    const [options = "", examples = ""] = stdout.split("\nExamples:\n");
    const used =
      examples
        .split("\n")
        .filter((line) => line.startsWith("  gamelore "))
        .join(" ")
        .match(/ --[\w-]+/g) ?? [];
    for (const option of used) expect(options).toMatch(new RegExp(`^ *${option.trim()}\\b`, "m"));
  });

  test("help writes no files", () => {
    expect(home.files()).toEqual([]);
  });
});

const WRONG: readonly (readonly [words: readonly string[], why: RegExp])[] = [
  [["frob"], /unknown command 'frob'/],
  [[""], /unknown command/],
  [["--frob"], /unknown option '--frob'/],
  [["help", "frob"], /help frob/],
  [["symmetry", "chess"], /chess does not support symmetry; these do: chinese-dark-chess, dominoes, skat/],
  [["games", "--frob"], /unknown option '--frob'/],
  [["games", "chess", "skat"], /too many arguments/],
  [["games", "shogi"], /unknown game "shogi"/],
  [["start", "now"], /too many arguments/],
  [["serve", "--port", "70000"], /expected a whole number from 0 to 65535/],
  [["bench"], /bench: expected a command/],
  [["bench", "frob"], /unknown command 'frob'/],
  [["bench", "rules", "--depth", "0"], /depth: "0" is not a whole number from 1 to 12/],
  ...GAME_COMMANDS.flatMap((name) => [
    [[name], new RegExp(`${name}: expected a game first: .*chinese-checkers`)] as const,
    [[name, "shogi"], /unknown game "shogi"; expected .*chinese-checkers/] as const,
    [[name, "chinese-checker"], /; did you mean "chinese-checkers"\?/] as const,
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
    expectRefusal(await home.refuse(words), why);
  });

  test("control characters of the input do not reach the terminal", async () => {
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
  ])("with --json the error is also a document on stdout: gamelore %j", async (words, code) => {
    const { status, stdout, stderr } = await home.run([...words, "--json"]);
    expect(status).toBe(2);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    expect(error.code).toBe(code);
    expect(stderr).toMatch(/^gamelore: [^\n]+\n$/);
    expect(stderr).toContain(error.message);
  });

  test("usage errors write no files", () => {
    expect(home.files()).toEqual([]);
  });
});

describe("with --json every command prints a single document", () => {
  const P = ["chinese-checkers", "--side", "4", "--pieces", "1"];
  test.each([
    [["games"]],
    [["games", "tic-tac-toe"]],
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
  test("are off for files and pipes", async () => {
    expect((await home.run(["games"])).stdout).not.toContain("\u001B");
    expect((await home.run(["games"], { env: { NO_COLOR: "1" } })).stdout).not.toContain("\u001B");
  });

  test("are on with FORCE_COLOR, with the same text", async () => {
    const plain = await home.run(["games"]);
    const painted = await home.run(["games"], { env: { FORCE_COLOR: "1" } });
    expect(painted.stdout).toContain("\u001B[1mGames\u001B[22m");
    // oxlint-disable-next-line no-control-regex -- escape codes are what this is about
    expect(painted.stdout.replaceAll(/\u001B\[[0-9;]*m/g, "")).toBe(plain.stdout);
  });

  afterEach(() => vi.unstubAllEnvs());

  test.each<[string, boolean, Record<string, string>]>([
    ["in a terminal", true, {}],
    ["not in a terminal with NO_COLOR", false, { NO_COLOR: "1" }],
    ["in a terminal if NO_COLOR is empty", true, { NO_COLOR: "" }],
    ["not in a dumb terminal", false, { TERM: "dumb" }],
    ["not with FORCE_COLOR=0", false, { FORCE_COLOR: "0" }],
  ])("are shown %s", (_, shown, env) => {
    vi.stubEnv("FORCE_COLOR", undefined);
    vi.stubEnv("NO_COLOR", undefined);
    vi.stubEnv("CI", undefined);
    vi.stubEnv("TERM", "xterm");
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { getColorDepth } = WriteStream.prototype;
    const terminal = Object.assign(new PassThrough(), { isTTY: true, getColorDepth });
    const paint = painterFor(terminal as unknown as NodeJS.WriteStream);
    expect(paint("red", "x")).toBe(shown ? "\u001B[31mx\u001B[39m" : "x");
  });
});

test.each(["v20.20.2", "v8.17.0"])(
  "Node %s is refused in one line that names the required version",
  async (version) => {
    const fake = `Object.defineProperty(process, "version", { value: "${version}" });
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version.slice(1)}" } });`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fake)}` };
    const outcome = await home.run(["games"], { env });
    expectRefusal(
      outcome,
      `Node.js 24 or newer is required, this is ${version}; install it from https://nodejs.org, or run "npx gamelore"`,
      1,
    );
  },
);
