/** Players and evaluators: the contract's suites, and play with tables. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playGame } from "../../engine/arena/play-game.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE } from "../../engine/contracts/position.ts";
import { defaultsOf, parseOptions } from "../../engine/contracts/options.ts";
import { parsePlayerText, type Player } from "../../engine/contracts/player.ts";
import { evaluatorSuite } from "../../engine/contracts/suites/evaluator-suite.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { spread, randomGame } from "../../engine/contracts/suites/random-play.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { game } from "./game.ts";
import { readCaptures } from "./options.ts";
import { endgameSet } from "./tables.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-dark-chess-"));
process.env["GAMELORE_HOME"] = home;
const rules: OpenGame = unwrap(await game.open(defaultsOf(game.options)));
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});
beforeAll(async () => {
  const store = new TableStore(tablesFolder());
  const set = endgameSet(3, readCaptures({}));
  await set.build(set.tables, { threads: 2 }, async (spec, solved) => {
    await store.write(solved, spec.solver);
  });
});

function create(text: string, seed = 1): Promise<Player> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((each) => each.name === name);
  if (!kind) throw new Error(`no player ${name}`);
  return kind.create(unwrap(parseOptions(kind.parameters, parameters)), seed);
}

const at = (text: string) => unwrap(rules.parsePosition(text));
const ENDGAME = at("......../.Rg...../..k...../......P. b 0");
const played = [
  ...[1, 2]
    .flatMap((seed) => spread(randomGame(rules, rules.initial(), seed, 200), 12))
    .map(({ position }) => position),
  ...spread(randomGame(rules, ENDGAME, 3, 60), 8).map(({ position }) => position),
];
const toMove = played.filter((position) => ![undefined, CHANCE].includes(rules.actors(position)[0]));

describe.for(rules.evaluators)("the evaluator $name", (spec) => {
  evaluatorSuite(async () => ({ evaluator: await spec.create(), others: [], players: 2, positions: toMove }));
});

describe.for([
  ["random", "random"],
  ["greedy", "greedy"],
  ["expectimax(depth=2, tables=3)", "expectimax(depth=60, tables=3)"],
  ["expectimax(depth=2, tables=0)", "expectimax(depth=60, tables=0)"],
  ["uct(playouts=100, tables=3)", "uct(playouts=100000000, tables=3)"],
  ["best(ms=20, tables=3)", "best(ms=100000, tables=3)"],
])("the player %s", ([text = "", deepText = ""]) => {
  playerSuite(async () => ({
    rules,
    text,
    quick: { nodes: 500 },
    deepText,
    deep: {},
    positions: toMove,
    ended: at("......../......../......../..k..... b 0"),
  }));
});

test("the list of players is complete", () => {
  expect(rules.playerKinds.map(({ name }) => name)).toEqual(["random", "greedy", "expectimax", "uct", "best"]);
});

test("a missing table is reported with the command that builds it", async () => {
  await expect(create("expectimax(tables=4)")).rejects.toThrow(
    /table revealed-\S+ not found; build it with: gamelore solve chinese-dark-chess --material \w+$/,
  );
});

test.for(["expectimax(nodes=200, tables=3)", "uct(playouts=20, tables=3)"])("%s wins a table win", async (text) => {
  // Two guards against a rook: a table win beyond two plies of search.
  const start = at("g......./......../......../...g...R w 0");
  const [first, second] = await Promise.all([create(text, 2), create("random", 5)]);
  const { scores } = await playGame(rules, [first, second], { start, seed: 3 });
  expect(scores).toEqual([1, 0]);
  await Promise.all([first.close(), second.close()]);
});

test("whole games end by the rules", async () => {
  const players = await Promise.all([create("expectimax(nodes=300, tables=3)"), create("greedy")]);
  for (const seed of [1, 2, 3]) {
    const { ending, scores } = await playGame(rules, players, { seed });
    expect(ending).toBe("rules");
    expect(scores[0]).toBeGreaterThanOrEqual(0.5);
  }
  await Promise.all(players.map((player) => player.close()));
});
