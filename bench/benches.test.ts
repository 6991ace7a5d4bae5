import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canTestRedis } from "../engine/contracts/suites/needs.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { canTestBrowser } from "../web/in-page/chromium.fixture.ts";
import { benches } from "./benches.ts";
import { benchSolve } from "./solve.ts";

/** From an independent count: states and directed moves of three pieces on side 5. */
const STATES = 2_300;
const MOVES = 30_242;

describe("the solver benchmark on a tiny table", () => {
  test("all references produce the same bytes, and the ratios are finite", async () => {
    const lines: string[] = [];
    const bench = await benchSolve({ side: 5, pieces: 3, threads: [1, 2], plain: "same" }, (line) => lines.push(line));
    expect(bench).toMatchObject({ agree: true, scaled: false, states: STATES, moves: MOVES, movesError: 0 });
    expect(bench.fast.map((run) => run.threads)).toEqual([1, 2]);
    for (const run of bench.fast) expect(run.speedUp).toBeGreaterThan(0);
    expect(Number.isFinite(bench.assemblyScript.overFast)).toBe(true);
    // Without a C compiler, the report states so.
    if (bench.c) expect(Number.isFinite(bench.c.overFast)).toBe(true);
    else expect(lines.join("\n")).toContain(bench.cMissing);
    expect(bench.memory.peakBytes).toBeGreaterThan(bench.memory.tableBytes);
  });

  test("a smaller reference table is scaled per move and marked", async () => {
    const lines: string[] = [];
    const bench = await benchSolve({ side: 5, pieces: 3, threads: [1], plain: 2 }, (line) => lines.push(line));
    expect(bench).toMatchObject({ scaled: true, plainPieces: 2 });
    expect(Math.abs(bench.moves / MOVES - 1)).toBeLessThan(6 * bench.movesError);
    expect(lines.filter((line) => line.endsWith("(scaled)")).length).toBeGreaterThan(0);
  });

  test("a missing compiler is reported, and the run continues", async () => {
    const compiler = process.env["CC"];
    process.env["CC"] = "/nowhere/cc";
    try {
      const bench = await benchSolve({ side: 4, pieces: 3, threads: [1], plain: "same" }, () => {});
      expect(bench.c).toBeNull();
      expect(bench.cMissing).toContain("/nowhere/cc");
    } finally {
      if (compiler === undefined) delete process.env["CC"];
      else process.env["CC"] = compiler;
    }
  });
});

/** Two positions of Arimaa, in both forms. */
const ARIMAA_POSITIONS = join(mkdtempSync(join(tmpdir(), "gamelore-bench-")), "positions.jsonl");
writeFileSync(
  ARIMAA_POSITIONS,
  [
    "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR",
    '{"position":"s rrrddrrrrhcemchr............E...................RHCM.CHRRRRDDRRR"}',
  ].join("\n"),
);

describe("every benchmark", () => {
  const small: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    solve: { side: 4, pieces: 3, threads: "1" },
    queue: { jobs: 100, workers: "1", pairs: 1, playouts: 1, pieces: 4 },
    gpu: {
      tables: "one-side,two-side,dark-chess,thief-and-police,chess",
      side: 4,
      pieces: "2",
      "two-side": 4,
      "two-side-pieces": 2,
      elements: 2,
      mazes: "police/small/2,thief/small/1,game/small/2",
      endings: "KRK",
      runs: 1,
    },
    search: { side: 5, pieces: "3", depth: 2, playouts: 20, positions: 1 },
    evaluations: { side: 5, pieces: "3", positions: 2 },
    rules: { side: 5, pieces: "3", depth: 3, "contract-depth": 3 },
    tables: { side: 5, pieces: 3, probes: 100 },
    tune: { parameters: "1", pairs: 1, repetitions: 1 },
    gdl: { seconds: 0.05 },
    gifl: { seconds: 0.05, runs: 20 },
    mistakes: { players: "uct", ms: 5, positions: 2 },
    skat: { deals: 3, tricks: 4, "reduced-tricks": 4 },
    chess: { depth: 3, "contract-depth": 2 },
    "chess-edb": { evaluations: "edb(KRK)", positions: 1, depth: 2 },
    "chess-tables": { endings: "KRK" },
    pursuit: { tables: "small:2" },
    arimaa: { positions: 2, plain: 1, repetitions: 1 },
    "arimaa-judge": { judge: "best(nodes=2000)", players: "random;best(steps=4)", file: ARIMAA_POSITIONS },
    "in-page": { side: 4, depth: 2, playouts: 128, repetitions: 1 },
    server: { requests: 2, side: 5 },
    page: { times: 1 },
    "dark-chess": { elements: 2, threads: 1, direct: 0, probes: 100_000 },
  };

  const redis = canTestRedis();
  const can: Readonly<Record<string, boolean>> = { "in-page": canTestBrowser, page: canTestBrowser, queue: redis };
  const here = benches.filter(({ name }) => can[name] ?? true);

  test.each(here)("$name runs with its declared options and returns plain data", async (bench) => {
    const lines: string[] = [];
    const result = await bench.run({ ...defaultsOf(bench.options), ...small[bench.name] }, (line) => lines.push(line));
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect(lines.length).toBeGreaterThan(3);
  });

  test.each(benches)("$name can be interrupted", async (bench) => {
    const values = { ...defaultsOf(bench.options), ...small[bench.name] };
    await expect(bench.run(values, () => {}, AbortSignal.abort())).rejects.toMatchObject({ code: "interrupted" });
  });
});
