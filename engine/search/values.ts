/** Ranges of search values, as in contracts/rules.as.ts. */
import { formatPlies } from "../contracts/quantities.ts";

/** Evaluations are within ± this; values beyond are proven wins and losses. */
export const MAX_EVALUATION = 20_000;
/** A win in n plies has the value WIN_VALUE - n, a loss in n plies the opposite. */
export const WIN_VALUE = 30_000;

/** Plies to the end for a proven win or loss; otherwise null. */
export function provenPlies(value: number): number | null {
  return Math.abs(value) > MAX_EVALUATION ? WIN_VALUE - Math.abs(value) : null;
}

/** Before the unit of values in hundredths. */
const CENTI = "centi-";

/** Hundredths of a unit in units: 109 centi-rabbits are 1.09 rabbits. A proven win or loss is unchanged. */
export function inWholeUnits(value: number, unit: string): { readonly value: number; readonly unit: string } {
  const isInHundredths = unit.startsWith(CENTI) && provenPlies(value) === null;
  return isInHundredths ? { value: value / 100, unit: unit.slice(CENTI.length) } : { value, unit };
}

/** The unit of a rounded value: `+1 move ahead`, `-1 ply in the race`, `+2 rabbits`. */
export function unitOf(value: number, unit: string): string {
  return Math.abs(value) === 1
    ? unit.replace(/^plies\b/, "ply").replace(/^(move|row|pawn|rabbit|point)s\b/, "$1")
    : unit;
}

/** A value for a person: a proven win or loss, or the number with its unit. */
export function valueText(given: number, givenUnit: string): string {
  const proven = provenPlies(given);
  if (proven !== null) return `a ${given > 0 ? "win" : "loss"} in ${formatPlies(proven)}`;
  const { value, unit } = inWholeUnits(given, givenUnit);
  const digits = Math.abs(value) >= 100 ? 1 : 100;
  const rounded = Math.round(digits * value) / digits;
  const [, noun] = /^(.+)s ahead$/.exec(unit) ?? [];
  if (noun !== undefined) return leadText(rounded, noun);
  return `${rounded > 0 ? "+" : ""}${rounded}${unit === "" ? "" : ` ${unitOf(rounded, unit)}`}`;
}

/** A lead in moves or rows: `2.5 moves ahead`, `1 move behind`. */
function leadText(value: number, noun: string): string {
  const size = Math.abs(value);
  return value === 0 ? "level" : `${size} ${size === 1 ? noun : `${noun}s`} ${value > 0 ? "ahead" : "behind"}`;
}
