/** The players of paper 001 have the published parameters. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { defaultsOf, parseOptions } from "../../engine/contracts/options.ts";
import { parsePlayerText } from "../../engine/contracts/player.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { randomGame } from "../../engine/contracts/suites/random-play.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";
import { specOf } from "./solved.fixture.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-presets-"));
process.env["GAMELORE_HOME"] = home;
const opened: OpenGame[] = [];
afterAll(async () => {
  for (const rules of opened) await rules.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(side: number, pieces: number): Promise<OpenGame> {
  const options = unwrap(parseOptions(game.options, { side: String(side), pieces: String(pieces) }));
  opened.push(unwrap(await game.open(options)));
  return opened.at(-1) as OpenGame;
}

beforeAll(async () => {
  const spec = specOf(5, 3);
  const solved = await spec.solve({ threads: 1 });
  await new TableStore(tablesFolder()).write(solved, spec.solver);
  solved.release();
});

/** The paper, section 4.2: moves in the tree, percentage of random moves, expansion threshold, plies of a playout. */
const PUBLISHED = {
  base0: ["forward", 17, 18],
  base1: ["non-backward", 14, 18],
  base2: ["all", 22, 20],
  heur0: ["forward", 43, 32, 13],
  heur1: ["non-backward", 55, 20, 13],
  heur2: ["all", 32, 27, 14],
  end0: ["forward", 17, 18],
  end1: ["non-backward", 6, 2],
  end2: ["all", 21, 23],
} as const;
const NAMES = [...Object.keys(PUBLISHED), "end3", "ab-rows", "ab-table"];

/** All parameters of a player, defaults included. */
async function parametersOf(rules: OpenGame, text: string): Promise<Record<string, unknown>> {
  const player = await makePlayer(rules, text, 1);
  await player.close();
  const { name, parameters } = unwrap(parsePlayerText(player.text));
  const kind = rules.playerKinds.find((each) => each.name === name);
  return { kind: name, ...unwrap(parseOptions(kind?.parameters ?? [], parameters)) };
}

describe("published parameters", () => {
  test.for(Object.entries(PUBLISHED))("%s", async ([name, [moves, random, threshold, depth]]) => {
    const kind = { base: ["end", "rows"], heur: ["depth", "table"], end: ["separated", "table"] }[name.slice(0, -1)];
    expect(await parametersOf(await open(5, 3), name)).toMatchObject({
      kind: "uct",
      expansions: 100_000,
      playouts: null,
      finish: "no",
      proofs: "no",
      trees: 1,
      stop: kind?.[0],
      eval: kind?.[1],
      moves,
      random,
      threshold,
      ...(depth ? { depth } : {}),
    });
  });

  test.for(["rows", "table"])("ab-%s: five plies of non-backward moves", async (evaluation) => {
    expect(await parametersOf(await open(5, 3), `ab-${evaluation}`)).toMatchObject({
      kind: "alphabeta",
      depth: 5,
      moves: "non-backward",
      eval: evaluation,
      finish: "no",
      ties: "random",
    });
  });

  test("end3 is not defined in the paper: it is end0", async () => {
    const rules = await open(5, 3);
    expect(await parametersOf(rules, "end3")).toEqual(await parametersOf(rules, "end0"));
    expect(rules.playerKinds.find(({ name }) => name === "end3")?.summary).toContain("not defined");
  });
});

test("a preset's parameters can be overridden; the player's text is that of the kind with all parameters", async () => {
  const rules = await open(5, 3);
  const player = await makePlayer(rules, "base0(expansions=20000, c=0.25)", 1);
  expect(player.text).toMatch(/^uct\(expansions=20000, c=0.25, .*finish=no, random=17\)$/);
  const again = await makePlayer(rules, player.text, 1);
  expect(again.text).toBe(player.text);
  await Promise.all([player.close(), again.close()]);
});

test("with ten pieces, tables of six and four pieces replace the table; a move counts as much as its two plies", async () => {
  const kinds = async (pieces: number) =>
    (await open(9, pieces)).playerKinds.filter(({ presetOf }) => presetOf !== undefined);
  expect((await kinds(6)).map(({ name }) => name)).toEqual(["best", ...NAMES]);
  const ten = await kinds(10);
  expect(ten.map(({ name }) => name)).toEqual(["best", ...NAMES]);
  const defaults = (name: string, of: typeof ten) =>
    defaultsOf(of.find((each) => each.name === name)?.parameters ?? []);
  expect(defaults("ab-table", ten)["eval"]).toBe("pdb(6+4)");
  expect(defaults("base0", ten)["eval"]).toBe("rows");
  expect(defaults("heur0", ten)["weight"]).toBe(2 * Number(defaults("heur0", await kinds(6))["weight"]));
});

test("defaults of a preset are valid for its kind", async () => {
  for (const { parameters } of (await open(5, 3)).playerKinds) {
    const given = Object.entries(defaultsOf(parameters)).filter(([, value]) => value !== null);
    const texts = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
    expect(unwrap(parseOptions(parameters, texts))).toEqual(defaultsOf(parameters));
  }
});

describe.for(["base0", "heur0", "end0", "ab-table"])("%s", (name) => {
  playerSuite(async () => {
    const rules = await open(5, 3);
    const positions = randomGame(rules, rules.initial(), 4, 12).map(({ position }) => position);
    return {
      rules,
      text: name,
      quick: { nodes: 1_500 },
      deepText: `${name}(${name.startsWith("ab") ? "depth=64" : "expansions=1000000000000"})`,
      deep: {},
      positions: positions.filter((position) => rules.result(position) === null).slice(0, 5),
      ended: unwrap(rules.parsePosition("x/xx/3/1o2/5/4/2o/2/o o")),
    };
  });
});
