/** A stored game as a flat record, for lists and export: JSON lines or CSV. */
import type { RecordedGame } from "./records.ts";

type Value = string | number | boolean | object;
export type FlatRecord = Readonly<Record<string, Value>>;
type Columns = Readonly<Record<string, (record: RecordedGame) => Value>>;

/** Columns of a list of games. */
const SUMMARY: Columns = {
  id: ({ game }) => game.id,
  game: ({ match }) => match.game,
  variant: ({ match }) => match.variant,
  label: ({ match }) => match.label,
  first: ({ match }) => match.first,
  second: ({ match }) => match.second,
  firstMovesFirst: ({ game }) => game.firstPlaysFirst,
  scores: ({ game }) => game.scores,
  points: ({ game }) => game.points,
  ending: ({ game }) => game.ending,
  plies: ({ game }) => game.plies,
  finished: ({ game }) => game.finished,
};

const ALL: Columns = {
  ...SUMMARY,
  start: ({ game }) => game.start,
  moves: ({ game }) => game.moves,
  number: ({ game }) => game.number,
  pair: ({ game }) => game.pair,
  openingPlies: ({ match }) => match.openingPlies,
  seed: ({ match }) => match.seed,
  limits: ({ match }) => match.limits,
  seedFirst: ({ game }) => game.seeds.first,
  seedSecond: ({ game }) => game.seeds.second,
  seedChance: ({ game }) => game.seeds.chance,
  milliseconds: ({ game }) => game.milliseconds,
  build: ({ game }) => game.build,
  errors: ({ game }) => game.errors ?? [],
  forfeit: ({ game }) => game.forfeit ?? "",
};

/** Without the moves and what replaying needs. */
export function summaryOf(record: RecordedGame): FlatRecord {
  return flatten(SUMMARY, record);
}

export function flatRecord(record: RecordedGame): FlatRecord {
  return flatten(ALL, record);
}

export interface ExportFormat {
  /** Header before the first game. */
  readonly head: string;
  line(record: RecordedGame): string;
}

export const EXPORT_FORMATS: Readonly<Record<"jsonl" | "csv", ExportFormat>> = {
  jsonl: { head: "", line: (record) => `${JSON.stringify(flatRecord(record))}\n` },
  csv: { head: csvLine(Object.keys(ALL)), line: (record) => csvLine(Object.values(flatRecord(record))) },
};

function flatten(columns: Columns, record: RecordedGame): FlatRecord {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value(record)]));
}

/** RFC 4180; lists are joined by semicolons. */
function csvLine(values: readonly Value[]): string {
  const cells = values.map((value) => {
    const text = Array.isArray(value)
      ? value.map((each) => (typeof each === "object" ? JSON.stringify(each) : String(each))).join(";")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(",")}\r\n`;
}
