/** Evaluations by their text: `tuned`, `handmade`, or a weighted sum of groups of terms, `sum(material, mobility*0.5)`. */
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
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
  /** Of a sum; null for a whole set of weights. */
  readonly groups: readonly WeightedGroup[] | null;
}

export const DEFAULT_EVALUATION = "tuned";

export function tunedWeights(): Pair[] {
  return (tuned.weights as unknown as number[][]).map(([middle = 0, end = 0]): Pair => [middle, end]);
}

export function parseEvaluation(text: string): Result<EvaluationPlan> {
  const trimmed = text.trim();
  if (trimmed === "tuned") return ok({ text: trimmed, weights: tunedWeights(), groups: null });
  if (trimmed === "handmade") return ok({ text: trimmed, weights: handmadeWeights(), groups: null });
  if (trimmed === "material") return parseSum("material");
  const sum = /^sum\((.*)\)$/.exec(trimmed);
  if (!sum) {
    const names = GROUPS.map(({ name }) => name).join(", ");
    return fail("bad-player", `eval: "${text}" is not tuned, handmade, material or sum(…) of ${names}`);
  }
  return parseSum(sum[1] as string);
}

function parseSum(list: string): Result<EvaluationPlan> {
  const groups: WeightedGroup[] = [];
  for (const part of list.split(",")) {
    const match = /^\s*([a-z]+)\s*(?:\*\s*(-?\d+(?:\.\d+)?))?\s*$/.exec(part);
    const group = match && GROUPS.find(({ name }) => name === match[1]);
    if (!group) return fail("bad-player", `eval: "${part.trim()}" is not a group of terms, optionally times a number`);
    if (groups.some((each) => each.group === group)) return fail("bad-player", `eval: "${group.name}" is given twice`);
    groups.push({ group, factor: Number(match[2] ?? 1) });
  }
  return ok(planOf(groups));
}

export function planOf(groups: readonly WeightedGroup[]): EvaluationPlan {
  const base = tunedWeights();
  const weights = base.map((): Pair => [0, 0]);
  for (const { group, factor } of groups) {
    for (let i = group.first; i < group.end; i++) {
      const [middle, end] = base[i] as Pair;
      weights[i] = [middle * factor, end * factor];
    }
  }
  const texts = groups.map(({ group, factor }) => (factor === 1 ? group.name : `${group.name}*${factor}`));
  return { text: `sum(${texts.join(", ")})`, weights, groups };
}
