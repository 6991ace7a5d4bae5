/** Equivalence of rules up to variable names, order and repetition of body literals, and the sides of `distinct`. */
import { formatTerm, variablesOfLiteral, type Literal, type Rule, type Term } from "./rulesheet.ts";

/** Limit of the backtracking match. Real rules need a few attempts. */
const MAX_TRIES = 20_000;

/** By variable name, a colour that depends only on where the variable occurs. Equivalent rules have equal colours. */
type Colours = ReadonlyMap<string, string>;

/** Equal for equivalent rules, and rarely for others. */
export function ruleShape(rule: Rule): string {
  const colours = coloursOf(rule);
  const texts = deduplicated(rule.body).map((literal) => literalText(literal, colours));
  return [coloured(rule.head, colours), ...texts.toSorted()].join(" ");
}

const colourCache = new WeakMap<Rule, Colours>();

/** Colour refinement: each round splits colours by the colours that a variable occurs with. */
function coloursOf(rule: Rule): Colours {
  const known = colourCache.get(rule);
  if (known) return known;
  const { head, body } = rule;
  let colours: Colours = new Map<string, string>();
  for (let count = -1; count < new Set(colours.values()).size;) {
    count = new Set(colours.values()).size;
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
    const before = colours;
    colours = numbered(
      new Map([...seen].map(([name, places]) => [name, [before.get(name), ...places.toSorted()].join("|")])),
    );
  }
  colourCache.set(rule, colours);
  return colours;
}

export function areEquivalentRules(one: Rule, two: Rule): boolean {
  const [left, right] = [deduplicated(one.body), deduplicated(two.body)];
  if (left.length !== right.length) return false;
  const [colours, otherColours] = [coloursOf(one), coloursOf(two)];
  const candidates = Map.groupBy(right, (literal) => literalText(literal, otherColours));
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
  // Literals with the fewest unmatched variables first.
  const from = (rest: readonly Literal[]): boolean => {
    const literal = rest.toSorted((a, b) => unknownIn(a, names) - unknownIn(b, names))[0];
    if (!literal) return true;
    const others = rest.filter((each) => each !== literal);
    for (const other of candidates.get(literalText(literal, colours)) ?? []) {
      if (used.has(other) || other.negated !== literal.negated) continue;
      for (const [a, b] of pairings(literal, other)) {
        if (++tries > MAX_TRIES) return false;
        const size = names.size;
        used.add(other);
        if (a.every((term, i) => match(term, b[i] as Term)) && from(others)) return true;
        used.delete(other);
        undoTo(size);
      }
    }
    return false;
  };
  return match(one.head, two.head) && from(left);
}

function unknownIn(literal: Literal, names: ReadonlyMap<string, string>): number {
  return new Set(variablesOfLiteral(literal).filter((name) => !names.has(name))).size;
}

/** Lists of terms that must match pairwise; the sides of `distinct` are interchangeable. */
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

function deduplicated(body: readonly Literal[]): Literal[] {
  return [...new Map(body.map((literal) => [literalText(literal, null), literal])).values()];
}

/** Colours renamed to short texts, in an order that does not depend on variable names. */
function numbered(colours: Colours): Map<string, string> {
  const sorted = [...new Set(colours.values())].toSorted();
  const numbers = new Map(sorted.map((colour, i) => [colour, `?${i}`]));
  return new Map([...colours].map(([name, colour]) => [name, numbers.get(colour) as string]));
}

function coloured(term: Term, colours: Colours | null): string {
  if (!colours) return formatTerm(term);
  if (term.kind === "variable") return colours.get(term.name) ?? "?";
  return `(${[term.name, ...term.arguments.map((part) => coloured(part, colours))].join(" ")})`;
}

function literalText(literal: Literal, colours: Colours | null): string {
  const text =
    literal.kind === "distinct"
      ? `distinct ${[literal.left, literal.right]
          .map((term) => coloured(term, colours))
          .toSorted()
          .join(" ")}`
      : coloured(literal.sentence, colours);
  return literal.negated ? `not ${text}` : text;
}
