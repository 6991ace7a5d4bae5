/** The players for simultaneous moves: contract tests and mixed strategies. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../contracts/errors.ts";
import { parseOptions } from "../../contracts/options.ts";
import { parsePlayerText, type Player } from "../../contracts/player.ts";
import { playerSuite } from "../../contracts/suites/player-suite.ts";
import { SECOND, FIRST } from "../../contracts/position.ts";
import { end, positionAt, randomGraph, round, RoundsBoard } from "./rounds.fixture.ts";

const graph = randomGraph(3, { size: 400, ends: 0.03, moves: [9, 4], evaluation: 300, anywhere: true });
const board = new RoundsBoard(graph);
const going = graph.flatMap(({ result }, place) => (result === 0 ? [positionAt(place)] : []));
const ended = positionAt(graph.findIndex(({ result }) => result !== 0));

/** In points: 1, -1 / -1, 0 with the value -1/3, by strategies (1/3, 2/3) of both. */
const mixed = new RoundsBoard(
  [
    round([
      [1, 2],
      [2, 3],
    ]),
    end(1),
    end(2),
    end(3),
  ],
  { winUtility: 100 },
);

afterAll(async () => {
  await board.close();
  await mixed.close();
});

async function make(on: RoundsBoard, text: string, seed: number): Promise<Player> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = on.rules.playerKinds.find((each) => each.name === name);
  if (!kind) throw new Error(`unknown player ${name}`);
  return kind.create(unwrap(parseOptions(kind.parameters, parameters)), seed);
}

describe.for([
  ["equilibrium(depth=2)", "equilibrium(depth=32, tt=0)"],
  ["equilibrium(nodes=3000, tt=1, discount=1)", "equilibrium(tt=0, ms=100000000)"],
  ["duct(playouts=200)", "duct(playouts=1000000000000)"],
  ["duct(playouts=200, selection=regret, stop=depth)", "duct(selection=regret, playouts=1000000000000)"],
  ["duct(playouts=200, choice=most, tree=1)", "duct(ms=100000000)"],
])("the player %s", ([text = "", deepText = ""]) => {
  describe.for([FIRST, SECOND])("for player %d", (actor) => {
    playerSuite(async () => ({
      rules: board.rules,
      text,
      quick: { nodes: 1_000 },
      deepText,
      deep: {},
      actor,
      positions: going.slice(0, 8),
      ended,
    }));
  });
});

describe("equilibrium", () => {
  test("samples moves by its strategy, and reports probabilities and values", async () => {
    const player = await make(mixed, "equilibrium(depth=1, discount=1)", 5);
    const counts = new Map<number, number>();
    for (let i = 0; i < 300; i++) {
      const { move, info } = await player.choose(positionAt(0), {}, { actor: SECOND });
      counts.set(move, (counts.get(move) ?? 0) + 1);
      expect(info.value).toBeCloseTo(100 / 3, 6);
      expect(info).toMatchObject({ depth: 1, pv: [move] });
    }
    const { info } = await player.choose(positionAt(0), {}, { actor: FIRST });
    expect(info.value).toBeCloseTo(-100 / 3, 6);
    expect(info.candidates?.map(({ text, reason }) => ({ text, reason }))).toEqual([
      { text: "4", reason: "probability 0.667" },
      { text: "1", reason: "probability 0.333" },
    ]);
    for (const { value } of info.candidates ?? []) expect(value).toBeCloseTo(-100 / 3, 6);
    // 100 of 300, give or take four standard deviations.
    expect(Math.abs((counts.get(2) as number) - 100)).toBeLessThan(4 * Math.sqrt(300 * (1 / 3) * (2 / 3)));
    await player.close();
  });

  test("reports a value that is a share of wins as the expected result", async () => {
    const wins = new RoundsBoard([
      round([
        [1, 2],
        [2, 3],
      ]),
      end(1),
      end(2),
      end(3),
    ]);
    const player = await make(wins, "equilibrium(depth=1, discount=1)", 5);
    const { info } = await player.choose(positionAt(0), {}, { actor: SECOND });
    expect(info).toMatchObject({ value: expect.closeTo(1 / 3, 3), unit: "expected result (win 1, loss -1)" });
    await player.close();
    await wins.close();
  });

  test("moves are reproducible by seed", async () => {
    const sampled = async (seed: number): Promise<number[]> => {
      const player = await make(mixed, "equilibrium(depth=1)", seed);
      const moves: number[] = [];
      for (let i = 0; i < 40; i++) moves.push((await player.choose(positionAt(0), {})).move);
      await player.close();
      return moves;
    };
    const one = await sampled(1);
    expect(await sampled(1)).toEqual(one);
    expect(await sampled(2)).not.toEqual(one);
    expect(new Set(one).size).toBe(2);
  });

  test("reports info during the search", async () => {
    const player = await make(board, "equilibrium(tt=0)", 1);
    const depths: (number | null)[] = [];
    await player.choose(going[0] as Uint8Array, { milliseconds: 900 }, { onInfo: ({ depth }) => depths.push(depth) });
    expect(depths.length).toBeGreaterThan(1);
    expect(depths).toEqual(depths.toSorted((a, b) => Number(a) - Number(b)));
    await player.close();
  });
});

describe("duct", () => {
  test("choice=most plays the likelier move, choice=sampled both", async () => {
    const played = async (text: string): Promise<Set<number>> => {
      const player = await make(mixed, text, 3);
      const moves = new Set<number>();
      for (let i = 0; i < 40; i++) moves.add((await player.choose(positionAt(0), {})).move);
      await player.close();
      return moves;
    };
    expect(await played("duct(selection=regret, playouts=4000, choice=most)")).toEqual(new Set([4]));
    expect(await played("duct(selection=regret, playouts=4000)")).toEqual(new Set([1, 4]));
  });

  test("reports the value for the choosing player", async () => {
    const player = await make(mixed, "duct(selection=regret, playouts=20000)", 3);
    const [first, second] = await Promise.all(
      [FIRST, SECOND].map(async (actor) => (await player.choose(positionAt(0), {}, { actor })).info.value as number),
    );
    // -1/3 and 1/3 in points from 0 to 1.
    expect(Math.abs((first as number) - 1 / 3)).toBeLessThan(0.05);
    expect(Math.abs((second as number) - 2 / 3)).toBeLessThan(0.05);
    await player.close();
  });
});
