/** When two rules say the same: equal but for the names of variables, the order of the body, repetitions in it, and sides of `distinct`. */
import { formatTerm, variablesOf, type Literal, type Rule, type Term } from "./rulesheet.ts";

/** Ways that are tried to match two rules that look alike; real rules need a few. */
const MOST_TRIES = 20_000;

/** Equal for rules that say the same, and hardly ever for others. */
export function ruleShape({ head, body }: Rule): string {
  let colours: ReadonlyMap<string, string> = new Map<string, string>();
  const text = (): string => shapeText(head, body, colours);
  const count = new Set([head, ...body.flatMap(termsOf)].flatMap((term) => [...variablesOf(term)])).size;
  // Each round tells variables apart by where they stand among those that are told apart already.
  for (let round = 0; round < Math.min(count, 4); round++) {
    const seen = new Map<string, string[]>();
    const note = (term: Term, at: string): void => {
      if (term.kind === "variable") {
        const places = seen.get(term.name) ?? [];
        places.push(at);
        seen.set(term.name, places);
      } else term.arguments.forEach((part, i) => note(part, `${at}.${i}`));
    };
    note(head, "head");
    for (const literal of deduplicated(body)) {
      const own = literalText(literal, colours);
      if (literal.kind === "distinct") for (const term of [literal.left, literal.right]) note(term, own);
      else note(literal.sentence, own);
    }
    colours = numbered(new Map([...seen].map(([name, places]) => [name, places.toSorted().join("|")])));
  }
  return text();
}

export function sameRule(one: Rule, two: Rule): boolean {
  const [left, right] = [deduplicated(one.body), deduplicated(two.body)];
  if (left.length !== right.length) return false;
  const names = new Map<string, string>();
  const back = new Map<string, string>();
  let tries = 0;
  const undoTo = (size: number): void => {
    for (const [name, other] of [...names].slice(size)) {
      names.delete(name);
      back.delete(other);
    }
  };
  const match = (a: Term, b: Term): boolean => {
    if (a.kind === "variable" || b.kind === "variable") {
      if (a.kind !== b.kind) return false;
      if (!names.has(a.name) && !back.has(b.name)) {
        names.set(a.name, b.name);
        back.set(b.name, a.name);
      }
      return names.get(a.name) === b.name && back.get(b.name) === a.name;
    }
    return (
      a.name === b.name &&
      a.arguments.length === b.arguments.length &&
      a.arguments.every((part, i) => match(part, b.arguments[i] as Term))
    );
  };
  const used = new Set<Literal>();
  const from = (at: number): boolean => {
    const literal = left[at];
    if (!literal) return true;
    for (const other of right) {
      if (used.has(other) || other.negated !== literal.negated) continue;
      for (const [a, b] of pairings(literal, other)) {
        if (++tries > MOST_TRIES) return false;
        const size = names.size;
        used.add(other);
        if (a.every((term, i) => match(term, b[i] as Term)) && from(at + 1)) return true;
        used.delete(other);
        undoTo(size);
      }
    }
    return false;
  };
  return match(one.head, two.head) && from(0);
}

/** Terms that must match in turn; the sides of `distinct` may be exchanged. */
function pairings(one: Literal, two: Literal): [readonly Term[], readonly Term[]][] {
  if (one.kind === "distinct" && two.kind === "distinct")
    return [
      [
        [one.left, one.right],
        [two.left, two.right],
      ],
      [
        [one.left, one.right],
        [two.right, two.left],
      ],
    ];
  return one.kind === "sentence" && two.kind === "sentence" ? [[[one.sentence], [two.sentence]]] : [];
}

function termsOf(literal: Literal): Term[] {
  return literal.kind === "distinct" ? [literal.left, literal.right] : [literal.sentence];
}

function deduplicated(body: readonly Literal[]): Literal[] {
  return [...new Map(body.map((literal) => [literalText(literal, null), literal])).values()];
}

/** Colours by name as short texts, in an order that does not depend on names. */
function numbered(colours: ReadonlyMap<string, string>): Map<string, string> {
  const sorted = [...new Set(colours.values())].toSorted();
  const numbers = new Map(sorted.map((colour, i) => [colour, `?${i}`]));
  return new Map([...colours].map(([name, colour]) => [name, numbers.get(colour) as string]));
}

function shapeText(head: Term, body: readonly Literal[], colours: ReadonlyMap<string, string>): string {
  const texts = deduplicated(body).map((literal) => literalText(literal, colours));
  return [coloured(head, colours), ...texts.toSorted()].join(" ");
}

function coloured(term: Term, colours: ReadonlyMap<string, string> | null): string {
  if (!colours) return formatTerm(term);
  if (term.kind === "variable") return colours.get(term.name) ?? "?";
  return `(${[term.name, ...term.arguments.map((part) => coloured(part, colours))].join(" ")})`;
}

function literalText(literal: Literal, colours: ReadonlyMap<string, string> | null): string {
  const text =
    literal.kind === "distinct"
      ? `distinct ${[literal.left, literal.right].map((term) => coloured(term, colours)).toSorted().join(" ")}`
      : coloured(literal.sentence, colours);
  return literal.negated ? `not ${text}` : text;
}
