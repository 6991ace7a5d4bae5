/**
 * A rulesheet played by asking its rules, in every state anew, for what is wanted and no more: slow, and right for any rulesheet that
 * has an order of its relations.
 */
import type { Control } from "../datalog/semi-naive.ts";
import { formatExpression, readExpressions } from "../language/expressions.ts";
import type { Facts, Reasoner } from "../reasoner.ts";
import { parseRulesheet, variablesOf, type Rulesheet, type Term } from "../language/rulesheet.ts";
import { Scene } from "./state.ts";
import { demandFewRoles } from "../datalog/static-relations.ts";
import { splitGoals } from "../language/split-goals.ts";
import { Terms } from "../datalog/terms.ts";

/** From so many terms on, those of states that are past are thrown away before the next question. */
const MANY_TERMS = 2_000_000;
/** Facts and moves that ever came up; they are never thrown away. */
const MAX_KEPT = 4_000_000;

export class Interpreter implements Reasoner {
  readonly roles: readonly string[];
  readonly #sheet: Rulesheet;
  readonly #control: Control;
  /** The facts, moves and roles that the outside knows by number. */
  readonly #kept: Terms = new Terms(MAX_KEPT);
  readonly #roles: readonly number[];
  readonly #initial: Facts;
  #scene: Scene;
  /** What terms of the scene are among the kept ones, and the other way round. */
  #outside = new Map<number, number>();
  #inside = new Map<number, number>();
  #shown: Facts | null = null;

  constructor(sheet: Rulesheet, control: Control) {
    this.#sheet = splitGoals(sheet);
    this.#control = control;
    this.#scene = new Scene(this.#sheet, control, false);
    const { symbols } = this.#scene.program;
    this.#roles = this.#parts(symbols.role, 0);
    demandFewRoles(this.#roles.length);
    this.roles = this.#roles.map((role) => this.#kept.format(role));
    this.#initial = Int32Array.from(this.#parts(symbols.init, 0)).sort();
  }

  initial(): Facts {
    return this.#initial;
  }

  legal(state: Facts): number[][] {
    this.#show(state);
    const { legal } = this.#scene.program.symbols;
    const [roles, moves] = [this.#parts(legal, 0), this.#parts(legal, 1)];
    // In an order that does not depend on what was asked before.
    const text = new Map(moves.map((move) => [move, this.#kept.format(move)]));
    const byText = (a: number, b: number): number => ((text.get(a) as string) < (text.get(b) as string) ? -1 : 1);
    return this.#roles.map((role) => moves.filter((_, i) => roles[i] === role).sort(byText));
  }

  next(state: Facts, moves: readonly number[]): Facts {
    this.#show(state);
    this.#scene.move(this.#roles.map((role, i) => [this.#sceneTerm(role), this.#sceneTerm(moves[i] as number)]));
    return Int32Array.from(this.#parts(this.#scene.program.symbols.next, 0)).sort();
  }

  isTerminal(state: Facts): boolean {
    this.#show(state);
    return this.#scene.all(this.#scene.program.symbols.terminal).length > 0;
  }

  goals(state: Facts): (number | null)[] {
    this.#show(state);
    const { goal } = this.#scene.program.symbols;
    const [roles, values] = [this.#parts(goal, 0), this.#parts(goal, 1)];
    return this.#roles.map((role) => {
      const [one, ...more] = values.filter((_, i) => roles[i] === role);
      return one === undefined || more.length > 0 ? null : Number(this.#kept.format(one));
    });
  }

  factText(fact: number): string {
    return this.#kept.format(fact);
  }

  /** The fact of a text as it is written by `factText`; undefined where it is written otherwise. */
  factOf(text: string): number | undefined {
    const expressions = readExpressions(text);
    const [expression, more] = expressions.ok ? expressions.value : [];
    if (!expression || more || formatExpression(expression) !== text) return undefined;
    const parsed = parseRulesheet(text);
    const head = parsed.ok ? parsed.value.rules[0]?.head : undefined;
    return head && variablesOf(head).next().done ? this.#numberOf(head) : undefined;
  }

  moveText(move: number): string {
    return this.#kept.format(move);
  }

  #show(state: Facts): void {
    if (this.#shown === state) return;
    if (this.#scene.program.terms.size > MANY_TERMS) {
      this.#scene = new Scene(this.#sheet, this.#control, false);
      this.#outside = new Map();
      this.#inside = new Map();
    }
    this.#scene.show(Array.from(state, (fact) => this.#sceneTerm(fact)));
    this.#shown = state;
  }

  #numberOf({ name, arguments: parts }: Term & { kind: "compound" }): number {
    const symbol = this.#kept.symbols.number(name, parts.length);
    return this.#kept.make(
      symbol,
      Int32Array.from(parts, (part) => this.#numberOf(part as Term & { kind: "compound" })),
      0,
    );
  }

  /** An argument of each fact of a relation. */
  #parts(symbol: number, place: number): number[] {
    const { terms } = this.#scene.program;
    return this.#scene.all(symbol).map((fact) => this.#keptTerm(terms.argument(fact, place)));
  }

  #keptTerm(term: number): number {
    return copied(this.#scene.program.terms, term, this.#kept, this.#outside);
  }

  #sceneTerm(term: number): number {
    return copied(this.#kept, term, this.#scene.program.terms, this.#inside);
  }
}

function copied(from: Terms, term: number, to: Terms, known: Map<number, number>): number {
  const before = known.get(term);
  if (before !== undefined) return before;
  const symbol = from.symbol(term);
  const arity = from.symbols.arity(symbol);
  const parts = Int32Array.from({ length: arity }, (_, i) => copied(from, from.argument(term, i), to, known));
  const copy = to.make(to.symbols.number(from.symbols.name(symbol), arity), parts, 0);
  known.set(term, copy);
  return copy;
}
