/** UCI scores, `cp 35` and `mate -3`, from and to values of our players. */
import { provenPlies, WIN_VALUE } from "../../engine/search/values.ts";

export type Score =
  /** For the side to move. */
  | { readonly kind: "cp"; readonly centipawns: number }
  /** Moves, not plies, to mate; negative if the side to move is mated. */
  | { readonly kind: "mate"; readonly moves: number };

/** Centipawns per unit of our players' values. */
const CENTIPAWNS: Readonly<Record<string, number>> = { pawns: 100, "pawns ahead": 100, centipawns: 1 };
/** Unit of players by playouts: an expected score, converted to pawns by the Elo formula. */
const EXPECTED_POINTS = "expected points, from 0 to 1";
const PAWN_ELO = 100;
/** Scores are clamped to this. */
const MAX_CENTIPAWNS = 19_999;
const MAX_MATE_MOVES = 1_000;

/** Null if the unit cannot be converted to pawns. */
export function scoreOf(value: number | null, unit: string): Score | null {
  if (value === null || Number.isNaN(value)) return null;
  const plies = unit === EXPECTED_POINTS ? null : provenPlies(value);
  if (plies !== null) return { kind: "mate", moves: Math.sign(value) * Math.ceil(Math.max(0, plies) / 2) };
  const perUnit = CENTIPAWNS[unit];
  if (perUnit !== undefined) return { kind: "cp", centipawns: clamped(perUnit * value) };
  return unit === EXPECTED_POINTS ? { kind: "cp", centipawns: clamped(pawnsOfPoints(value)) } : null;
}

export function formatScore(score: Score): string {
  return score.kind === "cp" ? `cp ${score.centipawns}` : `mate ${score.moves === 0 ? 0 : score.moves}`;
}

/** A mate as a proven value (engine/search/values.ts), other scores in pawns. */
export function valueOfScore(score: Score): number {
  if (score.kind === "cp") return clamped(score.centipawns) / 100;
  const moves = Math.max(-MAX_MATE_MOVES, Math.min(MAX_MATE_MOVES, score.moves));
  return moves > 0 ? WIN_VALUE - (2 * moves - 1) : -(WIN_VALUE + 2 * moves);
}

/** The value one ply earlier, for the other side. */
export function opponentsValue(value: number, unit: string): number {
  if (unit === EXPECTED_POINTS) return 1 - value;
  const plies = provenPlies(value);
  return plies === null ? -value : -Math.sign(value) * (WIN_VALUE - plies - 1);
}

function pawnsOfPoints(points: number): number {
  const inside = Math.min(0.999_999, Math.max(0.000_001, points));
  return 4 * PAWN_ELO * Math.log10(inside / (1 - inside));
}

function clamped(centipawns: number): number {
  const bounded = Math.max(-MAX_CENTIPAWNS, Math.min(MAX_CENTIPAWNS, Math.round(centipawns)));
  return bounded === 0 ? 0 : bounded;
}
