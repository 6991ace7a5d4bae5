/** A directed position graph: nodes with conditions, edges that may form cycles, and moves to suggest. */
import type { Contents } from "./board.ts";
import { type Condition, mirrored, mirroredSquares, type Pattern } from "./conditions.ts";

/** Where something is written; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

export interface Complaint {
  readonly severity: "error" | "warning";
  readonly at: Place;
  readonly message: string;
}

/** What is to be done: steps as they are, or something to bring about within so many steps. */
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
  /** Must hold when the turn is over. */
  readonly keeping: readonly Condition[];
  /** Own pieces may be lost. */
  readonly sacrifice: boolean;
  /** Smaller comes first, before the order of the search. */
  readonly priority: number;
  readonly text: string;
  readonly because: string | null;
  readonly at: Place;
}

export interface Edge {
  readonly to: number;
  readonly at: Place;
}

export interface GraphNode {
  readonly name: string;
  readonly at: Place;
  readonly conditions: readonly Condition[];
  /** The conditions as they were written. */
  readonly text: string;
  readonly because: string | null;
  readonly edges: readonly Edge[];
  readonly moves: readonly Move[];
  /** In a file that others include: the search goes on where they say. */
  readonly leadsOut: boolean;
}

export interface Graph {
  readonly title: string;
  readonly about: readonly string[];
  /** The images in which it is tried besides the one that is written. */
  readonly leftRight: boolean;
  readonly colours: boolean;
  readonly nodes: readonly GraphNode[];
  readonly root: number;
}

/** Nodes and moves: what the picture shows. */
export function sizeOf(graph: Graph): { readonly nodes: number; readonly moves: number; readonly edges: number } {
  return {
    nodes: graph.nodes.length,
    moves: graph.nodes.reduce((sum, { moves }) => sum + moves.length, 0),
    edges: graph.nodes.reduce((sum, { edges }) => sum + edges.length, 0),
  };
}

/** Whether it is the same with left and right exchanged, so that the mirror image has nothing new to say. */
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
