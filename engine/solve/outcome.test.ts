/** The outcome solver against a plain one, on random graphs: values, threads, limits, and work that goes on after a stop. */
import { afterAll, describe, expect, test } from "vitest";
import type { CheckpointHooks, SolveOptions } from "../contracts/table.ts";
import { pick, randomNumbers } from "../contracts/suites/random-play.ts";
import { gameOf, type Graph, removeGraphKernel, referenceSolve } from "./outcome.fixture.ts";
import { solveOutcomes } from "./outcome.ts";
import { outcomeFrom, readOutcome, writeOutcome } from "./outcome-values.ts";

afterAll(removeGraphKernel);

interface Solved {
  readonly bytes: Uint8Array;
  readonly histogram: readonly number[];
  readonly plies: number;
  /** Entries that the kernel's check finds wrong. */
  readonly wrong: (bytes: Uint8Array) => number;
}

async function solve(graph: Graph, options: Partial<SolveOptions> = {}, runLength = 3, stopEvery = 0): Promise<Solved> {
  const game = gameOf(graph, runLength, stopEvery);
  const { kernel, entries, runs } = game;
  const { table, histogram, plies, release } = await solveOutcomes(game, { threads: 1, ...options });
  const bytes = kernel.memory.bytes(table, entries).slice();
  release();
  const wrong = (given: Uint8Array): number => {
    const values = kernel.memory.allocate(entries);
    kernel.memory.bytes(values, entries).set(given);
    for (const [name, ...args] of game.prepareThread(() => 0)) kernel.call(name, ...args);
    kernel.call("setStop", kernel.memory.allocateZeroed(4));
    return kernel.call("checkOutcomes", values, 0, runs, kernel.memory.allocate(4_096), kernel.memory.allocate(4));
  };
  return { bytes, histogram, plies, wrong };
}

/**
 * Positions with moves mostly to others with lower numbers, so that ways are long, and some to anywhere. A move may stand
 * there twice.
 */
function randomGraph(seed: number, size: number, most: number, anywhere: number): Graph {
  const random = randomNumbers(seed);
  return Array.from({ length: size }, (_, position) => {
    if (position < 4 || random() < 0.02) return pick(["loss", "loss", "win", "draw", "no position"] as const, random);
    return Array.from({ length: 1 + Math.floor(random() * most) }, () =>
      random() < anywhere ? Math.floor(random() * size) : Math.max(0, position - 1 - Math.floor(random() * 12)),
    );
  });
}

/** Where no game gets has no moves that lead to it. */
function withoutWaysToNowhere(graph: Graph): Graph {
  return graph
    .map((each) => (typeof each === "string" ? each : each.filter((to) => graph[to] !== "no position")))
    .map((each) => (each.length === 0 ? "draw" : each));
}

const GRAPHS: readonly (readonly [string, Graph])[] = [
  ["few moves", withoutWaysToNowhere(randomGraph(1, 2_000, 2, 0.02))],
  ["many moves", withoutWaysToNowhere(randomGraph(2, 2_000, 40, 0.1))],
  ["moves anywhere", withoutWaysToNowhere(randomGraph(3, 3_000, 4, 0.9))],
  ["hardly any end", Array.from({ length: 500 }, (_, i) => (i === 77 ? "loss" : [(i * 7 + 3) % 500, (i + 1) % 500]))],
  ["one position", ["win"]],
  ["no end at all", [[1], [0]]],
];

describe.for(GRAPHS)("a graph with %s", ([, graph]) => {
  const expected = referenceSolve(graph);

  test.for([
    [1, 17],
    [3, 1],
  ] as const)("has the outcomes that plain rounds find, on %d threads, in runs of %d", async ([threads, runLength]) => {
    const { bytes, histogram, plies } = await solve(graph, { threads }, runLength);
    expect([...bytes].map((value) => readOutcome(value))).toEqual(expected);
    expect(plies).toBe(Math.max(...expected.map((outcome) => outcome.plies)));
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(graph.length);
    histogram.forEach((count, value) => expect(count).toBe(bytes.filter((byte) => byte === value).length));
  });

  test("is found right by its definition, and wrong where a byte is changed", async () => {
    const { bytes, wrong } = await solve(graph);
    expect(wrong(bytes)).toBe(0);
    const random = randomNumbers(5);
    for (let i = 0; i < 20; i++) {
      const changed = bytes.slice();
      const at = Math.floor(random() * bytes.length);
      changed[at] = pick(
        [0, 1, 5, 128, 131].filter((value) => value !== bytes[at]),
        random,
      );
      // Positions that can do no other than go round are right in any of several ways.
      const expectedWrong = graph.filter((each, position) => {
        const end =
          typeof each === "string" ? writeOutcome(each) : outcomeFrom(each.map((to) => changed[to] as number));
        return end !== changed[position];
      });
      expect(wrong(changed)).toBe(expectedWrong.length);
    }
    expect(wrong(bytes.map((value) => value ^ 1))).toBeGreaterThan(0);
  });
});

