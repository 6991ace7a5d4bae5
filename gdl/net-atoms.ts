/** Ground rules sorted by the atom they give, with what never changes worked out, in an order in which each needs only earlier ones. */
import type { GroundRules } from "./ground.ts";
import { componentsOf } from "./program.ts";

export interface Body {
  readonly positive: Int32Array;
  readonly negative: Int32Array;
}

export interface Atoms {
  /** Atoms that depend on each other, those that others need first. */
  readonly components: readonly (readonly number[])[];
  bodies(atom: number): Iterable<Body>;
  dependsOnItself(atom: number): boolean;
  /** Whether it holds in every state, whatever is moved. */
  isTrue(atom: number): boolean;
}

export function simplify({ program, rules }: GroundRules): Atoms {
  const { terms, symbols } = program;
  const isInput = (atom: number): boolean => {
    const symbol = terms.symbol(atom);
    return symbol === symbols.isTrue || symbol === symbols.does;
  };
  const heads = new Map<number, number[]>();
  const certain = new Set<number>();
  for (let at = 0; at < rules.length; at += 3 + (rules[at + 1] as number) + (rules[at + 2] as number)) {
    const head = rules[at] as number;
    const own = heads.get(head);
    if (own) own.push(at);
    else heads.set(head, [at]);
  }
  const positives = (at: number): Int32Array => rules.subarray(at + 3, at + 3 + (rules[at + 1] as number));
  const negatives = (at: number): Int32Array => {
    const from = at + 3 + (rules[at + 1] as number);
    return rules.subarray(from, from + (rules[at + 2] as number));
  };
  const isFalse = (atom: number): boolean => !isInput(atom) && !heads.has(atom) && !certain.has(atom);
  // What is certain or impossible makes others so; few rounds are needed, and none where nothing is.
  for (let changed = true; changed;) {
    changed = false;
    for (const [atom, own] of heads) {
      const left = own.filter((at) => !positives(at).some(isFalse) && !negatives(at).some((each) => certain.has(each)));
      const isCertain = left.some(
        (at) => positives(at).every((each) => certain.has(each)) && negatives(at).every(isFalse),
      );
      if (isCertain) certain.add(atom);
      if (isCertain || left.length === 0) {
        heads.delete(atom);
        changed = true;
      } else if (left.length < own.length) heads.set(atom, left);
    }
  }
  const needs = (atom: number): number[] =>
    (heads.get(atom) ?? []).flatMap((at) => [...positives(at), ...negatives(at)].filter((each) => heads.has(each)));
  // Only what legal moves, the next state, the end and goals need is kept.
  const outputs = new Set([symbols.legal, symbols.next, symbols.terminal, symbols.goal]);
  const roots = [...heads.keys()].filter((atom) => outputs.has(terms.symbol(atom)));
  return {
    components: componentsOf(roots, needs),
    bodies: function* (atom) {
      for (const at of heads.get(atom) ?? [])
        yield {
          positive: positives(at).filter((each) => !certain.has(each)),
          negative: negatives(at).filter((each) => !isFalse(each)),
        };
    },
    dependsOnItself: (atom) => needs(atom).includes(atom),
    isTrue: (atom) => certain.has(atom),
  };
}
