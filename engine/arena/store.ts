/**
 * The game store: one SQLite file for all matches. Each game is committed when it ends, so a killed process loses only the
 * games in progress. Several processes may write concurrently; the first to finish a game stores it.
 */
import { randomUUID } from "node:crypto";
import { existsSync, linkSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { GameloreError } from "../contracts/errors.ts";
import type { OptionValues } from "../contracts/options.ts";
import { dataFolder } from "../platform/node/folders.ts";
import { systemCode } from "../platform/node/file-errors.ts";
import { makeFolder } from "../platform/node/make-folder.ts";
import {
  limitsText,
  type GameOutcome,
  type MatchIdentity,
  type PlayedGame,
  type RecordedGame,
  type StoredGame,
  type StoredMatch,
} from "./records.ts";
import { checkOnOpen, checkSize, checkStructure } from "./store-check.ts";
import { gameDigest, matchDigest } from "./store-digest.ts";
import { isBusy, storeDamaged, storeError } from "./store-errors.ts";
import { gameOutcome, recordedGame, storedGame, storedMatchOf, type Row } from "./store-rows.ts";
import { prepareTables, requireCurrent, type RenamedGame } from "./store-schema.ts";

/** Busy timeout. */
const BUSY_MS = 10_000;
const RETRY_MS = 20;

const SAME_MATCH =
  "game = ? AND variant = ? AND label = ? AND first = ? AND second = ? AND opening_plies = ? AND seed = ? AND limits = ?";

/** Criteria for games; undefined ones match everything. */
export interface GameFilter {
  readonly game?: string | undefined;
  readonly label?: string | undefined;
  /** A player's text or name, on either side. */
  readonly player?: string | undefined;
  readonly limit?: number | undefined;
  readonly newestFirst?: boolean;
}

export function gamesPath(): string {
  return join(dataFolder(), "games.sqlite");
}

export class GameStore {
  readonly path: string;
  readonly #db: DatabaseSync;

  private constructor(path: string, db: DatabaseSync) {
    this.path = path;
    this.#db = db;
  }

  /** Opens or creates the store. In an old store, renamed games get their new ids. */
  static open(path: string, renamed: readonly RenamedGame[] = []): GameStore {
    try {
      makeFolder(dirname(path));
      if (!existsSync(path)) createStore(path, renamed);
      checkSize(path);
      return GameStore.#prepared(path, new DatabaseSync(path, { timeout: BUSY_MS }), (db) => {
        retryWhileBusy(() => prepareTables(db, path, renamed));
      });
    } catch (error) {
      throw storeError(error, path);
    }
  }

  /** Opens the store for reading, if it exists. It is upgraded if it can be written. */
  static openExisting(path: string, renamed: readonly RenamedGame[] = []): GameStore | null {
    if (!existsSync(path)) return null;
    try {
      return GameStore.open(path, renamed);
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "not-writable") throw error;
      return GameStore.openReadOnly(path);
    }
  }

  static openReadOnly(path: string): GameStore {
    const prepare = (db: DatabaseSync): void => requireCurrent(db, path);
    try {
      checkSize(path);
      try {
        return GameStore.#prepared(path, new DatabaseSync(path, { timeout: BUSY_MS, readOnly: true }), prepare);
      } catch (error) {
        if (error instanceof GameloreError || existsSync(`${path}-wal`)) throw error;
        // SQLite cannot create its lock files in a read-only folder; without a write-ahead log nobody is writing.
        const url = pathToFileURL(path);
        url.searchParams.set("immutable", "1");
        return GameStore.#prepared(path, new DatabaseSync(url, { readOnly: true }), prepare);
      }
    } catch (error) {
      throw storeError(error, path);
    }
  }

  static #prepared(path: string, db: DatabaseSync, prepare: (db: DatabaseSync) => void): GameStore {
    try {
      prepare(db);
      checkOnOpen(db, path);
      return new GameStore(path, db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Checks the structure of the file; digests are checked whenever a game is read. */
  check(): void {
    this.#guard(() => checkStructure(this.#db, this.path));
  }

  /** The ids of all games, oldest first. */
  ids(): number[] {
    return this.#guard(() =>
      this.#db
        .prepare("SELECT id FROM games ORDER BY id")
        .all()
        .map(({ id }) => Number(id)),
    );
  }

  findMatch(identity: MatchIdentity): number | null {
    return this.#guard(() => {
      const row = this.#db.prepare(`SELECT id FROM matches WHERE ${SAME_MATCH}`).get(...valuesOf(identity));
      return row ? Number(row["id"]) : null;
    });
  }

  /** The id of an existing or new match; `options` are those of its variant. */
  addMatch(identity: MatchIdentity, options: OptionValues): number {
    return this.#guard(() => {
      const existing = this.findMatch(identity);
      if (existing !== null) return existing;
      const { game, variant, label, first, second, openingPlies, seed, limits } = identity;
      const row = {
        game,
        variant,
        label,
        first,
        second,
        opening_plies: openingPlies,
        seed,
        limits: limitsText(limits),
        options: JSON.stringify(options),
        created: new Date().toISOString(),
      };
      this.#insert("matches", { ...row, digest: matchDigest(row) });
      return this.findMatch(identity) as number;
    });
  }

  /** All games of a match, in order of their numbers. */
  games(match: number): StoredGame[] {
    return this.#guard(() => {
      const rows = this.#db.prepare("SELECT * FROM games WHERE match = ? ORDER BY number").all(match);
      return rows.map((row) => this.#readGame(row, storedGame));
    });
  }

  /** Matches, newest first. */
  matches(filter: Pick<GameFilter, "game" | "label" | "limit"> = {}): StoredMatch[] {
    const { where, values } = conditions(filter);
    return this.#guard(() =>
      this.#db
        .prepare(`SELECT * FROM matches ${where} ORDER BY id DESC LIMIT ${filter.limit ?? -1}`)
        .all(...values)
        .map((row) => this.#readMatch(row, storedMatchOf)),
    );
  }

  match(id: number): StoredMatch | null {
    return this.#guard(() => {
      const row = this.#db.prepare("SELECT * FROM matches WHERE id = ?").get(id);
      return row ? this.#readMatch(row, storedMatchOf) : null;
    });
  }

  /** Outcomes of the games of a match, in order of their numbers. */
  outcomes(match: number): GameOutcome[] {
    return this.#guard(() =>
      this.#db
        .prepare("SELECT * FROM games WHERE match = ? ORDER BY number")
        .all(match)
        .map((row) => this.#readGame(row, gameOutcome)),
    );
  }

  /** Stores a game, unless another process already has; returns the stored one. */
  add(match: number, game: PlayedGame): StoredGame {
    return this.#guard(() => {
      const row = {
        match,
        number: game.number,
        pair: game.pair,
        first_moves_first: Number(game.firstPlaysFirst),
        start: game.start,
        moves: JSON.stringify(game.moves),
        scores: JSON.stringify(game.scores),
        ending: game.ending,
        plies: game.plies,
        seed_first: game.seeds.first,
        seed_second: game.seeds.second,
        seed_chance: game.seeds.chance,
        milliseconds: game.milliseconds,
        build: game.build,
        finished: new Date().toISOString(),
        errors: JSON.stringify(game.errors ?? []),
        forfeit: JSON.stringify(game.forfeit ?? null),
      };
      this.#insert("games", { ...row, digest: gameDigest(row) });
      const stored = this.#db.prepare("SELECT * FROM games WHERE match = ? AND number = ?").get(match, game.number);
      return this.#readGame(stored as Row, storedGame);
    });
  }

  find(id: number): RecordedGame | null {
    return this.#guard(() => {
      const row = this.#db.prepare(`${GAMES_WITH_MATCHES} WHERE games.id = ?`).get(id);
      return row ? this.#readGame(row, recordedGame) : null;
    });
  }

  /** Iterates lazily over the games. */
  *select(filter: GameFilter = {}): Generator<RecordedGame, void, void> {
    const { where, values } = conditions(filter);
    const order = `ORDER BY games.id ${filter.newestFirst ? "DESC" : "ASC"} LIMIT ${filter.limit ?? -1}`;
    try {
      const rows = this.#db.prepare(`${GAMES_WITH_MATCHES} ${where} ${order}`).iterate(...values);
      for (const row of rows) yield this.#readGame(row, recordedGame);
    } catch (error) {
      throw storeError(error, this.path);
    }
  }

  count(filter: GameFilter = {}): number {
    const { where, values } = conditions(filter);
    return this.#guard(() => {
      const query = `SELECT count(*) AS games FROM games JOIN matches ON games.match = matches.id ${where}`;
      return Number(this.#db.prepare(query).get(...values)?.["games"]);
    });
  }

  close(): void {
    this.#db.close();
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.path);
    }
  }

  #insert(table: "matches" | "games", row: Readonly<Record<string, SQLInputValue>>): void {
    const names = Object.keys(row);
    this.#db
      .prepare(`INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
      .run(...Object.values(row));
  }

  #readMatch<T>(row: Row, reader: (row: Row) => T): T {
    if (row["digest"] !== matchDigest(row)) throw this.#damaged(`match ${String(row["id"])} is damaged`);
    return this.#read(row, `match ${String(row["id"])} is damaged`, reader);
  }

  /** With the columns of the match, if the row has them. */
  #readGame<T>(row: Row, reader: (row: Row) => T): T {
    const damaged = `game ${String(row["id"])} is damaged`;
    if (row["digest"] !== gameDigest(row)) throw this.#damaged(damaged);
    if (row["match_digest"] !== undefined && row["match_digest"] !== matchDigest(row))
      throw this.#damaged(`match ${String(row["match"])} is damaged`);
    return this.#read(row, damaged, reader);
  }

  #read<T>(row: Row, damaged: string, reader: (row: Row) => T): T {
    try {
      return reader(row);
    } catch (cause) {
      throw this.#damaged(damaged, cause);
    }
  }

  #damaged(why: string, cause?: unknown): GameloreError {
    return storeDamaged(this.path, `${why}; for all damage, see: gamelore records check`, cause);
  }
}

const GAMES_WITH_MATCHES = `
  SELECT games.*, game, variant, label, first, second, opening_plies, seed, limits, options, created,
    matches.digest AS match_digest
  FROM games JOIN matches ON games.match = matches.id`;

function valuesOf(identity: MatchIdentity): SQLInputValue[] {
  const { game, variant, label, first, second, openingPlies, seed, limits } = identity;
  return [game, variant, label, first, second, openingPlies, seed, limitsText(limits)];
}

function conditions({ game, label, player }: GameFilter): { where: string; values: string[] } {
  const parts: string[] = [];
  const values: string[] = [];
  const add = (part: string, ...given: string[]): void => {
    parts.push(part);
    values.push(...given);
  };
  if (game !== undefined) add("game = ?", game);
  if (label !== undefined) add("label = ?", label);
  // A name matches every player of that kind.
  if (player !== undefined)
    add(
      "? IN (first, second, substr(first, 1, instr(first, '(') - 1), substr(second, 1, instr(second, '(') - 1))",
      player,
    );
  return { where: parts.length > 0 ? `WHERE ${parts.join(" AND ")}` : "", values };
}

/** A new store gets its name when it is complete: an empty file is a damaged store, not a new one. Of two processes, the first one creates it. */
function createStore(path: string, renamed: readonly RenamedGame[]): void {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    const db = new DatabaseSync(unfinished);
    try {
      prepareTables(db, path, renamed);
    } finally {
      db.close();
    }
    linkSync(unfinished, path);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** When two processes create a store concurrently, SQLite returns "busy" to one of them instead of waiting. */
function retryWhileBusy(work: () => void): void {
  const until = performance.now() + BUSY_MS;
  while (true) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}
