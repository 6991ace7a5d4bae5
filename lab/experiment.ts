/** An experiment: a published table as data, how each cell is measured, and the paper's claims. */
import type { Limits } from "../engine/contracts/player.ts";
import type { OpenVariants } from "./variants.ts";
import type { Estimate } from "./estimate.ts";
import type { Verdict } from "./verdict.ts";

/** `full` is the paper's protocol; `quick` takes minutes, with fewer games or columns. Their games never mix. */
export const SETTINGS = ["quick", "full"] as const;
export type Setting = (typeof SETTINGS)[number];

/** Games between two players. */
export interface MatchMeasurement {
  readonly kind: "match";
  readonly game: string;
  /** Former id of a renamed game, for the seed: its stored games stay the same match. */
  readonly seedName?: string;
  /** Options of the variant, as text; the others have their defaults. */
  readonly variant: Readonly<Record<string, string>>;
  readonly players: readonly [string, string];
  readonly limits: Limits;
  readonly openingPlies: number;
  /**
   * `both`: points of the first player in both seats. `first`, `second`: only games in which the first player has that seat.
   */
  readonly seat: "both" | "first" | "second";
  /** Number of games of the cell. */
  readonly games: number;
}

/**
 * A number computed without games; it must equal the paper's at the printed decimals. If it needs missing tables it fails with
 * `table-missing`, and the cell is unavailable.
 */
export interface ExactMeasurement {
  readonly kind: "exact";
  readonly compute: () => number | Promise<number>;
}

/** A number that is slow to compute: `lab run` measures and stores it. */
interface FigureMeasurement {
  readonly kind: "figure";
  /** `variants` opens games with the players of this machine. */
  readonly compute: (signal?: AbortSignal, variants?: OpenVariants) => Promise<number>;
}

export type Measurement = MatchMeasurement | ExactMeasurement | FigureMeasurement;

export interface Cell {
  readonly row: string;
  readonly column: string;
  /** Null if the paper prints no figure. */
  readonly paper: {
    readonly value: number;
    readonly decimals: number;
    /** Games behind a percentage; null for a number without games. */
    readonly games: number | null;
  } | null;
  /** Decimals of our figure if the paper prints none. */
  readonly decimals?: number;
  /** A setting without a measurement skips the cell. */
  readonly measure: Readonly<Partial<Record<Setting, Measurement>>>;
}

/** The result of a cell, of this experiment or another one; null without a result. */
export type CellLookup = (row: string, column: string, experiment?: string) => Estimate | null;

export interface Claim {
  /** The paper's claim, in our words. */
  readonly text: string;
  /**
   * What the verdict depends on, read after "holds" or "does not hold": "when ties are broken at random". By default the experiment's.
   * The same text under several conditions, also in several experiments, is one claim in the table of claims.
   */
  readonly condition?: string;
  readonly judge: (cells: CellLookup) => Verdict;
}

export interface Experiment {
  /** `000-table-1`: the paper's number and the table's. */
  readonly id: string;
  readonly paper: string;
  readonly table: string;
  readonly title: string;
  /** Condition of its claims, if the same table is also played under others. */
  readonly condition?: string;
  /** Meaning of the figures. */
  readonly figure: string;
  readonly rows: string;
  readonly columns: string;
  readonly settings: Readonly<Record<Setting, SettingNotes>>;
  /** Time limits: at most one game per core. */
  readonly timed?: boolean;
  /** Players use gigabytes of tables: all games of one variant are played before the next variant. */
  readonly oneVariantAtATime?: boolean;
  readonly cells: readonly Cell[];
  readonly claims: readonly Claim[];
}

interface SettingNotes {
  /** The protocol in a sentence. */
  readonly protocol: string;
  /** Approximate cost of all games on one core. */
  readonly coreMinutes: number;
}

/** The title with the condition, which tells apart the experiments of one table. */
export function titleUnder({
  title,
  condition,
}: {
  readonly title: string;
  readonly condition?: string | null;
}): string {
  return condition === undefined || condition === null ? title : `${title}, ${condition}`;
}

export function cellName(cell: Pick<Cell, "row" | "column">): string {
  return `${cell.row} / ${cell.column}`;
}

/** The cells of a table given by rows; null is an empty cell. */
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
