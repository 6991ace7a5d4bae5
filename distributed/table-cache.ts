/**
 * A worker's tables. Each job sees a folder with exactly the tables of its list, as links: to the worker's own tables, which may be a folder
 * that all machines share, or to a bounded cache of files fetched from the coordinator, block by block with their checksums.
 */
import { closeSync, existsSync, openSync, readdirSync, statSync, symlinkSync, utimesSync, writeSync } from "node:fs";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { formatBytes } from "../engine/contracts/quantities.ts";
import { GameloreError } from "../engine/contracts/errors.ts";
import { blockCount, decodeHeader, Directory, directoryExtent, headerExtent } from "../engine/tables/format.ts";
import { temporaryName } from "../engine/tables/owner.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { openTableFile } from "../engine/tables/table-file.ts";
import { digestOf, shortDigest, type TableRef, type View } from "./payloads.ts";
import type { HostAddress } from "./table-host.ts";
import { writeUserFiles } from "./user-files.ts";

export const LISTEN_HINT: string =
  "if the worker is on another machine, start the command with --listen HOST:PORT, or share the folder of tables";

/** Fetched at a time. */
const RANGE_BYTES = 8 * 1024 * 1024;
const RANGE_TRIES = 3;
/** Folders of past jobs that are kept: the next job often has the same list. */
const VIEWS_KEPT = 20;
const ENDING = ".table";
const HOST = digestOf(hostname());

export class TableCache {
  readonly #blobs: string;
  readonly #views: string;
  readonly #own: TableStore;
  readonly #limitBytes: number;
  readonly #fetching = new Map<string, Promise<string>>();
  /** By path, of the worker's own tables. */
  readonly #digests = new Map<string, { readonly state: string; readonly digest: string }>();
  /** Folders by the number of running jobs, least recently used first. */
  readonly #used = new Map<string, { jobs: number; readonly digests: readonly string[] }>();

