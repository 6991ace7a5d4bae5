/** Values as short labels for the board, and as numbers from -1 to 1 for the evaluation graph. */
import { provenPlies } from "../../engine/search/values.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";

type OutcomeName = "win" | "draw" | "loss";

const LETTERS: Readonly<Record<OutcomeName, string>> = { win: "W", draw: "D", loss: "L" };
/** See `Catalogue.clearAdvantage`. */
const CLEAR_ADVANTAGE = 10;

export function outcomeOf({ outcome }: ProbeValue): OutcomeName | null {
  return outcome ?? null;
}

/** The winner's moves until the end with alternating turns; null if nobody wins or the distance is not known. A value after a move adds that ply. */
export function movesToEnd(
  { outcome, parts }: Pick<ProbeValue, "outcome" | "parts">,
  isAfterMove: boolean,
): number | null {
  const plies = parts["plies"] ?? null;
  if (plies === null || !outcome || outcome === "draw") return null;
  const total = plies + (isAfterMove ? 1 : 0);
  return outcome === "win" ? Math.ceil(total / 2) : Math.floor(total / 2);
}

/** "W 12", "D", "L 7": the number counts the winner's moves, else plies, else points. Without an outcome: "64" of 100 points, or "+1.26". */
export function labelOf(value: ProbeValue, moves: number | null = null): string {
  const { outcome, score, parts } = value;
  const count = moves ?? parts["plies"] ?? parts["points"] ?? null;
  if (outcome) return outcome === "draw" || count === null ? LETTERS[outcome] : `${LETTERS[outcome]} ${count}`;
  if (parts["goal"] != null) return String(Math.round(parts["goal"]));
  // One side alone on the board: moves to its goal.
  if (value.exact && parts["own"] !== undefined && parts["other"] === undefined) return String(parts["own"]);
  return signed(score);
}

export function signed(score: number): string {
  const parts = Math.abs(score) < 10 ? 100 : 10;
  const rounded = Math.round(parts * score) / parts;
  return `${rounded > 0 ? "+" : ""}${rounded}`;
}

/** From -1 to 1, for the mover of the probed position. */
export function graphValue(
  { outcome, score, parts = {} }: Pick<ProbeValue, "outcome" | "score"> & Partial<Pick<ProbeValue, "parts">>,
  clearAdvantage: number = CLEAR_ADVANTAGE,
): number {
  if (outcome) return { win: 1, draw: 0, loss: -1 }[outcome];
  if (parts["goal"] != null) return parts["goal"] / 50 - 1;
  if (provenPlies(score) !== null) return Math.sign(score);
  return Math.tanh(score / clearAdvantage);
}
