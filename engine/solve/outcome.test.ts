/** The outcome solver against the reference on random graphs: values, threads, limits, resume after a stop. */
import { describe, expect, test } from "vitest";
import type { CheckpointHooks, SolveOptions } from "../contracts/table.ts";
import { pick, randomNumbers } from "../contracts/suites/random-play.ts";
import { gameOf, type Graph, referenceSolve } from "./outcome.fixture.ts";
import { solveOutcomes } from "./outcome.ts";
import { outcomeFrom, readOutcome, writeOutcome } from "./outcome-values.ts";
import { NULL_ADDRESS } from "../kernel/memory.ts";

interface Solved {
  readonly bytes: Uint8Array;
  readonly histogram: readonly number[];
  readonly plies: number;
  /** Entries that fail the kernel's check. */
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
    kernel.run(game.prepareThread(() => NULL_ADDRESS));
    kernel.exports.setStop(kernel.memory.allocateZeroed(4));
    return kernel.exports.checkOutcomes(values, 0, runs, kernel.memory.allocate(4_096), kernel.memory.allocate(4));
  };
  return { bytes, histogram, plies, wrong };
}

/**
 * Most moves lead to lower numbers, so that games are long; some lead anywhere. A move may occur twice.
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

/** "No position" has no predecessors. */
function withoutMovesToNoPosition(graph: Graph): Graph {
  return graph
    .map((each) => (typeof each === "string" ? each : each.filter((to) => graph[to] !== "no position")))
    .map((each) => (each.length === 0 ? "draw" : each));
}

const GRAPHS: readonly (readonly [string, Graph])[] = [
  ["few moves", withoutMovesToNoPosition(randomGraph(1, 2_000, 2, 0.02))],
  ["many moves", withoutMovesToNoPosition(randomGraph(2, 2_000, 40, 0.1))],
  ["moves anywhere", withoutMovesToNoPosition(randomGraph(3, 3_000, 4, 0.9))],
  ["hardly any end", Array.from({ length: 500 }, (_, i) => (i === 77 ? "loss" : [(i * 7 + 3) % 500, (i + 1) % 500]))],
  ["one position", ["win"]],
  ["no end at all", [[1], [0]]],
];

describe.for(GRAPHS)("a graph with %s", ([, graph]) => {
  const expected = referenceSolve(graph);

  test.for([
    [1, 17],
    [3, 1],
  ] as const)(
    "has the outcomes of the reference solver, on %d threads, in runs of %d",
    async ([threads, runLength]) => {
      const { bytes, histogram, plies } = await solve(graph, { threads }, runLength);
      expect([...bytes].map((value) => readOutcome(value))).toEqual(expected);
      expect(plies).toBe(Math.max(...expected.map((outcome) => outcome.plies)));
      expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(graph.length);
      histogram.forEach((count, value) => expect(count).toBe(bytes.filter((byte) => byte === value).length));
    },
  );

  test("passes the check, and fails it after a byte is changed", async () => {
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
      // Positions that can only cycle may have several consistent values.
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

test("the graphs have wins, draws and losses at long distances", () => {
  const outcomes = GRAPHS.flatMap(([, graph]) => referenceSolve(graph));
  for (const kind of ["win", "loss", "draw", "no position"]) {
    expect(outcomes.filter((outcome) => outcome.kind === kind).length).toBeGreaterThan(20);
  }
  expect(Math.max(...outcomes.map(({ plies }) => plies))).toBeGreaterThan(30);
});

describe("limits of one byte", () => {
  const chain = (length: number): Graph => Array.from({ length: length + 1 }, (_, i) => (i === 0 ? "loss" : [i - 1]));

  test("up to 124 plies", async () => {
    const { bytes, plies } = await solve(chain(124));
    expect(plies).toBe(124);
    expect([...bytes].map((value) => readOutcome(value))).toEqual(
      Array.from({ length: 125 }, (_, i) => ({ kind: i % 2 === 0 ? "loss" : "win", plies: i })),
    );
  });

  test("a longer outcome is an error", async () => {
    await expect(solve(chain(125))).rejects.toMatchObject({
      code: "too-large",
      message: "outcomes of more than 124 plies do not fit into one byte",
    });
  });

  test("up to 254 moves", async () => {
    const star = (moves: number): Graph => ["win", Array.from({ length: moves }, () => 0)];
    expect(readOutcome((await solve(star(254))).bytes[1] as number)).toEqual({ kind: "loss", plies: 1 });
    await expect(solve(star(255))).rejects.toMatchObject({ code: "too-large", message: /has 255 moves/ });
  });

  test("every outcome survives a round trip", () => {
    for (let value = 0; value < 256; value++) {
      if (value === 127) continue; // open during a solve
      const { kind, plies } = readOutcome(value);
      expect(writeOutcome(kind, plies)).toBe(value);
    }
  });
});

/** Saves from the nth request on, and then aborts. */
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

/** The nth saved state, with threads that stop all the time; null if the solve finished before. */
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

  test("resumes from any checkpoint, even within a level", async () => {
    const { bytes, histogram, plies } = await solve(graph);
    const runs = Math.ceil(graph.length / 3);
    let within = 0;
    for (const nth of [2, 4, 7, 13, 16, 20, 30]) {
      const saved = (await saveAt(graph, nth, 1 + (nth % 2))) as Uint8Array<ArrayBuffer>;
      // The second word of the notes (the last 64 bytes): runs of the level that are done.
      const done = new Int32Array(saved.buffer, saved.length - 64)[1] as number;
      if (done > 0 && done < runs) within++;
      expect(await goOn(graph, saved, 1 + ((nth + 1) % 2)), `save ${nth}`).toMatchObject({ bytes, histogram, plies });
    }
    expect(within).toBeGreaterThan(0);
  });

  test("before it has started saves nothing", async () => {
    const saver = new Saver(1, () => {});
    const solving = solve(graph, { signal: AbortSignal.abort(), checkpoint: saver });
    await expect(solving).rejects.toMatchObject({ code: "interrupted" });
    expect(saver.saved).toBeNull();
  });

  test("reports a failed save", async () => {
    const failing: CheckpointHooks = {
      restore: async () => false,
      due: () => true,
      save: () => Promise.reject(new Error("disk full")),
    };
    await expect(solve(graph, { checkpoint: failing })).rejects.toThrow("disk full");
  });
});

test("progress is monotonic", async () => {
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
