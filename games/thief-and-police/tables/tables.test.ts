/** The tables against reference solvers and their definition; builds are deterministic and resumable. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { FIRST, SECOND, type Position } from "../../../engine/contracts/position.ts";
import { defaultsOf, type OptionValues } from "../../../engine/contracts/options.ts";
import { tableSuite } from "../../../engine/contracts/suites/table-suite.ts";
import { randomNumbers } from "../../../engine/contracts/suites/random-play.ts";
import type { Rank, SolvedTable, SolveOptions, TableSpec } from "../../../engine/contracts/table.ts";
import { readOutcome, writeOutcome } from "../../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../../engine/tables/memory-entries.ts";
import { UNREACHABLE } from "../layout.ts";
import { ReferenceRules, scatteredMaze } from "../reference.fixture.ts";
import type { DistanceTable } from "./distance-tables.ts";
import type { GameTable } from "./game-table.ts";
import { referenceGame, referencePolice, referenceThief } from "./reference-tables.fixture.ts";
import { readTable, TABLE_OPTIONS } from "./table-options.ts";
import { tableSpec } from "./tables.ts";

function specOf(given: OptionValues): TableSpec {
  return tableSpec(unwrap(readTable({ ...defaultsOf(TABLE_OPTIONS), ...given })));
}

async function bytesOf(spec: TableSpec, options: Partial<SolveOptions> = {}): Promise<Uint8Array> {
  const solved: SolvedTable = await spec.solve({ threads: 1, ...options });
  const bytes = solved.bytes.slice();
  const counts = Array.from({ length: 256 }, () => 0);
  for (const value of bytes) counts[value]!++;
  expect(Array.from(counts, (_, value) => solved.histogram[value] ?? 0)).toEqual(counts);
  solved.release();
  return bytes;
}

/** With loops, dead ends and open areas; the last has a junction where two policemen compete for a square. */
const MAZES: readonly (readonly string[])[] = [
  scatteredMaze(4, 4, 0.75, randomNumbers(3)),
  scatteredMaze(5, 3, 0.8, randomNumbers(8)),
  [".....", ".#.#.", "...E."],
  [".....", ".#.#.", ".....", "##.##", "##E##"],
];
// Three policemen in the last two: the reference is slow.
const CASES = MAZES.flatMap((rows, i) =>
  (i < 2 ? [1, 2] : [1, 2, 3]).flatMap((policemen) =>
    ["yes", "no"].map((stay) => ({ maze: rows.join("/"), rows, policemen, stay })),
  ),
);

function referenceOf(rows: readonly string[], policemen: number, stay: string, turns = "alternating"): ReferenceRules {
  return new ReferenceRules({ rows, policemen, stay: stay === "yes", turns: turns as "alternating" });
}

describe.for(CASES)("$policemen policemen in $maze, stay=$stay", ({ maze, rows, policemen, stay }) => {
  test("the police table", async () => {
    const expected = referencePolice(referenceOf(rows, policemen, stay));
    for (const goal of ["beside", "surround"] as const) {
      const bytes = await bytesOf(specOf({ kind: "police", maze, policemen, stay, goal }));
      expect([...bytes]).toEqual(expected[goal]);
    }
  });

  test("the thief table", async () => {
    const bytes = await bytesOf(specOf({ kind: "thief", maze, policemen, stay }));
    expect([...bytes]).toEqual(referenceThief(referenceOf(rows, policemen, stay)));
  });

  test("the game table", async () => {
    for (const turns of policemen === 3 ? ["alternating"] : ["alternating", "alternating-one"]) {
      const bytes = await bytesOf(specOf({ kind: "game", maze, policemen, stay, turns }));
      const expected = referenceGame(referenceOf(rows, policemen, stay, turns));
      expect([...bytes]).toEqual(expected.map(({ kind, plies }) => writeOutcome(kind, plies, "turns")));
    }
  });
});

test("four policemen surround a thief in an open area", async () => {
  const rows = ["...", "...", "..E"];
  const bytes = await bytesOf(specOf({ kind: "police", maze: rows.join("/"), policemen: 4 }));
  expect([...bytes]).toEqual(referencePolice(referenceOf(rows, 4, "yes")).surround);
});

test("distances saturate at 254 moves", async () => {
  const rows = [
    "E".padEnd(120, "."),
    `${"#".repeat(119)}.`,
    ".".repeat(120),
    `.${"#".repeat(119)}`,
    ".".repeat(60).padEnd(120, "#"),
  ];
  const squares = 302;
  const maze = rows.join("/");
  const thief = await bytesOf(specOf({ kind: "thief", maze, policemen: 1 }));
  const row = thief.subarray((squares - 1) * squares);
  // A corridor of 302 squares runs along row 1, down, and back along row 3. The policeman is on the last square of the bottom row.
  expect([row[0], row[119], row[120], row[240], row[121]]).toEqual([0, 119, 120, 121, 240]);
  expect(Math.max(...row.filter((value) => value !== UNREACHABLE))).toBe(254);
  for (const stay of ["yes", "no"]) {
    const table = specOf({ kind: "police", maze, policemen: 1, stay });
    const bytes = await bytesOf(table);
    expect(bytes[squares - 1]).toBe(254); // the thief at the exit, the policeman at the other end
    expect(await table.checkAll?.(bytes, { threads: 1 })).toMatchObject({ wrong: 0 });
  }
});

const LARGER: readonly OptionValues[] = [
  { kind: "police", maze: "small", policemen: 3 },
  { kind: "police", maze: "random(9x7, seed=5, loops=4)", policemen: 3, goal: "surround" },
  { kind: "police", maze: "small", policemen: 2, stay: "no" },
  { kind: "police", maze: "random(7x7, seed=5, loops=4)", policemen: 4 },
  { kind: "thief", maze: "small", policemen: 2 },
  { kind: "game", maze: "small", policemen: 2 },
  { kind: "game", maze: "random(9x7, seed=5, loops=4)", policemen: 3, turns: "alternating-one" },
];

