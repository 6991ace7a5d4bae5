/** `gamelore engine uci` and `uci(command=…)`: real processes, from the handshake to the stored game. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { game } from "../games/chess/game.ts";
import { formatUci, parseUci } from "../games/chess/moves.ts";
import type { ChessRules } from "../games/chess/rules.ts";
import { canTestProgram, findProgram } from "../engine/contracts/suites/needs.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const COMMAND = fileURLToPath(new URL("gamelore.js", import.meta.url));
const FIXTURE = fileURLToPath(new URL("../protocols/uci/hostile.fixture.js", import.meta.url));
const hostile = (fault: string, more: string): string =>
  `uci(command="${process.execPath}" "${FIXTURE}" ${fault}, ${more})`;
const MATCH = ["match", "chess", "--opening", "0", "--pairs", "1"];

test("an engine on stdin and stdout, with a log file", async () => {
  const log = home.path("said.txt");
  const input = "uci\r\nisready\r\nucinewgame\r\nposition startpos moves e2e4\r\ngo movetime 500\r\n";
  const outcome = await home.run(["engine", "uci", "--player", "random", "--log", log], { input });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
  expect(outcome.stdout).toMatch(
    /^id name Gamelore \S+ random\nid author .+\n(option name .+\n)+uciok\n(readyok\n)?info nodes 1 .*pv [a-h][78][a-h][56]\n(readyok\n)?bestmove [a-h][78][a-h][56]\n$/,
  );
  const said = home.read("said.txt").toString();
  expect(said).toMatch(/^< uci\n> id name Gamelore /);
  expect(said).toMatch(/\n> bestmove .+\n$/);
  expect((await home.run(["engine", "uci", "--player", "random"], { input: "uci\nquit\nfrob\n" })).status).toBe(0);
});

test("invalid input and an endless line are answered and change nothing", async () => {
  const input = `frob\nposition fen x\n${"x".repeat(2_000_000)}\nuci\n`;
  const outcome = await home.run(["engine", "uci", "--player", "random"], { input });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
  expect(outcome.stdout).toMatch(
    /^info string "frob" is not a UCI command\ninfo string position: .*\ninfo string line too long; ignored\nid name /,
  );
  expect(outcome.stdout).toMatch(/\nuciok\n$/);
});

test("a match against itself, through the protocol", async () => {
  const served = `uci(command="${process.execPath}" "${COMMAND}" engine uci --player random --seed 3, depth=1)`;
  const report = await home.run([...MATCH, served, "random", "--json", "--no-store"]);
  expect(report.status).toBe(0);
  expect(JSON.parse(report.stdout)).toMatchObject({ players: [served, "random"], standing: { games: 2 } });
  expect(report.stdout).not.toContain("forfeit");
});

test("Ctrl-C ends it, even during a search", async () => {
  const engine = home.start(["engine", "uci", "--player", "random"]);
  engine.type("uci\ngo infinite\n");
  await engine.prints("uciok\n");
  await engine.prints("info nodes");
  expect(await engine.signal("SIGINT")).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(/\nbestmove \w+\n$/),
  });
});

test.for([
  [["engine", "uci", "--player", "nobody"], /no player "nobody" in chess/, 2],
  [["engine", "uci", "--ms", "0"], /expected a whole number from 1 /, 2],
  [["engine", "uci", "--log", "/nowhere/at/all"], /--log \/nowhere\/at\/all cannot be written: ENOENT/, 1],
  [
    [...MATCH, "random", "uci(command=/nowhere/engine)"],
    /handshake \(uciok\): the program \/nowhere\/engine does not exist/,
    1,
  ],
  [[...MATCH, "random", "uci"], /expected a program, as in uci\(command=gnuchess --uci\)/, 2],
  [[...MATCH, "random", hostile("good", "threads=2")], /has no option "Threads"; its options: Hash, /, 2],
] as const)("%s is refused", async ([words, why, status]) => expectRefusal(await home.run(words), why, status));

test("games forfeited by an engine are reported, stored and shown with the reason", async () => {
  const outcome = await home.run([...MATCH, "random", hostile("illegal", "ms=2000")]);
  expect(outcome.status).toBe(0);
  expect(outcome.stdout).toMatch(/\+2 =0 -0, 100\.0 %/);
  expect(outcome.stdout).toMatch(
    /ended by forfeit 2\n(?:CPU time .*\n)? {2}game 1: forfeited by uci\(.*\), illegal: bestmove e2e5 in \S+ b KQkq .*: e2e5 is not a legal move here/,
  );
  const record = documentOf(await home.run(["records", "show", "1", "--json"]));
  expect(record).toMatchObject({
    ending: "forfeit",
    forfeit: { fault: "illegal", why: expect.stringMatching(/^bestmove e2e5/) },
  });
  const shown = await home.run(["records", "show", "1"]);
  expect(shown.stdout).toMatch(/by forfeit after \d+ (ply|plies)\n(.*\n)+forfeited by uci\(.*illegal: bestmove e2e5/);
  expect(home.files()).toContain("logs/uci-node.log");
});

test.runIf(process.platform === "linux")(
  "Ctrl-C in a match kills all engines, even those that ignore signals",
  async () => {
    const words = [...MATCH, hostile("never-quits", "ms=100"), hostile("stalls", "ms=60000"), "--threads", "2"];
    const running = home.start(words);
    await expect.poll(() => home.processes().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await running.signal("SIGINT")).status).toBe(130);
    await expect.poll(() => home.processes(), { timeout: 5_000 }).toEqual([]);
  },
);

test("in the terminal, an engine that fails leaves the game resumable", async () => {
  const words = ["play", "chess", "--against", hostile("dies", "ms=2000")];
  const outcome = await home.run(words, { input: "e4\n" });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
  expect(outcome.stdout).toMatch(/uci\(.*\) failed: bestmove: exited with status 3\n/);
  expect(outcome.stdout).toMatch(/You left the game; resume with:\n {2}gamelore play chess .*--position "rnbq/);
});

describe.runIf(canTestProgram("gnuchess"))("with GNU Chess", () => {
  test("a short match in the arena", async () => {
    const report = await home.run([...MATCH, "random", "uci(command=gnuchess --uci, depth=2)", "--json", "--no-store"]);
    expect(report.stderr).toBe("");
    const outcome = JSON.parse(report.stdout);
    expect(outcome).toMatchObject({ standing: { games: 2, wins: 0 } });
    expect(outcome.cpuSeconds[0]).toBeGreaterThan(0);
    if (process.platform === "linux") expect(outcome.cpuSeconds[1]).toBeGreaterThan(0);
    expect(report.stdout).not.toContain("forfeit");
  });
});

/** A line-based client of the protocol, independent of our code. */
class Client {
  readonly said: string[] = [];
  readonly #child;

