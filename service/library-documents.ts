/** Matches, recorded games, experiments and rulesheets as documents of the API (api.ts). */
import type { Limits } from "../engine/contracts/player.ts";
import type { GameState } from "./api.ts";

export interface MatchSummary {
  readonly id: number;
  readonly game: string;
  readonly variant: string;
  readonly label: string;
  readonly players: readonly [string, string];
  readonly limits: Limits;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Of the first player, in percent, with its 95 % interval. */
  readonly score: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Of the first player over the second; infinite bounds (all games won or lost) are null. */
  readonly elo: { readonly value: number | null; readonly low: number | null; readonly high: number | null } | null;
}

export interface MatchDocument extends MatchSummary {
  readonly list: readonly {
    readonly id: number;
    readonly number: number;
    readonly firstPlaysFirst: boolean;
    readonly points: number;
    readonly plies: number;
    readonly ending: string;
    readonly finished: string;
  }[];
}

export interface RecordDocument {
  readonly id: number;
  readonly game: string;
  readonly state: GameState;
  /** By seat. */
  readonly players: readonly string[];
  readonly scores: readonly number[];
  readonly ending: string;
  readonly finished: string;
}

// ---- Lab

export interface ExperimentSummary {
  readonly id: string;
  readonly paper: string;
  /** "Table I". */
  readonly table: string;
  /** With the condition, if the table is played under several. */
  readonly title: string;
  readonly settings: readonly { readonly setting: string; readonly cells: number; readonly measured: number }[];
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
}

export interface ExperimentDocument extends ExperimentSummary {
  readonly setting: string;
  readonly notes: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly row: string;
    readonly cells: readonly ({
      readonly paper: Interval | null;
      readonly ours: Interval | null;
      /** "+15 =0 −9, 24 games"; null without games. */
      readonly score: string | null;
      readonly decimals: number;
      readonly exact: boolean;
      readonly status: string;
      readonly agreement: string | null;
    } | null)[];
  }[];
  readonly claims: readonly {
    readonly text: string;
    /** What our verdict depends on: "when ties are broken at random". */
    readonly condition: string | null;
    readonly ours: { readonly outcome: string; readonly text: string };
    readonly paper: { readonly outcome: string; readonly text: string } | null;
  }[];
}

// ---- Rulesheets

export interface RulesheetRequest {
  readonly text: string;
  /** For a rulesheet without a heading, usually the name of its file. */
  readonly name: string;
  /** The user's own name for the game; takes precedence over the heading. */
  readonly title?: string;
}

export interface RulesheetDocument {
  /** The id of the new game; null if the rulesheet cannot be played. */
  readonly game: string | null;
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly {
    readonly severity: "error" | "warning";
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
}
