/** Ground rules by head atom, with constants propagated, in dependency order. */
import type { GroundRules } from "../datalog/grounding.ts";
import { stronglyConnectedComponents } from "../language/dependency-graph.ts";

export interface Body {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

export interface Atoms {
  /** Strongly connected components of atoms, dependencies first. */
  readonly components: readonly (readonly number[])[];
  bodies(atom: number): readonly Body[];
  dependsOnItself(atom: number): boolean;
  /** Whether it holds in every state. */
  isTrue(atom: number): boolean;
}

export function simplify({ program, rules, ruleCount }: GroundRules): Atoms {
  const { terms, symbols } = program;
  const starts = new Int32Array(ruleCount);
  for (let rule = 0, at = 0; rule < ruleCount; rule++) {
    starts[rule] = at;
    at += 3 + (rules[at + 1] as number) + (rules[at + 2] as number);
  }
  const { isConstant, isLive } = propagateConstants(program, rules, starts);
  const heads = new Map<number, number[]>();
  for (let rule = 0; rule < ruleCount; rule++) {
    const at = starts[rule] as number;
    const head = rules[at] as number;
    if (!isLive[rule] || isConstant[head]) continue;
    const own = heads.get(head);
    if (own) own.push(at);
    else heads.set(head, [at]);
  }
  const isInput = (atom: number): boolean => {
    const symbol = terms.symbol(atom);
    return symbol === symbols.isTrue || symbol === symbols.does;
  };
  const isFalse = (atom: number): boolean => !heads.has(atom) && !isConstant[atom] && !isInput(atom);
  const needs = (atom: number): number[] => {
    const found: number[] = [];
    for (const at of heads.get(atom) ?? []) {
      const end = at + 3 + (rules[at + 1] as number) + (rules[at + 2] as number);
      for (let i = at + 3; i < end; i++) if (heads.has(rules[i] as number)) found.push(rules[i] as number);
    }
    return found;
  };
  // Only atoms that legal, next, terminal, goal and sees depend on.
  const outputs = new Set([symbols.legal, symbols.next, symbols.terminal, symbols.goal, symbols.sees]);
  const roots = [...heads.keys()].filter((atom) => outputs.has(terms.symbol(atom)));
  return {
    components: stronglyConnectedComponents(roots, needs),
    bodies: (atom) =>
      (heads.get(atom) ?? []).map((at) => {
        const [positive, negative]: [number[], number[]] = [[], []];
        const from = at + 3 + (rules[at + 1] as number);
        const end = from + (rules[at + 2] as number);
        for (let i = at + 3; i < from; i++) if (!isConstant[rules[i] as number]) positive.push(rules[i] as number);
        for (let i = from; i < end; i++) if (!isFalse(rules[i] as number)) negative.push(rules[i] as number);
        return { positive, negative };
      }),
    dependsOnItself: (atom) => {
      for (const at of heads.get(atom) ?? []) {
        const end = at + 3 + (rules[at + 1] as number) + (rules[at + 2] as number);
        if (rules.subarray(at + 3, end).includes(atom)) return true;
      }
      return false;
    },
    isTrue: (atom) => isConstant[atom] === 1,
  };
}

/** Constant propagation: which atoms are always true, and which rules can still fire. */
function propagateConstants(
  { terms, symbols }: GroundRules["program"],
  rules: Int32Array,
  starts: Int32Array,
): { isConstant: Uint8Array; isLive: Uint8Array } {
  const isConstant = new Uint8Array(terms.size);
  const isLive = new Uint8Array(starts.length).fill(1);
  /** By atom: the number of live rules. By rule: the number of undecided literals. */
  const liveRules = new Int32Array(terms.size);
  const undecided = new Int32Array(starts.length);
  /** Occurrences of atoms in bodies, grouped by atom: twice the rule number, plus 1 if negated. */
  const ends = new Int32Array(terms.size + 1);
  const sizeOf = (at: number): number => (rules[at + 1] as number) + (rules[at + 2] as number);
  for (let rule = 0; rule < starts.length; rule++) {
    const at = starts[rule] as number;
    liveRules[rules[at] as number]!++;
    const size = sizeOf(at);
    undecided[rule] = size;
    for (let i = at + 3; i < at + 3 + size; i++) ends[rules[i] as number]!++;
  }
  for (let atom = 1; atom < ends.length; atom++) ends[atom]! += ends[atom - 1] as number;
  const occurrences = new Int32Array(ends[terms.size] as number);
  const begins = ends.slice();
  for (let rule = 0; rule < starts.length; rule++) {
    const at = starts[rule] as number;
    const negative = at + 3 + (rules[at + 1] as number);
    for (let i = at + 3; i < at + 3 + sizeOf(at); i++)
      occurrences[--begins[rules[i] as number]!] = 2 * rule + (i < negative ? 0 : 1);
  }
  const queue: number[] = [];
  const setTrue = (rule: number): void => {
    const head = rules[starts[rule] as number] as number;
    if (isConstant[head]) return;
    isConstant[head] = 1;
    queue.push(head);
  };
  for (let atom = 0; atom < terms.size; atom++) {
    if (begins[atom] === ends[atom] || (liveRules[atom] as number) > 0) continue;
    const symbol = terms.symbol(atom);
    if (symbol !== symbols.isTrue && symbol !== symbols.does) queue.push(atom);
  }
  for (let rule = 0; rule < starts.length; rule++) if (undecided[rule] === 0) setTrue(rule);
  for (let next = 0; next < queue.length; next++) {
    const atom = queue[next] as number;
    for (let i = begins[atom] as number; i < (ends[atom] as number); i++) {
      const rule = (occurrences[i] as number) >> 1;
      if (!isLive[rule]) continue;
      const holds = (isConstant[atom] === 1) === (((occurrences[i] as number) & 1) === 0);
      if (holds) {
        if (--undecided[rule]! === 0) setTrue(rule);
        continue;
      }
      isLive[rule] = 0;
      const head = rules[starts[rule] as number] as number;
      if (--liveRules[head]! === 0 && !isConstant[head]) queue.push(head);
    }
  }
  return { isConstant, isLive };
}
