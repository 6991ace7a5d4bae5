import { describe, expect, test } from "vitest";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import { TIES_ORDER, TIES_RANDOM } from "../../../engine/search/constants.ts";
import { TestGame, WIN_ALL, WIN_FILLED } from "./small-game.fixture.ts";
import {
  type AlphabetaResult,
  type AlphabetaRequest,
  readAlphabeta,
  resetAge,
  writeAlphabeta,
} from "../../../engine/search/request.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { solveAll } from "./solved.fixture.ts";
import { provenPlies, WIN_VALUE } from "../../../engine/search/values.ts";
import { NULL_ADDRESS, type Address } from "../../../engine/kernel/memory.ts";

const TABLE_BITS = 12;

class Searcher {
  readonly game: TestGame;
  readonly record: Address;
  readonly state: Address;
  readonly scratch: Address;
  readonly table: Address;

  constructor(game: TestGame) {
    const { kernel } = game;
    this.game = game;
    this.record = kernel.memory.allocate(kernel.exports.alphabetaRecordBytes());
    this.state = kernel.memory.allocate(kernel.exports.stateBytes());
    this.scratch = kernel.memory.allocate(kernel.exports.alphabetaScratchBytes());
    this.table = kernel.memory.allocate(16 << TABLE_BITS);
    this.clear();
  }

  clear(): void {
    this.game.kernel.exports.clearTranspositions(this.table, TABLE_BITS);
    resetAge(this.game.kernel.memory, this.record);
  }

  write(position: Position, request: Partial<AlphabetaRequest>): void {
    const { memory } = this.game.kernel;
    const { state, scratch, table } = this;
    memory.bytes(state, position.length).set(position);
    writeAlphabeta(memory, this.record, {
      state,
      scratch,
      table,
      tableBits: TABLE_BITS,
      nodes: 0,
      depth: 64,
      ...request,
    });
  }

  read(): AlphabetaResult {
    return readAlphabeta(this.game.kernel.memory, this.record);
  }

  search(position: Position, request: Partial<AlphabetaRequest>): AlphabetaResult {
    this.write(position, request);
    const move = this.game.kernel.exports.alphabeta(this.record);
    const answer = this.read();
    expect(answer.move).toBe(move);
    return answer;
  }
}

