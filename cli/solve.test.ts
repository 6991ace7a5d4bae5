/** `gamelore solve`: deterministic builds, verification, and errors of damaged files. */
import { truncateSync, writeFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { unwrap } from "../engine/contracts/errors.ts";
import { NO_DRIVER } from "../engine/contracts/suites/swiftshader.ts";
import { parseOptions } from "../engine/contracts/options.ts";
import { openTableFile } from "../engine/tables/table-file.ts";
import { TableStore } from "../engine/tables/store.ts";
import { game } from "../games/chinese-checkers/game.ts";
import { ReferenceRules } from "../games/chinese-checkers/reference.fixture.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const SMALL = ["solve", "chinese-checkers", "--side", "4", "--pieces", "3"];
const SMALL_FILE = "tables/chinese-checkers/one-side-4x4-3.table";

function plainHistogram(pieces: number, goal: readonly string[]): number[] {
  const rules = new ReferenceRules({ side: 4, pieces, win: "filled", moves: "all", stuck: "pass" });
  const histogram: number[] = [];
  for (const distance of rules.distances(goal).values()) histogram[distance] = (histogram[distance] ?? 0) + 1;
  return histogram;
}

describe("a small table", () => {
  test("is built, with its histogram and path", async () => {
    const { status, stdout, stderr } = await home.run(SMALL);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("560 entries, at most 8 moves");
    expect(stdout).toContain(home.path(SMALL_FILE));
    expect(home.files()).toEqual([SMALL_FILE]);
    const counts = [...stdout.matchAll(/^ +\d+ +(\d+) ▇/gm)].map(([, count]) => Number(count));
    expect(counts).toEqual(plainHistogram(3, ["a1", "b1", "a2"]));
  });

  test("is not built twice", async () => {
    const { status, stdout } = await home.run(SMALL);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^one-side-4x4-3 already exists .*use --force to rebuild it/);
    expect(documentOf(await home.run([...SMALL, "--json"]))).toMatchObject({ status: "already there" });
  });

  test("is byte-identical when rebuilt, on any number of threads", async () => {
    const before = home.read(SMALL_FILE);
    for (const threads of ["1", "3"]) {
      const built = documentOf(await home.run([...SMALL, "--force", "--threads", threads, "--json"]));
      expect(built).toMatchObject({ status: "built", resumed: false, path: home.path(SMALL_FILE) });
      expect(home.read(SMALL_FILE).equals(before)).toBe(true);
    }
    expect(home.files()).toEqual([SMALL_FILE]);
  });

  test("is verified entry by entry", async () => {
    const { status, stdout } = await home.run([...SMALL, "--check"]);
    expect(status).toBe(0);
    expect(stdout).toBe("one-side-4x4-3: 1 block intact, 560 entries compared with their definition: correct\n");
    const sampled = documentOf(await home.run([...SMALL, "--check", "--samples", "50", "--json"]));
    expect(sampled).toMatchObject({ samples: 50, wrong: [] });
  });
});

describe("a custom goal", () => {
  test("is given as cells in any order and has its own table", async () => {
    const words = ["solve", "chinese-checkers", "--side", "4", "--pieces", "2", "--goal"];
    const built = documentOf(await home.run([...words, "D4,a1 b2", "--json"]));
    expect(built).toMatchObject({ status: "built", histogram: plainHistogram(2, ["a1", "b2", "d4"]) });
    expect(home.files()).toContain("tables/chinese-checkers/one-side-4x4-2-to-a1b2d4.table");
    expect(documentOf(await home.run([...words, "b2,d4,a1", "--json"]))).toMatchObject({ status: "already there" });
    expect((await home.run([...words, "a1,b2,d4", "--check"])).stdout).toMatch(/: correct\n$/);
  });
});

