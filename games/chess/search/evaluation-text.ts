/** Parses evaluations: `tuned`, `handmade`, or a weighted sum of term groups, `sum(material, mobility*0.5)`. */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import { parseEdb, type EdbPlan } from "../edb/edb-text.ts";
import { GROUPS, type Group } from "./groups.ts";
import { handmadeWeights, type Pair } from "./handmade.ts";
import tuned from "./tuned-weights.json" with { type: "json" };

/** A group of terms with the factor of its weights. */
export interface WeightedGroup {
  readonly group: Group;
  readonly factor: number;
}

export interface EvaluationPlan {
  /** The canonical text. */
  readonly text: string;
  readonly weights: readonly Pair[];
  /** Groups of a sum; null for a complete set of weights. */
  readonly groups: readonly WeightedGroup[] | null;
  /** The endgame database part with its factor; null for none. */
  readonly edb: WeightedEdb | null;
}

export interface WeightedEdb {
  readonly plan: EdbPlan;
  readonly factor: number;
}

export const DEFAULT_EVALUATION = "tuned";

export function tunedWeights(): Pair[] {
  const numbers = tuned.weights;
  return Array.from({ length: numbers.length / 2 }, (_, i): Pair => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0]);
}

export function parseEvaluation(text: string): Result<EvaluationPlan> {
  const trimmed = text.trim();
  if (trimmed === "tuned") return ok({ text: trimmed, weights: tunedWeights(), groups: null, edb: null });
  if (trimmed === "handmade") return ok({ text: trimmed, weights: handmadeWeights(), groups: null, edb: null });
  if (trimmed === "material" || trimmed.startsWith("edb(")) return parseSum(trimmed);
  const sum = /^sum\((.*)\)$/.exec(trimmed);
  if (!sum) {
    const names = GROUPS.map(({ name }) => name).join(", ");
    return fail(
      "bad-player",
      `eval: "${text}" is not tuned, handmade, material, edb(…) or sum(…) of ${names} and edb(…)`,
    );
  }
  return parseSum(sum[1] as string);
}

function parseSum(list: string): Result<EvaluationPlan> {
  const groups: WeightedGroup[] = [];
  let edb: WeightedEdb | null = null;
  // Commas within parentheses do not separate.
  for (const part of list.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [""]) {
    const lookup = /^\s*edb\(([^)]*)\)\s*(?:\*\s*(-?\d+(?:\.\d+)?))?\s*$/.exec(part);
    if (lookup) {
      const plan = parseEdb(lookup[1] as string);
      if (!plan.ok) return plan;
      if (edb !== null)
        return fail("bad-player", 'eval: "edb(…)" is given twice; name several endings in one: edb(KRPKN+KPPKN)');
      edb = { plan: plan.value, factor: Number(lookup[2] ?? 1) };
      continue;
    }
    const match = /^\s*([a-z]+)\s*(?:\*\s*(-?\d+(?:\.\d+)?))?\s*$/.exec(part);
    const group = match && GROUPS.find(({ name }) => name === match[1]);
    if (!group) return fail("bad-player", `eval: "${part.trim()}" is not a term group with an optional factor`);
    if (groups.some((each) => each.group === group)) return fail("bad-player", `eval: "${group.name}" is given twice`);
    groups.push({ group, factor: Number(match[2] ?? 1) });
  }
  return ok(planOf(groups, edb));
}

export function planOf(groups: readonly WeightedGroup[], edb: WeightedEdb | null = null): EvaluationPlan {
  const base = tunedWeights();
  const weights = base.map((): Pair => [0, 0]);
  for (const { group, factor } of groups) {
    for (let i = group.first; i < group.end; i++) {
      const [middle, end] = base[i] as Pair;
      weights[i] = [middle * factor, end * factor];
    }
  }
  const times = (name: string, factor: number): string => (factor === 1 ? name : `${name}*${factor}`);
  const texts = groups.map(({ group, factor }) => times(group.name, factor));
  if (edb) texts.push(times(edb.plan.text, edb.factor));
  const text = edb && groups.length === 0 && edb.factor === 1 ? edb.plan.text : `sum(${texts.join(", ")})`;
  return { text, weights, groups, edb };
}
