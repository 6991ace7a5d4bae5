/** Names that a rulesheet defines, and what a mistyped one was probably meant to be, in bounded time. */
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import type { Sentence, Term } from "./rulesheet.ts";

/** A rulesheet may have thousands of names, all mistyped: comparing each with each would take hours. */
const MAX_COMPARED_NAMES = 1_000;
const MAX_MISTYPED_NAMES = 50;

export class KnownNames {
  /** A variable stands for any name. */
  readonly hasVariable: boolean;
  readonly #relations: ReadonlySet<string>;
  readonly #example = new Map<string, Sentence>();
  readonly #suggestions = new Map<string, string>();

  constructor(terms: readonly Term[]) {
    const sentences = terms.filter((term) => term.kind === "compound");
    this.hasVariable = sentences.length < terms.length;
    this.#relations = new Set(sentences.map(relation));
    for (const sentence of sentences) if (!this.#example.has(sentence.name)) this.#example.set(sentence.name, sentence);
  }

  has(sentence: Sentence): boolean {
    return this.#relations.has(relation(sentence));
  }

  /** The first sentence with that name. */
  exampleOf(name: string): Sentence | undefined {
    return this.#example.get(name);
  }

  /** `; did you mean "x"?`, or an empty string. */
  suggestion(name: string): string {
    const known = this.#suggestions.get(name);
    if (known !== undefined) return known;
    if (this.#suggestions.size >= MAX_MISTYPED_NAMES) return "";
    const text = didYouMean(name, [...this.#example.keys()].slice(0, MAX_COMPARED_NAMES));
    this.#suggestions.set(name, text);
    return text;
  }
}

/** Name and number of arguments. */
export function relation({ name, arguments: parts }: Sentence): string {
  return `${name}/${parts.length}`;
}
