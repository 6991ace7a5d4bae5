/** What a plan is: conditions under which it is added to the list, a reason to tell, and the category of moves it may make. */
import { SQUARE_NAMES, strengthOf } from "./graphs/board.ts";
import { KIND_NAMES } from "../squares.ts";
import type { Analysis } from "./analysis.ts";
import type { ScoredTurn } from "./category.ts";
import type { Knowledge } from "./knowledge.ts";

export const PLAN_NAMES = [
  "goal",
  "goal defence",
  "capture",
  "defence",
  "pattern",
  "frame",
  "hostage",
  "fork",
  "camel hunt",
  "retreat",
  "trap defence",
  "goal preparation",
  "flip",
  "attack",
  "trap clearing",
  "elephant to the middle",
] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface PlanContext {
  readonly analysis: Analysis;
  /** Turns made before this one: 0 for the one that is to be chosen. */
  readonly ply: number;
  readonly knowledge: Knowledge;
  /** How many moves a category keeps. */
  readonly keep: number;
  readonly seed: number;
  /** True when thinking shall end: what takes long is left out then. */
  stopped(): boolean;
}

export interface PlanKind {
  readonly name: PlanName;
  /** The category of its moves. */
  readonly category: string;
  readonly about: string;
  /** Add Plan: null where the conditions are not met. */
  consider(context: PlanContext): PlanMatch | null;
}

export interface PlanMatch {
  readonly reason: string;
  /** The best moves of the category, best first. */
  moves(): readonly ScoredTurn[];
  /** Whether its best move wins whatever the reply; missing where the plan cannot tell. */
  wins?(): boolean;
}

export interface Plan extends PlanMatch {
  readonly name: PlanName;
  readonly category: string;
  /** Why it comes later than its place in the order; null where it does not. */
  readonly demoted: string | null;
}

/** A square as the players write it: plans see every side go north. */
export function squareText(analysis: Analysis, square: number): string {
  return SQUARE_NAMES[analysis.node.side === 0 ? square : square ^ 56]!;
}

/** `the horse on b6` */
export function pieceText(analysis: Analysis, square: number, piece: number = analysis.cells[square]!): string {
  return `${KIND_NAMES[strengthOf(piece) - 1]} on ${squareText(analysis, square)}`;
}

export function stepsText(steps: number): string {
  return steps === 1 ? "1 step" : `${steps} steps`;
}
