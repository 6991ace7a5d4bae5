/** Values of moves on the board: which badge lies on which spot, and the colours of a heat map. */
import type { MoveDocument, Spot, ValuedMove } from "../../server/api.ts";
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

/** The best move of each spot: of where things land while something is taken up, else of what can be taken up. */
export function badges(moves: readonly MoveDocument[], values: MoveValues, taken: Spot | null): Badge[] {
  const best = new Map<string, Badge & { readonly score: number }>();
  for (const move of moves) {
    const valued = values.get(move.text);
    const spot = taken === null ? (move.from ?? move.to) : sameSpot(move.from, taken) ? move.to : null;
    if (!valued || spot === null) continue;
    const { score, text } = valued.after;
    if ((best.get(spotKey(spot))?.score ?? Number.NEGATIVE_INFINITY) >= score) continue;
    best.set(spotKey(spot), { spot, label: valued.label, text, outcome: valued.outcome, best: valued.best, score });
  }
  return [...best.values()];
}

/** How good each landing place of one piece is: 0 its worst, 1 its best; all 1 where they are equal. */
export function heat(moves: readonly MoveDocument[], values: MoveValues, taken: Spot): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const move of moves) {
    const valued = values.get(move.text);
    if (!valued || move.to === null || !sameSpot(move.from, taken)) continue;
    const key = spotKey(move.to);
    scores.set(key, Math.max(scores.get(key) ?? Number.NEGATIVE_INFINITY, valued.after.score));
  }
  const low = Math.min(...scores.values());
  const high = Math.max(...scores.values());
  return new Map([...scores].map(([key, score]) => [key, high > low ? (score - low) / (high - low) : 1]));
}

/** From orange (bad) over pale to blue (good): told apart by people who do not tell red from green. */
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
