/** `gamelore solve` and `probe` with a set of tables: build, resume, missing and damaged files. */
import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { canTestSwiftShader, SWIFTSHADER } from "../engine/contracts/suites/swiftshader.ts";
import { documentOf, expectRefusal, Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

const SET = ["solve", "chinese-dark-chess", "--elements", "3"];
const FIGURE = "......../.R....../..k...../........ b 0";
const FILE = "tables/chinese-dark-chess/revealed-k-g.table";

test("all tables of up to three pieces are built, one file each", async () => {
  const built = documentOf(await home.run([...SET, "--json"]));
  expect(built).toMatchObject({ status: "built", tables: 54, built: 54, entries: (7_936 + 1_130_880) / 4 });
  expect(home.files().length).toBe(54);
});

test("they are not built twice", async () => {
  const { status, stdout, stderr } = await home.run(SET);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("54 tables, 0 built now");
});

test("a probe prints the value of every move", async () => {
  const { stdout } = await home.run(["probe", "chinese-dark-chess", "--elements", "3", FIGURE]);
  expect(stdout.split("\n").slice(0, 4)).toEqual([
    FIGURE,
    "loss in 6 plies",
    "  b2-a2  loss 5 plies later",
    "  b2-b1  loss 5 plies later",
  ]);
});

test("a missing file is named with its build command, and only it is rebuilt", async () => {
  const before = home.read(FILE);
  rmSync(home.path(FILE));
  const outcome = await home.run([
    "probe",
    "chinese-dark-chess",
    "--elements",
    "3",
    "......../.K....../..g...../........ b 0",
  ]);
  expectRefusal(
    outcome,
    /table revealed-k-g not found; build it with: gamelore solve chinese-dark-chess --material kG$/m,
  );
  const built = documentOf(await home.run([...SET, "--json"]));
  expect(built).toMatchObject({ built: 1 });
  expect(home.read(FILE).equals(before)).toBe(true);
});

test("a damaged file is named with its rebuild command", async () => {
  const before = home.read(FILE);
  truncateSync(home.path(FILE), before.length - 10);
  const outcome = await home.run([
    "probe",
    "chinese-dark-chess",
    "--elements",
    "3",
    "......../.K....../..g...../........ b 0",
  ]);
  expectRefusal(outcome, /revealed-k-g.*: gamelore solve chinese-dark-chess --material kG --force$/m);
  const { status } = await home.run(["solve", "chinese-dark-chess", "--material", "gR", "--force"]);
  expect(status).toBe(0);
  expect(home.read(FILE).equals(before)).toBe(true);
});

test("--check also names a damaged block with the rebuild command, for one table and all", async () => {
  const before = home.read(FILE);
  const flipped = Buffer.from(before);
  flipped.writeUInt8(255 - flipped.readUInt8(flipped.length - 20), flipped.length - 20);
  writeFileSync(home.path(FILE), flipped);
  for (const words of [
    [...SET, "--check"],
    [...SET.slice(0, 2), "--material", "kG", "--check"],
  ])
    expectRefusal(
      await home.run(words),
      /revealed-k-g.*block 1 of 1 damaged.*; build it again with: gamelore solve chinese-dark-chess --material kG --force$/m,
    );
  writeFileSync(home.path(FILE), before);
});

test("--check verifies every entry", async () => {
  const { stdout } = await home.run([...SET.slice(0, 2), "--material", "gRR", "--check"]);
  expect(stdout).toMatch(/revealed-k-gg: 1 block intact, 3,720 entries compared with their definition: correct/);
});

describe("--storage wins", () => {
  const WINS = [...SET, "--storage", "wins"];
  const probe = [...SET, "--storage", "wins"].with(0, "probe");
  const WON_FILE = "tables/chinese-dark-chess/won-k-g.table";

  test("files of won positions are built separately from values, once", async () => {
    const { stdout } = await home.run(WINS);
    expect(stdout).toContain("54 tables, 54 built now; 71,176 entries, eight positions each");
    expect(home.files().length).toBe(108);
    expect((await home.run(WINS)).stdout).toContain("54 tables, 0 built now");
  });

  test("a probe prints outcomes without distances", async () => {
    const { stdout } = await home.run([...probe, FIGURE]);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      FIGURE,
      "loss, no distance stored (unless drawn by 40 plies without a capture)",
      "  b2-a2  loss (unless drawn by 40 plies without a capture)",
    ]);
    expect((await home.run([...probe, FIGURE.replace(" b ", " w ")])).stdout).toContain("\ndraw\n");
  });

  test("a damaged file is named with its rebuild command", async () => {
    const before = home.read(WON_FILE);
    truncateSync(home.path(WON_FILE), before.length - 10);
    const position = "......../.K....../..g...../........ b 0";
    expectRefusal(
      await home.run([...probe, position]),
      /won-k-g.*: gamelore solve chinese-dark-chess --material kG --storage wins --force$/m,
    );
    const flipped = Buffer.from(before);
    flipped.writeUInt8(255 - flipped.readUInt8(flipped.length - 20), flipped.length - 20);
    writeFileSync(home.path(WON_FILE), flipped);
    expectRefusal(
      await home.run([...probe, position]),
      /won-k-g.*damaged.*: gamelore solve chinese-dark-chess --material kG --storage wins --force$/m,
    );
    rmSync(home.path(WON_FILE));
    expectRefusal(
      await home.run([...probe, position]),
      /table won-k-g not found; build it with: gamelore solve chinese-dark-chess --material kG --storage wins$/m,
    );
    expect(documentOf(await home.run([...WINS, "--json"]))).toMatchObject({ built: 1 });
    expect(home.read(WON_FILE).equals(before)).toBe(true);
  });

  test("--check verifies every bit", async () => {
    const { stdout } = await home.run([...SET.slice(0, 2), "--material", "gRR", "--storage", "wins", "--check"]);
    expect(stdout).toMatch(/won-k-gg: 1 block intact, 930 entries compared with their definition: correct/);
  });
});

