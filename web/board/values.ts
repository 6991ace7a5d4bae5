/** Values of moves on the board: badges by spot, and heat map colours. */
import type { MoveDocument, Spot, ValuedMove } from "../../service/api.ts";
import { sameSpot, spotKey } from "./spots.ts";

export type Outcome = "win" | "draw" | "loss";

export interface Badge {
  readonly spot: Spot;
  readonly label: string;
  readonly text: string;
  readonly outcome: Outcome | null;
  readonly best: boolean;
}

export type MoveValues = ReadonlyMap<string, ValuedMove>;

export function valuesByMove(list: readonly ValuedMove[]): MoveValues {
  return new Map(list.map((valued) => [valued.text, valued]));
}

/** What a move's value is called: an outcome, an exact value, or the estimate from the perspective that the analysis has. */
export function valueText({ after, outcome, label }: ValuedMove): string {
  return outcome === null && !after.exact ? label : after.text;
}

/** The best move of each spot: of each target of the selected piece, or of each piece that can be selected. */
export function badges(moves: readonly MoveDocument[], values: MoveValues, selected: Spot | null): Badge[] {
  const best = new Map<string, Badge & { readonly score: number }>();
  for (const move of moves) {
    const valued = values.get(move.text);
    const spot = selected === null ? (move.from ?? move.to) : sameSpot(move.from, selected) ? move.to : null;
    if (!valued || spot === null) continue;
    const { score } = valued.after;
    const text = valueText(valued);
    if ((best.get(spotKey(spot))?.score ?? Number.NEGATIVE_INFINITY) >= score) continue;
    best.set(spotKey(spot), { spot, label: valued.label, text, outcome: valued.outcome, best: valued.best, score });
  }
  return [...best.values()];
}

const HEAT_OF_LOSS = 0.3;
const HEAT_OF_WIN = 0.7;

/**
 * The value of each target of a piece, from 0 to 1. Known losses map to the lower end and known wins to the upper end, so that no loss looks
 * good beside worse ones; estimates are scaled from the piece's worst to its best.
 */
export function heat(moves: readonly MoveDocument[], values: MoveValues, selected: Spot): ReadonlyMap<string, number> {
  const best = new Map<string, ValuedMove>();
  for (const move of moves) {
    const valued = values.get(move.text);
    if (!valued || move.to === null || !sameSpot(move.from, selected)) continue;
    const key = spotKey(move.to);
    const other = best.get(key);
    if (!other || valued.after.score > other.after.score) best.set(key, valued);
  }
  const within = ({ outcome, after }: ValuedMove, alone: number): number => {
    const scores = [...best.values()].filter((each) => each.outcome === outcome).map((each) => each.after.score);
    const low = Math.min(...scores);
    const high = Math.max(...scores);
    return high > low ? (after.score - low) / (high - low) : alone;
  };
  const heatOf = (valued: ValuedMove): number => {
    if (valued.outcome === "win") return HEAT_OF_WIN + (1 - HEAT_OF_WIN) * within(valued, 1);
    if (valued.outcome === "loss") return HEAT_OF_LOSS * within(valued, 0);
    return valued.outcome === "draw" ? 0.5 : within(valued, 1);
  };
  return new Map([...best].map(([key, valued]) => [key, heatOf(valued)]));
}

/** From orange (bad) to blue (good): safe for red-green colour blindness. */
export function heatColour(t: number): string {
  const stops = [
    [213, 94, 0],
    [240, 228, 190],
    [0, 114, 178],
  ] as const;
  const at = Math.min(1, Math.max(0, t)) * 2;
  const low = Math.min(1, Math.floor(at)) as 0 | 1;
  const part = at - low;
  const mixed = stops[low].map((from, channel) =>
    Math.round(from + (((stops[low + 1] as readonly number[])[channel] as number) - from) * part),
  );
  return `rgb(${mixed.join(" ")})`;
}