  constructor(folder: string, own: TableStore, limitBytes: number) {
    this.#blobs = join(folder, "blobs");
    this.#own = own;
    this.#limitBytes = limitBytes;
    const views = join(folder, "views");
    mkdirSync(this.#blobs, { recursive: true });
    mkdirSync(views, { recursive: true });
    for (const name of readdirSync(views)) if (isLeftOver(name)) rmSync(join(views, name), { recursive: true });
    this.#views = join(views, `${HOST}-${process.pid}`);
    mkdirSync(this.#views, { recursive: true });
  }

  /** Of this process; removed when it ends, or by the next one if it cannot. */
  get folder(): string {
    return this.#views;
  }

  /** A data folder with the tables of a list, until `release`. */
  async acquire(key: string, view: View, address: () => Promise<HostAddress>): Promise<string> {
    const home = join(this.#views, key);
    const used = this.#used.get(key) ?? { jobs: 0, digests: view.tables.map(({ digest }) => digest) };
    used.jobs++;
    this.#used.delete(key);
    this.#used.set(key, used);
    try {
      for (const table of view.tables) {
        const path = await this.#find(table, address);
        const folder = join(home, "tables", table.game);
        const link = join(folder, table.name + ENDING);
        // False also for a link to a file that has left the cache.
        if (existsSync(link)) continue;
        mkdirSync(folder, { recursive: true });
        rmSync(link, { force: true });
        symlinkSync(path, link);
      }
      mkdirSync(home, { recursive: true });
      writeUserFiles(home, view.files);
      return home;
    } catch (error) {
      this.release(key);
      throw error;
    }
  }

  release(key: string): void {
    const released = this.#used.get(key);
    if (released) released.jobs--;
    const idle = [...this.#used].filter(([, { jobs }]) => jobs === 0);
    for (const [old] of idle.slice(0, Math.max(0, idle.length - VIEWS_KEPT))) {
      this.#used.delete(old);
      rmSync(join(this.#views, old), { recursive: true, force: true });
    }
  }

  close(): void {
    rmSync(this.#views, { recursive: true, force: true });
  }

  async #find(table: TableRef, address: () => Promise<HostAddress>): Promise<string> {
    const own = this.#own.path(table);
    if (this.#digestOf(own) === table.digest) return own;
    const path = join(this.#blobs, table.digest + ENDING);
    if (existsSync(path)) {
      const now = new Date();
      utimesSync(path, now, now);
      return path;
    }
    const same = this.#fetching.get(table.digest);
    if (same) return same;
    const fetching = this.#fetch(table, path, await address()).finally(() => this.#fetching.delete(table.digest));
    this.#fetching.set(table.digest, fetching);
    return fetching;
  }

  #digestOf(path: string): string | null {
    const status = statSync(path, { throwIfNoEntry: false });
    if (!status) return null;
    const state = `${status.size} ${status.mtimeMs}`;
    const known = this.#digests.get(path);
    if (known?.state === state) return known.digest;
    try {
      const file = openTableFile(path);
      const digest = shortDigest(file.head());
      file.close();
      this.#digests.set(path, { state, digest });
      return digest;
    } catch (error) {
      // A damaged file of the worker is not the coordinator's.
      if (error instanceof GameloreError) return null;
      throw error;
    }
  }

  async #fetch(table: TableRef, path: string, address: HostAddress): Promise<string> {
    this.#makeRoom(table);
    const temporary = join(this.#blobs, temporaryName(table.digest));
    const file = openSync(temporary, "wx");
    try {
      await fetchTable(table, address, (bytes, from) => void writeSync(file, bytes, 0, bytes.length, from));
      closeSync(file);
      renameSync(temporary, path);
      return path;
    } catch (error) {
      closeSync(file);
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Removes the files that no running job uses, least recently used first. */
  #makeRoom({ bytes }: TableRef): void {
    const needed = new Set([...this.#used.values()].flatMap(({ jobs, digests }) => (jobs > 0 ? digests : [])));
    const files = readdirSync(this.#blobs)
      .filter((name) => name.endsWith(ENDING))
      .map((name) => ({ name, path: join(this.#blobs, name), status: statSync(join(this.#blobs, name)) }))
      .toSorted((a, b) => a.status.mtimeMs - b.status.mtimeMs);
    let total = bytes + files.reduce((sum, { status }) => sum + status.size, 0);
    for (const { name, path, status } of files) {
      if (total <= this.#limitBytes) return;
      if (needed.has(name.slice(0, -ENDING.length))) continue;
      rmSync(path, { force: true });
      total -= status.size;
    }
    if (total > this.#limitBytes)
      throw new GameloreError(
        "no-space",
        `the tables of this job need ${formatBytes(total)} in the worker's cache, which is limited to ${formatBytes(this.#limitBytes)}; start it with a larger --cache, or share the folder of tables`,
      );
  }
}

/** Fetches and checks a table, in ranges of whole blocks. A range that does not match its checksums is fetched again. */
export async function fetchTable(
  table: TableRef,
  address: HostAddress,
  write: (bytes: Uint8Array, from: number) => void,
): Promise<void> {
  const what = `${table.game}/${table.name}`;
  const head = await tried(
    () => fetchRange(table, address, 0, table.headBytes),
    (bytes) => shortDigest(bytes) === table.digest,
    what,
  );
  const extent = headerExtent(what, head, table.bytes);
  const header = decodeHeader(what, head.subarray(0, extent));
  const directory = new Directory(head.subarray(extent, extent + directoryExtent(blockCount(header))));
  const offsets = directory.offsets(what, header, table.headBytes);
  write(head, 0);
  const blocks = blockCount(header);
  for (let first = 0; first < blocks;) {
    const from = offsets[first] as number;
    let end = first + 1;
    while (end < blocks && (offsets[end + 1] as number) - from <= RANGE_BYTES) end++;
    const isIntact = (bytes: Buffer): boolean => {
      for (let block = first; block < end; block++) {
        const stored = bytes.subarray((offsets[block] as number) - from, (offsets[block + 1] as number) - from);
        if (crc32(stored) !== directory.checksum(block)) return false;
      }
      return true;
    };
    write(await tried(() => fetchRange(table, address, from, offsets[end] as number), isIntact, what), from);
    first = end;
  }
}

async function tried(
  fetch: () => Promise<Buffer>,
  isIntact: (bytes: Buffer) => boolean,
  what: string,
): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    const bytes = await fetch();
    if (isIntact(bytes)) return bytes;
    if (tries === RANGE_TRIES) throw new GameloreError("table-damaged", `${what} arrives damaged from the coordinator`);
  }
}

async function fetchRange(
  { digest, game, name }: TableRef,
  { url, token }: HostAddress,
  from: number,
  end: number,
): Promise<Buffer> {
  try {
    const response = await fetch(`${url}/tables/${game}/${name}/${digest}`, {
      headers: { authorization: `Bearer ${token}`, range: `bytes=${from}-${end - 1}` },
    });
    if (response.status !== 206) throw new Error(`status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    throw new GameloreError("table-missing", `cannot fetch ${game}/${name} from ${url}: ${why}; ${LISTEN_HINT}`, {
      cause: error,
    });
  }
}

/** Machines may share the folder, so only what dead processes of this one have left is removed. */
function isLeftOver(name: string): boolean {
  const pid = Number(name.slice(HOST.length + 1));
  return name.startsWith(`${HOST}-`) && (pid === process.pid || !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