describe.each([
  { side: 4, pieces: 3, win: WIN_FILLED },
  { side: 4, pieces: 3, win: WIN_ALL },
  { side: 5, pieces: 3, win: WIN_FILLED },
  { side: 5, pieces: 3, win: WIN_ALL },
])("on side $side with $pieces pieces, win rule $win", (variant) => {
  const game = new TestGame(variant);
  const searcher = new Searcher(game);

  test("lines are the best moves with their minimax values, best first (MultiPV)", () => {
    const random = new SeededRandom(variant.side * 10 + variant.win + 5);
    for (let i = 0; i < 10; i++) {
      const position = game.randomPosition(random, i * 3);
      const depth = 2 + (i % 3);
      searcher.clear();
      const { lines, value, move, pv, depth: reached } = searcher.search(position, { depth, lines: 4 });
      // A proof ends the search early.
      if (reached < depth) continue;
      if (lines.length === 0) continue;
      const legal = game.moves(position);
      const ofMove = new Map(
        legal.map((each) => [each, -game.minimax(game.play(position, each), depth - 1, 1)] as const),
      );
      expect(lines.map((line) => line.value)).toEqual(
        [...ofMove.values()].toSorted((a, b) => b - a).slice(0, Math.min(4, legal.length)),
      );
      expect(new Set(lines.map((line) => line.pv[0])).size).toBe(lines.length);
      for (const line of lines) expect(ofMove.get(line.pv[0] as (typeof legal)[number])).toBe(line.value);
      expect({ value, move, pv }).toEqual({ value: lines[0]?.value, move: lines[0]?.pv[0], pv: lines[0]?.pv });
    }
  });

  test("ties: the move is among the equally good ones, at random or by rows; the value stays", () => {
    const random = new SeededRandom(variant.side * 10 + variant.win + 9);
    const { kernel } = game;
    const orderScore = (position: Position, move: Move): number => {
      kernel.memory.bytes(searcher.state, position.length).set(position);
      return kernel.exports.orderScore(searcher.state, move);
    };
    let several = 0;
    for (let i = 0; i < 8; i++) {
      const position = game.randomPosition(random, 2 + i * 3);
      const depth = 1 + (i % 3);
      const legal = game.moves(position);
      const values = legal.map((move) => -game.minimax(game.play(position, move), depth - 1, 1));
      const best = legal.filter((_, at) => values[at] === Math.max(...values));
      // A proof ends the search early.
      if (Math.abs(Math.max(...values)) > WIN_VALUE / 2 || best.length < 2) continue;
      several++;
      const played = (ties: number): AlphabetaResult =>
        searcher.search(position, { depth, ties, random: random.word() | 1n });
      const most = Math.max(...best.map((move) => orderScore(position, move)));
      const byOrder = played(TIES_ORDER);
      expect(best).toContain(byOrder.move);
      expect(orderScore(position, byOrder.move)).toBe(most);
      const seen = new Set(
        Array.from({ length: 60 }, () => played(TIES_RANDOM)).map(({ move, value }) => {
          expect(value).toBe(Math.max(...values));
          return move;
        }),
      );
      for (const move of seen) expect(best).toContain(move);
      if (best.length <= 3) expect(seen.size).toBe(best.length);
      else expect(seen.size).toBeGreaterThan(2);
    }
    expect(several).toBeGreaterThan(1);
  });

  test("the value is that of minimax, with and without a transposition table, cleared or not", () => {
    const random = new SeededRandom(variant.side * 10 + variant.win);
    for (let i = 0; i < 24; i++) {
      const position = game.randomPosition(random, i * 2 + (i & 1));
      for (const depth of [1, 2, 3]) {
        const value = game.minimax(position, depth);
        const shared = searcher.search(position, { depth });
        const alone = searcher.search(position, { depth, table: NULL_ADDRESS });
        for (const answer of [shared, alone]) {
          expect(answer.value, `depth ${depth} of position ${i}`).toBe(value);
          if (answer.end === "depth") expect(answer.depth).toBe(depth);
          expect(-game.minimax(game.play(position, answer.move), depth - 1, 1)).toBe(value);
        }
      }
    }
  });

  test("entries of deeper searches do not change a value", () => {
    const random = new SeededRandom(13);
    for (let i = 0; i < 12; i++) {
      const position = game.randomPosition(random, 3 * i);
      const depth = 2 + (i % 4);
      searcher.search(position, { depth: depth + 3 });
      expect(searcher.search(position, { depth }).value).toBe(
        searcher.search(position, { depth, table: NULL_ADDRESS }).value,
      );
    }
  });

  test("root moves have exact values or correct bounds", () => {
    const position = game.randomPosition(new SeededRandom(7), 9);
    const { rootMoves, move } = searcher.search(position, { depth: 3 });
    expect(rootMoves.map((root) => root.move).toSorted()).toEqual(game.moves(position).toSorted());
    expect(rootMoves[0]?.move).toBe(move);
    for (const root of rootMoves) {
      const value = -game.minimax(game.play(position, root.move), 2, 1);
      if (root.bound === "exact") expect(root.value).toBe(value);
      else expect(root.value).toBeGreaterThanOrEqual(value);
    }
  });

  test("the principal variation leads to the value", () => {
    const position = game.randomPosition(new SeededRandom(11), 8);
    const { pv: line, value } = searcher.search(position, { depth: 4, table: NULL_ADDRESS });
    expect(line).toHaveLength(4);
    const leaf = line.reduce((at, move) => {
      expect(game.moves(at)).toContain(move);
      return game.play(at, move);
    }, position);
    expect(game.evaluate(leaf)).toBe(value);
  });
});

