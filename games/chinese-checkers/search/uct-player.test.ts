/** The player `uct`: its parameters reach the kernel; root parallelization over several trees. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position, Move } from "../../../engine/contracts/position.ts";
import { parseOptions } from "../../../engine/contracts/options.ts";
import { type Choice, type Limits, parsePlayerText, type SearchInfo } from "../../../engine/contracts/player.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { uctKind } from "../../../engine/search/uct.ts";
import { type ReferenceRequest, ReferenceUct } from "./reference-uct.fixture.ts";
import { TestGame, WIN_FILLED } from "./small-game.fixture.ts";

const VARIANT = { side: 5, pieces: 3, win: WIN_FILLED };
const games = [1, 3].map((threads) => new TestGame(VARIANT, threads)) as [TestGame, TestGame];
const [game] = games;
afterAll(() => Promise.all(games.map((each) => each.close())));

async function choose(text: string, limits: Limits = {}, on = game, positions = [game.initial()]): Promise<Choice[]> {
  const kind = uctKind(on.context());
  const { parameters } = unwrap(parsePlayerText(text));
  const player = await kind.create(unwrap(parseOptions(kind.parameters, parameters)), 3);
  const choices: Choice[] = [];
  for (const position of positions) choices.push(await player.choose(position, limits));
  await player.close();
  return choices;
}

async function infoOf(text: string, limits: Limits = {}): Promise<SearchInfo> {
  return ((await choose(text, limits))[0] as Choice).info;
}

function middleGames(): Position[] {
  const random = new SeededRandom(8);
  return [0, 4, 8, 12].map((plies) => game.randomPosition(random, plies));
}

describe("one tree", () => {
  const DEFAULTS: Omit<ReferenceRequest, "random"> = {
    playouts: 300,
    expansions: 0,
    c: 0.7,
    threshold: 18,
    stop: "end",
    plies: 1000,
    length: 0,
    weight: 0.02,
  };

  test.for([
    ["", {}],
    ["c=0.3, threshold=4", { c: 0.3, threshold: 4 }],
    ["cap=20, length=0.004", { plies: 20, length: 0.004 }],
    ["stop=depth, depth=6, weight=0.05, cap=3", { stop: "depth", plies: 6, weight: 0.05 }],
    ["stop=depth", { stop: "depth", plies: 13 }],
    ["stop=separated", { stop: "separated" }],
  ] as const)("its parameters have their meaning: %s", async ([text, request]) => {
    const { move, info } = (await choose(`uct(playouts=300${text && ", "}${text})`))[0] as Choice;
    const random = new SeededRandom(3).word() | 1n;
    game.kernel.run([game.setSearch()]);
    const reference = new ReferenceUct(game, { ...DEFAULTS, ...request, random }).search(game.initial());
    const most = Math.max(...reference.rootMoves.map(({ visits }) => visits));
    const best = reference.rootMoves.filter(({ visits }) => visits === most).toSorted((a, b) => b.points - a.points)[0];
    expect(move).toBe(best?.move);
    expect(info).toMatchObject({
      value: (best?.points ?? 0) / most,
      nodes: reference.expansions,
      playouts: reference.playouts,
      depth: null,
    });
  });
});

describe("several trees", () => {
  const untimed = (choices: readonly Choice[]): unknown[] =>
    choices.map(({ move, info }) => ({ ...info, move, milliseconds: null }));

  test("are deterministic on one thread and on three", async () => {
    const text = "uct(trees=4, playouts=400, threshold=3)";
    const answers = [];
    for (const on of [game, games[1], games[1]]) answers.push(untimed(await choose(text, {}, on, middleGames())));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test("are different trees", async () => {
    const [one, two] = [await infoOf("uct(playouts=200)"), await infoOf("uct(playouts=400, trees=2)")];
    expect(two.playouts).toBe(2 * (one.playouts as number));
    expect(two.value).not.toBe(one.value);
  });

  test("share the limits: the total work is that of one tree", async () => {
    for (const trees of [1, 2, 3, 7]) {
      expect(await infoOf(`uct(trees=${trees}, playouts=500)`)).toMatchObject({ playouts: 500 });
      expect(await infoOf(`uct(trees=${trees}, expansions=2000)`)).toMatchObject({ nodes: 2000 });
      expect(await infoOf(`uct(trees=${trees})`, { nodes: 5 })).toMatchObject({ nodes: 5 });
    }
  });

  test("do not grow without a share of the limit", async () => {
    expect(await infoOf("uct(trees=8)", { nodes: 3 })).toMatchObject({ nodes: 3 });
    expect(await infoOf("uct(trees=8, playouts=2)")).toMatchObject({ playouts: 2 });
  });

  test("find a win in one", async () => {
    const home = [0, 1, 2];
    const position = game.position(
      [0, 1, 4],
      home.map((cell) => game.cells - 4 - cell),
      0,
    );
    const [choice] = await choose("uct(trees=3, playouts=30)", {}, game, [position]);
    expect(game.result(game.play(position, choice?.move as Move))).toBe(1);
    expect(choice?.info.value).toBe(1);
  });
});
