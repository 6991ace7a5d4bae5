/** Sentences of a rulesheet, with variables or without, asked of a scene. */
import {
  formatTerm,
  variablesOf,
  variablesOfLiteral,
  type Literal,
  type Rule,
  type Sentence,
  type Term,
} from "../language/rulesheet.ts";
import type { Scene } from "./state.ts";

/** Values of variables by name, as terms of the scene. */
export type Values = ReadonlyMap<string, number>;

/** The value of a variable, to be shown. */
export interface Binding {
  readonly name: string;
  readonly value: string;
}

export class Questions {
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** A term without variables by its number in the scene. */
  number(term: Term): number {
    return this.#built(term, []);
  }

  /** The facts that fit a sentence. */
  answers(sentence: Sentence): readonly number[] {
    const { terms } = this.#scene.program;
    const symbol = terms.symbols.number(sentence.name, sentence.arguments.length);
    if (!this.#scene.isGiven(symbol)) return this.#scene.inquiry.ask(this.#built(sentence, []));
    return this.#scene.all(symbol).filter((fact) => this.match(sentence, fact, new Map()));
  }

  /** Whether a fact fits; variables get their values. */
  match(term: Term, fact: number, values: Map<string, number>): boolean {
    const { terms } = this.#scene.program;
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
    const { terms } = this.#scene.program;
    const symbol = terms.symbol(number);
    return {
      kind: "compound",
      name: terms.symbols.name(symbol),
      arguments: Array.from({ length: terms.symbols.arity(symbol) }, (_, i) => this.term(terms.argument(number, i))),
    };
  }

  /** A term with values for some of its variables. */
  filled(term: Term, values: Values): Term {
    if (term.kind === "compound")
      return { ...term, arguments: term.arguments.map((part) => this.filled(part, values)) };
    const value = values.get(term.name);
    return value === undefined ? term : this.term(value);
  }

  filledLiteral(literal: Literal, values: Values): Literal {
    return literal.kind === "distinct"
      ? { ...literal, left: this.filled(literal.left, values), right: this.filled(literal.right, values) }
      : { ...literal, sentence: this.filled(literal.sentence, values) as Sentence };
  }

  format(fact: number): string {
    return formatTerm(spoken(this.term(fact) as Sentence));
  }

  bindings(values: Values): Binding[] {
    return [...values].map(([name, value]) => ({ name, value: this.format(value) }));
  }

  #built(term: Term, names: string[]): number {
    const { terms } = this.#scene.program;
    if (term.kind === "variable") {
      if (!names.includes(term.name)) names.push(term.name);
      return this.#scene.inquiry.blank(names.indexOf(term.name));
    }
    const parts = Int32Array.from(term.arguments, (part) => this.#built(part, names));
    return terms.make(terms.symbols.number(term.name, parts.length), parts, 0);
  }
}

/** Goals that were split by their values, as they were written. */
export function spoken(sentence: Sentence): Sentence {
  const value = /^goal (.*)$/s.exec(sentence.name)?.[1];
  if (value === undefined) return sentence;
  const { kind, arguments: parts } = sentence;
  return { kind, name: "goal", arguments: [...parts, { kind, name: value, arguments: [] }] };
}

/** A rule's variables in the order in which its clause counts them. */
export function namesOf({ head, body }: Rule): string[] {
  return [...new Set([...variablesOf(head), ...body.flatMap(variablesOfLiteral)])];
}
