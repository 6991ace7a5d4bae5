/**
 * Hill climbing as in paper 001, one variable at a time (coordinate ascent): each variant plays the incumbent, and the best
 * variant that beats it becomes the incumbent. Every pass narrows the ranges around the current values.
 */
import type { PlayRound } from "./tune-rounds.ts";
import { snap, type Point, type Value, type Variable } from "./tune-variables.ts";

export interface HillClimbOptions {
  /** Pairs of games of each variant against the incumbent. */
  readonly pairs: number;
  /** Number of values tried per step for a number; for a choice, all others are tried. */
  readonly variants: number;
  readonly passes: number;
  /** Factor by which the ranges shrink from pass to pass. */
  readonly shrink: number;
}

export interface HillClimbStep {
  /** 1-based. */
  readonly pass: number;
  readonly variable: string;
  readonly from: Value;
  /** The values tried, and their share of the points against the incumbent. */
  readonly tried: readonly { readonly value: Value; readonly share: number }[];
  /** The best value, or the old one if none scored more than half of the points. */
  readonly taken: Value;
}

export async function hillClimb(
  variables: readonly Variable[],
  start: Point,
  { pairs, variants, passes, shrink }: HillClimbOptions,
  play: PlayRound,
): Promise<{ best: Point; steps: readonly HillClimbStep[] }> {
  const steps: HillClimbStep[] = [];
  let best = start;
  for (let pass = 1; pass <= passes; pass++)
    for (const variable of variables) {
      const { name } = variable;
      const from = best[name] as Value;
      const values = valuesNear(variable, from, shrink ** (pass - 1), variants);
      const number = steps.length;
      const shares = await play({
        number,
        of: passes * variables.length,
        what: `pass ${pass} of ${passes}, ${name}`,
        incumbent: best,
        duels: values.map((value) => ({ first: { ...best, [name]: value }, second: best, pairs, openings: number })),
      });
      const tried = values.map((value, i) => ({ value, share: shares[i] as number }));
      const top = Math.max(0.5, ...shares);
      const taken = top > 0.5 ? (tried.find(({ share }) => share === top)?.value as Value) : from;
      steps.push({ pass, variable: name, from, tried, taken });
      best = { ...best, [name]: taken };
    }
  return { best, steps };
}

/** Evenly spaced other values in a part of the range around the current one, shifted to stay inside the range. */
export function valuesNear(variable: Variable, current: Value, part: number, count: number): readonly Value[] {
  if (variable.kind === "choice") return variable.choices.filter((choice) => choice !== current);
  const { low, high } = variable;
  const width = (high - low) * part;
  const from = Math.max(low, Math.min(Number(current) - width / 2, high - width));
  const values = Array.from({ length: count }, (_, i) => snap(variable, from + (width * i) / (count - 1)));
  return [...new Set(values)].filter((value) => value !== current);
}
