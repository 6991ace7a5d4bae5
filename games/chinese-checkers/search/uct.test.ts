import { afterAll, describe, expect, test } from "vitest";
import type { Position } from "../../../engine/contracts/position.ts";
import { TestGame, WIN_FILLED } from "./small-game.fixture.ts";
import { UctNode, UctRecord } from "../../../build/layouts/engine/search/uct.ts";
import { readUct, type UctResult, type UctRequest, writeUct } from "../../../engine/search/request.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import { type Solved, solveAll } from "./solved.fixture.ts";

const POOL_NODES = 200_000;

class Searcher {
  readonly game: TestGame;
  readonly record: Address;
  readonly #state: Address;
  readonly #scratch: Address;
  readonly #pool: Address;

  constructor(game: TestGame) {
    const { kernel } = game;
    this.game = game;
    this.record = kernel.memory.allocate(UctRecord.BYTES);
    this.#state = kernel.memory.allocate(kernel.exports.stateBytes());
    this.#scratch = kernel.memory.allocate(kernel.exports.uctScratchBytes());
    this.#pool = kernel.memory.allocate(UctNode.BYTES * POOL_NODES);
  }

  write(position: Position, request: Partial<UctRequest>): void {
    const { memory } = this.game.kernel;
    memory.bytes(this.#state, position.length).set(position);
    writeUct(memory, this.record, {
      state: this.#state,
      scratch: this.#scratch,
      pool: this.#pool,
      poolNodes: POOL_NODES,
      playouts: 0,
      expansions: 0,
      c: 0.7,
      threshold: 2,
      stop: "end",
      plies: 200,
      length: 0,
      weight: 0,
      random: 0x1234_5678_9abc_def1n,
      ...request,
    });
  }

  read(): UctResult {
    return readUct(this.game.kernel.memory, this.record);
  }

  search(position: Position, request: Partial<UctRequest>): UctResult {
    this.write(position, request);
    this.game.kernel.exports.uct(this.record);
    return this.read();
  }
}

const game = new TestGame({ side: 4, pieces: 2, win: WIN_FILLED });
const searcher = new Searcher(game);
const solved: readonly Solved[] = solveAll(game, 2);
afterAll(() => game.close());

function some(random: SeededRandom, wins: boolean, plies: number): Solved {
  return random.pick(solved.filter((entry) => entry.wins === wins && entry.plies === plies));
}

function outcomeOf(position: Position): Solved {
  const key = position.join();
  return solved.find((entry) => entry.position.join() === key) as Solved;
}

describe("what UCT finds", () => {
  test("a win in one, without a playout", () => {
    const random = new SeededRandom(1);
    for (let i = 0; i < 20; i++) {
      const { position } = some(random, true, 1);
      const answer = searcher.search(position, { playouts: 100 });
      expect(game.result(game.play(position, answer.move))).not.toBe(0);
      expect(answer).toMatchObject({ mean: 1, playouts: 0, end: "proof" });
    }
  });

  test("a win in three with one winning move", () => {
    const random = new SeededRandom(2);
    const single = solved.filter(
      ({ wins, plies, successors }) =>
        wins && plies === 3 && successors.filter((next) => !next.wins && next.plies === 2).length === 1,
    );
    for (let i = 0; i < 20; i++) {
      const { position } = random.pick(single);
      const answer = searcher.search(position, { playouts: 20_000 });
      const after = outcomeOf(game.play(position, answer.move));
      expect(after.wins).toBe(false);
      expect(after.plies).toBeGreaterThan(0);
      expect(answer).toMatchObject({ mean: 1, end: "proof" });
    }
  });

  test("high means for a winning side to move, low ones for a losing side", () => {
    const random = new SeededRandom(6);
    for (const wins of [true, false]) {
      const means: number[] = [];
      for (let i = 0; i < 30; i++) {
        const answer = searcher.search(some(random, wins, wins ? 7 : 8).position, { playouts: 1_000, threshold: 1 });
        if (answer.end !== "proof") means.push(answer.mean);
      }
      expect(means.length).toBeGreaterThan(5);
      const mean = means.reduce((sum, each) => sum + each, 0) / means.length;
      if (wins) expect(mean).toBeGreaterThan(0.65);
      else expect(mean).toBeLessThan(0.35);
    }
  });

  test("correct proofs only", () => {
    const random = new SeededRandom(4);
    for (let i = 0; i < 40; i++) {
      const entry = some(random, i % 2 === 0, 2 + (i % 2 === 0 ? 1 : 0) + 2 * (i % 3 === 0 ? 1 : 0));
      const answer = searcher.search(entry.position, { playouts: 5_000 });
      if (answer.end === "proof") expect(answer.mean).toBe(entry.wins ? 1 : 0);
    }
  });

  test("a legal principal variation that begins with its move", () => {
    const position = game.initial();
    const { pv: line, move } = searcher.search(position, { playouts: 3_000 });
    expect(line[0]).toBe(move);
    expect(line.length).toBeGreaterThan(1);
    line.reduce((at, next) => {
      expect(game.moves(at)).toContain(next);
      return game.play(at, next);
    }, position);
  });
});

describe("how UCT is bounded", () => {
  const start = game.initial();

  test("by playouts", () => {
    expect(searcher.search(start, { playouts: 777 })).toMatchObject({ playouts: 777, end: "playouts" });
  });

  test("by expansions, of playouts and tree together", () => {
    for (const expansions of [1, 50, 5_000]) {
      const answer = searcher.search(start, { expansions });
      expect(answer).toMatchObject({ expansions, end: "nodes" });
      expect(game.moves(start)).toContain(answer.move);
    }
  });

  test("by the pool: when it is full, playouts continue", () => {
    const poolNodes = 1 + game.moves(start).length;
    expect(searcher.search(start, { playouts: 1_000, poolNodes })).toMatchObject({
      treeNodes: poolNodes,
      playouts: 1_000,
    });
  });

  test("by the cap on plies", () => {
    const { expansions, playouts } = searcher.search(start, { playouts: 500, plies: 3, threshold: 1_000_000 });
    expect(expansions).toBeLessThanOrEqual(1 + 3 * playouts);
  });

  test("by a stop flag", async () => {
    searcher.write(start, {});
    const aborter = new AbortController();
    const done = game
      .pool()
      .run([game.setSearch(), game.kernel.calls.uct(searcher.record)], { signal: aborter.signal });
    await new Promise((resolve) => setTimeout(resolve, 200));
    aborter.abort();
    expect(game.moves(start)).toContain(await done);
    expect(searcher.read()).toMatchObject({ end: "stop", treeNodes: expect.any(Number) });
  });

  test("a higher threshold grows a smaller tree", () => {
    const nodes = [1, 5, 50].map((threshold) => searcher.search(start, { playouts: 2_000, threshold }).treeNodes);
    expect(nodes).toEqual(nodes.toSorted((a, b) => b - a));
    expect(nodes[0]).toBeGreaterThan(nodes[2] as number);
  });
});

test("the same seed gives the same search, another seed a different one", () => {
  const [a, b, c] = [3n, 3n, 4n].map((random) => searcher.search(game.initial(), { playouts: 400, random }));
  expect(b).toEqual(a);
  expect(c).not.toEqual(a);
});
