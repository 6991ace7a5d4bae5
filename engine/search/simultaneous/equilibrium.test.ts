/** Equilibrium search against the reference implementation: pruning does not change the value of backward induction. */
import { afterAll, describe, expect, test } from "vitest";
import { randomNumbers } from "../../contracts/suites/random-play.ts";
import { searcher, type SearcherOptions } from "./equilibrium-search.fixture.ts";
import { goofspiel, inspection, inspectionValue, pursuit } from "./solved-games.fixture.ts";
import { PURSUIT_WIN_UTILITY, pursuitBoard, pursuitPosition } from "./pursuit.fixture.ts";
import type { EquilibriumResult, EquilibriumMove } from "./request.ts";
import {
  type BoardOptions,
  end,
  type Graph,
  type GraphShape,
  type Place,
  positionAt,
  randomGraph,
  round,
  RoundsBoard,
} from "./rounds.fixture.ts";
import { ReferenceEquilibrium } from "./reference-equilibrium.fixture.ts";

const boards: RoundsBoard[] = [];
afterAll(async () => {
  await Promise.all(boards.map((board) => board.close()));
});

function boardOf(graph: Graph, options: BoardOptions = {}): RoundsBoard {
  const board = new RoundsBoard(graph, options);
  boards.push(board);
  return board;
}

const SEARCHERS: Readonly<Record<string, SearcherOptions>> = {
  "pruning, with a transposition table": { tableBits: 12 },
  "pruning, with a tiny transposition table": { tableBits: 3 },
  "pruning, without a table": {},
  "full width": { prune: false },
};

const shape: GraphShape = { size: 120, ends: 0.1, moves: [4, 4], evaluation: 300 };
const CASES: Readonly<Record<string, { readonly shape: GraphShape; readonly winUtility: number }>> = {
  "equal numbers of moves": { shape, winUtility: 20_000 },
  "many moves of the first player": { shape: { ...shape, moves: [14, 2] }, winUtility: 1_000 },
  "many moves of the second player": { shape: { ...shape, moves: [3, 9] }, winUtility: 1_000 },
  "few values": { shape: { ...shape, evaluation: 1 }, winUtility: 2 },
  "terminal values only": { shape: { ...shape, evaluation: 0, ends: 0.3 }, winUtility: 1 },
  "evaluations beyond a win": { shape: { ...shape, ends: 0.2 }, winUtility: 100 },
  cycles: { shape: { ...shape, size: 30, anywhere: true, moves: [3, 4] }, winUtility: 500 },
};

describe.for(Object.entries(CASES))("%s", ([, { shape: given, winUtility }]) => {
  test.for(Object.entries(SEARCHERS))("%s: the value of backward induction", ([, options]) => {
    for (let seed = 1; seed <= 8; seed++) {
      const graph = randomGraph(seed, given);
      const discount = seed % 2 === 0 ? 1 : 0.9;
      const board = boardOf(graph, { winUtility, orderingSeed: seed % 3 });
      const search = searcher(board.states, { ...options, discount });
      const reference = new ReferenceEquilibrium(graph, { winUtility, discount });
      for (const depth of [1, 2, 3, 4]) {
        for (const place of [0, 1, 2, 3]) {
          if (graph[place]?.result !== 0) continue;
          const found = search(positionAt(place), depth);
          const expected = reference.value(place, depth);
          expect(Math.abs(found.value - expected), `seed ${seed}, place ${place}, depth ${depth}`).toBeLessThan(
            1e-7 * winUtility,
          );
          if (found.end === "depth") expect(found.depth).toBe(depth);
          expectEquilibrium(reference.matrix(place, found.depth), found.moves, found.value, winUtility);
        }
      }
    }
  });
});