describe("impossible tables are refused immediately, and nothing is written", () => {
  test.each([
    ["--side 3", /side: "3" is not a whole number from 4 to 9/],
    ["--side 10", /side: "10" is not a whole number from 4 to 9/],
    ["--side 4.5", /side: "4.5" is not a whole number/],
    ["--side nine", /side: "nine" is not a whole number/],
    ["--pieces 0", /pieces: "0" is not a whole number/],
    ["--pieces 8", /pieces: 8 are too many; .* up to 7 pieces, this one would need about 33 GB; gamelore bench gpu /],
    ["--side 4 --pieces 9", /pieces: 9 are too many; tables have up to 8$/m],
    ["--pieces 40", /too many; .* up to 7 pieces, this one would need about .* GB/],
    ["--pieces 3 --goal a1,b1", /goal: 2 cells cannot hold 3 pieces/],
    ["--pieces 1 --goal k1", /goal: "k1" is not a cell of this board; cells are a1 to i9/],
    ["--pieces 1 --goal a1,a1", /goal: cell a1 is given twice/],
    ["--pieces 1 --rear j1", /rear: "j1" is not a cell of this board/],
    ["--threads 0", /--threads .* expected a whole number from 1 to 64/],
    ["--threads many", /--threads .* expected a whole number from 1 to 64/],
    ["--checkpoint -1", /--checkpoint .* expected a whole number from 0/],
    ["--side 5 --pieces 3 --check", /one-side-5x5-3 not found; build it with: gamelore solve /],
  ])("gamelore solve chinese-checkers %s", async (options, why) => {
    const before = home.files();
    expectRefusal(await home.run(["solve", "chinese-checkers", ...options.split(" ")]), why);
    expect(home.files()).toEqual(before);
  });

  test("a folder that is not writable is refused before the solve", async () => {
    writeFileSync(home.path("in-the-way"), "");
    const env = { GAMELORE_HOME: home.path("in-the-way") };
    // Solving this one would exceed the test's time limit.
    const huge = await home.run(["solve", "chinese-checkers", "--side", "9", "--pieces", "6"], { env });
    expectRefusal(huge, `cannot write in ${home.path("in-the-way")}/tables`, 1);
  });
});

describe("--device", () => {
  test("gpu without a GPU is refused, auto and cpu are not", async () => {
    const refused = await home.run([...SMALL, "--force", "--device", "gpu"], { env: NO_DRIVER });
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(/gamelore: no GPU: /) });
    for (const device of ["auto", "cpu"])
      expect(await home.run([...SMALL, "--force", "--device", device])).toMatchObject({ status: 0, stderr: "" });
  });

  test("gpu is refused for tables without a solver on it", async () => {
    const refused = await home.run(["solve", "dominoes", "--device", "gpu"]);
    expectRefusal(refused, "has no solver on the GPU; use --device cpu or auto");
  });
});

