/** What an experiment is: a published table as data, how each of its cells is measured here, and what the paper claims. */
import type { Limits } from "../engine/contracts/player.ts";
import type { Estimate } from "./estimate.ts";
import type { Verdict } from "./verdict.ts";

/** `full` is the paper's protocol; `quick` ends in minutes, with fewer games or columns, and says so. Their games never mix. */
export const SETTINGS = ["quick", "full"] as const;
export type Setting = (typeof SETTINGS)[number];

/** Games between two players. */
export interface MatchMeasurement {
  readonly kind: "match";
  readonly game: string;
  /** The id that seeds are derived from where the game has been renamed since its first games: they stay the same match. */
  readonly seedName?: string;
  /** Options of the variant, as texts; the others have their defaults. */
  readonly variant: Readonly<Record<string, string>>;
  readonly players: readonly [string, string];
  readonly limits: Limits;
  readonly openingPlies: number;
  /**
   * `both`: points of the first player in both seats. `first`, `second`: only of games in which the first player has the first seat, or the
   * second.
   */
  readonly seat: "both" | "first" | "second";
  /** How many games the cell counts. */
  readonly games: number;
}

/**
 * A number that needs no games; it must equal the paper's at the decimals that the paper prints. Where it needs tables that are not
 * there it fails with `table-missing`, and the cell says so.
 */
export interface ExactMeasurement {
  readonly kind: "exact";
  readonly compute: () => number | Promise<number>;
}

/** A number that needs no games but takes its time: `lab run` measures and keeps it. */
export interface FigureMeasurement {
  readonly kind: "figure";
  readonly compute: (signal?: AbortSignal) => Promise<number>;
}

export type Measurement = MatchMeasurement | ExactMeasurement | FigureMeasurement;

export interface Cell {
  readonly row: string;
  readonly column: string;
  /** Null where the paper prints no figure: ours is all there is. */
  readonly paper: {
    readonly value: number;
    readonly decimals: number;
    /** Games behind a per cent; null for a number that is not of games. */
    readonly games: number | null;
  } | null;
  /** Decimals of ours where the paper prints no figure; none otherwise. */
  readonly decimals?: number;
  /** A setting that is not named leaves the cell out. */
  readonly measure: Readonly<Partial<Record<Setting, Measurement>>>;
}

/** The result of a cell, of this experiment or another one; null where there is none. */
export type CellLookup = (row: string, column: string, experiment?: string) => Estimate | null;

export interface Claim {
  /** What the paper says, in our words. */
  readonly text: string;
  readonly judge: (cells: CellLookup) => Verdict;
}

export interface Experiment {
  /** `000-table-1`: the paper's number and the table's. */
  readonly id: string;
  readonly paper: string;
  readonly table: string;
  readonly title: string;
  /** What the figures are. */
  readonly figure: string;
  readonly rows: string;
  readonly columns: string;
  readonly settings: Readonly<Record<Setting, SettingNotes>>;
  /** Thinking by the clock: never more games at once than cores. */
  readonly timed?: boolean;
  readonly cells: readonly Cell[];
  readonly claims: readonly Claim[];
}

export interface SettingNotes {
  /** How it is measured, in a sentence. */
  readonly protocol: string;
  /** Roughly what all its games take on one core of a common machine. */
  readonly coreMinutes: number;
}

export function cellName(cell: Pick<Cell, "row" | "column">): string {
  return `${cell.row} / ${cell.column}`;
}

/** The cells of a table that is written down by rows; null is an empty place of it. */
export function grid(
  columns: readonly string[],
  rows: Readonly<Record<string, readonly (number | null)[]>>,
  describe: (row: string, column: string) => { decimals?: number; games: number | null; measure: Cell["measure"] },
): Cell[] {
  return Object.entries(rows).flatMap(([row, values]) =>
    columns.flatMap((column, i): Cell[] => {
      const value = values[i] ?? null;
      if (value === null) return [];
      const { decimals = 0, games, measure } = describe(row, column);
      return [{ row, column, paper: { value, decimals, games }, measure }];
    }),
  );
}