test("Ctrl-C keeps every finished table and prints the resume command; all threads end", async () => {
  const own = new Home();
  try {
    const build = own.start(["solve", "chinese-dark-chess", "--threads", "2"]);
    // With four pieces, threads are in the middle of larger tables.
    await own.appears(/revealed-\w+-\w+\.table$/, build);
    while (own.files().length < 70) await sleep(20);
    const { status, stdout, stderr } = await build.signal("SIGINT");
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    const [, saved = "", line = ""] =
      /^gamelore: interrupted after .*; (\d+) of 240 tables are saved; resume with: (.*)\n$/m.exec(stderr) ?? [];
    const files = own.files();
    expect(files.every((file) => file.endsWith(".table"))).toBe(true);
    expect(files.length).toBe(Number(saved));
    expect(line).toBe("gamelore solve chinese-dark-chess --elements 4");
    const again = await own.runLine(`${line} --json`);
    expect(again.status).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ tables: 240, built: 240 - files.length, entries: 30_131_504 });
  } finally {
    own.remove();
  }
});

test.runIf(canTestSwiftShader)(
  "on a GPU, Ctrl-C keeps every finished table, and the CPU builds the others",
  async () => {
    const own = new Home();
    try {
      const build = own.start([...SET, "--device", "gpu"], { env: SWIFTSHADER });
      await own.appears(/revealed-\w+-\w+\.table$/, build);
      const { status, stderr } = await build.signal("SIGINT");
      expect({ status, stderr }).toEqual({ status: 130, stderr: expect.stringContaining("of 54 tables are saved") });
      const finished = own.files().length;
      expect(finished).toBeLessThan(54);
      const again = documentOf(await own.run([...SET, "--device", "cpu", "--json"]));
      expect(again).toMatchObject({ built: 54 - finished });
      for (const file of own.files()) expect(own.read(file).equals(home.read(file))).toBe(true);
    } finally {
      own.remove();
    }
  },
);

test("a request that is too large reports its size; impossible material is refused", async () => {
  expectRefusal(
    await home.run(["solve", "chinese-dark-chess", "--elements", "7"]),
    /6,694 tables of 7 pieces would have [\d,]+ placements, [\d,]+ GB/,
  );
  expectRefusal(await home.run(["solve", "chinese-dark-chess", "--material", "kkR"]), "2 k");
});