describe.each([WIN_FILLED, WIN_ALL])("wins and limits under win rule %i", (win) => {
  const game = new TestGame({ side: 4, pieces: 2, win });
  const searcher = new Searcher(game);

  test("wins and losses are found at the solved distance and end the search", () => {
    const solved = solveAll(game, 2);
    const decided = solved.filter(({ plies }) => plies > 0 && plies <= 7);
    const random = new SeededRandom(3);
    searcher.clear();
    for (let i = 0; i < 200; i++) {
      const { position, wins, plies } = random.pick(decided);
      const answer = searcher.search(position, { depth: 12 });
      expect(answer.value).toBe(wins ? WIN_VALUE - plies : plies - WIN_VALUE);
      expect(provenPlies(answer.value)).toBe(plies);
      expect(answer.end).toBe("proof");
      expect(answer.depth).toBe(plies);
      expect(answer.pv).toHaveLength(plies);
    }
  });

  test.each([1, 2])("with late move reductions of %i, proven wins and losses are correct", (reduce) => {
    const solved = solveAll(game, 2);
    const decided = solved.filter(({ plies }) => plies > 0 && plies <= 9);
    const random = new SeededRandom(5);
    searcher.clear();
    let proven = 0;
    for (let i = 0; i < 200; i++) {
      const { position, wins, plies } = random.pick(decided);
      const answer = searcher.search(position, { depth: 9, reduce });
      const claimed = provenPlies(answer.value);
      if (claimed === null) continue;
      proven++;
      expect(answer.value > 0).toBe(wins);
      if (wins) expect(claimed).toBeGreaterThanOrEqual(plies);
    }
    expect(proven).toBeGreaterThan(100);
  });

  test("the node limit holds, and depth 1 is always completed", () => {
    const position = game.initial();
    const count = game.moves(position).length;
    for (const nodes of [1, count, 100, 1000, 12_345]) {
      searcher.clear();
      const answer = searcher.search(position, { nodes });
      expect(answer.nodes).toBeLessThanOrEqual(Math.max(nodes, 1 + count));
      expect(answer.end).toBe("nodes");
      expect(answer.depth).toBeGreaterThanOrEqual(1);
      expect(game.moves(position)).toContain(answer.move);
    }
  });

  test("reductions search fewer nodes to the same depth", () => {
    const position = game.initial();
    const [whole, reduced] = [0, 1].map((reduce) => {
      searcher.clear();
      return searcher.search(position, { depth: 6, reduce }).nodes;
    }) as [number, number];
    expect(reduced).toBeLessThan(whole);
  });

  test("search is deterministic", () => {
    const run = (): AlphabetaResult[] => {
      searcher.clear();
      const random = new SeededRandom(5);
      return Array.from({ length: 6 }, (_, i) => searcher.search(game.randomPosition(random, i), { nodes: 20_000 }));
    };
    expect(run()).toEqual(run());
  });

  test("the stop flag ends the search at depth 1", () => {
    const flag = game.kernel.memory.words(game.stop, 1);
    flag[0] = 1;
    const answer = searcher.search(game.initial(), {});
    flag[0] = 0;
    expect(answer).toMatchObject({ end: "stop", depth: 1 });
  });
});

test("on a pool, an aborted search returns its best move", async () => {
  const game = new TestGame({ side: 9, pieces: 6, win: WIN_FILLED });
  const searcher = new Searcher(game);
  searcher.write(game.initial(), {});
  const aborter = new AbortController();
  const done = game
    .pool()
    .run([game.setSearch(), game.kernel.calls.alphabeta(searcher.record)], { signal: aborter.signal });
  await new Promise((resolve) => setTimeout(resolve, 300));
  aborter.abort();
  const move = await done;
  expect(searcher.read().end).toBe("stop");
  expect(game.moves(game.initial())).toContain(move);
  await game.close();
});
