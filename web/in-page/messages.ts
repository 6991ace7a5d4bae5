/** What the page and its engine worker exchange over RPC. */
import type { SolveProgress } from "../../engine/contracts/table.ts";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { ChooseRequest, OptionParams, ThinkingDocument } from "../../service/api.ts";
import type { BuildUpdate, SolveRequest } from "../client/api-client.ts";
import type { GameOperations } from "../../service/game-methods.ts";

export interface EngineOperations extends GameOperations {
  /** Whether the page can run an operation: it has the game, and the tables needed are small enough. */
  supports: { request: { readonly operation: keyof GameOperations; readonly request: unknown }; answer: Support };
  /** The player that the page can run instead of one whose tables are too large; null if it does not have the game. */
  substitute: { request: Pick<ChooseRequest, "variant" | "player">; answer: string | null };
  /** Loads what a variant needs and solves its table, for offline play. */
  prepare: { request: OptionParams; answer: PreparedDocument };
  /** Builds a table, or a set of tables, on the browser's GPU or on the CPU. */
  solve: { request: SolveRequest; answer: readonly PreparedTable[] };
}

/** The argument of every call; the method is the operation. */
export interface EngineRequest {
  readonly game: string;
  readonly request: never;
}

/** Events before the answer. */
export type EngineEvent =
  | { readonly thinking: ThinkingDocument }
  | { readonly analysis: AnalysisDocument }
  | { readonly progress: SentProgress }
  | { readonly update: BuildUpdate };

export type SentProgress = Pick<SolveProgress, "phase" | "done">;

export interface Support {
  readonly supported: boolean;
  /** For the user, if not supported. */
  readonly reason: string | null;
}

export interface PreparedDocument {
  readonly game: string;
  readonly variant: string;
  /** The tables in memory now. */
  readonly tables: readonly PreparedTable[];
  readonly threads: number;
}

export interface PreparedTable {
  readonly name: string;
  readonly entries: number;
  /** Where it came from this time. */
  readonly from: "memory" | "browser" | "solved";
  /** Of all tables that were not in memory, together. */
  readonly milliseconds: number;
}
