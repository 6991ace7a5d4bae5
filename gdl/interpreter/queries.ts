/** Queries of a state by sentences of the rulesheet, with or without variables. */
import {
  formatTerm,
  variablesOf,
  variablesOfLiteral,
  type Literal,
  type Rule,
  type Sentence,
  type Term,
} from "../language/rulesheet.ts";
import type { State } from "./state.ts";

/** Values of variables by name, as terms of the state. */
type Substitution = ReadonlyMap<string, number>;

/** A variable and its value as text. */
export interface Binding {
  readonly name: string;
  readonly value: string;
}

export class Queries {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** The number of a ground term. */
  number(term: Term): number {
    return this.#build(term, []);
  }

  /** The facts that match a sentence. */
  answers(sentence: Sentence): readonly number[] {
    const { terms } = this.#state.program;
    const symbol = terms.symbols.intern(sentence.name, sentence.arguments.length);
    if (!this.#state.isMaterialized(symbol)) return this.#state.resolver.solve(this.#build(sentence, []));
    return this.#state.factsOf(symbol).filter((fact) => this.match(sentence, fact, new Map()));
  }

  /** Whether a fact matches; binds the variables. */
  match(term: Term, fact: number, values: Map<string, number>): boolean {
    const { terms } = this.#state.program;
    if (term.kind === "variable") {
      const value = values.get(term.name) ?? fact;
      values.set(term.name, value);
      return value === fact;
    }
    const symbol = terms.symbol(fact);
    return (
      terms.symbols.name(symbol) === term.name &&
      terms.symbols.arity(symbol) === term.arguments.length &&
      term.arguments.every((part, i) => this.match(part, terms.argument(fact, i), values))
    );
  }

  term(number: number): Term {
    const { terms } = this.#state.program;
    const symbol = terms.symbol(number);
    return {
      kind: "compound",
      name: terms.symbols.name(symbol),
      arguments: Array.from({ length: terms.symbols.arity(symbol) }, (_, i) => this.term(terms.argument(number, i))),
    };
  }

  /** Applies a substitution to a term. */
  substitute(term: Term, values: Substitution): Term {
    if (term.kind === "compound")
      return { ...term, arguments: term.arguments.map((part) => this.substitute(part, values)) };
    const value = values.get(term.name);
    return value === undefined ? term : this.term(value);
  }

  substituteLiteral(literal: Literal, values: Substitution): Literal {
    return literal.kind === "distinct"
      ? { ...literal, left: this.substitute(literal.left, values), right: this.substitute(literal.right, values) }
      : { ...literal, sentence: this.substitute(literal.sentence, values) as Sentence };
  }

  format(fact: number): string {
    return formatTerm(originalSentence(this.term(fact) as Sentence));
  }

  bindings(values: Substitution): Binding[] {
    return [...values].map(([name, value]) => ({ name, value: this.format(value) }));
  }

  #build(term: Term, names: string[]): number {
    const { terms } = this.#state.program;
    if (term.kind === "variable") {
      if (!names.includes(term.name)) names.push(term.name);
      return this.#state.resolver.variable(names.indexOf(term.name));
    }
    const parts = Int32Array.from(term.arguments, (part) => this.#build(part, names));
    return terms.make(terms.symbols.intern(term.name, parts.length), parts, 0);
  }
}

/** The sentence of the rulesheet for a goal split by its value. */
export function originalSentence(sentence: Sentence): Sentence {
  const value = /^goal (.*)$/s.exec(sentence.name)?.[1];
  if (value === undefined) return sentence;
  const { kind, arguments: parts } = sentence;
  return { kind, name: "goal", arguments: [...parts, { kind, name: value, arguments: [] }] };
}

/** Variables of a rule in the order of their numbers in its clause. */
export function variableNames({ head, body }: Rule): string[] {
  return [...new Set([...variablesOf(head), ...body.flatMap(variablesOfLiteral)])];
}
