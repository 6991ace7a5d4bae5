/** The store finds its tables, reports damaged ones, and keeps every path within its folder. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GameloreError } from "../contracts/errors.ts";
import type { Rank } from "../contracts/table.ts";
import { dataFolder, tablesFolder } from "../platform/node/folders.ts";
import { countsOf, failure, sampleBytes, sampleIdentity, TestFolder } from "./tables.fixture.ts";
import { TableStore } from "./store.ts";

let folder: TestFolder;
let store: TableStore;
beforeEach(() => {
  folder = new TestFolder();
  store = new TableStore(folder.file("tables"));
});
afterEach(() => folder.remove());

const bytes = sampleBytes(1000);
const identity = sampleIdentity(1000);
const solved = { identity, bytes, histogram: countsOf(bytes) };

describe("tables in a store", () => {
  test("are written, found, opened and listed", async () => {
    expect(store.has(identity)).toBe(false);
    expect(store.list()).toEqual([]);
    expect((await failure(() => store.open(identity))).code).toBe("table-missing");
    const sizeBytes = await store.write(solved, "test 1");
    const path = folder.file("tables/sample/small.table");
    expect(store.path(identity)).toBe(path);
    expect(store.has(identity)).toBe(true);
    expect(store.list()).toEqual([{ game: "sample", name: "small", path, sizeBytes, status: "ready", identity }]);
    const table = store.open(identity);
    await table.verify();
    expect(table.get(999 as Rank)).toBe(bytes[999]);
    expect(table.header.built).toBe("test 1");
    table.close();
  });

  test("with another identity are refused", async () => {
    await store.write(solved, "test 1");
    expect((await failure(() => store.open({ ...identity, covers: "more" }))).code).toBe("table-mismatch");
  });

  test("are listed with their problems and their builders", async () => {
    await store.write(solved, "test 1");
    await store.write({ ...solved, identity: { ...identity, name: "torn" } }, "test 1");
    truncateSync(store.path({ game: "sample", name: "torn" }), 50);
    await store.write({ ...solved, identity: { ...identity, name: "moved" } }, "test 1");
    renameSync(store.path({ game: "sample", name: "moved" }), store.path({ game: "sample", name: "elsewhere" }));
    await store.checkpoint({ ...identity, name: "begun" }, "test 1").save(bytes);
    await store.checkpoint(identity, "test 1").save(bytes);
    writeFileSync(folder.file("tables/sample/notes.txt"), "not a table");
    const lock = store.lock({ game: "sample", name: "begun" });
    const listed = store.list().map(({ name, status, problem, builderPid }) => ({ name, status, problem, builderPid }));
    lock.release();
    expect(listed).toEqual([
      { name: "begun", status: "unfinished", problem: undefined, builderPid: process.pid },
      {
        name: "elsewhere",
        status: "damaged",
        problem: expect.stringContaining('name is "moved"'),
        builderPid: undefined,
      },
      { name: "small", status: "ready", problem: undefined, builderPid: undefined },
      { name: "torn", status: "damaged", problem: expect.stringContaining("truncated"), builderPid: undefined },
    ]);
  });

  test.runIf(process.platform === "linux")(
    "a FIFO, a device, a folder or a loop of links hides no other table",
    async () => {
      await store.write(solved, "test 1");
      const at = (name: string): string => folder.file(`tables/sample/${name}`);
      for (const fifo of ["fifo.table", "small.lock", "begun.lock"]) execFileSync("mkfifo", [at(fifo)]);
      symlinkSync("/dev/zero", at("device.table"));
      symlinkSync(at("loop.table"), at("loop.table"));
      symlinkSync(at("loop.lock"), at("loop.lock"));
      mkdirSync(at("folder.table"));
      // In its own process: a blocked read cannot be interrupted here.
      const list = `import { TableStore } from ${JSON.stringify(new URL("store.ts", import.meta.url).href)};
      console.log(JSON.stringify(new TableStore(${JSON.stringify(store.folder)}).list().map(({ name, status }) => [name, status])));`;
      const listed = execFileSync(process.execPath, ["--input-type=module", "-e", list], { timeout: 20_000 });
      expect(JSON.parse(listed.toString())).toEqual([
        ["device", "damaged"],
        ["fifo", "damaged"],
        ["folder", "damaged"],
        ["loop", "damaged"],
        ["small", "ready"],
      ]);
      expect(await failure(() => store.open({ ...identity, name: "fifo" }))).toMatchObject({
        code: "table-damaged",
        message: expect.stringMatching(/^[^\n]*not a regular file[^\n]*$/),
      });
      expect(await failure(() => store.lock({ game: "sample", name: "begun" }))).toMatchObject({
        code: "not-writable",
        message: expect.stringMatching(/not a regular file/),
      });
    },
  );

  test("stay in their folder whatever their name", () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom("..", ".", "", "../x", "a/b", "a\\b", "nul", "C:", "a\0", "a."),
    );
    fc.assert(
      fc.property(names, names, (game, name) => {
        try {
          const path = relative(store.folder, store.path({ game, name }));
          expect(path).toBe(`${game}/${name}.table`);
          expect(dirname(path)).toBe(game);
          expect(path).not.toMatch(/\.\.\//);
        } catch (error) {
          if (!(error instanceof GameloreError)) throw error;
          expect(error.code).toBe("bad-usage");
        }
      }),
    );
    for (const name of ["..", "", "a/b", "a\\b", "NUL", "aux.x", "-x", "a."]) {
      expect(() => store.path({ game: "sample", name })).toThrow(GameloreError);
    }
    expect(store.path({ game: "sample", name: "k=7+(4,3)_v1.2" })).toContain("k=7+(4,3)_v1.2.table");
  });
});

describe("space", () => {
  test("is available, and the check leaves no files", async () => {
    await store.checkSpace(1000);
    expect(readdirSync(store.folder)).toEqual([]);
  });

  test("is refused for more than the disk has", async () => {
    const { code, message } = await failure(() => store.checkSpace(2 ** 50));
    expect(code).toBe("no-space");
    expect(message).toContain(`${store.folder}: 1,125,899,906,842,624 bytes needed, `);
  });

  test("is refused in a folder that is not writable", async () => {
    writeFileSync(folder.file("tables"), "in the way");
    expect((await failure(() => store.checkSpace(1000))).code).toBe("not-writable");
    const nested = await failure(() => new TableStore(folder.file("tables/deeper/still")).checkSpace(1000));
    expect(nested.code).toBe("not-writable");
  });

  test.runIf(process.platform === "linux")("is refused where folders cannot be created", async () => {
    const nowhere = new TableStore("/proc/deep/tables");
    expect((await failure(() => nowhere.checkSpace(1000))).code).toBe("not-writable");
    expect((await failure(() => nowhere.write(solved, "test 1"))).code).toBe("not-writable");
    expect((await failure(() => nowhere.lock(identity))).code).toBe("not-writable");
  });
});

describe("the data folder", () => {
  const home = "/home/ada";
  test.each<[string, string, Record<string, string>, string]>([
    ["$GAMELORE_HOME first", "linux", { GAMELORE_HOME: "/data", XDG_DATA_HOME: "/xdg" }, "/data"],
    ["XDG", "linux", { XDG_DATA_HOME: "/xdg" }, "/xdg/gamelore"],
    ["a relative XDG folder is ignored", "linux", { XDG_DATA_HOME: "xdg" }, "/home/ada/.local/share/gamelore"],
    ["Linux", "linux", { GAMELORE_HOME: "" }, "/home/ada/.local/share/gamelore"],
    ["macOS", "darwin", {}, "/home/ada/Library/Application Support/gamelore"],
    ["Windows", "win32", { LOCALAPPDATA: "C:\\Local" }, "C:\\Local\\gamelore"],
  ])("%s", (_, platform, env, expected) => {
    expect(dataFolder({ env, platform, home })).toBe(expected);
    expect(tablesFolder({ env, platform, home })).toMatch(/[/\\]tables$/);
  });
});