describe("games with known values", () => {
  test.for([2, 3, 4, 5])("Goofspiel with %d cards is even, and solved", (cards) => {
    const graph = goofspiel(cards);
    const found = searcher(boardOf(graph, { winUtility: 1 }).states, { tableBits: 14 })(positionAt(0), 32);
    expect(found.value).toBeCloseTo(0, 9);
    expect(found.end).toBe("proof");
    const reference = new ReferenceEquilibrium(graph, { winUtility: 1, discount: 1 });
    if (cards < 5) expectEquilibrium(reference.matrix(0, cards), found.moves, 0, 1);
  });

  test.for([0, 1])("at full depth the strategy of player %d in Goofspiel is not exploitable", (player) => {
    const graph = goofspiel(4);
    const search = searcher(boardOf(graph, { winUtility: 1 }).states, { tableBits: 14 });
    // The best response to the strategies that the search plays in each position, by backward induction.
    const known = new Map<number, number>();
    const bestAgainst = (place: number): number => {
      const { result, children } = graph[place] as Place;
      if (result !== 0) return [1, -1, 0][result - 1] as number;
      const found = known.get(place);
      if (found !== undefined) return found;
      const strategy = search(positionAt(place), 32).moves[player as 0 | 1];
      const payoff = (own: number, other: number): number =>
        bestAgainst((player === 0 ? children[own]?.[other] : children[other]?.[own]) as number);
      const replies = player === 0 ? (children[0] as number[]).map((_, j) => j) : children.map((_, i) => i);
      const gets = replies.map((reply) =>
        strategy.reduce((sum, { probability }, own) => sum + probability * payoff(own, reply), 0),
      );
      const value = player === 0 ? Math.min(...gets) : Math.max(...gets);
      known.set(place, value);
      return value;
    };
    expect(bestAgainst(0)).toBeCloseTo(0, 7);
  });

  test("Dresher's inspection game", () => {
    for (let periods = 1; periods <= 9; periods++) {
      for (let inspections = 0; inspections <= periods; inspections++) {
        const search = searcher(boardOf(inspection(periods, inspections), { winUtility: 20_000 }).states, {
          tableBits: 10,
        });
        const { value } = search(positionAt(0), periods);
        expect(value / 20_000).toBeCloseTo(inspectionValue(periods, inspections), 7);
      }
    }
  });

  test("with a discount, later wins have smaller values", () => {
    const waits = [[[1]], [[2]], [[3]]].map((children) => round(children));
    const search = searcher(boardOf([...waits, end(1)], { winUtility: 1000 }).states, { discount: 0.9 });
    expect(search(positionAt(0), 8)).toMatchObject({ depth: 3, end: "proof" });
    expect(search(positionAt(0), 8).value).toBeCloseTo(729, 9);
  });
});

describe("pursuit", () => {
  test("perft of the kernel equals that of the reference rules", () => {
    const graph = pursuit(4, 0, 10, 6);
    const count = (place: number, depth: number): number => {
      if (depth === 0) return 1;
      const { result, children } = graph[place] as Place;
      return result === 0 ? children.flat().reduce((sum, child) => sum + count(child, depth - 1), 0) : 0;
    };
    const states = pursuitBoard(4, 1);
    for (const depth of [1, 2, 3, 4]) expect(states.perft(pursuitPosition([0], 10, 6), depth)).toBe(count(0, depth));
  });

  test.for([1, 2, 3, 4, 5])("one pursuer: the value of backward induction, depth %d", (depth) => {
    const discount = 0.99;
    for (const evader of [1, 5, 10, 15]) {
      const reference = new ReferenceEquilibrium(pursuit(4, 0, evader, 5), {
        winUtility: PURSUIT_WIN_UTILITY,
        discount,
      });
      const search = searcher(pursuitBoard(4, 1), { discount, tableBits: 12 });
      const { value } = search(pursuitPosition([0], evader, 5), depth);
      expect(Math.abs(value - reference.value(0, depth))).toBeLessThan(1e-6 * PURSUIT_WIN_UTILITY);
    }
  });

  test.for([
    [2, 3],
    [3, 2],
    [4, 1],
  ])("%d pursuers, depth %d: pruning searches fewer nodes and finds the same value", ([pursuers = 0, depth = 0]) => {
    const random = randomNumbers(pursuers);
    const states = pursuitBoard(6, pursuers);
    const searches = [{ prune: false }, {}, { tableBits: 14 }].map((options) => searcher(states, options));
    const nodes = [0, 0, 0];
    for (let k = 0; k < 6; k++) {
      const cells = Array.from({ length: pursuers }, () => Math.floor(random() * 35));
      const found = searches.map((search) => search(pursuitPosition(cells, 35, 20), depth));
      found.forEach((each, i) => {
        nodes[i] = (nodes[i] as number) + each.nodes;
        expect(Math.abs(each.value - (found[0] as EquilibriumResult).value)).toBeLessThan(1e-6 * PURSUIT_WIN_UTILITY);
      });
    }
    expect(nodes[1]).toBeLessThan((nodes[0] as number) / 2);
    expect(nodes[2]).toBeLessThanOrEqual(nodes[1] as number);
  });

  test("with four pursuers, 625 joint moves against 5, the strategies are a Nash equilibrium", () => {
    const states = pursuitBoard(7, 4);
    const position = pursuitPosition([16, 18, 30, 32], 24, 20);
    const { value, moves } = searcher(states)(position, 1);
    expect(moves.map(({ length }) => length)).toEqual([625, 5]);
    for (const [player, sign] of [
      [0, 1],
      [1, -1],
    ] as const) {
      const best = Math.max(...moves[player].map((each) => each.value));
      expect(Math.abs(best - sign * value)).toBeLessThan(1e-6 * PURSUIT_WIN_UTILITY);
    }
  });
});