test("the graphs have wins, draws and losses, and long ways to them", () => {
  const outcomes = GRAPHS.flatMap(([, graph]) => referenceSolve(graph));
  for (const kind of ["win", "loss", "draw", "no position"]) {
    expect(outcomes.filter((outcome) => outcome.kind === kind).length).toBeGreaterThan(20);
  }
  expect(Math.max(...outcomes.map(({ plies }) => plies))).toBeGreaterThan(30);
});

describe("what one byte can say", () => {
  const chain = (length: number): Graph => Array.from({ length: length + 1 }, (_, i) => (i === 0 ? "loss" : [i - 1]));

  test("goes up to 124 plies", async () => {
    const { bytes, plies } = await solve(chain(124));
    expect(plies).toBe(124);
    expect([...bytes].map((value) => readOutcome(value))).toEqual(
      Array.from({ length: 125 }, (_, i) => ({ kind: i % 2 === 0 ? "loss" : "win", plies: i })),
    );
  });

  test("a longer way ends the solve with an error", async () => {
    await expect(solve(chain(125))).rejects.toMatchObject({
      code: "too-large",
      message: "outcomes of more than 124 plies do not fit into one byte",
    });
  });

  test("counts up to 254 moves", async () => {
    const star = (moves: number): Graph => ["win", Array.from({ length: moves }, () => 0)];
    expect(readOutcome((await solve(star(254))).bytes[1] as number)).toEqual({ kind: "loss", plies: 1 });
    await expect(solve(star(255))).rejects.toMatchObject({ code: "too-large", message: /has 255 moves/ });
  });

  test("every outcome is read as it was written", () => {
    for (let value = 0; value < 256; value++) {
      if (value === 127) continue; // open, while a table is solved
      const { kind, plies } = readOutcome(value);
      expect(writeOutcome(kind, plies)).toBe(value);
    }
  });
});

/** Saves from the nth time on that it is asked, and calls for the end then. */
class Saver implements CheckpointHooks {
  saved: Uint8Array | null = null;
  #asked = 0;
  readonly #nth: number;
  readonly #onSaved: () => void;

  constructor(nth: number, onSaved: () => void) {
    this.#nth = nth;
    this.#onSaved = onSaved;
  }

  async restore(): Promise<boolean> {
    return false;
  }

  due(): boolean {
    return ++this.#asked >= this.#nth && this.saved === null;
  }

  async save(bytes: Uint8Array): Promise<void> {
    this.saved = new Uint8Array(bytes);
    this.#onSaved();
  }
}

/** What is saved the nth time, by threads that stop all the time; null where the solve has ended before. */
async function saveAt(graph: Graph, nth: number, threads: number): Promise<Uint8Array | null> {
  const aborter = new AbortController();
  const saver = new Saver(nth, () => aborter.abort());
  const options = { threads, signal: aborter.signal, checkpoint: saver };
  await solve(graph, options, 3, 10).catch((error: unknown) => expect(error).toMatchObject({ code: "interrupted" }));
  return saver.saved;
}

function goOn(graph: Graph, saved: Uint8Array, threads: number): Promise<Solved> {
  const checkpoint: CheckpointHooks = {
    restore: async (target) => {
      expect(target.length).toBe(saved.length);
      target.set(saved);
      return true;
    },
    due: () => false,
    save: async () => {},
  };
  return solve(graph, { threads, checkpoint });
}

describe("a solve that is stopped", () => {
  const graph = (GRAPHS[0] as readonly [string, Graph])[1];

  test("goes on from wherever it was saved, in the middle of a level too", async () => {
    const { bytes, histogram, plies } = await solve(graph);
    const runs = Math.ceil(graph.length / 3);
    let within = 0;
    for (const nth of [2, 4, 7, 13, 16, 20, 30]) {
      const saved = (await saveAt(graph, nth, 1 + (nth % 2))) as Uint8Array<ArrayBuffer>;
      // The second of the solver's notes, which are the last 64 bytes: how many of a level's runs are done.
      const done = new Int32Array(saved.buffer, saved.length - 64)[1] as number;
      if (done > 0 && done < runs) within++;
      expect(await goOn(graph, saved, 1 + ((nth + 1) % 2)), `save ${nth}`).toMatchObject({ bytes, histogram, plies });
    }
    expect(within).toBeGreaterThan(3);
  });

  test("before it has begun saves nothing", async () => {
    const saver = new Saver(1, () => {});
    const solving = solve(graph, { signal: AbortSignal.abort(), checkpoint: saver });
    await expect(solving).rejects.toMatchObject({ code: "interrupted" });
    expect(saver.saved).toBeNull();
  });

  test("reports a save that fails", async () => {
    const failing: CheckpointHooks = {
      restore: async () => false,
      due: () => true,
      save: () => Promise.reject(new Error("disk full")),
    };
    await expect(solve(graph, { checkpoint: failing })).rejects.toThrow("disk full");
  });
});

test("a solve says how far it is, never going back", async () => {
  const shares: number[] = [];
  const phases = new Set<string>();
  await solve((GRAPHS[1] as readonly [string, Graph])[1], {
    onProgress: ({ phase, done }) => {
      shares.push(done);
      phases.add(phase);
    },
  });
  expect(phases.size).toBeGreaterThan(3);
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
});
