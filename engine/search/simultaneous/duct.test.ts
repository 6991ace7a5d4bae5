/** Decoupled UCT on games with known solutions. */
import { afterAll, describe, expect, test } from "vitest";
import { goofspiel, inspection, inspectionValue, pursuit } from "./solved-games.fixture.ts";
import { DUCT_LINK_BYTES } from "./constants.ts";
import { type DuctResult, type DuctRequest, readDuct, writeDuct } from "./request.ts";
import { end, type Graph, positionAt, randomGraph, round, RoundsBoard } from "./rounds.fixture.ts";

const boards: RoundsBoard[] = [];
afterAll(async () => {
  await Promise.all(boards.map((board) => board.close()));
});

const WON = 1;
const LOST = 2;
const DRAWN = 3;

/** One round whose joint moves all end the game. */
function oneRound(results: readonly (readonly number[])[]): Graph {
  return [round(results.map((row) => row.map((result) => result))), end(WON), end(LOST), end(DRAWN)];
}

const REQUEST = {
  playouts: 20_000,
  expansions: 0,
  c: 0.7,
  epsilon: 0.1,
  weight: 0.001,
  threshold: 1,
  selection: "ucb",
  rounds: 100,
  cutoff: false,
  random: 12345n,
} as const;

const POOL_BYTES = 2 ** 22;
const LINK_BITS = 16;

function search(graph: Graph, more: Partial<DuctRequest> = {}): DuctResult {
  const board = new RoundsBoard(graph);
  boards.push(board);
  const { kernel, stateBytes } = board.states;
  const { memory } = kernel;
  const state = memory.allocate(stateBytes);
  const record = memory.allocate(kernel.exports.ductRecordBytes());
  const scratch = memory.allocate(kernel.exports.ductScratchBytes());
  const [pool, links] = [memory.allocate(POOL_BYTES), memory.allocate(DUCT_LINK_BYTES << LINK_BITS)];
  memory.bytes(state, stateBytes).set(positionAt(0));
  const place = { state, scratch, pool, poolBytes: POOL_BYTES, links, linkBits: LINK_BITS };
  writeDuct(memory, record, { ...REQUEST, ...place, ...more });
  kernel.exports.duct(record);
  return readDuct(memory, record);
}

const SELECTIONS = ["ucb", "regret"] as const;

describe.for(SELECTIONS)("selection=%s", (selection) => {
  test("each player finds a dominant move", () => {
    const graph = oneRound([
      [DRAWN, WON],
      [LOST, DRAWN],
    ]);
    const { moves, mean } = search(graph, { selection });
    for (const [best, other] of moves) {
      expect(best?.probability).toBeGreaterThan(0.9);
      expect(other?.probability).toBeLessThan(0.1);
    }
    expect(mean).toBeCloseTo(0.5, 1);
  });

  test.for([3, 4, 5])("Goofspiel with %d cards is even", (cards) => {
    expect(Math.abs(search(goofspiel(cards), { selection }).mean - 0.5)).toBeLessThan(0.06);
  });

  test("a forced win is found behind a quiet round", () => {
    // Move 0 leads to a place where the second player has only losing replies.
    const graph = [round([[1], [2]]), round([[3, 3]]), round([[3, 4]]), end(WON), end(LOST)];
    const { moves, mean } = search(graph, { selection });
    expect(moves[0][0]?.probability).toBeGreaterThan(0.9);
    expect(mean).toBeGreaterThan(0.9);
  });

  test("visits and probabilities sum up, and all moves are listed", () => {
    const graph = randomGraph(3, { size: 100, ends: 0.1, moves: [12, 5], evaluation: 100 });
    const found = search(graph, { selection, playouts: 5_000 });
    expect(found.moves.map(({ length }) => length)).toEqual([graph[0]?.children.length, graph[0]?.children[0]?.length]);
    for (const strategy of found.moves) {
      expect(strategy.reduce((sum, { visits }) => sum + visits, 0)).toBe(5_000);
      expect(strategy.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
    }
    expect(found).toMatchObject({ playouts: 5_000, end: "playouts" });
  });

  test("statistics are reproducible by seed", () => {
    const graph = pursuit(4, 0, 10, 8);
    const [one, again, other] = [1n, 1n, 99n].map((random) => search(graph, { selection, playouts: 2_000, random }));
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
  });
});

describe("regret matching converges to a Nash equilibrium", () => {
  const request = { selection: "regret", playouts: 200_000 } as const;

  test("matching pennies with a draw for both tails: (2/3, 1/3) for the first, (1/3, 2/3) for the second", () => {
    // In points of the first player: 1, 0 / 0, 1/2; the value is (1 · 1/2) / (1 + 1/2) = 1/3.
    const { mean, moves } = search(
      oneRound([
        [WON, LOST],
        [LOST, DRAWN],
      ]),
      request,
    );
    expect(Math.abs(mean - 1 / 3)).toBeLessThan(0.03);
    expect(Math.abs((moves[0][0]?.probability as number) - 1 / 3)).toBeLessThan(0.05);
    expect(Math.abs((moves[1][0]?.probability as number) - 1 / 3)).toBeLessThan(0.05);
  });

  test("Dresher's inspection game", () => {
    for (const [periods, inspections] of [
      [2, 1],
      [3, 1],
      [4, 2],
    ] as const) {
      const { mean } = search(inspection(periods, inspections), request);
      expect(Math.abs(2 * mean - 1 - inspectionValue(periods, inspections))).toBeLessThan(0.1);
    }
  });
});

describe("limits and cutoffs", () => {
  const graph = randomGraph(9, { size: 400, ends: 0, moves: [6, 6], evaluation: 300, anywhere: true });

  test("the limit on expansions is respected", () => {
    for (const expansions of [1, 5, 100, 3_000]) {
      const found = search(graph, { playouts: 0, expansions });
      expect(found.expansions).toBeLessThanOrEqual(expansions);
      expect(found.end).toBe("nodes");
    }
  });

  test("without a playout the strategies are uniform", () => {
    const { playouts, moves, mean } = search(graph, { playouts: 0, expansions: 1 });
    expect({ playouts, mean }).toEqual({ playouts: 0, mean: 0.5 });
    for (const strategy of moves)
      for (const { probability } of strategy) expect(probability).toBeCloseTo(1 / strategy.length, 12);
  });

  test("a full pool stops tree growth, not the search", () => {
    const found = search(graph, { poolBytes: 2_000, playouts: 3_000 });
    expect(found.playouts).toBe(3_000);
    expect(found.treeNodes).toBeLessThan(16);
  });

  test("a full table of links stops tree growth, not the search", () => {
    const found = search(graph, { linkBits: 4, playouts: 3_000 });
    expect(found.playouts).toBe(3_000);
    expect(found.treeNodes).toBeLessThanOrEqual(14);
  });

  test("with 0 playout rounds the result is the evaluation of the leaf", () => {
    const places = [round([[1, 1]]), round([[1]], 300)];
    const found = search(places, { rounds: 0, cutoff: true, weight: 0.001, playouts: 1 });
    expect(found.mean).toBeCloseTo(0.8, 12);
    expect(search(places, { rounds: 0, cutoff: false, playouts: 1 }).mean).toBe(1);
  });
});
