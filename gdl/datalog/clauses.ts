/** Rules compiled to clauses: names interned, variables numbered. */
import type { Literal, Rule, Term } from "../language/rulesheet.ts";
import type { Terms } from "./terms.ts";

/** A term that may contain variables. */
export type Pattern =
  | { readonly kind: "ground"; readonly term: number }
  | { readonly kind: "variable"; readonly variable: number }
  | { readonly kind: "compound"; readonly symbol: number; readonly arguments: readonly Pattern[] };

export type ClauseLiteral =
  | {
      readonly kind: "sentence";
      readonly negated: boolean;
      readonly magic: boolean;
      readonly symbol: number;
      readonly pattern: Pattern;
    }
  | { readonly kind: "distinct"; readonly negated: boolean; readonly left: Pattern; readonly right: Pattern };

export interface Clause {
  readonly head: Pattern;
  readonly headSymbol: number;
  readonly body: readonly ClauseLiteral[];
  readonly variables: number;
  readonly rule: Rule;
}

export function clauseOf(terms: Terms, rule: Rule): Clause {
  const names = new Map<string, number>();
  const pattern = (term: Term): Pattern => {
    if (term.kind === "variable") {
      const variable = names.get(term.name) ?? names.size;
      names.set(term.name, variable);
      return { kind: "variable", variable };
    }
    const parts = term.arguments.map(pattern);
    const symbol = terms.symbols.intern(term.name, parts.length);
    if (parts.every((part) => part.kind === "ground"))
      return {
        kind: "ground",
        term: terms.make(
          symbol,
          Int32Array.from(parts, (part) => part.term),
          0,
        ),
      };
    return { kind: "compound", symbol, arguments: parts };
  };
  const symbolOf = (term: Term & { kind: "compound" }): number =>
    terms.symbols.intern(term.name, term.arguments.length);
  const literal = (each: Literal): ClauseLiteral =>
    each.kind === "distinct"
      ? { kind: "distinct", negated: each.negated, left: pattern(each.left), right: pattern(each.right) }
      : {
          kind: "sentence",
          negated: each.negated,
          magic: each.magic ?? false,
          symbol: symbolOf(each.sentence),
          pattern: pattern(each.sentence),
        };
  const head = pattern(rule.head);
  const body = rule.body.map(literal);
  return { head, headSymbol: symbolOf(rule.head), body, variables: names.size, rule };
}

export function* patternVariables(pattern: Pattern): Generator<number> {
  if (pattern.kind === "variable") yield pattern.variable;
  else if (pattern.kind === "compound") for (const part of pattern.arguments) yield* patternVariables(part);
}

export function literalVariables(literal: ClauseLiteral): number[] {
  return literal.kind === "distinct"
    ? [...patternVariables(literal.left), ...patternVariables(literal.right)]
    : [...patternVariables(literal.pattern)];
}
