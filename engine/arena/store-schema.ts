/** The store's tables: made where there are none, recognised where there are, refused where a newer Gamelore made them. */
import type { DatabaseSync } from "node:sqlite";
import { GameloreError } from "../contracts/errors.ts";
import { storeDamaged } from "./store-faults.ts";

/** To be raised with every change of the tables, with the steps from the version before. */
const VERSION = 4;
/** SQLite's `application_id`, by which a store of games is told from anybody else's database: "Glor". */
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
    UNIQUE (match, number)
  ) STRICT;
`;

/** A game that had another id in stores up to version 3. Its positions begin with a text that no position of the other game has. */
export interface RenamedGame {
  readonly from: string;
  readonly to: string;
  readonly position: string;
}

type Step = (db: DatabaseSync, renamed: readonly RenamedGame[]) => void;

/** What brings a store of each version to the next. */
const STEPS: Readonly<Record<number, Step>> = {
  1: (db) => db.exec("ALTER TABLE games ADD COLUMN errors TEXT NOT NULL DEFAULT '[]'"),
  2: (db) => db.exec("ALTER TABLE games ADD COLUMN forfeit TEXT NOT NULL DEFAULT 'null'"),
  3: renameGames,
};

/** Matches keep their numbers. One with a position of the game that has the old id now is left alone. */
function renameGames(db: DatabaseSync, renamed: readonly RenamedGame[]): void {
  const update = db.prepare(
    `UPDATE OR IGNORE matches SET game = ?
     WHERE game = ? AND NOT EXISTS (SELECT 1 FROM games WHERE match = matches.id AND instr(start, ?) != 1)`,
  );
  for (const { from, to, position } of renamed) update.run(to, from, position);
}

/** Nothing is written to a database that is not ours or newer than we know. */
export function prepareTables(db: DatabaseSync, path: string, renamed: readonly RenamedGame[]): void {
  if (versionOf(db, path) < VERSION) {
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("BEGIN IMMEDIATE");
    try {
      // Another process may have made them while this one waited.
      let version = versionOf(db, path);
      if (version === 0) db.exec(`${TABLES} PRAGMA application_id = ${APPLICATION}`);
      else for (; version < VERSION; version++) STEPS[version]?.(db, renamed);
      db.exec(`PRAGMA user_version = ${VERSION}`);
      db.exec("COMMIT");
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }
  // A commit outlives the process at once; only a power failure may take the last ones, never the store.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
}

/** The version of the tables, 0 where there are none; an error where something else is. */
function versionOf(db: DatabaseSync, path: string): number {
  // One statement sees one state: between two of them another process may make the tables.
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
  if (application !== APPLICATION) throw storeDamaged(path, "it is a database of something else");
  if (version <= VERSION) return version;
  throw new GameloreError(
    "store-newer",
    `${path} was made by a newer Gamelore (version ${version} of the store, this one knows up to ${VERSION}); it is left as it is`,
  );
}
