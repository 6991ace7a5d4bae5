/** Ground rules sorted by the atom they give, with what never changes worked out, in an order in which each needs only earlier ones. */
import type { GroundRules } from "../datalog/grounding.ts";
import { componentsOf } from "../datalog/program.ts";

export interface Body {
  readonly positive: readonly number[];
  readonly negative: readonly number[];
}

export interface Atoms {
  /** Atoms that depend on each other, those that others need first. */
  readonly components: readonly (readonly number[])[];
  bodies(atom: number): readonly Body[];
  dependsOnItself(atom: number): boolean;
  /** Whether it holds in every state, whatever is moved. */
  isTrue(atom: number): boolean;
}

export function simplify({ program, rules, ruleCount }: GroundRules): Atoms {
  const { terms, symbols } = program;
  const starts = new Int32Array(ruleCount);
  for (let rule = 0, at = 0; rule < ruleCount; rule++) {
    starts[rule] = at;
    at += 3 + (rules[at + 1] as number) + (rules[at + 2] as number);
  }
  const { isCertain, isAlive } = settled(program, rules, starts);
  const heads = new Map<number, number[]>();
  for (let rule = 0; rule < ruleCount; rule++) {
    const at = starts[rule] as number;
    const head = rules[at] as number;
    if (!isAlive[rule] || isCertain[head]) continue;
    const own = heads.get(head);
    if (own) own.push(at);
    else heads.set(head, [at]);
  }
  const isInput = (atom: number): boolean => {
    const symbol = terms.symbol(atom);
    return symbol === symbols.isTrue || symbol === symbols.does;
  };
  const isFalse = (atom: number): boolean => !heads.has(atom) && !isCertain[atom] && !isInput(atom);
  const needs = (atom: number): number[] => {
    const found: number[] = [];
    for (const at of heads.get(atom) ?? []) {
      const end = at + 3 + (rules[at + 1] as number) + (rules[at + 2] as number);
      for (let i = at + 3; i < end; i++) if (heads.has(rules[i] as number)) found.push(rules[i] as number);
    }
    return found;
  };
  // Only what legal moves, the next state, the end and goals need is kept.
  const outputs = new Set([symbols.legal, symbols.next, symbols.terminal, symbols.goal]);
  const roots = [...heads.keys()].filter((atom) => outputs.has(terms.symbol(atom)));
  return {
    components: componentsOf(roots, needs),
    bodies: (atom) =>
      (heads.get(atom) ?? []).map((at) => {
        const [positive, negative]: [number[], number[]] = [[], []];
        const from = at + 3 + (rules[at + 1] as number);
        const end = from + (rules[at + 2] as number);
        for (let i = at + 3; i < from; i++) if (!isCertain[rules[i] as number]) positive.push(rules[i] as number);
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
    isTrue: (atom) => isCertain[atom] === 1,
  };
}

/** Which atoms are certain and which rules may still give something: what is certain or impossible makes others so. */
function settled(
  { terms, symbols }: GroundRules["program"],
  rules: Int32Array,
  starts: Int32Array,
): { isCertain: Uint8Array; isAlive: Uint8Array } {
  const isCertain = new Uint8Array(terms.size);
  const isAlive = new Uint8Array(starts.length).fill(1);
  /** By atom: rules that may still give it. By rule: what of its body is still open. */
  const given = new Int32Array(terms.size);
  const open = new Int32Array(starts.length);
  /** Where an atom occurs in bodies: the rule, twice, and one more for «not»; one atom after the other. */
  const ends = new Int32Array(terms.size + 1);
  const sizeOf = (at: number): number => (rules[at + 1] as number) + (rules[at + 2] as number);
  for (let rule = 0; rule < starts.length; rule++) {
    const at = starts[rule] as number;
    given[rules[at] as number]!++;
    const size = sizeOf(at);
    open[rule] = size;
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
  const conclude = (rule: number): void => {
    const head = rules[starts[rule] as number] as number;
    if (isCertain[head]) return;
    isCertain[head] = 1;
    queue.push(head);
  };
  for (let atom = 0; atom < terms.size; atom++) {
    if (begins[atom] === ends[atom] || (given[atom] as number) > 0) continue;
    const symbol = terms.symbol(atom);
    if (symbol !== symbols.isTrue && symbol !== symbols.does) queue.push(atom);
  }
  for (let rule = 0; rule < starts.length; rule++) if (open[rule] === 0) conclude(rule);
  for (let next = 0; next < queue.length; next++) {
    const atom = queue[next] as number;
    for (let i = begins[atom] as number; i < (ends[atom] as number); i++) {
      const rule = (occurrences[i] as number) >> 1;
      if (!isAlive[rule]) continue;
      const holds = (isCertain[atom] === 1) === (((occurrences[i] as number) & 1) === 0);
      if (holds) {
        if (--open[rule]! === 0) conclude(rule);
        continue;
      }
      isAlive[rule] = 0;
      const head = rules[starts[rule] as number] as number;
      if (--given[head]! === 0 && !isCertain[head]) queue.push(head);
    }
  }
  return { isCertain, isAlive };
}
