/** Analyses positions: exact where a table or solver covers them, else searched. */
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { FIRST, type Position } from "../engine/contracts/position.ts";
import { tablesFolder } from "../engine/platform/node/folders.ts";
import { TableStore } from "../engine/tables/store.ts";
import { Analyser } from "../service/analyser.ts";
import type { AnalysisDocument } from "../service/analysis-documents.ts";
import { VariantValues } from "../service/value-sources.ts";

export interface AnalyseSettings {
  /** Number of lines of a search, from 1 to 5; 3 unless given. */
  readonly lines?: number;
  /** Time for a search; 3,000 unless given. */
  readonly milliseconds?: number;
  /** Ends the search with what it has found. */
  readonly signal?: AbortSignal;
  /** Receives what a search has found so far, a few times a second. */
  readonly onUpdate?: (analysis: AnalysisDocument) => void;
}

const MILLISECONDS = 3_000;
const LINES = 3;

/** The value of a position, by default the initial one, with the best lines. Evaluations are from the first player's perspective. */
export async function analyse(
  game: OpenGame,
  position: Position | string = game.initial(),
  { lines = LINES, milliseconds = MILLISECONDS, signal, onUpdate }: AnalyseSettings = {},
): Promise<AnalysisDocument> {
  const at = typeof position === "string" ? unwrap(game.parsePosition(position)) : position;
  const store = new TableStore(tablesFolder());
  const values = new VariantValues(game, store);
  const analyser = new Analyser(game, values, store);
  try {
    return await analyser.analyse(
      { rules: game, position: at, actors: game.actors(at), forbidden: undefined, plies: [] },
      { seat: null, player: FIRST, lines, limits: { milliseconds }, signal, emit: onUpdate },
    );
  } finally {
    await analyser.close();
    values.close();
  }
}
