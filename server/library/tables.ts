/** Stored tables as documents: coverage, histogram, and the positions with the longest distance. */
import { statSync } from "node:fs";
import type { Game } from "../../engine/contracts/game.ts";
import { formatBytes, formatMoves, formatPlies } from "../../engine/contracts/quantities.ts";
import { defaultsOf, type OptionSpec, type OptionValues } from "../../engine/contracts/options.ts";
import type { TableIdentity, TableSpec, TablePart, ValueKind } from "../../engine/contracts/table.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { dataFolder, tablesFolder } from "../../engine/platform/node/folders.ts";
import { openTableFile, type TableFile } from "../../engine/tables/table-file.ts";
import { TableStore, type StoredTable } from "../../engine/tables/store.ts";
import { valueCounts } from "../../engine/tables/value-counts.ts";
import { loadGames } from "../../games/games.ts";
import type { TableDocument, TableListDocument, TableSummary } from "../../service/table-documents.ts";
import { HttpError } from "../http/http-error.ts";
import { LongestScan } from "./longest-scan.ts";
import { outcomeCounts, partHistograms } from "./outcome-counts.ts";

const LONGEST_SHOWN = 5;
const SCAN_MILLISECONDS = 1_500;
const COUNT_MILLISECONDS = 4_000;
/** Combinations of options tried to find the spec of a table. */
const MAX_COMBINATIONS = 20_000;
const WIDEST_RANGE = 100;

export async function tableList(): Promise<TableListDocument> {
  const games = await loadGames();
  return {
    tables: new TableStore(tablesFolder()).list().map(summaryOf),
    sets: games.filter(({ tableSet, tablesFor }) => tableSet && tablesFor).map(({ id }) => id),
  };
}

function summaryOf({ game, name, status, identity, sizeBytes, problem }: StoredTable): TableSummary {
  return {
    game,
    name,
    status,
    covers: identity?.covers ?? problem?.replaceAll(dataFolder(), "GAMELORE_HOME") ?? "",
    entries: identity?.entries ?? null,
    sizeBytes,
  };
}

/** Looked up in the list of tables: no name from a client becomes a path. */
export async function tableDocument(game: string, name: string): Promise<TableDocument> {
  const stored = new TableStore(tablesFolder()).list().find((each) => each.game === game && each.name === name);
  if (!stored) throw new HttpError("not-found", `table ${name} of ${game} not found`);
  const empty = {
    ...summaryOf(stored),
    value: "",
    index: "",
    pieces: null,
    counts: [],
    histogram: [],
    built: {},
    longest: [],
    longestScanned: 1,
  };
  if (stored.status !== "ready") return empty;
  const file = openTableFile(stored.path);
  try {
    const { identity, built, histogram, codec, blockBytes } = file.header;
    return {
      ...empty,
      value: identity.value,
      index: identity.index,
      histogram: valueCounts(histogram, identity.value),
      built: {
        solver: built,
        compression: codec,
        blocks: `${file.blocks} of ${formatBytes(blockBytes)}`,
        "bits per entry": Number(((8 * file.sizeBytes) / identity.entries).toFixed(2)),
        written: new Date(statSync(stored.path).mtimeMs).toISOString(),
      },
      ...(await foundIn(stored.path, identity, file)),
    };
  } finally {
    file.close();
  }
}

type Found = Pick<TableDocument, "pieces" | "counts" | "longest" | "longestScanned">;

interface OpenScan {
  readonly match: SpecMatch | null;
  readonly counts: TableDocument["counts"];
  readonly longest: readonly { readonly value: number; readonly count: number; readonly text: string }[];
  readonly scan: LongestScan;
}

const scans = new Map<string, OpenScan>();

/** Cached: needs the table's spec and a scan of its entries, which continues with every request. */
async function foundIn(path: string, identity: TableIdentity, file: TableFile): Promise<Found> {
  const { mtimeMs, size } = statSync(path);
  const key = `${path} ${mtimeMs} ${size}`;
  const open = scans.get(key) ?? (await openScan(identity, file));
  scans.set(key, open);
  const { match, counts, longest, scan } = open;
  if (!match) return { pieces: null, counts, longest: [], longestScanned: 1 };
  const table = match.spec.open(file);
  scan.run(file, table, SCAN_MILLISECONDS);
  return {
    pieces: match.spec.pieces ?? null,
    counts,
    longest: longest.flatMap(({ value, text }) =>
      scan.entriesOf(value).map((entry) => ({
        position: table.formatPosition(table.unrank(entry)),
        variant: variantOf(match.game, match.options),
        text,
      })),
    ),
    longestScanned: scan.done,
  };
}

