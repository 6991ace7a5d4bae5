/**
 * The game store: one SQLite file for all matches. Each game is committed when it ends, so a killed process loses only the
 * games in progress. Several processes may write concurrently; the first to finish a game stores it.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { OptionValues } from "../contracts/options.ts";
import { dataFolder } from "../platform/node/folders.ts";
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
import { isBusy, storeDamaged, storeError } from "./store-errors.ts";
import { gameOutcome, recordedGame, storedGame, storedMatchOf, type Row } from "./store-rows.ts";
import { prepareTables, type RenamedGame } from "./store-schema.ts";

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
      const db = new DatabaseSync(path, { timeout: BUSY_MS });
      try {
        retryWhileBusy(() => prepareTables(db, path, renamed));
      } catch (error) {
        db.close();
        throw error;
      }
      return new GameStore(path, db);
    } catch (error) {
      throw storeError(error, path);
    }
  }

  /** Opens the store if it exists. */
  static openExisting(path: string, renamed: readonly RenamedGame[] = []): GameStore | null {
    return existsSync(path) ? GameStore.open(path, renamed) : null;
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
      this.#db
        .prepare(
          `INSERT OR IGNORE INTO matches
             (game, variant, label, first, second, opening_plies, seed, limits, options, created)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(...valuesOf(identity), JSON.stringify(options), new Date().toISOString());
      return this.findMatch(identity) as number;
    });
  }

  /** All games of a match, in order of their numbers. */
  games(match: number): StoredGame[] {
    return this.#guard(() => {
      const rows = this.#db.prepare("SELECT * FROM games WHERE match = ? ORDER BY number").all(match);
      return rows.map((row) => this.#read(row, storedGame));
    });
  }

  /** Matches, newest first. */
  matches(filter: Pick<GameFilter, "game" | "label" | "limit"> = {}): StoredMatch[] {
    const { where, values } = conditions(filter);
    return this.#guard(() =>
      this.#db
        .prepare(`SELECT * FROM matches ${where} ORDER BY id DESC LIMIT ${filter.limit ?? -1}`)
        .all(...values)
        .map((row) => this.#read(row, storedMatchOf)),
    );
  }

  match(id: number): StoredMatch | null {
    return this.#guard(() => {
      const row = this.#db.prepare("SELECT * FROM matches WHERE id = ?").get(id);
      return row ? this.#read(row, storedMatchOf) : null;
    });
  }

  /** Outcomes of the games of a match, in order of their numbers. */
  outcomes(match: number): GameOutcome[] {
    return this.#guard(() =>
      this.#db
        .prepare(
          `SELECT id, number, pair, first_moves_first, scores, plies, ending, finished
           FROM games WHERE match = ? ORDER BY number`,
        )
        .all(match)
        .map((row) => this.#read(row, gameOutcome)),
    );
  }

  /** Stores a game, unless another process already has; returns the stored one. */
  add(match: number, game: PlayedGame): StoredGame {
    return this.#guard(() => {
      this.#db
        .prepare(
          `INSERT OR IGNORE INTO games
             (match, number, pair, first_moves_first, start, moves, scores, ending, plies,
              seed_first, seed_second, seed_chance, milliseconds, build, finished, errors, forfeit)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          match,
          game.number,
          game.pair,
          Number(game.firstPlaysFirst),
          game.start,
          JSON.stringify(game.moves),
          JSON.stringify(game.scores),
          game.ending,
          game.plies,
          game.seeds.first,
          game.seeds.second,
          game.seeds.chance,
          game.milliseconds,
          game.build,
          new Date().toISOString(),
          JSON.stringify(game.errors ?? []),
          JSON.stringify(game.forfeit ?? null),
        );
      const stored = this.#db.prepare("SELECT * FROM games WHERE match = ? AND number = ?").get(match, game.number);
      return this.#read(stored as Row, storedGame);
    });
  }

  find(id: number): RecordedGame | null {
    return this.#guard(() => {
      const row = this.#db.prepare(`${GAMES_WITH_MATCHES} WHERE games.id = ?`).get(id);
      return row ? this.#read(row, recordedGame) : null;
    });
  }

  /** Iterates lazily over the games. */
  *select(filter: GameFilter = {}): Generator<RecordedGame, void, void> {
    const { where, values } = conditions(filter);
    const order = `ORDER BY games.id ${filter.newestFirst ? "DESC" : "ASC"} LIMIT ${filter.limit ?? -1}`;
    try {
      const rows = this.#db.prepare(`${GAMES_WITH_MATCHES} ${where} ${order}`).iterate(...values);
      for (const row of rows) yield this.#read(row, recordedGame);
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

  #read<T>(row: Row, reader: (row: Row) => T): T {
    try {
      return reader(row);
    } catch (cause) {
      throw storeDamaged(this.path, `row ${String(row["id"])} is damaged`, cause);
    }
  }
}

const GAMES_WITH_MATCHES = `
  SELECT games.*, game, variant, label, first, second, opening_plies, seed, limits, options
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
