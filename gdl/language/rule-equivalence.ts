/** When two rules say the same: equal but for the names of variables, the order of the body, repetitions in it, and sides of `distinct`. */
import { formatTerm, variablesOfLiteral, type Literal, type Rule, type Term } from "./rulesheet.ts";

/** Ways that are tried to match two rules that look alike; real rules need a few. */
const MOST_TRIES = 20_000;

/** Variables told apart by where they stand; by name. Rules that say the same have the same colours. */
type Colours = ReadonlyMap<string, string>;

/** Equal for rules that say the same, and hardly ever for others. */
export function ruleShape(rule: Rule): string {
  const colours = coloursOf(rule);
  const texts = deduplicated(rule.body).map((literal) => literalText(literal, colours));
  return [coloured(rule.head, colours), ...texts.toSorted()].join(" ");
}

const knownColours = new WeakMap<Rule, Colours>();

/** Each round tells variables apart by where they stand among those that are told apart already. */
function coloursOf(rule: Rule): Colours {
  const known = knownColours.get(rule);
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
  knownColours.set(rule, colours);
  return colours;
}

export function sameRule(one: Rule, two: Rule): boolean {
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
  // What is known already is matched first: there is little to choose.
  const from = (rest: readonly Literal[]): boolean => {
    const literal = rest.toSorted((a, b) => unknownIn(a, names) - unknownIn(b, names))[0];
    if (!literal) return true;
    const others = rest.filter((each) => each !== literal);
    for (const other of candidates.get(literalText(literal, colours)) ?? []) {
      if (used.has(other) || other.negated !== literal.negated) continue;
      for (const [a, b] of pairings(literal, other)) {
        if (++tries > MOST_TRIES) return false;
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

function deduplicated(body: readonly Literal[]): Literal[] {
  return [...new Map(body.map((literal) => [literalText(literal, null), literal])).values()];
}

/** Colours by name as short texts, in an order that does not depend on names. */
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
