/** The folder of tables: lists, opens and writes them, and checks the free space. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { GameloreError } from "../contracts/errors.ts";
import type { SolvedTable, TableIdentity } from "../contracts/table.ts";
import { removeStaleTemporaries } from "./atomic-write.ts";
import { TableCheckpoint } from "./checkpoint.ts";
import type { CheckpointOptions } from "./checkpoint.ts";
import { freeBytes, noSpace, writeError } from "../platform/node/file-errors.ts";
import { expectIdentity } from "./header.ts";
import { acquireLock, lockHolder } from "./lock.ts";
import type { TableLock } from "./lock.ts";
import { makeFolder } from "../platform/node/make-folder.ts";
import { temporaryName } from "./owner.ts";
import { openTableFile } from "./table-file.ts";
import type { OpenOptions, TableFile } from "./table-file.ts";
import type { TableSource } from "./table-source.ts";
import { writeTable } from "./write-table.ts";
import type { WriteOptions } from "./write-table.ts";

export type TableKey = Pick<TableIdentity, "game" | "name">;

export interface StoredTable extends TableKey {
  readonly path: string;
  readonly sizeBytes: number;
  /** `ready`: header, directory and size are valid (blocks are checked when read); `unfinished`: only a checkpoint. */
  readonly status: "ready" | "damaged" | "unfinished";
  /** The identity in the file, if it is ready. */
  readonly identity?: TableIdentity;
  /** What is wrong with a damaged table. */
  readonly problem?: string;
  /** The process that is building it now. */
  readonly builderPid?: number;
}

/** Starts with a letter or digit; no path separator; short enough to append a suffix. */
const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._+=,()@-]{0,99}$/;
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;
const TABLE_ENDING = ".table";
const PARTIAL_ENDING = ".partial";
const LOCK_ENDING = ".lock";
const PROBE_NAME = "space";
const PROBE_BYTES = 1024 * 1024;

export class TableStore implements TableSource<TableFile> {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(key: TableKey): string {
    return this.#file(key, TABLE_ENDING);
  }

  partialPath(key: TableKey): string {
    return this.#file(key, PARTIAL_ENDING);
  }

  has(key: TableKey): boolean {
    return existsSync(this.path(key));
  }

  isUnfinished(key: TableKey): boolean {
    return existsSync(this.partialPath(key));
  }

  /** Names of the table files of a game, intact or not. */
  names(game: string): string[] {
    return names(join(this.folder, game))
      .filter((file) => file.endsWith(TABLE_ENDING))
      .map((file) => file.slice(0, -TABLE_ENDING.length))
      .filter(isSafe);
  }

  /** All tables and unfinished builds, sorted by game and name. */
  list(): StoredTable[] {
    const found: StoredTable[] = [];
    for (const game of names(this.folder)) {
      if (!isSafe(game)) continue;
      const files = names(join(this.folder, game));
      for (const file of files) {
        const name = file.replace(/\.(table|partial)$/, "");
        if (name === file || !isSafe(name)) continue;
        if (file.endsWith(PARTIAL_ENDING) && files.includes(name + TABLE_ENDING)) continue;
        found.push(this.#describe({ game, name }, file.endsWith(PARTIAL_ENDING)));
      }
    }
    return found;
  }

  /** Opens the table; fails if the file has another identity. */
  open(identity: TableIdentity, options: OpenOptions = {}): TableFile {
    const file = openTableFile(this.path(identity), options);
    try {
      expectIdentity(file.header, identity);
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Writes a finished build; returns the file size in bytes. */
  write(
    table: Pick<SolvedTable, "identity" | "bytes" | "histogram">,
    built: string,
    options: WriteOptions = {},
  ): Promise<number> {
    const { identity, bytes, histogram } = table;
    return writeTable(this.path(identity), { identity, histogram, built }, bytes, options);
  }

  /** Fails unless this many bytes can be written; for use before long work. Creates the folder. */
  async checkSpace(bytesNeeded: number): Promise<void> {
    const probe = join(this.folder, temporaryName(PROBE_NAME));
    try {
      makeFolder(this.folder);
      await removeStaleTemporaries(join(this.folder, PROBE_NAME));
      const bytesFree = await freeBytes(this.folder);
      if (bytesFree !== undefined && bytesFree < bytesNeeded) throw noSpace(this.folder, bytesNeeded, bytesFree);
      // Quotas, read-only mounts and full inode tables show up only on a write.
      const file = await open(probe, "wx");
      try {
        await file.writeFile(Buffer.alloc(Math.min(bytesNeeded, PROBE_BYTES)));
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw await writeError(error, this.folder, bytesNeeded);
    } finally {
      await rm(probe, { force: true }).catch(() => {});
    }
  }

  /** Held during a build; fails with `table-busy` if another process builds the table. */
  lock(key: TableKey): TableLock {
    return acquireLock(this.#file(key, LOCK_ENDING));
  }

  checkpoint(identity: TableIdentity, built: string, options: CheckpointOptions = {}): TableCheckpoint {
    return new TableCheckpoint(this.partialPath(identity), identity, built, options);
  }

  #describe(key: TableKey, unfinished: boolean): StoredTable {
    const path = unfinished ? this.partialPath(key) : this.path(key);
    const sizeBytes = sizeOf(path);
    const builderPid = this.builder(key);
    const seen = { ...key, path, sizeBytes, ...(builderPid === undefined ? {} : { builderPid }) };
    if (unfinished) return { ...seen, status: "unfinished" };
    try {
      const file = openTableFile(path);
      file.close();
      // A renamed file is not the table of its new name.
      expectIdentity(file, { ...file.identity, ...key });
      return { ...seen, status: "ready", identity: file.identity };
    } catch (error) {
      if (!(error instanceof GameloreError)) throw error;
      return { ...seen, status: "damaged", problem: error.message };
    }
  }

  /** The process that builds a table. A lock that cannot be read is reported by the next build. */
  builder(key: TableKey): number | undefined {
    try {
      return lockHolder(this.#file(key, LOCK_ENDING))?.pid;
    } catch {
      return undefined;
    }
  }

  #file(key: TableKey, ending: string): string {
    for (const part of [key.game, key.name]) {
      if (isSafe(part)) continue;
      throw new GameloreError(
        "bad-usage",
        `${JSON.stringify(part)} cannot be used as a file or folder name of a table`,
      );
    }
    return join(this.folder, key.game, key.name + ending);
  }
}

function isSafe(name: string): boolean {
  return SAFE_NAME.test(name) && !name.endsWith(".") && !WINDOWS_DEVICE.test(name);
}

/** 0 if there is no such file, or none that can be reached. */
function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}

/** Sorted names in a folder; empty if the folder does not exist. */
function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
