/** A substitution for the variables of a clause: matches patterns with terms and instantiates them. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Pattern } from "./clauses.ts";
import { mixKey, type BindingPattern } from "./database.ts";
import type { Terms } from "./terms.ts";

/** A pattern compiled for matching: each variable is either checked or bound. */
export type MatchNode =
  | { readonly kind: "ground"; readonly term: number }
  | { readonly kind: "check"; readonly variable: number }
  | { readonly kind: "bind"; readonly variable: number }
  | { readonly kind: "compound"; readonly symbol: number; readonly arguments: readonly MatchNode[] };

/** Scratch memory for terms under construction, shared by all matchers. */
const scratch = new Int32Array(1 << 12);

export class Matcher {
  values: Int32Array;
  readonly #terms: Terms;

  constructor(terms: Terms, values: Int32Array) {
    this.#terms = terms;
    this.values = values;
  }

  match(node: MatchNode, term: number): boolean {
    switch (node.kind) {
      case "ground":
        return node.term === term;
      case "check":
        return this.values[node.variable] === term;
      case "bind":
        this.values[node.variable] = term;
        return true;
      case "compound": {
        const { starts, cells } = this.#terms;
        const start = starts[term] as number;
        if (cells[start] !== node.symbol) return false;
        for (let i = 0; i < node.arguments.length; i++)
          if (!this.match(node.arguments[i] as MatchNode, cells[start + 1 + i] as number)) return false;
        return true;
      }
    }
  }

  build(pattern: Pattern): number {
    return this.#build(pattern, 0);
  }

  key(bindings: BindingPattern, pattern: Pattern, key: number): number {
    if (bindings.kind === "free") return key;
    if (bindings.kind === "bound") return mixKey(key, this.#build(pattern, 0));
    let mixed = key;
    const parts = (pattern as Pattern & { kind: "compound" }).arguments;
    for (let i = 0; i < parts.length; i++)
      mixed = this.key(bindings.arguments[i] as BindingPattern, parts[i] as Pattern, mixed);
    return mixed;
  }

  #build(pattern: Pattern, depth: number): number {
    if (pattern.kind === "ground") return pattern.term;
    if (pattern.kind === "variable") return this.values[pattern.variable] as number;
    const { arguments: parts, symbol } = pattern;
    if (depth + parts.length > scratch.length)
      throw new GameloreError("too-large", `a term of more than ${scratch.length.toLocaleString("en")} parts`);
    for (let i = 0; i < parts.length; i++) scratch[depth + i] = this.#build(parts[i] as Pattern, depth + parts.length);
    return this.#terms.make(symbol, scratch, depth);
  }
}

/** Variables in `bound` are checked, the others are bound at their first occurrence and added to it. */
export function compilePattern(pattern: Pattern, bound: Set<number>): MatchNode {
  if (pattern.kind === "ground") return pattern;
  if (pattern.kind === "variable") {
    const { variable } = pattern;
    if (bound.has(variable)) return { kind: "check", variable };
    bound.add(variable);
    return { kind: "bind", variable };
  }
  return {
    kind: "compound",
    symbol: pattern.symbol,
    arguments: pattern.arguments.map((part) => compilePattern(part, bound)),
  };
}

/** The bound positions of a pattern for an index lookup; null if none is bound. */
export function bindingPatternOf(pattern: Pattern, bound: ReadonlySet<number>): BindingPattern | null {
  const bindings = partPattern(pattern, bound);
  return hasBound(bindings) ? bindings : null;
}

function partPattern(pattern: Pattern, bound: ReadonlySet<number>): BindingPattern {
  if (pattern.kind === "ground") return { kind: "bound" };
  if (pattern.kind === "variable") return { kind: bound.has(pattern.variable) ? "bound" : "free" };
  return {
    kind: "compound",
    symbol: pattern.symbol,
    arguments: pattern.arguments.map((part) => partPattern(part, bound)),
  };
}

function hasBound(bindings: BindingPattern): boolean {
  return (
    bindings.kind === "bound" ||
    (bindings.kind === "compound" && bindings.arguments.some((each) => each.kind !== "free"))
  );
}
