/** Tables as documents of the API (api.ts). */
import type { TablePiece } from "../engine/contracts/table.ts";
import type { OptionParams } from "./api.ts";

export interface TableSummary {
  readonly game: string;
  readonly name: string;
  readonly status: string;
  readonly covers: string;
  readonly entries: number | null;
  readonly sizeBytes: number;
}

export interface TableListDocument {
  readonly tables: readonly TableSummary[];
  /** Games with table sets; see /api/tables/{game}. */
  readonly sets: readonly string[];
}

/** Positions won, drawn and lost for the side to move; symmetric positions are counted once. */
export interface OutcomeCounts {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** In plies; null if no position is won, or lost. */
  readonly longestWin: number | null;
  readonly longestLoss: number | null;
}

/** One table of a set, built or not. */
export interface SetTable {
  readonly name: string;
  readonly covers: string;
  readonly status: "ready" | "unfinished" | "damaged" | "missing";
  readonly entries: number;
  /** File size; null if not built. */
  readonly sizeBytes: number | null;
  readonly pieces: readonly TablePiece[] | null;
  /** Null if not built, or if the table has no distances. */
  readonly counts: OutcomeCounts | null;
}

/** Tables that are built together. Tables of a smaller set are listed with that set only. */
export interface TableSetDocument {
  readonly name: string;
  readonly summary: string;
  /** The table options that build the set. */
  readonly options: OptionParams;
  readonly memoryBytes: number;
  readonly command: string;
  readonly tables: readonly SetTable[];
}

export interface TableDocument extends TableSummary {
  readonly value: string;
  readonly index: string;
  readonly pieces: readonly TablePiece[] | null;
  /** By part of the table (the side to move, for example), or one for the whole; empty if the table has no outcomes. */
  readonly counts: readonly ({ readonly part: string } & OutcomeCounts)[];
  /** The number of entries with each value; labels include the unit. */
  readonly histogram: readonly { readonly label: string; readonly count: number }[];
  readonly built: Readonly<Record<string, string | number>>;
  /** The positions with the longest distance, to replay. */
  readonly longest: readonly {
    readonly position: string;
    readonly variant: OptionParams;
    readonly text: string;
  }[];
  /** The share of the table that was searched for them; each request searches further until it is 1. */
  readonly longestScanned: number;
}

export interface TableSpecDocument {
  readonly name: string;
  readonly summary: string;
  readonly entries: number;
  readonly memoryBytes: number;
  readonly status: "ready" | "unfinished" | "missing";
  /** It has a solver on the GPU. */
  readonly gpu: boolean;
  readonly command: string;
}
