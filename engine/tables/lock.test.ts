/** One holder at a time; a dead holder is replaced by exactly one of many contenders. */
import { copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acquireLock, lockHolder } from "./lock.ts";
import { isAlive, thisProcess } from "./owner.ts";
import { ended, failure, firstOutput, startProgram, TestFolder } from "./tables.fixture.ts";

/** Tries to take the lock, prints the result, and holds it until it is killed. */
const HOLDER = `import { acquireLock } from "./lock.ts";
  process.stdin.resume();
  try {
    acquireLock(process.argv[1]);
    console.log("held " + process.pid);
  } catch (error) {
    console.log(error.code + " " + error.message);
  }`;

/** Tries to take a series of locks, each at the same moment as all contenders; prints which it got. */
const CONTENDER = `import { acquireLock } from "./lock.ts";
  process.stdin.on("end", () => process.exit());
  process.stdin.resume();
  const [, path, locks, startMs] = process.argv;
  const got = [];
  for (let lock = 0; lock < Number(locks); lock++) {
    while (Date.now() < Number(startMs) + 4 * lock);
    try {
      acquireLock(path + lock);
      got.push(lock);
    } catch (error) {
      if (error.code !== "table-busy") throw error;
    }
  }
  console.log(JSON.stringify(got));`;

let folder: TestFolder;
let path: string;
beforeEach(() => {
  folder = new TestFolder();
  path = folder.file("t.lock");
});
afterEach(() => folder.remove());

async function leftByDead(at: string): Promise<{ pid: number; start: string; host: string; nonce: string }> {
  const program = startProgram(HOLDER, at);
  expect(await firstOutput(program)).toBe(`held ${program.pid}`);
  expect((await failure(() => acquireLock(at))).message).toBe(`${at} is held by process ${program.pid}`);
  expect(lockHolder(at)?.pid).toBe(program.pid);
  program.kill("SIGKILL");
  await ended(program);
  return JSON.parse(readFileSync(at, "utf8"));
}

describe("a living holder", () => {
  test("excludes others until it releases, even within one process", async () => {
    const lock = acquireLock(path);
    const { code, message } = await failure(() => acquireLock(path));
    expect(code).toBe("table-busy");
    expect(message).toContain(`process ${process.pid}`);
    lock.release();
    expect(readdirSync(folder.path)).toEqual([]);
    const next = acquireLock(path);
    lock.release();
    expect(lockHolder(path)?.pid, "a second release leaves the next holder alone").toBe(process.pid);
    next.release();
  });

  test("on another host cannot be checked", async () => {
    const dead = await leftByDead(path);
    writeFileSync(path, JSON.stringify({ ...dead, host: `not-${hostname()}` }));
    const { code, message } = await failure(() => acquireLock(path));
    expect(code).toBe("table-busy");
    expect(message).toContain(`process ${dead.pid} on "not-`);
  });

  test("that has not yet written its name gets a grace period", async () => {
    writeFileSync(path, "");
    expect((await failure(() => acquireLock(path))).code).toBe("table-busy");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    acquireLock(path).release();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("in a folder that is not writable fails with not-writable", async () => {
    writeFileSync(folder.file("file"), "in the way");
    expect((await failure(() => acquireLock(folder.file("file/t.lock")))).code).toBe("not-writable");
  });
});

describe("a dead holder", () => {
  test("is replaced", async () => {
    await leftByDead(path);
    expect(lockHolder(path)).toBeUndefined();
    const lock = acquireLock(path);
    expect(lockHolder(path)?.pid).toBe(process.pid);
    lock.release();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.runIf(process.platform === "linux")("is known even if its number is another process' now", async () => {
    expect(isAlive(thisProcess())).toBe(true);
    expect(isAlive({ pid: process.pid, start: "00000000.1" })).toBe(false);
    const dead = await leftByDead(path);
    writeFileSync(path, JSON.stringify({ ...dead, pid: process.pid }));
    acquireLock(path).release();
  });

  test("whose successor died while taking over is replaced, and nothing of either remains", async () => {
    const first = await leftByDead(path);
    const heir = await leftByDead(`${path}.${first.nonce}`);
    await leftByDead(`${path}.${first.nonce}.${heir.nonce}`);
    const lock = acquireLock(path);
    expect(readdirSync(folder.path)).toEqual(["t.lock"]);
    lock.release();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("is replaced by exactly one of many contenders", async () => {
    await leftByDead(path);
    const locks = 200;
    for (let lock = 0; lock < locks; lock++) copyFileSync(path, path + lock);
    const startMs = String(Date.now() + 600);
    const programs = Array.from({ length: 4 }, () => startProgram(CONTENDER, path, String(locks), startMs));
    const answers = await Promise.all(programs.map(firstOutput));
    const got = answers.flatMap((answer) => JSON.parse(answer) as number[]);
    expect(got.toSorted((a, b) => a - b)).toEqual(Array.from({ length: locks }, (_, lock) => lock));
    for (const program of programs) program.stdin?.end();
    await Promise.all(programs.map(ended));
  });
});