async function openScan(identity: TableIdentity, file: TableFile): Promise<OpenScan> {
  const match = await findSpec(identity);
  const { histogram } = file.header;
  const longest = longestValues(histogram, identity.value).map((each) => ({
    ...each,
    count: histogram[each.value] ?? 0,
  }));
  return {
    match,
    counts: countsOf(identity, file, match?.spec.parts ?? []),
    longest,
    scan: new LongestScan(longest, Math.ceil(LONGEST_SHOWN / Math.max(1, longest.length))),
  };
}

/** By part, if the table has parts and counting them is fast enough. */
function countsOf(identity: TableIdentity, file: TableFile, parts: readonly TablePart[]): TableDocument["counts"] {
  const named = (part: string, histogram: readonly number[]): TableDocument["counts"] => {
    const counts = outcomeCounts(histogram, identity.value);
    return counts ? [{ part, ...counts }] : [];
  };
  const histograms = parts.length > 1 ? partHistograms(file, parts, COUNT_MILLISECONDS) : null;
  if (!histograms) return named("", file.header.histogram);
  return parts.flatMap(({ name }, i) => named(name, histograms[i] ?? []));
}

/** The largest distance, or the longest win and the longest loss. */
function longestValues(histogram: readonly number[], kind: ValueKind): { value: number; text: string }[] {
  if (kind === "won") return [];
  const present = histogram.flatMap((count, value) => (count > 0 && value !== 255 ? [value] : []));
  if (kind === "distance") {
    const value = present.at(-1);
    return value === undefined ? [] : [{ value, text: `${formatMoves(value)} to the goal` }];
  }
  return (["win", "loss"] as const).flatMap((outcome) => {
    const of = present.map((value) => ({ value, ...readOutcome(value, kind) })).filter((each) => each.kind === outcome);
    const longest = of.toSorted((a, b) => b.plies - a.plies)[0];
    return longest ? [{ value: longest.value, text: distanceText(outcome, longest.plies) }] : [];
  });
}

/** In moves of the winner, and in plies. */
function distanceText(outcome: "win" | "loss", plies: number): string {
  const moves = Math.ceil(plies / 2);
  const inMoves = formatMoves(moves);
  const inPlies = formatPlies(plies);
  return `the side to move ${outcome === "win" ? "wins" : "loses"} in ${inMoves} (${inPlies})`;
}

interface SpecMatch {
  readonly game: Game;
  readonly options: OptionValues;
  readonly spec: TableSpec;
}

/** Finds the spec of a table file by enumerating options. */
async function findSpec(identity: TableIdentity): Promise<SpecMatch | null> {
  const game = (await loadGames()).find(({ id }) => id === identity.game);
  if (!game) return null;
  for (const options of combinationsOf(game.tableOptions)) {
    const set = game.tableSet?.(options);
    const specs =
      set?.ok && set.value ? set.value.tables : [game.table(options)].flatMap((one) => (one.ok ? [one.value] : []));
    const spec = specs.find((each) => each.identity.name === identity.name);
    if (spec) return { game, options, spec };
  }
  return null;
}

/** Every combination of choices and numbers; texts keep their defaults. */
function* combinationsOf(specs: readonly OptionSpec[]): Generator<OptionValues> {
  const lists = specs.map((spec) => {
    if (spec.kind === "choice") return spec.choices;
    if (spec.kind !== "integer" || spec.max - spec.min > WIDEST_RANGE) return [spec.default];
    return Array.from({ length: spec.max - spec.min + 1 }, (_, i) => spec.min + i);
  });
  const all = Math.min(
    MAX_COMBINATIONS,
    lists.reduce((product, list) => product * list.length, 1),
  );
  for (let number = 0; number < all; number++) {
    let left = number;
    const values = specs.map((spec, at) => {
      const list = lists[at] as readonly (string | number | null)[];
      const value = list[left % list.length] ?? null;
      left = Math.floor(left / list.length);
      return [spec.name, value];
    });
    yield Object.fromEntries(values) as OptionValues;
  }
}

/** The variant options that the table sets to non-default values. */
function variantOf(game: Game, options: OptionValues): Record<string, string | number> {
  const defaults = defaultsOf(game.options);
  const shared = game.options.flatMap((spec) => {
    const value = options[spec.name] ?? null;
    const fits = spec.kind !== "choice" || spec.choices.includes(String(value));
    return value === null || value === defaults[spec.name] || !fits ? [] : [[spec.name, value]];
  });
  return Object.fromEntries(shared) as Record<string, string | number>;
}
