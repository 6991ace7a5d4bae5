/** What rules depend on: which relations never change during a game, and in which order the others are to be found out. */
import { clauseOf, type Clause } from "./clauses.ts";
import type { Rulesheet } from "../language/rulesheet.ts";
import { Terms } from "./terms.ts";

export interface Program {
  readonly terms: Terms;
  readonly clauses: readonly Clause[];
  /** Symbols of the relations with a meaning of their own. */
  readonly symbols: Readonly<
    Record<"role" | "init" | "isTrue" | "does" | "legal" | "next" | "terminal" | "goal", number>
  >;
  /** Whether a relation depends on the state or on moves. */
  isDynamic(symbol: number): boolean;
}

export function programOf(sheet: Rulesheet, maxTerms: number): Program {
  const terms = new Terms(maxTerms);
  const symbol = (name: string, arity: number): number => terms.symbols.number(name, arity);
  const symbols = {
    role: symbol("role", 1),
    init: symbol("init", 1),
    isTrue: symbol("true", 1),
    does: symbol("does", 2),
    legal: symbol("legal", 2),
    next: symbol("next", 1),
    terminal: symbol("terminal", 0),
    goal: symbol("goal", 2),
  };
  const clauses = sheet.rules.map((rule) => clauseOf(terms, rule));
  const dynamic = dependents(clauses, [symbols.isTrue, symbols.does]);
  return { terms, clauses, symbols, isDynamic: (each) => dynamic.has(each) };
}

/** The relations that depend on one of these, and those themselves. */
export function dependents(clauses: readonly Clause[], start: readonly number[]): Set<number> {
  return reached(
    clauses.map(({ headSymbol, body }) => ({
      head: headSymbol,
      needs: body.flatMap((literal) => (literal.kind === "sentence" ? [literal.symbol] : [])),
    })),
    start,
  );
}

/** What can be reached from rules' needs to their heads; each rule is looked at once for each need. */
export function reached<T>(
  rules: readonly { readonly head: T; readonly needs: readonly T[] }[],
  start: readonly T[],
): Set<T> {
  const users = new Map<T, T[]>();
  for (const { head, needs } of rules)
    for (const need of needs) {
      const own = users.get(need);
      if (own) own.push(head);
      else users.set(need, [head]);
    }
  const found = new Set(start);
  // A set may grow while it is gone through.
  for (const each of found) for (const user of users.get(each) ?? []) found.add(user);
  return found;
}

/** Clauses in groups, each of which needs only itself and those before it, and no group the `not` of its own relations. */
export interface Strata {
  readonly groups: readonly (readonly Clause[])[];
  /** Relations that depend on their own `not`: there is no such order. */
  readonly tangled: readonly number[];
}

export function strataOf(clauses: readonly Clause[]): Strata {
  const heads = new Map<number, Clause[]>();
  for (const clause of clauses) {
    const own = heads.get(clause.headSymbol) ?? [];
    own.push(clause);
    heads.set(clause.headSymbol, own);
  }
  const components = componentsOf([...heads.keys()], (symbol) =>
    (heads.get(symbol) ?? []).flatMap(({ body }) =>
      body.flatMap((literal) => (literal.kind === "sentence" && heads.has(literal.symbol) ? [literal.symbol] : [])),
    ),
  );
  const tangled: number[] = [];
  const groups = components.map((symbols) => {
    const group = symbols.flatMap((symbol) => heads.get(symbol) ?? []);
    const own = new Set(symbols);
    for (const { body, headSymbol } of group)
      if (body.some((each) => each.kind === "sentence" && each.negated && own.has(each.symbol)))
        tangled.push(headSymbol);
    return group;
  });
  return { groups, tangled };
}

/** Strongly connected components, those that others need first. Without recursion: rulesheets may be deep. */
export function componentsOf(nodes: readonly number[], edges: (node: number) => readonly number[]): number[][] {
  const number = new Map<number, number>();
  const low = new Map<number, number>();
  const stack: number[] = [];
  const onStack = new Set<number>();
  const components: number[][] = [];
  let counter = 0;
  for (const root of nodes) {
    if (number.has(root)) continue;
    const work: { node: number; targets: readonly number[]; at: number }[] = [];
    const enter = (node: number): void => {
      number.set(node, counter);
      low.set(node, counter++);
      stack.push(node);
      onStack.add(node);
      work.push({ node, targets: edges(node), at: 0 });
    };
    enter(root);
    while (work.length > 0) {
      const frame = work.at(-1) as (typeof work)[number];
      const { node, targets } = frame;
      const target = targets[frame.at];
      frame.at++;
      if (target !== undefined) {
        if (!number.has(target)) enter(target);
        else if (onStack.has(target)) low.set(node, Math.min(low.get(node) as number, number.get(target) as number));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) as number, low.get(node) as number));
      if (low.get(node) !== number.get(node)) continue;
      const component: number[] = [];
      for (let member = -1; member !== node;) {
        member = stack.pop() as number;
        onStack.delete(member);
        component.push(member);
      }
      components.push(component);
    }
  }
  return components;
}
