/** A rulesheet as a Datalog program: which relations are static, and the strata of the others. */
import { clauseOf, type Clause } from "./clauses.ts";
import { reachable, stronglyConnectedComponents } from "../language/dependency-graph.ts";
import type { Rulesheet } from "../language/rulesheet.ts";
import { Terms } from "./terms.ts";

export interface Program {
  readonly terms: Terms;
  readonly clauses: readonly Clause[];
  /** Symbols of the GDL keywords. */
  readonly symbols: Readonly<
    Record<"role" | "init" | "isTrue" | "does" | "legal" | "next" | "terminal" | "goal" | "sees", number>
  >;
  /** Whether a relation depends on the state or on moves. */
  isDynamic(symbol: number): boolean;
}

export function programOf(sheet: Rulesheet, maxTerms: number): Program {
  const terms = new Terms(maxTerms);
  const symbol = (name: string, arity: number): number => terms.symbols.intern(name, arity);
  const symbols = {
    role: symbol("role", 1),
    init: symbol("init", 1),
    isTrue: symbol("true", 1),
    does: symbol("does", 2),
    legal: symbol("legal", 2),
    next: symbol("next", 1),
    terminal: symbol("terminal", 0),
    goal: symbol("goal", 2),
    sees: symbol("sees", 2),
  };
  const clauses = sheet.rules.map((rule) => clauseOf(terms, rule));
  const dynamic = dependents(clauses, [symbols.isTrue, symbols.does]);
  return { terms, clauses, symbols, isDynamic: (each) => dynamic.has(each) };
}

/** The given relations and all that depend on one of them. */
export function dependents(clauses: readonly Clause[], start: readonly number[]): Set<number> {
  return reachable(
    clauses.map(({ headSymbol, body }) => ({
      head: headSymbol,
      needs: body.flatMap((literal) => (literal.kind === "sentence" ? [literal.symbol] : [])),
    })),
    start,
  );
}

/** Strata of clauses: each depends only on itself and on earlier ones, and not on the negation of its own relations. */
interface Strata {
  readonly strata: readonly (readonly Clause[])[];
  /** Relations that depend on their own negation. */
  readonly unstratified: readonly number[];
}

export function stratify(clauses: readonly Clause[]): Strata {
  const heads = new Map<number, Clause[]>();
  for (const clause of clauses) {
    const own = heads.get(clause.headSymbol) ?? [];
    own.push(clause);
    heads.set(clause.headSymbol, own);
  }
  const components = stronglyConnectedComponents([...heads.keys()], (symbol) =>
    (heads.get(symbol) ?? []).flatMap(({ body }) =>
      body.flatMap((literal) => (literal.kind === "sentence" && heads.has(literal.symbol) ? [literal.symbol] : [])),
    ),
  );
  const unstratified: number[] = [];
  const strata = components.map((symbols) => {
    const stratum = symbols.flatMap((symbol) => heads.get(symbol) ?? []);
    const own = new Set(symbols);
    for (const { body, headSymbol } of stratum)
      if (body.some((each) => each.kind === "sentence" && each.negated && own.has(each.symbol)))
        unstratified.push(headSymbol);
    return stratum;
  });
  return { strata, unstratified };
}
