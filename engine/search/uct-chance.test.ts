/** UCT with chance nodes: sampling by weight, best moves, exact table values. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { parseOptions } from "../contracts/options.ts";
import { parsePlayerText, type Choice, type Limits } from "../contracts/player.ts";
import { playerSuite } from "../contracts/suites/player-suite.ts";
import {
  byChance,
  edgeOf,
  end,
  GraphBoard,
  type BoardOptions,
  type Graph,
  moveAlong,
  type Place,
  place,
  positionAt,
  randomGraph,
  solvePoints,
} from "./chance.fixture.ts";
import { WIN_VALUE } from "./values.ts";

const boards: GraphBoard[] = [];
afterAll(async () => {
  await Promise.all(boards.map((board) => board.close()));
});

function boardOf(graph: Graph, options: BoardOptions = {}): GraphBoard {
  const board = new GraphBoard(graph, options);
  boards.push(board);
  return board;
}

async function choose(rules: OpenGame, text: string, start = 0, limits: Limits = {}, seed = 1): Promise<Choice> {
  const { name, parameters } = unwrap(parsePlayerText(text));
  const kind = rules.playerKinds.find((each) => each.name === name);
  if (!kind) throw new Error(`no player ${name}`);
  const player = await kind.create(unwrap(parseOptions(kind.parameters, parameters)), seed);
  try {
    return await player.choose(positionAt(start), limits);
  } finally {
    await player.close();
  }
}

describe("chance", () => {
  const weights = [1, 5, 2, 4];
  const graph = [
    place(0, [1]),
    byChance(
      0,
      weights.map((weight, i) => [i + 2, weight]),
    ),
    end(1),
    end(2),
    end(3),
    end(1),
  ];

  test("has probabilities proportional to its weights", () => {
    const { rules } = boardOf(graph);
    expect(rules.chanceProbabilities(positionAt(0))).toEqual([]);
    expect(rules.chanceProbabilities(positionAt(1))).toEqual(weights.map((weight) => weight / 12));
    expect(rules.moves(positionAt(1), -1)).toEqual([0, 1, 2, 3].map(moveAlong));
  });

  test("samples outcomes by weight", () => {
    const { states } = boardOf(graph);
    const { memory } = states.kernel;
    const [random, scratch] = [memory.allocateZeroed(8), memory.allocate(1024)];
    memory.words(random, 2).set([12_345, 678]);
    const drawn = [0, 0, 0, 0];
    const draws = 120_000;
    for (let i = 0; i < draws; i++) {
      const edge = edgeOf(states.kernel.exports.draw(states.put(positionAt(1)), scratch, random));
      drawn[edge] = (drawn[edge] as number) + 1;
    }
    // Pearson's chi-squared: with three degrees of freedom above 16.3 with probability 0.001.
    const chi = drawn.reduce((sum, count, i) => {
      const expected = (draws * (weights[i] as number)) / 12;
      return sum + (count - expected) ** 2 / expected;
    }, 0);
    expect(chi).toBeLessThan(16.3);
  });

  test.for([1, 30, 1e9])("gives the mean over its outcomes, expanding after %d visits", async (threshold) => {
    const { info } = await choose(boardOf(graph).rules, `uct(playouts=40000, threshold=${threshold})`);
    expect(info.value).toBeCloseTo((1 + 4 + 0.5 * 2) / 12, 1.8);
    expect(info.pv).toEqual([moveAlong(0)]);
  });
});

const SHAPES = {
  "little chance": { size: 40, chance: 0.15, ends: 0.1, mostEdges: 4, evaluation: 10 },
  "much chance": { size: 60, chance: 0.5, ends: 0.15, mostEdges: 5, evaluation: 10 },
} as const;

test.for(Object.entries(SHAPES))("finds a best move of random graphs with %s", async ([, shape]) => {
  let decisions = 0;
  const errors: number[] = [];
  for (let seed = 1; seed <= 15; seed++) {
    const graph = randomGraph(seed, shape);
    const points = solvePoints(graph);
    const { turn, edges } = graph[0] as Place;
    const after = edges.map(({ to }) => (turn === 0 ? (points[to] as number) : 1 - (points[to] as number)));
    const best = Math.max(...after);
    if (best - Math.min(...after) > 0.02) decisions++;
    const { move, info } = await choose(boardOf(graph).rules, "uct(playouts=60000, threshold=2)");
    expect(after[edgeOf(move)], `seed ${seed}: ${after.join(" ")}`).toBeGreaterThan(best - 0.02);
    errors.push(Math.abs((info.value as number) - best));
  }
  // Convergence is slow if the best move looks worse for long.
  expect(Math.max(...errors)).toBeLessThan(0.1);
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.01);
  expect(decisions).toBeGreaterThan(6);
});

describe("proofs", () => {
  test("a chance node is proven if all outcomes agree", async () => {
    const graph = [
      place(0, [1, 2]),
      byChance(1, [
        [3, 1],
        [4, 2],
      ]),
      byChance(0, [
        [3, 1],
        [5, 2],
      ]),
      end(1),
      end(1),
      end(2),
    ];
    const { move, info } = await choose(boardOf(graph).rules, "uct(threshold=1)");
    expect(move).toBe(moveAlong(0));
    expect(info.value).toBe(1);
    expect(info.playouts).toBeLessThan(100);
  });

  test("a move that depends on chance is not proven, and a proven win is preferred", async () => {
    const graph = [
      place(1, [1, 2]),
      byChance(0, [
        [3, 1],
        [4, 1000],
      ]),
      place(0, [4, 4]),
      end(1),
      end(2),
    ];
    const { move, info } = await choose(boardOf(graph).rules, "uct(threshold=1)");
    expect([move, info.value]).toEqual([moveAlong(1), 1]);
  });

  /** Two wins and two losses by tables, which search alone cannot find. */
  const lost = 9;
  const known = (exact: number): Place => place(1, [lost], { exact });
  const graph = [
    place(0, [1, 2, 3, 4]),
    known(0),
    known(-(WIN_VALUE - 9)),
    known(WIN_VALUE - 3),
    known(-(WIN_VALUE - 5)),
    place(0, [6, 7, 8]),
    known(WIN_VALUE - 4),
    known(WIN_VALUE - 6),
    known(WIN_VALUE - 2),
    end(2),
  ];

  test.for(["uct", "uct(trees=3)"])("%s plays the shortest win and the longest loss by tables", async (text) => {
    const { rules } = boardOf(graph, { tables: true });
    const winning = await choose(rules, text);
    expect([winning.move, winning.info.value, winning.info.playouts]).toEqual([moveAlong(3), 1, 0]);
    const losing = await choose(rules, text, 5);
    expect([losing.move, losing.info.value]).toEqual([moveAlong(1), 0]);
  });

  test("finds no win without tables", async () => {
    const { info } = await choose(boardOf(graph).rules, "uct");
    expect(info.value).toBe(0);
  });

  test("a playout ends at a table value, and counts its distance", async () => {
    // One move, then places of both sides; the last is won by the first player in 9 plies by table.
    const chain = [place(0, [1]), place(1, [2]), place(1, [3]), place(0, [4], { exact: WIN_VALUE - 9 }), end(2)];
    const { info } = await choose(
      boardOf(chain, { tables: true }).rules,
      "uct(length=0.01, threshold=100000, playouts=50)",
    );
    expect(info.value).toBeCloseTo(1 - 0.01 * (3 + 9), 9);
    expect(info.nodes).toBe(1 + 50 * 2);
  });
});

