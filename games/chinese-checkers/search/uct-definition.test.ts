/** The kernel's UCT against the reference: the same visits, points and proofs of every root move. */
import { afterAll, expect, test } from "vitest";
import { UctNode, UctRecord } from "../../../build/layouts/engine/search/uct.ts";
import { readUct, type UctResult, writeUct } from "../../../engine/search/request.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { logarithm, type ReferenceRequest, ReferenceUct } from "./reference-uct.fixture.ts";
import { TestGame, WIN_ALL, WIN_FILLED } from "./small-game.fixture.ts";

const POOL_NODES = 100_000;
const games = [
  new TestGame({ side: 4, pieces: 1, win: WIN_FILLED }),
  new TestGame({ side: 5, pieces: 3, win: WIN_FILLED }),
  new TestGame({ side: 6, pieces: 3, win: WIN_ALL }),
];
afterAll(() => Promise.all(games.map((game) => game.close())));

function searchByKernel(game: TestGame, position: Position, request: ReferenceRequest): UctResult {
  const { kernel } = game;
  const { memory } = kernel;
  const state = memory.allocate(position.length);
  const scratch = memory.allocate(kernel.exports.uctScratchBytes());
  const pool = memory.allocate(UctNode.BYTES * POOL_NODES);
  const record = memory.allocate(UctRecord.BYTES);
  memory.bytes(state, position.length).set(position);
  writeUct(memory, record, { ...request, state, scratch, pool, poolNodes: POOL_NODES });
  kernel.exports.uct(record);
  const answer = readUct(memory, record);
  for (const region of [state, scratch, pool, record]) memory.free(region);
  return answer;
}

const REQUESTS: readonly Partial<ReferenceRequest>[] = [
  {},
  { c: 0, threshold: 1 },
  { c: 2, threshold: 40 },
  { length: 0.01 },
  { length: 0.5 },
  { plies: 7, length: 0.002 },
  { stop: "depth", plies: 1, weight: 0.01 },
  { stop: "depth", plies: 5, weight: 0.03, length: 0.01, threshold: 3 },
  { stop: "depth", plies: 4, weight: 0.5, c: 0.2 },
  { stop: "separated" },
  { stop: "separated", length: 0.02, threshold: 1 },
  { stop: "separated", playouts: 0, expansions: 2_000 },
  { playouts: 0, expansions: 1 },
  { playouts: 0, expansions: 3_000, threshold: 1 },
  { proofs: false, threshold: 1 },
  { proofs: false, threshold: 1, length: 0.01, c: 0.2, playouts: 400 },
  { proofs: false, stop: "depth", plies: 5, weight: 0.03, threshold: 3, playouts: 0, expansions: 2_000 },
];

const seen = new Set<string>();

test.for(REQUESTS)("%o", (given) => {
  const seeds = new SeededRandom(3);
  for (const game of games) {
    const setSearch = game.setSearch(30);
    for (let i = 0; i < 5; i++) {
      const position = game.randomPosition(seeds, i * 5);
      const request: ReferenceRequest = {
        playouts: 150,
        expansions: 0,
        c: 0.7,
        threshold: 5,
        stop: "end",
        plies: 60,
        length: 0,
        weight: 0,
        random: seeds.word() | 1n,
        ...given,
      };
      game.kernel.run([setSearch]);
      const { rootMoves, playouts, expansions, end } = searchByKernel(game, position, request);
      expect({ rootMoves, playouts, expansions, end }).toEqual(new ReferenceUct(game, request).search(position));
      seen.add(end);
      for (const { proof } of rootMoves) seen.add(proof);
    }
  }
});

test("its logarithm is accurate", () => {
  for (let n = 1; n < 1e15; n = Math.ceil(n * 1.07)) expect(logarithm(n)).toBeCloseTo(Math.log(n), 9);
});

test("all kinds of proofs and ends occurred", () => {
  for (const each of ["open", "won", "lost", "proof", "nodes", "playouts"]) expect(seen).toContain(each);
});
