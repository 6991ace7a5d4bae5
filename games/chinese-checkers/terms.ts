/** The single terms of an evaluation, for learning weights: the kernel's tables and features, without rounding. */
import { unwrap } from "../../engine/contracts/errors.ts";
import type { EvaluationWeights, TermEvaluator } from "../../engine/contracts/evaluator.ts";
import { opponentOf, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import { rankCombination } from "../../engine/index/combinations.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import type { Board } from "./board.ts";
import { weightsOf, type Term } from "./evaluation-text.ts";
import { FEATURES, rowsOfHome } from "./features.ts";
import { checkTerms } from "./networks.ts";

/** The value of a side's cells, ascending from its point of view. */
type SideTerm = (cells: readonly number[]) => number;

/** `tables`: addresses of the lookups' tables, in the order of the terms. */
export function termEvaluatorOf(board: Board, terms: readonly Term[], tables: readonly Address[]): TermEvaluator {
  const { pieces, cells } = board.variant;
  const ofSide: SideTerm[] = [];
  let lookups = 0;
  for (const term of terms) {
    if (term.kind === "feature") ofSide.push(featureTerm(board, term.name));
    else ofSide.push(lookupTerm(board, term.pieces, tables[lookups++] as Address));
  }
  const onSide = (position: Position, player: PlayerNumber): readonly number[] => {
    const own = board.placement(position).cells[player as 0 | 1];
    const seen = own.map((cell) => (player === 0 ? cell : cells - 1 - cell)).toSorted((a, b) => a - b);
    return ofSide.map((valueOf) => valueOf(seen));
  };
  const weights = weightsOf({ kind: "sum", text: "", terms }, pieces) as EvaluationWeights;
  return {
    ...weights,
    terms: (position, player) => {
      const own = onSide(position, player);
      return onSide(position, opponentOf(player)).map((other, i) => other - (own[i] as number));
    },
    sideTerms: (position, player) => {
      unwrap(checkTerms(terms));
      return onSide(position, player);
    },
  };
}

function lookupTerm(board: Board, labels: readonly number[], table: Address): SideTerm {
  const { memory } = board.kernel;
  const places = labels.map((label) => board.variant.pieces - label).toReversed();
  return (cells) =>
    memory.bytes(addressAfter(table, rankCombination(places.map((place) => cells[place] as number))), 1)[0] as number;
}

function featureTerm({ notation, variant }: Board, name: string): SideTerm {
  const onCell = FEATURES.find((feature) => feature.name === name)?.onCell;
  const sum = (cells: readonly number[], of: (a: number, b: number) => number): number =>
    cells.reduce((total, cell) => total + of(...(notation.coordinates[cell] as readonly [number, number])), 0);
  const row = (a: number, b: number): number => a + b;
  if (onCell) return (cells) => sum(cells, (a, b) => onCell(a, b, rowsOfHome(variant.pieces)));
  // `behind`: the rear piece is the last one.
  return (cells) => cells.length * sum(cells.slice(-1), row) - sum(cells, row);
}
