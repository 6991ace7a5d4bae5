/** The API as the page uses it, implemented by the server and in part by the engine in the page. */
import type { Device } from "../../engine/contracts/table.ts";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { ChooseRequest, GameSummary, OptionParams, ThinkingDocument } from "../../service/api.ts";
import type { GameOperations } from "../../service/game-methods.ts";
import type {
  ExperimentDocument,
  ExperimentSummary,
  MatchDocument,
  MatchSummary,
  RecordDocument,
  RulesheetDocument,
  RulesheetRequest,
} from "../../service/library-documents.ts";
import type { JobDocument, JobRequest } from "../../service/job-documents.ts";
import type { QueueDocument } from "../../service/queue-documents.ts";
import type {
  TableDocument,
  TableListDocument,
  TableSetDocument,
  TableSpecDocument,
} from "../../service/table-documents.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called regularly during a search. */
  readonly onThinking?: ((thinking: ThinkingDocument) => void) | undefined;
  /** Called whenever an analysis has changed, with the place where it is computed. */
  readonly onAnalysis?: ((analysis: AnalysisDocument, where: "server" | "page") => void) | undefined;
}

/** Operations on a game in play. All have the same form, so that each call can go to the server or to the engine in the page. */
type GameApi = {
  readonly [O in keyof GameOperations]: (
    game: string,
    request: GameOperations[O]["request"],
    options?: CallOptions,
  ) => Promise<GameOperations[O]["answer"]>;
};

/** What a build in the page reports, as a job of the server does. */
export type BuildUpdate = Partial<Pick<JobDocument, "progress" | "live">> & { readonly note?: string };

/** The engine in the page: supports some operations of some games. */
export interface InPageApi extends GameApi {
  supports<O extends keyof GameOperations>(
    operation: O,
    game: string,
    request: GameOperations[O]["request"],
  ): boolean | Promise<boolean>;
  /** The player to use instead of one that the page does not support; null if there is none. */
  substitute(game: string, request: Pick<ChooseRequest, "variant" | "player">): Promise<string | null>;
  /** Loads and solves what a variant needs to be played offline. */
  prepare(game: string, variant: OptionParams, options?: Pick<CallOptions, "signal">): Promise<unknown>;
  /** Builds a table that the browser keeps. */
  solve(game: string, request: SolveRequest, options: BuildCallOptions): Promise<unknown>;
}

export interface SolveRequest {
  readonly options: OptionParams;
  readonly device: Device;
}

export interface BuildCallOptions {
  readonly signal: AbortSignal;
  readonly onUpdate: (update: BuildUpdate) => void;
}

export interface WorkbenchApi extends GameApi {
  games(): Promise<readonly GameSummary[]>;
  tables(): Promise<TableListDocument>;
  table(game: string, name: string): Promise<TableDocument>;
  /** All tables that a game can have, built or not. */
  tableSets(game: string): Promise<readonly TableSetDocument[]>;
  tableSpec(game: string, options: OptionParams): Promise<TableSpecDocument>;
  startJob(request: JobRequest): Promise<JobDocument>;
  cancelJob(id: string): Promise<JobDocument>;
  /** Ends a job and goes on with it without the server. */
  detachJob(id: string): Promise<JobDocument>;
  /** Null if jobs run on the server's machine only. */
  queue(): Promise<QueueDocument | null>;
  stopRun(id: string): Promise<QueueDocument | null>;
  /** Calls back with every job now and on every change; returns a function that stops it. */
  watchJobs(onJob: (job: JobDocument) => void): () => void;
  matches(game?: string): Promise<readonly MatchSummary[]>;
  match(id: number): Promise<MatchDocument>;
  record(id: number): Promise<RecordDocument>;
  experiments(): Promise<readonly ExperimentSummary[]>;
  experiment(id: string, setting: string): Promise<ExperimentDocument>;
  rulesheet(request: RulesheetRequest): Promise<RulesheetDocument>;
}

/** An error response of the API. */
export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The server did not respond. */
export class ServerUnreachable extends Error {}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
