/** Equilibrium search against its definition: whatever is pruned, the value is that of backward induction. */
import { afterAll, describe, expect, test } from "vitest";
import { searcher, type SearcherOptions } from "./equilibrium-search.fixture.ts";
import type { EquilibriumMove } from "./request.ts";
import {
  type BoardOptions,
  type Graph,
  type GraphShape,
  randomGraph,
  removeRoundsKernel,
  RoundsBoard,
} from "./rounds.fixture.ts";
import { SlowEquilibrium } from "./slow-equilibrium.fixture.ts";

const boards: RoundsBoard[] = [];
afterAll(async () => {
  await Promise.all(boards.map((board) => board.close()));
  removeRoundsKernel();
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
const CASES: Readonly<Record<string, { readonly shape: GraphShape; readonly winWorth: number }>> = {
  "as many moves for both": { shape, winWorth: 20_000 },
  "many moves of the first player": { shape: { ...shape, moves: [14, 2] }, winWorth: 1_000 },
  "many moves of the second player": { shape: { ...shape, moves: [3, 9] }, winWorth: 1_000 },
  "few values": { shape: { ...shape, evaluation: 1 }, winWorth: 2 },
  "ends only": { shape: { ...shape, evaluation: 0, ends: 0.3 }, winWorth: 1 },
  "evaluations beyond a win": { shape: { ...shape, ends: 0.2 }, winWorth: 100 },
  "ways in circles": { shape: { ...shape, size: 30, anywhere: true, moves: [3, 4] }, winWorth: 500 },
};

describe.for(Object.entries(CASES))("%s", ([, { shape: given, winWorth }]) => {
  test.for(Object.entries(SEARCHERS))("%s: the value of backward induction", ([, options]) => {
    for (let seed = 1; seed <= 12; seed++) {
      const graph = randomGraph(seed, given);
      const discount = seed % 2 === 0 ? 1 : 0.9;
      const board = boardOf(graph, { winWorth, orderingSeed: seed % 3 });
      const search = searcher(board, { ...options, discount });
      const slow = new SlowEquilibrium(graph, { winWorth, discount });
      for (const depth of [1, 2, 3, 4]) {
        for (const place of [0, 1, 2, 3]) {
          if (graph[place]?.result !== 0) continue;
          const found = search(place, depth);
          const expected = slow.value(place, depth);
          expect(Math.abs(found.value - expected), `seed ${seed}, place ${place}, depth ${depth}`).toBeLessThan(
            1e-7 * winWorth,
          );
          if (found.end === "depth") expect(found.depth).toBe(depth);
          expectEquilibrium(slow.matrix(place, found.depth), found.moves, found.value, winWorth);
        }
      }
    }
  });
});

/** No move gets more than the value against the opponent's strategy: the exploitability is 0. */
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
