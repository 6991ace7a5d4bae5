/** The operations on a game in play by name. In its own file: the page loads it without the engine. */
import type { AnalysisDocument, AnalysisRequest } from "./analysis-documents.ts";
import type {
  ChanceDocument,
  ChanceRequest,
  ChoiceDocument,
  ChooseRequest,
  ComposeDocument,
  ComposeRequest,
  EvaluationGraphDocument,
  EvaluationGraphRequest,
  ExportDocument,
  ExportRequest,
  GameDocument,
  ImportDocument,
  ImportRequest,
  OptionParams,
  PlayerTextRequest,
  PositionDocument,
  PositionRequest,
  PvDocument,
  ValuesDocument,
} from "./api.ts";

/** Each is a method of GameService. */
export interface GameOperations {
  game: { request: OptionParams; answer: GameDocument };
  position: { request: PositionRequest; answer: PositionDocument };
  values: { request: PositionRequest; answer: ValuesDocument };
  analyse: { request: AnalysisRequest; answer: AnalysisDocument };
  pv: { request: PositionRequest; answer: PvDocument };
  graph: { request: EvaluationGraphRequest; answer: EvaluationGraphDocument };
  choose: { request: ChooseRequest; answer: ChoiceDocument };
  chance: { request: ChanceRequest; answer: ChanceDocument };
  compose: { request: ComposeRequest; answer: ComposeDocument };
  import: { request: ImportRequest; answer: ImportDocument };
  export: { request: ExportRequest; answer: ExportDocument };
  playerText: { request: PlayerTextRequest; answer: { readonly text: string } };
}

/** The methods of GameService that the server and the page call by name. */
export const GAME_METHODS: readonly (keyof GameOperations)[] = [
  "game",
  "position",
  "values",
  "analyse",
  "pv",
  "graph",
  "choose",
  "chance",
  "compose",
  "import",
  "export",
  "playerText",
];
