/** The store's schema: created if absent, migrated if old, rejected if newer. */
import type { DatabaseSync } from "node:sqlite";
import { GameloreError } from "../contracts/errors.ts";
import { checkStructure } from "./store-check.ts";
import { addDigests } from "./store-digest.ts";
import { storeDamaged } from "./store-errors.ts";

/** Increment with every schema change, and add a migration. */
const VERSION = 5;
/** SQLite's `application_id`, "Glor", which distinguishes game stores from other databases. */
const APPLICATION = 0x47_6c_6f_72;

const TABLES = `
  CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    label TEXT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    opening_plies INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    limits TEXT NOT NULL,
    options TEXT NOT NULL,
    created TEXT NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (game, variant, label, first, second, opening_plies, seed, limits)
  ) STRICT;
  CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    first_moves_first INTEGER NOT NULL,
    start TEXT NOT NULL,
    moves TEXT NOT NULL,
    scores TEXT NOT NULL,
    ending TEXT NOT NULL,
    plies INTEGER NOT NULL,
    seed_first INTEGER NOT NULL,
    seed_second INTEGER NOT NULL,
    seed_chance INTEGER NOT NULL,
    milliseconds REAL NOT NULL,
    build TEXT NOT NULL,
    finished TEXT NOT NULL,
    errors TEXT NOT NULL DEFAULT '[]',
    forfeit TEXT NOT NULL DEFAULT 'null',
    digest TEXT NOT NULL,
    UNIQUE (match, number)
  ) STRICT;
`;

/** A game that had another id in stores up to version 3. `position` is a prefix of all its positions, which the game that now has the old id never has. */
export interface RenamedGame {
  readonly from: string;
  readonly to: string;
  readonly position: string;
}

type Migration = (db: DatabaseSync, renamed: readonly RenamedGame[]) => void;

/** Migrations from each version to the next. */
const MIGRATIONS: Readonly<Record<number, Migration>> = {
  1: (db) => db.exec("ALTER TABLE games ADD COLUMN errors TEXT NOT NULL DEFAULT '[]'"),
  2: (db) => db.exec("ALTER TABLE games ADD COLUMN forfeit TEXT NOT NULL DEFAULT 'null'"),
  3: renameGames,
  4: addDigests,
};

/** Matches keep their ids. Matches with positions of the game that now has the old id are not changed. */
function renameGames(db: DatabaseSync, renamed: readonly RenamedGame[]): void {
  const update = db.prepare(
    `UPDATE OR IGNORE matches SET game = ?
     WHERE game = ? AND NOT EXISTS (SELECT 1 FROM games WHERE match = matches.id AND instr(start, ?) != 1)`,
  );
  for (const { from, to, position } of renamed) update.run(to, from, position);
}

/** Does not write to foreign or newer databases. */
export function prepareTables(db: DatabaseSync, path: string, renamed: readonly RenamedGame[]): void {
  const before = versionOf(db, path);
  if (before < VERSION) {
    // Rows get digests now: they must be as they were written.
    if (before > 0) checkStructure(db, path);
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("BEGIN IMMEDIATE");
    try {
      // Another process may have created them in the meantime.
      let version = versionOf(db, path);
      if (version === 0) db.exec(`${TABLES} PRAGMA application_id = ${APPLICATION}`);
      else for (; version < VERSION; version++) MIGRATIONS[version]?.(db, renamed);
      db.exec(`PRAGMA user_version = ${VERSION}`);
      db.exec("COMMIT");
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }
  // Commits survive a killed process; a power failure may lose the last ones, but does not corrupt the store.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

/** For a store that cannot be written. */
export function requireCurrent(db: DatabaseSync, path: string): void {
  if (versionOf(db, path) === VERSION) return;
  throw new GameloreError(
    "not-writable",
    `${path} was created by an older Gamelore and cannot be upgraded: it is read-only`,
  );
}

/** The schema version, 0 for an empty database; throws for other databases. */
function versionOf(db: DatabaseSync, path: string): number {
  // A single statement is atomic: another process may create the tables between two statements.
  const seen = db
    .prepare(
      `SELECT user_version AS version, application_id AS application, (SELECT count(*) FROM sqlite_schema) AS tables
       FROM pragma_user_version, pragma_application_id`,
    )
    .get();
  const [version, application, tables] = [seen?.["version"], seen?.["application"], seen?.["tables"]].map(Number) as [
    number,
    number,
    number,
  ];
  if (version === 0 && application === 0 && tables === 0) return 0;
  if (application !== APPLICATION) throw storeDamaged(path, "it is a database of another application");
  if (version <= VERSION) return version;
  throw new GameloreError(
    "store-newer",
    `${path} was created by a newer Gamelore (store version ${version}, supported up to ${VERSION}); it was not changed`,
  );
}