  constructor(program: string, words: readonly string[]) {
    const { PATH, HOME } = process.env;
    const child = spawn(program, words, {
      env: { PATH, HOME, GAMELORE_HOME: home.folder },
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.said.push(line));
    child.stdin.on("error", () => {});
    this.#child = child;
  }

  send(...lines: readonly string[]): void {
    this.#child.stdin.write(`${lines.join("\n")}\n`);
  }

  /** The next matching line. */
  async line(form: RegExp): Promise<RegExpExecArray> {
    for (let at = 0, tries = 0; tries < 4_000; tries++) {
      for (; at < this.said.length; at++) {
        const found = form.exec(this.said[at] as string);
        if (!found) continue;
        this.said.splice(0, at + 1);
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`${form} did not come; there is: ${this.said.join(" | ")}`);
  }

  end(): void {
    this.send("quit");
    this.#child.stdin.end();
    setTimeout(() => this.#child.kill("SIGKILL"), 3_000).unref();
  }
}

const both = canTestProgram("polyglot") && canTestProgram("gnuchess");
describe.runIf(both)("a whole game of our engine behind PolyGlot (from Debian) against GNU Chess", () => {
  test("our engine has Black; every move is legal, until mate", async () => {
    const rules = unwrap(await game.open({})) as ChessRules;
    const gnuchess = new Client(findProgram("gnuchess") ?? "gnuchess", ["--uci"]);
    const engine = `"${process.execPath}" "${COMMAND}" engine uci --player random --seed 5`;
    const polyglot = new Client(findProgram("polyglot") ?? "polyglot", ["-noini", "-ec", engine, "-ed", home.folder]);
    try {
      gnuchess.send("uci", "setoption name OwnBook value false", "ucinewgame", "isready");
      await gnuchess.line(/^readyok/);
      polyglot.send("xboard", "protover 2");
      await polyglot.line(/^feature done=1/);
      polyglot.send("new", "level 0 1 0", "easy");
      const moves: string[] = [];
      let position: Position = rules.initial();
      const play = (text: string): void => {
        position = rules.play(position, [unwrap(parseUci(text, rules.moves(position)))]);
        moves.push(text);
      };
      while (rules.result(position) === null && moves.length < 200) {
        gnuchess.send(`position startpos${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`, "go depth 4");
        play((await gnuchess.line(/^bestmove (\w+)/))[1] as string);
        polyglot.send("time 6000", "otim 6000", `usermove ${moves.at(-1)}`);
        if (rules.result(position) === null) play((await polyglot.line(/^move (\w+)/))[1] as string);
      }
      expect(rules.result(position)).toEqual([1, 0]);
      expect(moves.length).toBeGreaterThan(6);
      expect(moves.map((text) => text.length).every((length) => length === 4 || length === 5)).toBe(true);
      expect(rules.moves(position).map(formatUci)).toEqual([]);
    } finally {
      gnuchess.end();
      polyglot.end();
      await rules.close();
    }
  });
});