describe("a damaged file", () => {
  const WORDS = ["solve", "chinese-checkers", "--side", "8", "--pieces", "4"];
  const FILE = "tables/chinese-checkers/one-side-8x8-4.table";
  let whole: Buffer | undefined;

  beforeEach(async () => {
    if (whole === undefined) {
      expect(await home.run(WORDS)).toMatchObject({ status: 0 });
      whole = home.read(FILE);
    }
    writeFileSync(home.path(FILE), whole);
  });

  function alter(at: number): void {
    const bytes = home.read(FILE);
    bytes[at] = 255 - (bytes[at] ?? 0);
    writeFileSync(home.path(FILE), bytes);
  }

  test("changed by one byte is refused, with the block named", async () => {
    const table = openTableFile(home.path(FILE));
    table.close();
    expect(table.blocks).toBeGreaterThan(5);
    alter(table.sizeBytes - 1);
    const refused = await home.run([...WORDS, "--check"]);
    expectRefusal(refused, `${FILE}: block ${table.blocks} of ${table.blocks} damaged: wrong checksum`);
    alter(table.sizeBytes - 1);
    alter(Math.floor(table.sizeBytes / 2));
    expectRefusal(await home.run([...WORDS, "--check"]), new RegExp(`block \\d+ of ${table.blocks} damaged`));
  });

  test("changed in one block still answers probes of other blocks", async () => {
    alter((whole?.length ?? 0) - 1);
    const probe = ["probe", ...WORDS.slice(1)];
    expect(await home.run([...probe, "a1,b1,a2,c2"])).toMatchObject({ status: 0 });
    expectRefusal(await home.run([...probe, "h8,h7,g8,g7"]), /block \d+ of \d+ damaged/);
  });

  test("changed in its header is refused", async () => {
    alter(40);
    expectRefusal(await home.run(WORDS), /header damaged/);
  });

  test("truncated is refused with both sizes, until it is rebuilt", async () => {
    const bytes = whole?.length ?? 0;
    truncateSync(home.path(FILE), bytes - 1000);
    const why = `${FILE}: truncated: expected ${bytes} bytes, the file has ${bytes - 1000}`;
    expectRefusal(await home.run(WORDS), why);
    expectRefusal(await home.run([...WORDS, "--check"]), why);
    expectRefusal(await home.run(["probe", ...WORDS.slice(1), "a1,b1,c1,d1"]), why);
    expect(await home.run([...WORDS, "--force"])).toMatchObject({ status: 0 });
    expect(home.read(FILE).equals(whole as Buffer)).toBe(true);
  });

  test("that is empty or another file is refused", async () => {
    writeFileSync(home.path(FILE), "");
    expectRefusal(await home.run(WORDS), /one-side-8x8-4\.table: /);
    writeFileSync(home.path(FILE), "this is not a table of any kind, but long enough to look at ".repeat(20));
    expectRefusal(await home.run(WORDS), /one-side-8x8-4\.table: /);
  });

  test("of another variant is refused", async () => {
    writeFileSync(home.path(FILE), home.read(SMALL_FILE));
    expectRefusal(await home.run(WORDS), /one-side-4x4-3/);
  });
});

test("a table with valid blocks but wrong values fails --check: exit status 1, the entries named", async () => {
  const other = new Home();
  try {
    const spec = unwrap(game.table(unwrap(parseOptions(game.tableOptions, { side: "4", pieces: "1" }))));
    // The distances of one piece on side 4, with 3 instead of 6 for the far tip.
    const bytes = Uint8Array.from([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 3]);
    const histogram = [1, 2, 3, 5, 3, 2];
    await new TableStore(other.path("tables")).write({ identity: spec.identity, bytes, histogram }, spec.solver);
    const words = ["solve", "chinese-checkers", "--side", "4", "--pieces", "1", "--check"];
    const outcome = await other.run(words);
    expect(outcome.status).toBe(1);
    expect(outcome.stdout).toMatch(/: WRONG\n/);
    expect(outcome.stdout).toContain("entry 15: is 3, should be 6\n");
    const { status, stdout } = await other.run([...words, "--json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ wrong: expect.arrayContaining([{ index: 15, value: 3, expected: 6 }]) });
  } finally {
    other.remove();
  }
});

test("two concurrent solves of one table are safe: one builds it, the other reports the builder or finds it", async () => {
  const words = ["solve", "chinese-checkers", "--side", "8", "--pieces", "5"];
  const pair = [home.start(words), home.start(words)] as const;
  const outcomes = await Promise.all(pair.map((each) => each.ended));
  expect(outcomes.filter(({ status }) => status === 0)).not.toEqual([]);
  outcomes.forEach((outcome, i) => {
    const other = pair[1 - i] as (typeof pair)[number];
    if (outcome.status !== 0) expectRefusal(outcome, `one-side-8x8-5.lock is held by process ${other.pid}`, 1);
  });
  expect((await home.run([...words, "--check", "--samples", "1000"])).stdout).toMatch(/: correct\n$/);
  expect(home.files().filter((file) => file.includes("8x8-5"))).toEqual([
    "tables/chinese-checkers/one-side-8x8-5.table",
  ]);
});
