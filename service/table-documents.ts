/** Tables as documents of the API (api.ts). */
import type { TablePiece } from "../engine/contracts/table.ts";
import type { GameState } from "./api.ts";

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
  /** Games that have tables in sets; see /api/tables/{game}. */
  readonly sets: readonly string[];
}

/** Positions won, drawn and lost for the side to move, each counted once for all that are symmetric. */
export interface OutcomeCounts {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** Of the side to move, in plies; null where nothing is won, or lost. */
  readonly longestWin: number | null;
  readonly longestLoss: number | null;
}

/** One of many tables of a game, there or not. */
export interface SetTable {
  readonly name: string;
  readonly covers: string;
  readonly status: "ready" | "unfinished" | "damaged" | "missing";
  readonly entries: number;
  /** Of its file; null where it is not there. */
  readonly sizeBytes: number | null;
  readonly pieces: readonly TablePiece[] | null;
  /** Null where it is not there, or does not tell outcomes with distances. */
  readonly counts: OutcomeCounts | null;
}

/** Tables that are built together. Those that a smaller set has too are listed there only. */
export interface TableSetDocument {
  readonly name: string;
  readonly summary: string;
  /** Options of the tables, to build them. */
  readonly options: GameState["variant"];
  readonly memoryBytes: number;
  readonly command: string;
  readonly tables: readonly SetTable[];
}

export interface TableDocument extends TableSummary {
  readonly value: string;
  readonly index: string;
  readonly pieces: readonly TablePiece[] | null;
  /** By parts of the table: who is to move, say. One for the whole where it has no parts; none where it does not tell outcomes. */
  readonly counts: readonly ({ readonly part: string } & OutcomeCounts)[];
  /** How many entries have each value, in words with the unit. */
  readonly histogram: readonly { readonly label: string; readonly count: number }[];
  readonly built: Readonly<Record<string, string | number>>;
  /** Positions that take longest, to replay. */
  readonly longest: readonly {
    readonly position: string;
    readonly variant: GameState["variant"];
    readonly text: string;
  }[];
}

export interface TableOfferDocument {
  readonly name: string;
  readonly summary: string;
  readonly entries: number;
  readonly memoryBytes: number;
  readonly status: "ready" | "unfinished" | "missing";
  readonly command: string;
}
