/** `--plugin`: players of the user's own files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const FIRST_MOVE = `import { pick } from "./pick.ts";
export default { players: [{ name: "first-move", create: () => (position: Uint8Array, { moves }: { moves: readonly number[] }) => pick(moves) }] };
`;

/** Writes a plugin of two files; the path of the first. */
function plugin(text: string, index: string): string {
  const path = home.path("plugin.ts");
  writeFileSync(path, text);
  writeFileSync(home.path("pick.ts"), `export const pick = (moves: readonly number[]) => moves[${index}];\n`);
  return path;
}

const match = (file: string, ...more: readonly string[]) =>
  home.start(["match", "tic-tac-toe", "first-move", "random", "--plugin", file, "--pairs", "2", "--json", ...more])
    .ended;

test("its games are stored under its digest, and those of a changed plugin are others", async () => {
  const reports = [];
  for (const index of ["0", "0", "moves.length - 1"]) {
    const { stdout, status } = await match(plugin(FIRST_MOVE, index));
    expect(status).toBe(0);
    reports.push(JSON.parse(stdout));
  }
  const [before, again, changed] = reports;
  expect(before.resumed).toBe(0);
  expect(again).toMatchObject({ resumed: 4, players: before.players });
  // The change is in a file that the plugin imports.
  expect(changed.resumed).toBe(0);
  expect(changed.players[0]).not.toBe(before.players[0]);
});

test.each([
  ["no file", "./none.ts", /--plugin .*none.ts: ENOENT/],
  ["a folder", ".", /--plugin \.: EISDIR/],
])("%s is reported", async (_, file, message) => {
  expectRefusal(await home.run(["match", "tic-tac-toe", "random", "random", "--plugin", file]), message);
});

test("it is refused with a queue", async () => {
  const words = ["match", "tic-tac-toe", "first-move", "random", "--queue", "redis://127.0.0.1:1"];
  expectRefusal(
    await home.run([...words, "--plugin", plugin(FIRST_MOVE, "0")]),
    /--plugin cannot be used with --queue/,
  );
});

test("a file without players, a name that exists, an illegal move and an exception are reported", async () => {
  const refuse = async (text: string, message: RegExp, status = 2): Promise<void> => {
    const path = plugin(text, "0");
    const { stderr, ...ended } = await match(path, "--no-store");
    expect(stderr).toMatch(message);
    expect(ended.status).toBe(status);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  };
  const player = (name: string, body: string): string =>
    `export default { players: [{ name: "${name}", create: () => () => { ${body} } }] };`;
  await refuse("export const players = [];", /expected a default export/);
  await refuse("this is no program", /--plugin .*plugin\.ts/);
  await refuse(player("random", "return 0;"), /there is another player "random"/);
  await refuse(player("first-move", "return 1e6;"), /first-move returned 1000000, which is not a legal move in /, 1);
  await refuse(
    player("first-move", "return missing.thing;"),
    /first-move: missing is not defined \(at .*plugin\.ts:1:\d+\)/,
    1,
  );
});

test("the API refuses players of plugins: it has none", async () => {
  const { openTestBench } = await import("../server/workbench.fixture.ts");
  const bench = await openTestBench();
  try {
    const state = { variant: {}, start: null, moves: [], seat: null };
    const request = { ...state, player: "first-move", limits: {}, seed: 1, plugin: join(home.folder, "plugin.ts") };
    expect((await bench.post("/api/games/tic-tac-toe/choose", request)).status).toBe(400);
  } finally {
    await bench.remove();
  }
});
