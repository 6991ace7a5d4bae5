/** `gamelore engine ggp` and `gamelore gdl serve-match`: real processes that play each other. */
import { afterAll, expect, test } from "vitest";
import { documentOf, expectRefusal, Home, type Running } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

/** A player on a free port and its address. */
async function startEngine(...words: readonly string[]): Promise<{ engine: Running; url: string }> {
  const engine = home.start(["engine", "ggp", "--port", "0", "--json", ...words]);
  await engine.prints("}\n");
  const { url } = JSON.parse(engine.stdout) as { url: string };
  return { engine, url };
}

const SERVE = ["gdl", "serve-match", "tic-tac-toe", "--start-clock", "10", "--play-clock", "1"];

test("a match between a remote and a local player is played, reported and stored", async () => {
  const { engine, url } = await startEngine("--name", "mine", "--player", "random");
  const outcome = await home.run([...SERVE, "--player", url, "--local", "random", "--id", "first"]);
  expect(outcome.status).toBe(0);
  expect(outcome.stderr).toMatch(
    /^match first: start clock 10 s, play clock 1 s\n1\. x \(take \d \d\), o noop \(0\.\d s\)\n/,
  );
  expect(outcome.stdout).toMatch(
    /^role +player +goal +late +lost +illegal\nx +ggp\(url=http:\S+\) +\d+ +0 +0 +0\no +random/,
  );
  expect(outcome.stdout).toMatch(/\n\d steps in \S+ s; stored as game 1, see: gamelore records show 1\n$/);
  const record = documentOf(await home.run(["records", "show", "1", "--json"]));
  expect(record).toMatchObject({
    game: "tic-tac-toe",
    label: "ggp/first",
    errors: [
      { late: 0, lost: 0, illegal: 0 },
      { late: 0, lost: 0, illegal: 0 },
    ],
  });
  expect((await home.run(["records", "show", "1"])).stdout).toContain("by seat: none; none");
  const { status, stderr } = await engine.signal("SIGINT");
  expect(status).toBe(0);
  expect(stderr).toMatch(/^first: ready as x, played by random\nfirst: ended: \d+ \d+\n$/);
});

test("prints one document with --json; errors of an unreachable player are counted", async () => {
  const { status, stdout } = await home.run([
    ...SERVE,
    "--local",
    "random",
    "--player",
    "127.0.0.1:9",
    "--json",
    "--no-store",
  ]);
  expect(status).toBe(0);
  const document = JSON.parse(stdout) as { roles: { errors: { lost: number } }[]; steps: string[][]; stored: null };
  expect(document.stored).toBeNull();
  expect(document.roles[1]?.errors.lost).toBe(document.steps.length);
});

test("Ctrl-C in the middle of a match: status 130, the player gets an abort, nothing is stored", async () => {
  const { engine, url } = await startEngine();
  const silent = await startSilent();
  const serving = home.start([
    ...SERVE,
    "--player",
    url,
    "--player",
    silent.url,
    "--play-clock",
    "30",
    "--id",
    "ended",
  ]);
  await expect.poll(() => engine.stderr, { timeout: 10_000 }).toContain("ended: ready as x");
  const outcome = await serving.signal("SIGINT");
  expect(outcome).toMatchObject({ status: 130, stdout: "" });
  expect(outcome.stderr).toMatch(/\ngamelore: interrupted: sent an abort to the players; nothing is stored\n$/);
  await expect.poll(() => engine.stderr).toContain("ended: aborted");
  expect(documentOf(await home.run(["records", "list", "--label", "ggp/ended", "--json"]))).toMatchObject({ total: 0 });
  await silent.close();
  expect((await engine.signal("SIGTERM")).status).toBe(0);
});

/** Accepts connections and never answers. */
async function startSilent(): Promise<{ url: string; close(): Promise<void> }> {
  const { createServer } = await import("node:http");
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a host that is reachable from other machines gives a warning", async () => {
  const { engine } = await startEngine("--host", "0.0.0.0");
  await expect.poll(() => engine.stderr).toMatch(/warning: 0\.0\.0\.0 is reachable from other machines/);
  expect((await engine.signal("SIGINT")).status).toBe(0);
});

test.for([
  [["engine", "ggp", "--player", "nobody"], /no player "nobody" in a general game; players: /],
  [["engine", "ggp", "--name", "two words"], /expected one word without parentheses/],
  [["engine", "ggp", "--port", "70000"], /expected a whole number from 0 to 65535/],
  [["engine", "ggp", "--host", "300.1.1.1"], /cannot listen on 300\.1\.1\.1:9147/],
  [
    ["gdl", "serve-match", "nothing.kif", "--local", "random"],
    /cannot read nothing\.kif; expected a rulesheet file or one of /,
  ],
  [
    ["gdl", "serve-match", "tic-tac-toe", "--local", "random"],
    /has 2 roles \(x, o\), players given: 1; use --player or --local once per role/,
  ],
  [["gdl", "serve-match", "tic-tac-toe", "--player", "ftp://x"], /expected an address like http:/],
  [["gdl", "serve-match", "tic-tac-toe", "--local", "random", "--local", "rndom"], /no player "rndom".*random/],
  [["gdl", "serve-match", "tic-tac-toe", "--id", "a b"], /expected one word without parentheses/],
] as const)("%s is refused", async ([words, why]) => expectRefusal(await home.refuse(words), why));
