/**
 * The coordinator's tables for workers that do not share its folder: files by content digest, in ranges, and uploads of what workers have
 * built, which are checked and written once. Its address is in Redis under a key that a restarted coordinator takes over.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AddressInfo } from "node:net";
import type { Redis } from "ioredis";
import { GameloreError } from "../engine/contracts/errors.ts";
import { PREFIX } from "../engine/jobs/bullmq/connection.ts";
import { RENEW_MS } from "../engine/jobs/bullmq/registry.ts";
import { makeFolder } from "../engine/platform/node/make-folder.ts";
import { removeStaleTemporaries } from "../engine/tables/atomic-write.ts";
import { temporaryName } from "../engine/tables/owner.ts";
import type { TableKey, TableStore } from "../engine/tables/store.ts";
import { openTableFile } from "../engine/tables/table-file.ts";
import { digestOf, shortDigest, type TableRef, type UserFile, type View } from "./payloads.ts";
import { readUserFiles } from "./user-files.ts";

export interface HostAddress {
  readonly url: string;
  readonly token: string;
}

export function hostKey(host: string): string {
  return `${PREFIX}:host:${host}`;
}

export function viewKey(view: string): string {
  return `${PREFIX}:view:${view}`;
}

const EXPIRES_MS = 10_000;
const VIEW_SECONDS = 7 * 24 * 3_600;
const LOOPBACK = "127.0.0.1";
const ANY_HOST = ["0.0.0.0", "::"];

export interface ListenAt {
  readonly host: string;
  readonly port: number;
}

export class TableHost {
  readonly id: string;
  readonly #redis: Redis;
  readonly #store: TableStore;
  readonly #server: Server;
  readonly #token: string = randomBytes(24).toString("hex");
  /** By path: the tables do not change, except that damaged ones are built again. */
  readonly #refs = new Map<string, TableRef>();
  readonly #views = new Map<string, string>();
  #url = "";
  #timer: NodeJS.Timeout | undefined;

  private constructor(redis: Redis, store: TableStore) {
    this.#redis = redis;
    this.#store = store;
    this.id = digestOf([hostname(), store.folder]);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(redis: Redis, store: TableStore, listen: ListenAt | null): Promise<TableHost> {
    const host = new TableHost(redis, store);
    await host.#listen(listen ?? { host: LOOPBACK, port: 0 });
    await host.#announce();
    host.#timer = setInterval(() => void host.#announce().catch(() => {}), RENEW_MS);
    // A Redis without persistence forgets the lists.
    redis.on("ready", host.#onReady);
    return host;
  }

  /** The key of all that a player of a game may read. */
  viewOfGame(game: string): Promise<string> {
    return this.view(this.tablesOf(game), readUserFiles(dirname(this.#store.folder)));
  }

  /** The key of a list of tables, which must be stored. */
  async view(tables: readonly TableKey[], files: readonly UserFile[] = []): Promise<string> {
    const refs = tables.map((table) => this.ref(table));
    const view: View = { host: this.id, tables: refs, files };
    const json = JSON.stringify(view);
    const key = shortDigest(Buffer.from(json));
    this.#views.set(key, json);
    await this.#redis.set(viewKey(key), json, "EX", VIEW_SECONDS);
    return key;
  }

  ref({ game, name }: TableKey): TableRef {
    const path = this.#store.path({ game, name });
    const known = this.#refs.get(path);
    if (known) return known;
    const file = openTableFile(path);
    const head = file.head();
    const bytes = file.sizeBytes;
    file.close();
    const ref: TableRef = { game, name, digest: shortDigest(head), bytes, headBytes: head.length };
    this.#refs.set(path, ref);
    return ref;
  }

  /** The intact tables of a game: its players may read any of them. */
  tablesOf(game: string): TableKey[] {
    const keys = this.#store.names(game).map((name) => ({ game, name }));
    return keys.filter((key) => {
      try {
        return this.ref(key).bytes > 0;
      } catch (error) {
        if (error instanceof GameloreError) return false;
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#redis.off("ready", this.#onReady);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  readonly #onReady = (): void => {
    for (const [key, json] of this.#views) void this.#redis.set(viewKey(key), json, "EX", VIEW_SECONDS).catch(() => {});
  };

  async #listen({ host, port }: ListenAt): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", (error) =>
      reject(new GameloreError("bad-usage", `--listen ${host}:${port}: ${error.message}`, { cause: error })),
    );
    this.#server.listen(port, host, resolve);
    await promise;
    const name = ANY_HOST.includes(host) ? hostname() : host;
    this.#url = `http://${name.includes(":") ? `[${name}]` : name}:${(this.#server.address() as AddressInfo).port}`;
  }

  async #announce(): Promise<void> {
    const address: HostAddress = { url: this.#url, token: this.#token };
    await this.#redis.set(hostKey(this.id), JSON.stringify(address), "PX", EXPIRES_MS);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!this.#isAllowed(request)) return void response.writeHead(401).end();
      const parts = (request.url ?? "").split("/").slice(1).map(decodeURIComponent);
      const [kind, game = "", name = "", digest = ""] = parts;
      if (request.method === "GET" && kind === "tables" && parts.length === 4)
        await this.#send({ game, name }, digest, request, response);
      else if (request.method === "PUT" && kind === "tables" && parts.length === 3)
        await this.#receive({ game, name }, request, response);
      else response.writeHead(404).end();
    } catch (error) {
      const known = error instanceof GameloreError;
      const message = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) response.writeHead(known ? 422 : 500).end(message);
      else response.destroy();
    }
  }

  #isAllowed({ headers }: IncomingMessage): boolean {
    const [given, expected] = [headers.authorization ?? "", `Bearer ${this.#token}`].map((text) => Buffer.from(text));
    return given?.length === expected?.length && timingSafeEqual(given as Buffer, expected as Buffer);
  }

  async #send(key: TableKey, digest: string, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = this.#store.path(key);
    // A job of an earlier run may ask for it, so it need not be known.
    if (!this.#store.has(key)) return void response.writeHead(404).end();
    const { bytes, digest: own } = this.ref(key);
    if (own !== digest) return void response.writeHead(404).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "");
    const [start, end] = range ? [Number(range[1]), Number(range[2])] : [0, bytes - 1];
    if (start > end || end >= bytes) return void response.writeHead(416).end();
    response.writeHead(range ? 206 : 200, {
      "content-type": "application/octet-stream",
      "content-length": end - start + 1,
      ...(range ? { "content-range": `bytes ${start}-${end}/${bytes}` } : {}),
    });
    await pipeline(createReadStream(path, { start, end }), response);
  }

  /** Every block is checked before the file gets its name. */
  async #receive(key: TableKey, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = this.#store.path(key);
    const temporary = join(dirname(path), temporaryName(basename(path)));
    makeFolder(dirname(path));
    await removeStaleTemporaries(path);
    try {
      await pipeline(request, createWriteStream(temporary, { flags: "wx", flush: true }));
      const file = openTableFile(temporary);
      try {
        const { game, name } = file.identity;
        if (game !== key.game || name !== key.name)
          throw new GameloreError("table-mismatch", `the upload is ${game}/${name}, not ${key.game}/${key.name}`);
        await file.verify();
      } finally {
        file.close();
      }
      if (!isIntact(path)) await rename(temporary, path);
      this.#refs.delete(path);
    } finally {
      await rm(temporary, { force: true });
    }
    response.writeHead(201).end();
  }
}

function isIntact(path: string): boolean {
  try {
    openTableFile(path).close();
    return true;
  } catch (error) {
    if (error instanceof GameloreError) return false;
    throw error;
  }
}
