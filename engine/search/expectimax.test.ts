/** Expectimax against the reference implementation: pruning changes neither the root's value nor the best move. */
import { afterAll, describe, expect, test } from "vitest";
import { randomNumbers } from "../contracts/suites/random-play.ts";
import { playerSuite } from "../contracts/suites/player-suite.ts";
import {
  type BoardOptions,
  byChance,
  edgeOf,
  end,
  type Graph,
  GraphBoard,
  type GraphShape,
  moveAlong,
  type Place,
  place,
  positionAt,
  randomGraph,
} from "./chance.fixture.ts";
import { type AlphabetaResult, readAlphabeta, resetAge, writeAlphabeta } from "./request.ts";
import { ReferenceExpectimax, withTables } from "./reference-expectimax.fixture.ts";
import { MAX_EVALUATION, provenPlies, WIN_VALUE } from "./values.ts";
import { NULL_ADDRESS } from "../kernel/memory.ts";

const boards: GraphBoard[] = [];
afterAll(async () => {
  await Promise.all(boards.map((board) => board.close()));
});

function boardOf(graph: Graph, options: BoardOptions = {}): GraphBoard {
  const board = new GraphBoard(graph, options);
  boards.push(board);
  return board;
}

const TABLE_BITS = 12;

/** Searches of one board with a shared transposition table, or without one. */
function searcher({ states: { kernel, stateBytes } }: GraphBoard, hasTable: boolean) {
  const { memory } = kernel;
  const [state, record] = [memory.allocate(stateBytes), memory.allocate(kernel.exports.expectimaxRecordBytes())];
  const scratch = memory.allocate(kernel.exports.expectimaxScratchBytes());
  const table = hasTable ? memory.allocate(16 << TABLE_BITS) : NULL_ADDRESS;
  if (table) kernel.exports.clearTranspositions(table, TABLE_BITS);
  resetAge(memory, record);
  return (start: number, depth: number, nodes = 0): AlphabetaResult => {
    memory.bytes(state, stateBytes).set(positionAt(start));
    writeAlphabeta(memory, record, { state, scratch, table, tableBits: TABLE_BITS, nodes, depth });
    kernel.exports.expectimax(record);
    return readAlphabeta(memory, record);
  };
}

interface Case {
  readonly shape: GraphShape;
  readonly winUtility: number;
  readonly tables: boolean;
}

const shape = { size: 90, chance: 0.3, ends: 0.05, mostEdges: 4, evaluation: 300 };
const CASES: Readonly<Record<string, Case>> = {
  "some chance": { shape, winUtility: MAX_EVALUATION, tables: false },
  "much chance": { shape: { ...shape, chance: 0.5, mostEdges: 6 }, winUtility: MAX_EVALUATION, tables: false },
  "small win utility": { shape: { ...shape, ends: 0.15 }, winUtility: 310, tables: false },
  "evaluations beyond the win utility": { shape: { ...shape, ends: 0.1 }, winUtility: 120, tables: false },
  "tiny evaluations": { shape: { ...shape, evaluation: 2 }, winUtility: 3, tables: false },
  "large evaluations": { shape: { ...shape, evaluation: MAX_EVALUATION }, winUtility: MAX_EVALUATION, tables: false },
  "many terminal nodes": { shape: { ...shape, ends: 0.3, chance: 0.5 }, winUtility: 1_000, tables: false },
  tables: { shape: { ...shape, ends: 0.2 }, winUtility: 1_000, tables: true },
  "tables and much chance": { shape: { ...shape, ends: 0.25, chance: 0.5 }, winUtility: 400, tables: true },
  cycles: { shape: { ...shape, size: 40, anywhere: true, ends: 0.05 }, winUtility: 500, tables: false },
};

describe.for(Object.entries(CASES))("%s", ([, { shape: given, winUtility, tables }]) => {
  test.for([true, false])("the value equals the reference, with a transposition table: %s", (hasTable) => {
    let certain = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const plain = randomGraph(seed, given);
      const random = randomNumbers(seed);
      const graph = tables ? withTables(plain, winUtility, () => random() < 0.3) : plain;
      const search = searcher(boardOf(graph, { tables, winUtility }), hasTable);
      const reference = new ReferenceExpectimax(graph, { tables, winUtility });
      const places = graph.flatMap(({ result, chance }, i) => (result === 0 && !chance ? [i] : []));
      for (const start of places.filter((_, i) => i % 7 === 0)) {
        for (const depth of [1, 2, 3, 4, 5, 7]) {
          const answer = search(start, depth);
          const values = reference.rootValues(start, answer.depth);
          const where = `seed ${seed}, place ${start}, depth ${depth}`;
          expect(answer.value, where).toBe(Math.max(...values));
          expect(values[edgeOf(answer.move)], where).toBe(answer.value);
          for (const { move, value, bound } of answer.rootMoves) {
            if (bound === "exact") expect(value, where).toBe(values[edgeOf(move)]);
            else expect(value, where).toBeGreaterThanOrEqual(values[edgeOf(move)] as number);
          }
          if (answer.depth < depth) expect([answer.end, provenPlies(answer.value) !== null]).toEqual(["proof", true]);
          if (provenPlies(answer.value) !== null) certain++;
        }
      }
    }
    expect(certain).toBeGreaterThan(0);
  });
});

