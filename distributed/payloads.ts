/** What is sent between coordinator and workers. It is data, never code: every field is checked on arrival, on both sides. */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { GameRecord } from "../engine/arena/play-game.ts";
import type { MatchIdentity } from "../engine/arena/records.ts";
import { FAULTS, GameloreError } from "../engine/contracts/errors.ts";
import type { SelfPlayRecord } from "../engine/learn/self-play.ts";
import type { OptionValues } from "../engine/contracts/options.ts";

/** A native game or a bundled rulesheet by its id, or any rulesheet by its text. */
export interface GameSource {
  readonly id: string;
  readonly rulesheet?: string | undefined;
}

/** A table by its content; the digest is that of header and directory, which have the checksums of all blocks. */
export interface TableRef {
  readonly game: string;
  readonly name: string;
  readonly digest: string;
  readonly bytes: number;
  readonly headBytes: number;
}

/** A small file of the user that players may read: a network, features, a maze. */
export interface UserFile {
  /** Folder and name in the data folder. */
  readonly path: string;
  readonly base64: string;
}

/** The tables and files that a job sees, no others: what exists changes how some players play. Too long for every payload, so it has its own key. */
export interface View {
  /** Has the tables, and receives new ones: `TableHost`. */
  readonly host: string;
  readonly tables: readonly TableRef[];
  readonly files: readonly UserFile[];
}

/** Folders of such files. */
export const USER_FOLDERS: readonly string[] = ["features", "mazes", "weights"];

interface Common {
  readonly source: GameSource;
  readonly options: OptionValues;
  /** Key of a `View`. */
  readonly view: string;
}

export interface GamesPayload extends Common {
  readonly kind: "games";
  readonly match: MatchIdentity;
  /** Of the games to play. */
  readonly numbers: readonly number[];
}

export interface SelfPlayPayload extends Common {
  readonly kind: "self-play";
  readonly player: string;
  readonly games: readonly { readonly start: string; readonly seed: number }[];
}

export interface TablesPayload extends Common {
  readonly kind: "tables";
  /** Names in the set of these options. */
  readonly names: readonly string[];
}

export type Payload = GamesPayload | SelfPlayPayload | TablesPayload;

export interface GameResult extends GameRecord {
  readonly number: number;
  readonly milliseconds: number;
  /** CPU time of programs: whether of the first player, and seconds. */
  readonly programCpu: readonly (readonly [boolean, number | null])[];
}

export interface SelfPlayResult extends SelfPlayRecord {
  readonly milliseconds: number;
}

export interface TablesResult {
  readonly tables: readonly Pick<TableRef, "name" | "digest">[];
  readonly cpuSeconds: number;
}

const MAX_RULESHEET = 2_000_000;
const MAX_GAMES = 1_000;
const MAX_TABLES = 10_000;

const text = z.string().max(10_000);
const count = z.int().nonnegative();
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+=,()@-]{0,99}$/);
const digest = z.string().regex(/^[0-9a-f]{32}$/);
const limit = z.number().positive().optional();

const common = {
  source: z.strictObject({ id: text, rulesheet: z.string().max(MAX_RULESHEET).optional() }),
  options: z.record(text, z.union([z.string(), z.number(), z.null()])),
  view: digest,
};
const match = z.strictObject({
  game: text,
  variant: text,
  label: text,
  first: text,
  second: text,
  openingPlies: count,
  seed: count,
  limits: z.strictObject({ depth: limit, nodes: limit, playouts: limit, milliseconds: limit }),
});
const payload = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("games"), ...common, match, numbers: z.array(count).min(1).max(MAX_GAMES) }),
  z.strictObject({
    kind: z.literal("self-play"),
    ...common,
    player: text,
    games: z
      .array(z.strictObject({ start: text, seed: count }))
      .min(1)
      .max(MAX_GAMES),
  }),
  z.strictObject({ kind: z.literal("tables"), ...common, names: z.array(fileName).min(1).max(MAX_TABLES) }),
]);
const tableRef = z.strictObject({ game: fileName, name: fileName, digest, bytes: count, headBytes: count });
const userFile = z.strictObject({
  path: z.string().regex(/^(features|mazes|weights)\/[A-Za-z0-9][A-Za-z0-9._+=,()@-]{0,99}$/),
  base64: z.base64(),
});
const view = z.strictObject({
  host: digest,
  tables: z.array(tableRef).max(MAX_TABLES),
  files: z.array(userFile).max(MAX_TABLES),
});
const record = {
  start: z.string(),
  moves: z.array(z.string()),
  scores: z.array(z.number()),
  ending: z.enum(["rules", "repetition", "ply limit", "forfeit", "resignation", "agreement"]),
  plies: count,
  forfeit: z.strictObject({ seat: z.int(), fault: z.enum(FAULTS), why: z.string() }).optional(),
  milliseconds: z.number(),
};
const gamesResult = z.array(
  z.strictObject({ number: count, ...record, programCpu: z.array(z.tuple([z.boolean(), z.number().nullable()])) }),
);
const selfPlayResult = z.array(z.strictObject({ ...record, values: z.array(z.number().nullable()) }));
const tablesResult = z.strictObject({
  tables: z.array(z.strictObject({ name: fileName, digest })),
  cpuSeconds: z.number(),
});

function checked<T>(schema: z.ZodType<T>, what: string, data: unknown): T {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const problem = z.prettifyError(read.error).replaceAll(/\s+/g, " ");
  throw new GameloreError("job-refused", `${what} is not valid: ${problem}`);
}

export function readPayload(data: unknown): Payload {
  return checked(payload as z.ZodType<Payload>, "the job", data);
}

export function readView(json: string): View {
  return checked(view, "the list of tables", JSON.parse(json));
}

export function readGames(data: unknown): GameResult[] {
  return checked(gamesResult as z.ZodType<GameResult[]>, "the result", data);
}

export function readSelfPlay(data: unknown): SelfPlayResult[] {
  return checked(selfPlayResult as z.ZodType<SelfPlayResult[]>, "the result", data);
}

export function readTables(data: unknown): TablesResult {
  return checked(tablesResult, "the result", data);
}

/** For ids and keys: equal data has an equal digest. */
export function digestOf(data: unknown): string {
  return shortDigest(Buffer.from(JSON.stringify(data)));
}

export function shortDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
