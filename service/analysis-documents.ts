/** The analysis of a position as documents of the API (api.ts). */
import type { OptionParams, PositionRequest, ValuesDocument } from "./api.ts";

export interface AnalysisRequest extends PositionRequest {
  /** Number of lines, from 1 to 5. */
  readonly lines: number;
  /** Whose perspective the evaluations have; the first player by default. */
  readonly player?: number;
  /**
   * Time for a search, unless the position is solved; by default until the client disconnects, within the server's limit. With 0 there is
   * no search: the answer has exact values or none.
   */
  readonly milliseconds?: number;
}

/** An evaluation from the perspective of one player (`AnalysisDocument.player`), whoever is to move. */
export interface EvaluationDocument {
  /** From -1 (lost) to 1 (won), for the evaluation bar and the graph. */
  readonly share: number;
  /** Short: "+1.3", "-0.4", "64 %", "draw", "wins in 12" with the sign in `share`. */
  readonly label: string;
  /** With names and units: "White wins in 12 moves", "+1.3 pawns for White". */
  readonly text: string;
  readonly exact: boolean;
}

export interface AnalysisLine {
  /** A move and the expected continuation. */
  readonly moves: readonly string[];
  readonly evaluation: EvaluationDocument;
  /** Of a Monte Carlo search: the playouts through the first move, by which the lines are ordered; null of other searches. */
  readonly playouts: number | null;
}

/** The mixed strategy of one of several players who move at the same time: most likely move first. */
export interface StrategyDocument {
  readonly player: number;
  readonly moves: readonly {
    readonly text: string;
    readonly probability: number;
    /** Of the move against the others' strategies, with the perspective of the analysis; null if it says nothing about that player. */
    readonly evaluation: EvaluationDocument | null;
  }[];
}

/** A table that would give exact values of the position and can be built. */
export interface BuildableTable {
  readonly name: string;
  readonly summary: string;
  /** The number of files, of which some may exist. */
  readonly tables: number;
  readonly fileBytes: number;
  readonly memoryBytes: number;
  /** Estimated time of a build on this machine; null if not known. */
  readonly seconds: number | null;
  /** Table options for a job of kind `solve`. */
  readonly options: OptionParams;
  readonly command: string;
}

/** A position whose outcomes can be proven, by a job of kind `prove`, although they are not within the time of an analysis. */
export interface ProvablePosition {
  readonly position: string;
  /** At most. */
  readonly memoryBytes: number;
  readonly seconds: number;
}

/**
 * The analysis of a position: exact values from a table or a solver, else a running search. While it runs, it is sent again whenever it has
 * changed. `moves` are the moves whose value is known; those of a search are the lines.
 */
export interface AnalysisDocument extends ValuesDocument {
  readonly player: number;
  /** Null if the source is `none`. */
  readonly evaluation: EvaluationDocument | null;
  /** Best first for the player to move. */
  readonly lines: readonly AnalysisLine[];
  /** Of all players who move at the same time; empty if one player is to move. The lines are then moves of the first or the viewer. */
  readonly strategies: readonly StrategyDocument[];
  readonly depth: number | null;
  readonly nodes: number;
  readonly playouts: number | null;
  readonly milliseconds: number;
  /** Whether it will not change any more: exact, or the search has ended. */
  readonly done: boolean;
  /** Null if the values are exact or no table covers the position. */
  readonly buildable: BuildableTable | null;
  /** Null if the values are exact or no proof can replace them. */
  readonly provable: ProvablePosition | null;
}
