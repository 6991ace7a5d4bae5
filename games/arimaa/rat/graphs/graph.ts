/** A directed position graph: nodes with conditions, edges that may form cycles, and moves to suggest. */
import type { Contents } from "./board.ts";
import { type Condition, mirrored, mirroredSquares, type Pattern } from "./conditions.ts";

/** Lines and columns count from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function formatLocation({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`;
}

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly at: SourceLocation;
  readonly message: string;
}

/** What a move is to achieve: given steps, or an objective within some steps. */
export type Aim =
  | { readonly kind: "play"; readonly steps: readonly string[] }
  | {
      readonly kind: "bring";
      readonly piece: Pattern;
      readonly to: readonly number[];
      readonly within: number;
    }
  | { readonly kind: "reach"; readonly conditions: readonly Condition[]; readonly within: number }
  | {
      readonly kind: "capture";
      readonly contents: Contents;
      readonly traps: readonly number[];
      readonly within: number;
    };

export interface Move {
  readonly aim: Aim;
  /** Must hold at the end of the turn. */
  readonly keeping: readonly Condition[];
  /** Own pieces may be lost. */
  readonly sacrifice: boolean;
  /** Smaller comes first; ties by the order of the search. */
  readonly priority: number;
  readonly text: string;
  readonly because: string | null;
  readonly at: SourceLocation;
}

export interface Edge {
  readonly to: number;
  readonly at: SourceLocation;
}

export interface GraphNode {
  readonly name: string;
  readonly at: SourceLocation;
  readonly conditions: readonly Condition[];
  /** The conditions as written. */
  readonly text: string;
  readonly because: string | null;
  readonly edges: readonly Edge[];
  readonly moves: readonly Move[];
  /** In an included file: the search continues at the targets of the include. */
  readonly leadsOut: boolean;
}

export interface Graph {
  readonly title: string;
  readonly about: readonly string[];
  /** The symmetries under which it is matched too. */
  readonly leftRight: boolean;
  readonly colours: boolean;
  readonly nodes: readonly GraphNode[];
  readonly root: number;
}

export function sizeOf(graph: Graph): { readonly nodes: number; readonly moves: number; readonly edges: number } {
  return {
    nodes: graph.nodes.length,
    moves: graph.nodes.reduce((sum, { moves }) => sum + moves.length, 0),
    edges: graph.nodes.reduce((sum, { edges }) => sum + edges.length, 0),
  };
}

/** Whether a move equals its mirror image. */
export function isMirrorMove({ aim, keeping }: Move): boolean {
  const sameSquares = (squares: readonly number[]): boolean =>
    mirroredSquares(squares).every((square, index) => square === squares[index]);
  const same = (conditions: readonly Condition[]): boolean =>
    JSON.stringify(conditions.map(mirrored)) === JSON.stringify(conditions);
  switch (aim.kind) {
    case "play":
      return false;
    case "bring":
      return sameSquares(aim.piece.squares) && sameSquares(aim.to) && same(keeping);
    case "reach":
      return same(aim.conditions) && same(keeping);
    case "capture":
      return sameSquares(aim.traps) && same(keeping);
  }
}
