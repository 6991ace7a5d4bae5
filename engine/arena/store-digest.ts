/** Digests of stored rows: SQLite does not notice a changed byte in the middle of a text or a number. */
import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Row } from "./store-rows.ts";

const MATCH_COLUMNS = [
  "game",
  "variant",
  "label",
  "first",
  "second",
  "opening_plies",
  "seed",
  "limits",
  "options",
  "created",
] as const;

const GAME_COLUMNS = [
  "match",
  "number",
  "pair",
  "first_moves_first",
  "start",
  "moves",
  "scores",
  "ending",
  "plies",
  "seed_first",
  "seed_second",
  "seed_chance",
  "milliseconds",
  "build",
  "finished",
  "errors",
  "forfeit",
] as const;

const LENGTH = 32;

function digestOf(columns: readonly string[], row: Row): string {
  return hash("sha256", JSON.stringify(columns.map((name) => row[name])), "hex").slice(0, LENGTH);
}

export function matchDigest(row: Row): string {
  return digestOf(MATCH_COLUMNS, row);
}

export function gameDigest(row: Row): string {
  return digestOf(GAME_COLUMNS, row);
}

/** Adds the digests to a store of an earlier version. */
export function addDigests(db: DatabaseSync): void {
  for (const [table, digest] of [
    ["matches", matchDigest],
    ["games", gameDigest],
  ] as const) {
    db.exec(`ALTER TABLE ${table} ADD COLUMN digest TEXT NOT NULL DEFAULT ''`);
    const update = db.prepare(`UPDATE ${table} SET digest = ? WHERE id = ?`);
    // One row at a time: a store may be larger than the memory.
    const next = db.prepare(`SELECT * FROM ${table} WHERE id > ? ORDER BY id LIMIT 1`);
    for (let row = next.get(-1); row; row = next.get(Number(row["id"]))) update.run(digest(row), Number(row["id"]));
  }
}
