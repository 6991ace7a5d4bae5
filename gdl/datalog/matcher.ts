/** Values of a clause's variables, and patterns matched with terms or made into terms by them. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Pattern } from "./clauses.ts";
import { mixedKey, type Skeleton } from "./database.ts";
import type { Terms } from "./terms.ts";

/** A pattern as it is matched with a fact. */
export type Node =
  | { readonly kind: "ground"; readonly term: number }
  | { readonly kind: "check"; readonly variable: number }
  | { readonly kind: "bind"; readonly variable: number }
  | { readonly kind: "inside"; readonly symbol: number; readonly arguments: readonly Node[] };

/** Parts of terms that are being built: each is built at once, so all matchers share it. */
const scratch = new Int32Array(1 << 12);

export class Matcher {
  values: Int32Array;
  readonly #terms: Terms;

  constructor(terms: Terms, values: Int32Array) {
    this.#terms = terms;
    this.values = values;
  }

  match(node: Node, term: number): boolean {
    switch (node.kind) {
      case "ground":
        return node.term === term;
      case "check":
        return this.values[node.variable] === term;
      case "bind":
        this.values[node.variable] = term;
        return true;
      case "inside": {
        const { starts, cells } = this.#terms;
        const start = starts[term] as number;
        if (cells[start] !== node.symbol) return false;
        for (let i = 0; i < node.arguments.length; i++)
          if (!this.match(node.arguments[i] as Node, cells[start + 1 + i] as number)) return false;
        return true;
      }
    }
  }

  build(pattern: Pattern): number {
    return this.#build(pattern, 0);
  }

  key(skeleton: Skeleton, pattern: Pattern, key: number): number {
    if (skeleton.kind === "any") return key;
    if (skeleton.kind === "key") return mixedKey(key, this.#build(pattern, 0));
    let mixed = key;
    const parts = (pattern as Pattern & { kind: "compound" }).arguments;
    for (let i = 0; i < parts.length; i++)
      mixed = this.key(skeleton.arguments[i] as Skeleton, parts[i] as Pattern, mixed);
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

/** The pattern as it is matched: what is bound so far is checked, the rest is bound, from left to right. */
export function nodeOf(pattern: Pattern, bound: Set<number>): Node {
  if (pattern.kind === "ground") return pattern;
  if (pattern.kind === "variable") {
    const { variable } = pattern;
    if (bound.has(variable)) return { kind: "check", variable };
    bound.add(variable);
    return { kind: "bind", variable };
  }
  return { kind: "inside", symbol: pattern.symbol, arguments: pattern.arguments.map((part) => nodeOf(part, bound)) };
}

/** What of a pattern is known, for an index; null where that is nothing. */
export function skeletonOf(pattern: Pattern, bound: ReadonlySet<number>): Skeleton | null {
  const skeleton = partSkeleton(pattern, bound);
  return hasKey(skeleton) ? skeleton : null;
}

function partSkeleton(pattern: Pattern, bound: ReadonlySet<number>): Skeleton {
  if (pattern.kind === "ground") return { kind: "key" };
  if (pattern.kind === "variable") return { kind: bound.has(pattern.variable) ? "key" : "any" };
  return {
    kind: "inside",
    symbol: pattern.symbol,
    arguments: pattern.arguments.map((part) => partSkeleton(part, bound)),
  };
}

function hasKey(skeleton: Skeleton): boolean {
  return (
    skeleton.kind === "key" || (skeleton.kind === "inside" && skeleton.arguments.some((each) => each.kind !== "any"))
  );
}