test("a PV ends at a chance node", async () => {
  const graph = [
    place(0, [1]),
    place(0, [2]),
    place(1, [3]),
    byChance(0, [
      [4, 1],
      [5, 1],
    ]),
    place(0, [6, 7]),
    place(1, [6, 7]),
    end(1),
    end(2),
  ];
  const { info } = await choose(boardOf(graph).rules, "uct(threshold=1, playouts=1000)");
  expect(info.pv).toEqual([0, 0, 0].map(moveAlong));
});

test("choosing at a chance node is an error", async () => {
  const graph = [place(0, [1]), byChance(0, [[2, 1]]), end(1)];
  await expect(choose(boardOf(graph).rules, "uct", 1)).rejects.toThrow("chance node");
});

test("expansions are counted, and limit the search", async () => {
  const graph = randomGraph(3, { size: 400, chance: 0.4, ends: 0, mostEdges: 6, evaluation: 10 });
  const { rules } = boardOf(graph);
  for (const limit of [50, 5_000]) {
    const { info } = await choose(rules, `uct(expansions=${limit}, trees=2)`);
    expect(info.nodes).toBe(limit);
  }
});

describe("player contract", () => {
  const shape = { size: 3_000, chance: 0.4, ends: 0.01, mostEdges: 8, evaluation: 100, anywhere: true };
  const graph = randomGraph(8, shape);
  const choosing = graph.flatMap(({ result, chance }, i) => (result === 0 && !chance ? [i] : []));
  playerSuite(async () => ({
    rules: boardOf(graph).rules,
    text: "uct(playouts=200)",
    quick: { playouts: 100 },
    deepText: "uct(playouts=1000000000)",
    deep: {},
    positions: choosing.slice(0, 12).map(positionAt),
    ended: positionAt(graph.findIndex(({ result }) => result !== 0)),
  }));
});
