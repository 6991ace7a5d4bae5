/**
 * A lock file that names its holder's process, so that two builds of one table exclude each other.
 *
 * A holder may die. Each lock has a nonce, and a process that takes over a dead holder's lock must first hold the
 * takeover lock named after that nonce. So exactly one of several contenders takes over, and a contender that dies
 * meanwhile is replaced in the same way. All calls are synchronous: they are short, and `release` runs in exit handlers.
 */
import { randomBytes } from "node:crypto";
import { linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { GameloreError } from "../contracts/errors.ts";
import { noSpace, systemCode } from "../platform/node/file-errors.ts";
import { makeFolder } from "../platform/node/make-folder.ts";
import { readRegularFile } from "../platform/node/regular-file.ts";
import { isAlive, isStaleTemporary, isThisHost, temporaryName, thisProcess } from "./owner.ts";
import type { Owner } from "./owner.ts";

export interface TableLock {
  readonly path: string;
  /** Idempotent; does nothing if the lock has been taken over. */
  release(): void;
}

export interface LockHolder extends Owner {
  readonly nonce: string;
}

/** Long enough for a process to write into a lock file it has just created. */
const UNREADABLE_GRACE_SECONDS = 10;
/** A round is lost only to another process that made progress. */
const MAX_ROUNDS = 100;

/** Acquires the lock, taking over from a dead holder if necessary, or fails with `table-busy`. */
export function acquireLock(path: string): TableLock {
  const own: LockHolder = { ...thisProcess(), nonce: randomBytes(8).toString("hex") };
  try {
    makeFolder(dirname(path));
    acquire(path, own);
    removeStaleTakeovers(path);
  } catch (error) {
    throw lockError(error, dirname(path));
  }
  return { path, release: () => release(path, own) };
}

/** The live holder of a lock, if any. */
export function lockHolder(path: string): LockHolder | undefined {
  const holder = readHolder(path);
  return holder !== undefined && mayBeAlive(holder, path) ? holder : undefined;
}

function acquire(path: string, own: LockHolder): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (create(path, own)) return;
    const holder = readHolder(path);
    if (holder === undefined) continue;
    if (mayBeAlive(holder, path)) throw busy(path, holder);
    const takeover = `${path}.${holder.nonce}`;
    acquire(takeover, own);
    try {
      // While it is still the dead holder's, no other process may change the lock now. Another contender may have been faster.
      if (readHolder(path)?.nonce === holder.nonce) {
        replace(path, own);
        return;
      }
    } finally {
      release(takeover, own);
    }
  }
  throw new GameloreError("table-busy", `${path}: too many processes compete for this lock; try again`);
}

/** Removes takeover locks and temporary files of dead processes: the nonces in their names belong to locks that no longer exist. */
function removeStaleTakeovers(path: string): void {
  for (const file of readdirSync(dirname(path))) {
    if (!file.startsWith(`${basename(path)}.`)) continue;
    const stale =
      /^(\.[0-9a-f]{16})+$/.test(file.slice(basename(path).length)) || isStaleTemporary(file, basename(path));
    if (stale) rmSync(join(dirname(path), file), { force: true });
  }
}

/** Creates the lock with its content atomically; false if it exists. */
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
    text = readRegularFile(path);
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

function mayBeAlive(holder: LockHolder, path: string): boolean {
  if (holder.pid === 0) {
    const written = statSync(path, { throwIfNoEntry: false });
    return written !== undefined && Date.now() - written.mtimeMs < UNREADABLE_GRACE_SECONDS * 1000;
  }
  // Processes of another host cannot be checked.
  return !isThisHost(holder.host) || isAlive(holder);
}

function busy(path: string, holder: LockHolder): GameloreError {
  if (holder.pid === 0) return new GameloreError("table-busy", `another process is taking ${path}; try again`);
  const where = isThisHost(holder.host)
    ? ""
    : ` on ${JSON.stringify(holder.host)} (if it no longer runs, remove the file)`;
  return new GameloreError("table-busy", `${path} is held by process ${holder.pid}${where}`);
}

function lockError(error: unknown, folder: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === "ENOSPC" || code === "EDQUOT") return noSpace(folder, 1, undefined, error);
  return new GameloreError("not-writable", `cannot write in ${folder}: ${(error as Error).message}`, { cause: error });
}
