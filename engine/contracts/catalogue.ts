/** Players, evaluators and tables of one variant. */
import type { EvaluationWeights, Evaluator, TermEvaluator } from "./evaluator.ts";
import type { Position } from "./position.ts";
import type { PlayerKind } from "./player.ts";
import type { Table, TableSpec } from "./table.ts";

export interface Catalogue {
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[];
  /** An evaluation of this size, in the unit of the searches, is shown as three quarters of a win; 10 by default. */
  readonly clearAdvantage?: number;
  /** The text of the player that analyses a position, if it is not the strongest one; it starts to search at once. */
  analyser?(position: Position): string;
  /** Why `evaluators` is empty, if that is unexpected. */
  readonly whyNoEvaluators?: string;
  /** The terms of an evaluation, given as text, for games whose weights can be learned. */
  termEvaluator?(text: string): Promise<TermEvaluator>;
  /** The weights in the text of an evaluation; null if it has none. Loads no tables. */
  evaluationWeights?(text: string): EvaluationWeights | null;
  /** The table that this variant's players and evaluators use, if any. */
  readonly table: TableSpec | null;
  /** Opens that table for probing and for players; loaded once. */
  openTable?(): Promise<Table>;
}

export interface EvaluatorSpec {
  readonly name: string;
  readonly summary: string;
  /** The tables it reads; none by default. */
  readonly tables?: readonly TableSpec[];
  create(): Promise<Evaluator>;
}
