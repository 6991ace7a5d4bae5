/** `gamelore engine aei` and `aei(command=…)`: real processes, from the handshake to the stored game. */
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const FIXTURE = fileURLToPath(new URL("../protocols/aei/hostile.fixture.js", import.meta.url));
const hostile = (fault: string, more: string): string =>
  `aei(command="${process.execPath}" "${FIXTURE}" ${fault}, ${more})`;
const MATCH = ["match", "arimaa", "--setup", "99of9", "--opening", "0", "--pairs", "1"];

test("an engine on stdin and stdout, with a log file", async () => {
  const log = home.path("said.txt");
  const input = "aei\r\nisready\r\nnewgame\r\ngo\r\nquit\r\n";
  const outcome = await home.run(["engine", "aei", "--player", "random", "--log", log], {
    input: input.replace("quit\r\n", ""),
  });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
  expect(outcome.stdout).toMatch(
    /^protocol-version 1\nid name Gamelore random\nid author .+\nid version \S+\naeiok\nreadyok\ninfo nodes 1\ninfo pv .+\ninfo time 0\.\d\d\nbestmove( [RCDHME][a-h][12]){16}\n$/,
  );
  const said = home.read("said.txt").toString();
  expect(said).toMatch(/^< aei\n> protocol-version 1\n/);
  expect(said).toMatch(/\n> bestmove .+\n$/);
  expect((await home.run(["engine", "aei", "--player", "random"], { input: "aei\nquit\nfrob\n" })).status).toBe(0);
});

test("a protocol error ends it with status 1, as does an endless line", async () => {
  const outcome = await home.run(["engine", "aei", "--player", "random"], { input: "aei\nfrob\nisready\n" });
  expect(outcome).toMatchObject({ status: 1, stderr: "" });
  expect(outcome.stdout).toMatch(/\naeiok\nlog Error: "frob" is not an AEI message; expected one of .*\n$/);
  const long = await home.run(["engine", "aei", "--player", "random"], { input: `aei\n${"x".repeat(2_000_000)}` });
  expect(long.status).toBe(1);
  expect(long.stdout).toMatch(/\naeiok\nlog Error: line too long\n$/);
});

test("a match against itself, through the protocol", async () => {
  const command = fileURLToPath(new URL("gamelore.js", import.meta.url));
  const served = `aei(command="${process.execPath}" "${command}" engine aei --player random --seed 3)`;
  const report = await home.run([
    "match",
    "arimaa",
    served,
    "random",
    "--opening",
    "0",
    "--pairs",
    "1",
    "--json",
    "--no-store",
  ]);
  expect(report.status).toBe(0);
  expect(JSON.parse(report.stdout)).toMatchObject({
    players: [served.replace(/\)$/, ", ms=5000)"), "random"],
    standing: { games: 2, draws: 0 },
  });
  expect(report.stdout).not.toContain("forfeit");
});

test("Ctrl-C ends it", async () => {
  const engine = home.start(["engine", "aei", "--player", "random"]);
  engine.type("aei\n");
  await engine.prints("aeiok\n");
  expect(await engine.signal("SIGINT")).toMatchObject({ status: 0, stderr: "" });
});

test.for([
  [["engine", "aei", "--player", "nobody"], /no player "nobody" in arimaa/, 2],
  [["engine", "aei", "--ms", "0"], /expected a whole number from 1 /, 2],
  [["engine", "aei", "--time", "1/x"], /"1\/x": "x" is not a valid reserve; expected a time, as in 90s, 1:30 or 2m/, 2],
  [["engine", "aei", "--log", "/nowhere/at/all"], /--log \/nowhere\/at\/all cannot be written: ENOENT/, 1],
  [
    [...MATCH, "random", "aei(command=/nowhere/bot)"],
    /handshake \(aeiok\): the program \/nowhere\/bot does not exist/,
    1,
  ],
  [[...MATCH, "random", "aei"], /expected a program, as in aei\(command=/, 2],
] as const)("%s is refused", async ([words, why, status]) => expectRefusal(await home.run(words), why, status));

test("games forfeited by an engine are reported, stored and shown with the reason", async () => {
  const text = hostile("illegal", "ms=2000");
  const outcome = await home.run([...MATCH, "random", text]);
  expect(outcome.status).toBe(0);
  expect(outcome.stdout).toMatch(/\+2 =0 -0, 100\.0 %/);
  expect(outcome.stdout).toMatch(
    /ended by forfeit 2\n(?:CPU time .*\n)? {2}game 1: forfeited by aei\(.*\), illegal: bestmove Ra2s: "Ra2s" is not a move/,
  );
  const record = documentOf(await home.run(["records", "show", "1", "--json"]));
  expect(record).toMatchObject({
    ending: "forfeit",
    forfeit: { fault: "illegal", why: expect.stringMatching(/^bestmove Ra2s/) },
  });
  const shown = await home.run(["records", "show", "1"]);
  expect(shown.stdout).toMatch(/by forfeit after \d+ plies\n(.*\n)+forfeited by aei\(.*illegal: bestmove Ra2s/);
  expect(home.files()).toContain("logs/aei-node.log");
});

test.runIf(process.platform === "linux")(
  "Ctrl-C in a match kills all engines, even those that ignore signals",
  async () => {
    const running = home.start([
      ...MATCH,
      hostile("never-quits", "ms=100"),
      hostile("stalls", "ms=60000"),
      "--threads",
      "2",
    ]);
    await expect.poll(() => home.processes().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await running.signal("SIGINT")).status).toBe(130);
    await expect.poll(() => home.processes(), { timeout: 5_000 }).toEqual([]);
    const opening = home.start([...MATCH, "random", hostile("silent", "start=60000")]);
    await expect.poll(() => home.processes().length, { timeout: 20_000 }).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await opening.signal("SIGINT")).status).toBe(130);
    await expect.poll(() => home.processes(), { timeout: 5_000 }).toEqual([]);
  },
);

test("in the terminal, an engine that fails leaves the game resumable", async () => {
  const words = ["play", "arimaa", "--setup", "99of9", "--against", hostile("dies", "ms=2000")];
  const outcome = await home.run(words, { input: "Ee2n end\n" });
  expect(outcome).toMatchObject({ status: 0, stderr: "" });
  expect(outcome.stdout).toMatch(/aei\(.*\) failed: bestmove: exited with status 3\n/);
  expect(outcome.stdout).toMatch(/You left the game; resume with:\n {2}gamelore play arimaa .*--position "s rrr/);
});
