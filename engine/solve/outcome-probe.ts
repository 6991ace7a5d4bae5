/** Probe values of outcomes, the same for every game with tables of outcomes. */
import { formatPlies } from "../contracts/quantities.ts";
import type { Outcome } from "./outcome-values.ts";

/** Score of an immediate win; each ply to the outcome moves the score one point towards a draw, 0. */
const WIN_SCORE = 1_000;

/** The score of an outcome for its player. */
export function outcomeScore({ kind, plies }: Outcome): number {
  return kind === "win" ? WIN_SCORE - plies : kind === "loss" ? plies - WIN_SCORE : 0;
}

/** The outcome of the position after a move as text, for the player who made it. */
export function outcomeTextAfterMove({ kind, plies }: Outcome): string {
  const own = { win: "loss", draw: "draw", loss: "win", "no position": "no position" }[kind];
  if (kind === "draw") return own;
  return plies === 0 ? `immediate ${own}` : `${own} ${formatPlies(plies)} later`;
}
