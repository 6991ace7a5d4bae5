/** Values of searches as numbers: the bands of contracts/rules.as.ts for readers in TypeScript. */

/** Evaluations lie within ± this; what lies beyond is a proven win or loss. */
export const MAX_EVALUATION = 20_000;
/** A won game; a win in n plies has the value WIN_VALUE - n, a loss in n plies the opposite. */
export const WIN_VALUE = 30_000;

/** Plies to the end of a game that a value proves won or lost; null where it proves nothing. */
export function provenPlies(value: number): number | null {
  return Math.abs(value) > MAX_EVALUATION ? WIN_VALUE - Math.abs(value) : null;
}

/** A value for a person: what it proves, or the number with its unit. */
export function valueText(value: number, unit: string): string {
  const proven = provenPlies(value);
  if (proven !== null) return `a ${value > 0 ? "win" : "loss"} in ${proven} ${proven === 1 ? "ply" : "plies"}`;
  const digits = Math.abs(value) >= 100 ? 1 : 100;
  return `${value > 0 ? "+" : ""}${Math.round(digits * value) / digits}${unit === "" ? "" : ` ${unit}`}`;
}
