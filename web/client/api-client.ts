/** What the page asks of whoever computes: the server, or a worker of the page itself. */
import type {
  ChanceDocument,
  ChanceRequest,
  ChoiceDocument,
  ChooseRequest,
  ComposeDocument,
  ComposeRequest,
  ExperimentDocument,
  ExperimentSummary,
  ExportDocument,
  ExportRequest,
  GameDocument,
  GameState,
  GameSummary,
  ImportDocument,
  ImportRequest,
  JobDocument,
  JobRequest,
  LineDocument,
  MatchDocument,
  MatchSummary,
  PositionDocument,
  PositionRequest,
  RecordDocument,
  RulesheetDocument,
  RulesheetRequest,
  StripDocument,
  StripRequest,
  TableDocument,
  TableListDocument,
  TableOfferDocument,
  TableSetDocument,
  ThinkingDocument,
  ValuesDocument,
} from "../../service/api.ts";

export type Variant = GameState["variant"];

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then while a player thinks, with what it has told so far. */
  readonly onThinking?: ((thinking: ThinkingDocument) => void) | undefined;
}

/** What there is to ask about a game in play. Every operation has the same form, so that a call can go to the server or stay in the page. */
export interface PlayOperations {
  game: { request: Variant; answer: GameDocument };
  position: { request: PositionRequest; answer: PositionDocument };
  values: { request: PositionRequest; answer: ValuesDocument };
  /** Best play of both sides by a table, to the end. */
  line: { request: PositionRequest; answer: LineDocument };
  strip: { request: StripRequest; answer: StripDocument };
  choose: { request: ChooseRequest; answer: ChoiceDocument };
  chance: { request: ChanceRequest; answer: ChanceDocument };
  compose: { request: ComposeRequest; answer: ComposeDocument };
  import: { request: ImportRequest; answer: ImportDocument };
  export: { request: ExportRequest; answer: ExportDocument };
  playerText: { request: { readonly variant: Variant; readonly text: string }; answer: { readonly text: string } };
}

export type PlayBench = {
  readonly [O in keyof PlayOperations]: (
    game: string,
    request: PlayOperations[O]["request"],
    options?: CallOptions,
  ) => Promise<PlayOperations[O]["answer"]>;
};

/** A worker in the page: it can do some of it, for some games. */
export interface InPageBench extends PlayBench {
  offers<O extends keyof PlayOperations>(
    operation: O,
    game: string,
    request: PlayOperations[O]["request"],
  ): boolean | Promise<boolean>;
  /** Fetches and solves what a variant needs, so that it can be played with the server gone. */
  prepare(game: string, variant: Variant, options?: Pick<CallOptions, "signal">): Promise<unknown>;
}

export interface Workbench extends PlayBench {
  games(): Promise<readonly GameSummary[]>;
  tables(): Promise<TableListDocument>;
  table(game: string, name: string): Promise<TableDocument>;
  /** All tables that a game can have, there or not. */
  tableSets(game: string): Promise<readonly TableSetDocument[]>;
  tableOffer(game: string, options: Variant): Promise<TableOfferDocument>;
  startJob(request: JobRequest): Promise<JobDocument>;
  cancelJob(id: string): Promise<JobDocument>;
  /** Calls back with every job now and whenever one changes; what it returns ends it. */
  watchJobs(onJob: (job: JobDocument) => void): () => void;
  matches(game?: string): Promise<readonly MatchSummary[]>;
  match(id: number): Promise<MatchDocument>;
  record(id: number): Promise<RecordDocument>;
  experiments(): Promise<readonly ExperimentSummary[]>;
  experiment(id: string, setting: string): Promise<ExperimentDocument>;
  rulesheet(request: RulesheetRequest): Promise<RulesheetDocument>;
}

/** The server said no, and why. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Nobody answered. */
export class Unreachable extends Error {}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
