/**
 * A lock, so that two builds of one table do not disturb each other: a file that names its holder's process.
 *
 * A holder may die. Each lock has a number of its own, and who wants to replace a dead holder's lock must first hold
 * the lock named after that number. So of any number of heirs one replaces it, and an heir that dies on the way is
 * replaced in the same manner. All calls are synchronous: they are short, and `release` serves exit handlers.
 */
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { GameloreError } from "../contracts/errors.ts";
import { noSpace, systemCode } from "./faults.ts";
import { makeFolder } from "./makefolder.ts";
import { isAlive, isLeftBehind, isThisHost, temporaryName, thisProcess } from "./owner.ts";
import type { Owner } from "./owner.ts";

export interface TableLock {
  readonly path: string;
  /** Safe to call twice; leaves a lock alone that is no longer its own. */
  release(): void;
}

export interface LockHolder extends Owner {
  readonly nonce: string;
}

/** Long enough for a process to write its line into a lock that it has just created. */
const UNREADABLE_GRACE_SECONDS = 10;
/** Each round is lost only to another process that made progress. */
const MAX_ROUNDS = 100;

/** Takes the lock, over a dead holder if need be, or fails with `table-busy`. */
export function acquireLock(path: string): TableLock {
  const own: LockHolder = { ...thisProcess(), nonce: randomBytes(8).toString("hex") };
  try {
    makeFolder(dirname(path));
    acquire(path, own);
    removeSuccessions(path);
  } catch (error) {
    throw lockFault(error, dirname(path));
  }
  return { path, release: () => release(path, own) };
}

/** The live holder of a lock, if there is one. */
export function lockHolder(path: string): LockHolder | undefined {
  const holder = readHolder(path);
  return holder !== undefined && mayLive(holder, path) ? holder : undefined;
}

function acquire(path: string, own: LockHolder): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (create(path, own)) return;
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (mayLive(holder, path)) throw busy(path, holder);
    const succession = `${path}.${holder.nonce}`;
    acquire(succession, own);
    try {
      // Nobody else may change the lock now, if it is still the dead holder's; it is not if another heir was faster.
      if (readHolder(path)?.nonce === holder.nonce) {
        replace(path, own);
        return;
      }
    } finally {
      release(succession, own);
    }
  }
  throw new GameloreError("table-busy", `${path} changes hands too often`);
}

/** Removes what heirs that died on the way left: the numbers in their names are of locks that are no more. */
function removeSuccessions(path: string): void {
  for (const file of readdirSync(dirname(path))) {
    if (!file.startsWith(`${basename(path)}.`)) continue;
    const left = /^(\.[0-9a-f]{16})+$/.test(file.slice(basename(path).length)) || isLeftBehind(file, basename(path));
    if (left) rmSync(join(dirname(path), file), { force: true });
  }
}

/** Creates the lock with its content in one step; false if there is one. */
function create(path: string, own: LockHolder): boolean {
  const temporary = join(dirname(path), temporaryName(basename(path)));
  try {
    writeFileSync(temporary, JSON.stringify(own), { flag: "wx" });
    linkSync(temporary, path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return false;
    if ((error as NodeJS.ErrnoException).syscall !== "link") throw error;
    return createInTwoSteps(path, own);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** For file systems without hard links: others may see the lock empty for a moment. */
function createInTwoSteps(path: string, own: LockHolder): boolean {
  try {
    writeFileSync(path, JSON.stringify(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

function replace(path: string, own: LockHolder): void {
  const temporary = join(dirname(path), temporaryName(basename(path)));
  try {
    writeFileSync(temporary, JSON.stringify(own), { flag: "wx" });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function release(path: string, own: LockHolder): void {
  if (readHolder(path)?.nonce === own.nonce) rmSync(path, { force: true });
}

function readHolder(path: string): LockHolder | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  return parsedHolder(text) ?? { pid: 0, start: "", host: "", nonce: "unreadable" };
}

function parsedHolder(text: string): LockHolder | undefined {
  try {
    const { pid, start, host, nonce } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    if (typeof start !== "string" || typeof host !== "string") return undefined;
    if (typeof nonce !== "string" || !/^[0-9a-f]{16}$/.test(nonce)) return undefined;
    return { pid, start, host, nonce };
  } catch {
    return undefined;
  }
}

function mayLive(holder: LockHolder, path: string): boolean {
  if (holder.pid === 0) {
    const written = statSync(path, { throwIfNoEntry: false });
    return written !== undefined && Date.now() - written.mtimeMs < UNREADABLE_GRACE_SECONDS * 1000;
  }
  // Of another host's processes nothing can be known here.
  return !isThisHost(holder.host) || isAlive(holder);
}

function busy(path: string, holder: LockHolder): GameloreError {
  if (holder.pid === 0) return new GameloreError("table-busy", `another process is just taking ${path}`);
  const where = isThisHost(holder.host)
    ? ""
    : ` on ${JSON.stringify(holder.host)} (if it no longer runs, remove the file)`;
  return new GameloreError("table-busy", `${path} is held by process ${holder.pid}${where}`);
}

function lockFault(error: unknown, folder: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === "ENOSPC" || code === "EDQUOT") return noSpace(folder, 1, undefined, error);
  return new GameloreError("not-writable", `cannot write in ${folder}: ${(error as Error).message}`, { cause: error });
}
