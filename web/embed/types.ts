/** The types of `gamelore/browser`. */
import type { OptionParams, PositionDocument } from "../../service/api.ts";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { GameOperations } from "../../service/game-methods.ts";

export interface EngineCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Receives an analysis whenever it has changed. */
  readonly onAnalysis?: ((analysis: AnalysisDocument) => void) | undefined;
}

/** Rules, values and players of every game, as documents. The operations are those of the server's API. */
export type Engine = {
  readonly [O in keyof GameOperations]: (
    game: string,
    request: GameOperations[O]["request"],
    options?: EngineCallOptions,
  ) => Promise<GameOperations[O]["answer"]>;
} & {
  /** Ends the worker. */
  close(): void;
};

export interface BoardSettings {
  /** A native game or a bundled rulesheet: "chess", "connect-four". */
  readonly game: string;
  /** Options that differ from their defaults. */
  readonly variant?: OptionParams;
  /** A position as text; by default the initial one. */
  readonly start?: string;
  /** Moves so far, in notation. */
  readonly moves?: readonly string[];
  /** The seat shown at the bottom; the first by default. */
  readonly viewpoint?: number;
  /** Seats that may move on the board; all by default, none for a diagram. */
  readonly seats?: readonly number[];
  /** Called after a move on the board, with the position after it. */
  readonly onMove?: (move: string, position: PositionDocument) => void;
}

export interface MountedBoard {
  /** What the board shows. */
  readonly position: PositionDocument;
  /** Moves from the start. */
  readonly moves: readonly string[];
  /** Plays a move in notation, for example that of `engine.choose`; does not call `onMove`. */
  play(move: string): Promise<PositionDocument>;
  /** Replaces all moves. */
  setMoves(moves: readonly string[]): Promise<PositionDocument>;
  /** Removes the board from the page. */
  close(): void;
}