describe("limits", () => {
  const graph = randomGraph(7, { size: 400, ends: 0.02, moves: [8, 8], evaluation: 300, anywhere: true });

  test("the node limit is respected, and the result is that of the last finished iteration", () => {
    const search = searcher(boardOf(graph).states);
    const two = search(positionAt(0), 2);
    for (const nodes of [1, 2, 10, 100, 1_000, 10_000]) {
      const found = search(positionAt(0), 32, nodes);
      expect(found.nodes).toBeLessThanOrEqual(nodes);
      expect(found.end).toBe("nodes");
      if (found.depth === 2) expect(found.value).toBe(two.value);
      if (found.depth === 2) expect(found.moves[1].map(probabilityOf)).toEqual(two.moves[1].map(probabilityOf));
    }
  });

  test("an unfinished iteration may improve the strategy of the player with more moves, and never worsens it", () => {
    let changed = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const wide = randomGraph(seed, { size: 200, ends: 0.02, moves: [12, 2], evaluation: 300 });
      const search = searcher(boardOf(wide).states, {});
      const matrix = new ReferenceEquilibrium(wide, { winUtility: 20_000, discount: 1 }).matrix(0, 3);
      const guaranteed = ([first]: EquilibriumResult["moves"]): number =>
        Math.min(
          ...(matrix[0] as number[]).map((_, j) =>
            first.reduce((sum, { probability }, i) => sum + probability * (matrix[i]?.[j] as number), 0),
          ),
        );
      const before = search(positionAt(0), 2);
      const whole = search(positionAt(0), 3).nodes;
      for (const share of [0.3, 0.5, 0.7, 0.9]) {
        const cut = search(positionAt(0), 3, Math.floor(share * whole));
        if (cut.depth !== 2) continue;
        expect(guaranteed(cut.moves)).toBeGreaterThan(guaranteed(before.moves) - 1e-3);
        if (guaranteed(cut.moves) > guaranteed(before.moves) + 1) changed++;
      }
    }
    expect(changed).toBeGreaterThan(5);
  });

  test("without a finished iteration the strategies are uniform", () => {
    const { depth, moves } = searcher(boardOf(graph).states)(positionAt(0), 4, 3);
    expect(depth).toBe(0);
    for (const strategy of moves)
      for (const { probability } of strategy) expect(probability).toBeCloseTo(1 / strategy.length, 12);
  });
});

function probabilityOf({ probability }: EquilibriumMove): number {
  return probability;
}

/** The strategies are a Nash equilibrium: the exploitability is 0. */
function expectEquilibrium(
  matrix: readonly (readonly number[])[],
  [first, second]: readonly [readonly EquilibriumMove[], readonly EquilibriumMove[]],
  value: number,
  scale: number,
): void {
  const slack = 1e-7 * scale;
  for (const strategy of [first, second])
    expect(strategy.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
  first.forEach((move, i) => {
    const gets = second.reduce((sum, { probability }, j) => sum + probability * (matrix[i]?.[j] as number), 0);
    expect(gets).toBeLessThan(value + slack);
    if (move.isBound) expect(gets).toBeLessThan(move.value + slack);
    else expect(Math.abs(gets - move.value)).toBeLessThan(slack);
  });
  second.forEach((move, j) => {
    const gets = -first.reduce((sum, { probability }, i) => sum + probability * (matrix[i]?.[j] as number), 0);
    expect(gets).toBeLessThan(-value + slack);
    if (move.isBound) expect(gets).toBeLessThan(move.value + slack);
    else expect(Math.abs(gets - move.value)).toBeLessThan(slack);
  });
}