describe.for(LARGER)("the table of %o", (given) => {
  const spec = specOf(given);

  test("every entry follows from those one move away; threads make no difference", async () => {
    const bytes = await bytesOf(spec, { threads: 2 });
    expect(await spec.checkAll?.(bytes, { threads: 2 })).toEqual({ checked: bytes.length, wrong: 0, example: null });
    if (bytes.length < 3e6) expect(Buffer.compare(await bytesOf(spec), bytes)).toBe(0);
    const changed = bytes.slice();
    const at = bytes.findIndex((value) => value > 2 && value < 100);
    changed[at] = 2;
    expect(await spec.checkAll?.(changed, { threads: 1 })).not.toMatchObject({ wrong: 0 });
  });
});

/** Large enough to be interrupted in the middle of a build. */
const INTERRUPTED: readonly OptionValues[] = [
  { kind: "police", maze: "small", policemen: 3 },
  { kind: "police", maze: "small", policemen: 3, stay: "no" },
  { kind: "thief", maze: "small", policemen: 4 },
  { kind: "game", maze: "small", policemen: 3 },
];

test.for(INTERRUPTED)("an interrupted build of %o resumes to the same bytes", async (given) => {
  const spec = specOf(given);
  const saved: { bytes: Uint8Array | null } = { bytes: null };
  const checkpoint = {
    restore: async (target: Uint8Array) => {
      if (saved.bytes) target.set(saved.bytes);
      return saved.bytes !== null;
    },
    due: () => false,
    save: async (bytes: Uint8Array) => {
      saved.bytes = bytes.slice();
    },
  };
  // Interrupted later if there was nothing to save, earlier if the build finished.
  let ended = "";
  for (let ms = 1, tries = 0; saved.bytes === null && tries < 50; ms *= ended === "finished" ? 0.6 : 1.5, tries++) {
    const aborter = new AbortController();
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done > 0) aborter.abort();
    };
    const timer = setTimeout(() => aborter.abort(), ms);
    ended = await spec.solve({ threads: 1, signal: aborter.signal, onProgress, checkpoint }).then(
      (solved) => {
        solved.release();
        return "finished";
      },
      (error: { readonly code: string }) => error.code,
    );
    clearTimeout(timer);
  }
  expect(ended).toBe("interrupted");
  expect(saved.bytes).not.toBeNull();
  const resumed: SolvedTable = await spec.solve({ threads: 2, checkpoint });
  const bytes = resumed.bytes.slice();
  resumed.release();
  expect(Buffer.compare(bytes, await bytesOf(spec))).toBe(0);
});

describe.for(["police", "thief"])("the %s table satisfies the contract", (kind) => {
  tableSuite(async () => {
    const spec = specOf({ kind, maze: "small", policemen: 2 });
    const bytes = await bytesOf(spec);
    const table = spec.open(memoryEntries(spec.identity, bytes)) as DistanceTable;
    const mover = kind === "police" ? FIRST : SECOND;
    return {
      table,
      positions: [],
      successors: (position: Position) =>
        table.board.states.movesOf(position, mover).map((move) => {
          const after = table.board.notation.read(table.board.states.play(position, move));
          return [move, table.board.notation.write({ ...after, turn: mover })] as const;
        }),
      sign: () => 1,
      entryOf: ({ parts }) => parts["moves"] ?? UNREACHABLE,
      openPrefix: (loaded: number) => spec.open(memoryEntries(spec.identity, bytes.subarray(0, loaded))),
      isPosition: (index: Rank) => {
        const { police, thief } = table.board.notation.read(table.unrank(index));
        return !police.includes(thief);
      },
      sample: 2_000,
      probes: 30,
    };
  });
});

describe("the game table satisfies the contract", () => {
  tableSuite(async () => {
    const spec = specOf({ kind: "game", maze: "small", policemen: 2 });
    const bytes = await bytesOf(spec);
    const table = spec.open(memoryEntries(spec.identity, bytes)) as GameTable;
    return {
      table,
      positions: [],
      successors: (position: Position) =>
        table.board.states.moves(position).map((move) => [move, table.board.states.play(position, move)] as const),
      sign: () => -1,
      entryOf: ({ outcome, parts }) =>
        outcome === undefined ? null : writeOutcome(outcome, parts["plies"] ?? 0, "turns"),
      openPrefix: (loaded: number) => spec.open(memoryEntries(spec.identity, bytes.subarray(0, loaded))),
      isPosition: (index: Rank) => {
        const value = readOutcome(bytes[index] as number, "turns");
        return value.kind !== "no position" && table.board.states.result(table.unrank(index)) === null;
      },
      sample: 2_000,
      probes: 30,
    };
  });
});

describe("infeasible tables are rejected with one line", () => {
  test.for<[OptionValues, RegExp]>([
    [
      { kind: "police", maze: "60x60-1", policemen: 3 },
      /^policemen: .* 1,117,\d{3},\d{3},\d{3} entries; at most .* fewer policemen/,
    ],
    [{ kind: "game", maze: "20x20-1", policemen: 4 }, /^policemen: a table of 4 in a maze of 150 .* entries/],
    [{ kind: "police", maze: "nowhere" }, /^maze: "nowhere" not found/],
    [{ kind: "police", maze: "..E", policemen: 2 }, /^policemen: 2 do not fit into 3/],
  ])("%o", ([given, why]) => {
    const table = readTable({ ...defaultsOf(TABLE_OPTIONS), ...given });
    expect(table.ok ? "" : table.error.message).toMatch(why);
  });
});
