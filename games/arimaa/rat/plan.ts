/** Plans: the conditions under which a plan applies, its reason, and the category of moves it generates. */
import { plural } from "../../../engine/contracts/quantities.ts";
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
  /** Turns made before this one: 0 at the root. */
  readonly ply: number;
  readonly knowledge: Knowledge;
  /** The number of moves a category keeps. */
  readonly keep: number;
  readonly seed: number;
  /** Whether to use what the paper does not describe: goal defences as a plan, forced goals, the positional penalty of whole boards. */
  readonly extensions: boolean;
  /** True when the search must end: expensive work is skipped then. */
  stopped(): boolean;
}

export interface PlanKind {
  readonly name: PlanName;
  /** The category of its moves. */
  readonly category: string;
  readonly about: string;
  /** Null if the conditions are not met. */
  consider(context: PlanContext): PlanMatch | null;
}

export interface PlanMatch {
  readonly reason: string;
  /** The best moves of the category, best first. */
  moves(): readonly ScoredTurn[];
  /** Whether its best move wins against every reply; absent if unknown. */
  wins?(): boolean;
}

export interface Plan extends PlanMatch {
  readonly name: PlanName;
  readonly category: string;
  /** Why it is demoted behind the others; null if it is not. */
  readonly demoted: string | null;
}

/** A square in the usual notation: plans see the side to move go north. */
export function squareText(analysis: Analysis, square: number): string {
  return SQUARE_NAMES[analysis.node.side === 0 ? square : square ^ 56]!;
}

/** `the horse on b6` */
export function pieceText(analysis: Analysis, square: number, piece: number = analysis.cells[square]!): string {
  return `${KIND_NAMES[strengthOf(piece) - 1]} on ${squareText(analysis, square)}`;
}

export function stepsText(steps: number): string {
  return plural(steps, "step");
}