describe("a mean", () => {
  /** A place of the second player with this evaluation and one move, to a terminal node. */
  const evaluated = (evaluation: number, last: number): Place => place(1, [last], { evaluation });
  const valueOf = (graph: Graph, depth: number, options: BoardOptions = {}): AlphabetaResult =>
    searcher(boardOf(graph, options), true)(0, depth);

  test.for([
    [[30, -1], [1, 2], 9],
    [[31, -1], [1, 2], 10],
    [[3, -4], [1, 1], -1],
    [[4, -3], [1, 1], 1],
    [[1, 0], [1, 1], 1],
    [[0, -1], [1, 1], -1],
  ])("over %o with weights %o is %d, rounding halves away from 0", ([values, weights, expected]) => {
    const [first = 0, second = 0] = values as number[];
    const [one = 0, two = 0] = weights as number[];
    // After each outcome the second player moves to a place with its evaluation.
    const graph = [
      place(0, [1]),
      byChance(0, [
        [2, one],
        [3, two],
      ]),
      place(1, [4]),
      place(1, [5]),
      evaluated(first, 6),
      evaluated(second, 6),
      end(3),
    ];
    expect(valueOf(graph, 2).value).toBe(expected);
    expect(valueOf(graph, 2).pv).toEqual([moveAlong(0)]);
    // For the other side.
    const turned = graph.map((each) => ({ ...each, turn: 1 - each.turn, evaluation: -each.evaluation }));
    expect(valueOf(turned, 2).value).toBe(expected);
  });

  /** Won immediately after the first outcome, otherwise some plies later or never. */
  const twoWays = (weights: readonly [number, number], last: Place): Graph => [
    place(0, [1]),
    byChance(1, [
      [2, weights[0]],
      [3, weights[1]],
    ]),
    end(1),
    place(1, [4]),
    place(0, [5, 6]),
    end(1),
    last,
  ];

  test("over wins is a win after the average number of plies", () => {
    const answer = valueOf(twoWays([1, 4], end(2)), 4);
    expect(answer.value).toBe(WIN_VALUE - 3); // 1 ply once, 3 plies four times: 2.6
    expect(answer.end).toBe("proof");
  });

  test("over a win and an undecided outcome is not a win, and counts the win utility", () => {
    const graph = twoWays([1, 3], evaluated(60, 2)).map((each, i) =>
      i === 4 ? place(0, [6], { evaluation: 40 }) : each,
    );
    expect(valueOf(graph, 2, { winUtility: 100 }).value).toBe((100 + 3 * 40) / 4);
    expect(valueOf(graph, 2, { winUtility: 1_000 }).value).toBe((1_000 + 3 * 40) / 4);
    expect(valueOf(graph, 2, { winUtility: 20 }).value).toBe(20);
  });

  test("a search that reaches its node limit returns a move", () => {
    const graph = randomGraph(5, { ...shape, size: 800, mostEdges: 8, ends: 0 });
    const search = searcher(boardOf(graph), true);
    for (const nodes of [1, 100, 10_000]) {
      const answer = search(0, 30, nodes);
      expect(answer.nodes).toBeLessThanOrEqual(Math.max(nodes, 1 + (graph[0] as Place).edges.length));
      expect(answer.end).toBe("nodes");
      expect(edgeOf(answer.move)).toBeLessThan((graph[0] as Place).edges.length);
    }
  });
});

describe("player contract", () => {
  const graph = randomGraph(8, { ...shape, size: 3_000, chance: 0.4, mostEdges: 10, ends: 0.01, anywhere: true });
  const choosing = graph.flatMap(({ result, chance }, i) => (result === 0 && !chance ? [i] : []));
  playerSuite(async () => ({
    rules: boardOf(graph).rules,
    text: "expectimax(depth=3)",
    quick: { nodes: 2_000 },
    deepText: "expectimax(depth=60, tt=0)",
    deep: {},
    positions: choosing.slice(0, 12).map(positionAt),
    ended: positionAt(graph.findIndex(({ result }) => result !== 0)),
  }));
});
