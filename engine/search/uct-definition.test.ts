/** The kernel's UCT with chance builds the same tree as the reference: visits, points and proofs of every root move. */
import { expect, test } from "vitest";
import { randomNumbers } from "../contracts/suites/random-play.ts";
import { GraphBoard, positionAt, randomGraph } from "./chance.fixture.ts";
import { UctNode, UctRecord } from "../../build/layouts/engine/search/uct.ts";
import { readUct, type UctResult, writeUct } from "./request.ts";
import { SeededRandom } from "../random/seeded.ts";
import { withTables } from "./reference-expectimax.fixture.ts";
import { type ReferenceRequest, ReferenceUct } from "./reference-uct.fixture.ts";

const POOL_NODES = 20_000;

function searchByKernel({ states: { kernel } }: GraphBoard, place: number, request: ReferenceRequest): UctResult {
  const { memory } = kernel;
  const position = positionAt(place);
  const state = memory.allocate(position.length);
  const scratch = memory.allocate(kernel.exports.uctScratchBytes());
  const pool = memory.allocate(UctNode.BYTES * POOL_NODES);
  const record = memory.allocate(UctRecord.BYTES);
  memory.bytes(state, position.length).set(position);
  writeUct(memory, record, { ...request, stop: "end", weight: 0, state, scratch, pool, poolNodes: POOL_NODES });
  kernel.exports.uct(record);
  const answer = readUct(memory, record);
  for (const region of [state, scratch, pool, record]) memory.free(region);
  return answer;
}

const SHAPE = { size: 60, chance: 0.4, ends: 0.08, mostEdges: 4, evaluation: 5 };

/** Lengths are powers of 2, so that sums of points are exact in any order. */
const REQUESTS: readonly Partial<ReferenceRequest>[] = [
  {},
  { c: 0, threshold: 1 },
  { c: 2, threshold: 40 },
  { length: 1 / 64, threshold: 2 },
  { plies: 3, length: 1 / 256 },
  { playouts: 0, expansions: 700, threshold: 1 },
  { playouts: 0, expansions: 1 },
];

const seen = new Set<string>();

test.for(REQUESTS)("%o", (given) => {
  const seeds = new SeededRandom(4);
  for (const tables of [false, true]) {
    for (let seed = 1; seed <= 12; seed++) {
      const plain = randomGraph(seed, { ...SHAPE, anywhere: !tables && seed % 3 === 0 });
      const random = randomNumbers(seed);
      const graph = tables ? withTables(plain, 100, () => random() < 0.15) : plain;
      const board = new GraphBoard(graph, { tables });
      const places = graph.flatMap(({ result, chance }, i) => (result === 0 && !chance ? [i] : []));
      for (const place of places.slice(0, 3)) {
        const request: ReferenceRequest = {
          playouts: 300,
          expansions: 0,
          c: 0.7,
          threshold: 5,
          plies: 60,
          length: 0,
          random: seeds.word() | 1n,
          ...given,
        };
        const { rootMoves, playouts, expansions, end } = searchByKernel(board, place, request);
        expect({ rootMoves, playouts, expansions, end }, `seed ${seed}, place ${place}`).toEqual(
          new ReferenceUct(board, tables, request).search(place),
        );
        seen.add(end);
        for (const { proof } of rootMoves) seen.add(proof);
      }
    }
  }
});

test("every end and every proof occurred", () => {
  expect([...seen].toSorted()).toEqual(["drawn", "lost", "nodes", "open", "playouts", "proof", "won"]);
});
