/**
 * Plays any stratified rulesheet by resolving its rules on demand in each state: slow, but without grounding.
 */
import { chanceLast } from "../chance-role.ts";
import type { Control } from "../datalog/semi-naive.ts";
import { formatExpression, parseExpressions } from "../language/expressions.ts";
import type { Facts, Reasoner } from "../reasoner.ts";
import { parseRulesheet, variablesOf, type Rulesheet, type Term } from "../language/rulesheet.ts";
import { State } from "./state.ts";
import { checkRoleCount } from "../datalog/static-relations.ts";
import { splitGoals } from "../language/split-goals.ts";
import { Terms } from "../datalog/terms.ts";

/** With more terms than this, the terms of earlier states are discarded. */
const MAX_STATE_TERMS = 2_000_000;
/** Terms of facts and moves, which are never discarded. */
const MAX_TERMS = 4_000_000;

export class Interpreter implements Reasoner {
  readonly roles: readonly string[];
  readonly #sheet: Rulesheet;
  readonly #control: Control;
  /** Facts, moves and roles by the numbers that callers use. */
  readonly #terms: Terms = new Terms(MAX_TERMS);
  readonly #roles: readonly number[];
  readonly #initial: Facts;
  #state: State;
  /** Terms of the state by their number for callers, and the reverse. */
  #fromState = new Map<number, number>();
  #toState = new Map<number, number>();
  #current: Facts | null = null;

  constructor(sheet: Rulesheet, control: Control) {
    this.#sheet = splitGoals(sheet);
    this.#control = control;
    this.#state = new State(this.#sheet, control, false);
    const { symbols } = this.#state.program;
    this.#roles = chanceLast(this.#parts(symbols.role, 0), (role) => this.#terms.format(role));
    checkRoleCount(this.#roles.length);
    this.roles = this.#roles.map((role) => this.#terms.format(role));
    this.#initial = Int32Array.from(this.#parts(symbols.init, 0)).sort();
  }

  initial(): Facts {
    return this.#initial;
  }

  legal(state: Facts): number[][] {
    this.#setState(state);
    const { legal } = this.#state.program.symbols;
    const [roles, moves] = [this.#parts(legal, 0), this.#parts(legal, 1)];
    // The order must not depend on earlier calls.
    const text = new Map(moves.map((move) => [move, this.#terms.format(move)]));
    const byText = (a: number, b: number): number => ((text.get(a) as string) < (text.get(b) as string) ? -1 : 1);
    return this.#roles.map((role) => moves.filter((_, i) => roles[i] === role).sort(byText));
  }

  next(state: Facts, moves: readonly number[]): Facts {
    this.#setState(state);
    this.#state.setMoves(this.#roles.map((role, i) => [this.#stateTerm(role), this.#stateTerm(moves[i] as number)]));
    return Int32Array.from(this.#parts(this.#state.program.symbols.next, 0)).sort();
  }

  isTerminal(state: Facts): boolean {
    this.#setState(state);
    return this.#state.factsOf(this.#state.program.symbols.terminal).length > 0;
  }

  goals(state: Facts): (number | null)[] {
    this.#setState(state);
    const { goal } = this.#state.program.symbols;
    const [roles, values] = [this.#parts(goal, 0), this.#parts(goal, 1)];
    return this.#roles.map((role) => {
      const [one, ...more] = values.filter((_, i) => roles[i] === role);
      return one === undefined || more.length > 0 ? null : Number(this.#terms.format(one));
    });
  }

  factText(fact: number): string {
    return this.#terms.format(fact);
  }

  /** The fact of a text in the form of `factText`; undefined otherwise. */
  factOf(text: string): number | undefined {
    const expressions = parseExpressions(text);
    const [expression, more] = expressions.ok ? expressions.value : [];
    if (!expression || more || formatExpression(expression) !== text) return undefined;
    const parsed = parseRulesheet(text);
    const head = parsed.ok ? parsed.value.rules[0]?.head : undefined;
    return head && variablesOf(head).next().done ? this.#numberOf(head) : undefined;
  }

  moveText(move: number): string {
    return this.#terms.format(move);
  }

  #setState(state: Facts): void {
    if (this.#current === state) return;
    if (this.#state.program.terms.size > MAX_STATE_TERMS) {
      this.#state = new State(this.#sheet, this.#control, false);
      this.#fromState = new Map();
      this.#toState = new Map();
    }
    this.#state.setFacts(Array.from(state, (fact) => this.#stateTerm(fact)));
    this.#current = state;
  }

  #numberOf({ name, arguments: parts }: Term & { kind: "compound" }): number {
    const symbol = this.#terms.symbols.intern(name, parts.length);
    return this.#terms.make(
      symbol,
      Int32Array.from(parts, (part) => this.#numberOf(part as Term & { kind: "compound" })),
      0,
    );
  }

  /** An argument of each fact of a relation. */
  #parts(symbol: number, place: number): number[] {
    const { terms } = this.#state.program;
    return this.#state.factsOf(symbol).map((fact) => this.#ownTerm(terms.argument(fact, place)));
  }

  #ownTerm(term: number): number {
    return copyTerm(this.#state.program.terms, term, this.#terms, this.#fromState);
  }

  #stateTerm(term: number): number {
    return copyTerm(this.#terms, term, this.#state.program.terms, this.#toState);
  }
}

function copyTerm(from: Terms, term: number, to: Terms, known: Map<number, number>): number {
  const before = known.get(term);
  if (before !== undefined) return before;
  const symbol = from.symbol(term);
  const arity = from.symbols.arity(symbol);
  const parts = Int32Array.from({ length: arity }, (_, i) => copyTerm(from, from.argument(term, i), to, known));
  const copy = to.make(to.symbols.intern(from.symbols.name(symbol), arity), parts, 0);
  known.set(term, copy);
  return copy;
}
