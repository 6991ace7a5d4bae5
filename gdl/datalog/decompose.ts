/**
 * Large rules as several small ones. A variable that only some literals of a body share, and not the head, can be found out by a rule
 * of its own: `next(at x y p) <= true(at x y p), does(r, move u v), differs(x y u v)` needs for every x, y and p every move; with
 * `moved-elsewhere(x y) <= does(r, move u v), differs(x y u v)` it needs them for every x and y only.
 */
import {
  formatTerm,
  variablesOf,
  variablesOfLiteral,
  type Literal,
  type Rule,
  type Rulesheet,
  type Term,
} from "../language/rulesheet.ts";

/** Rules with fewer variables are left as they are. */
const FEW = 3;
/** Names of relations made here begin so; no rulesheet's names have a space. */
const MADE = "part ";

export function decompose(sheet: Rulesheet): Rulesheet {
  const maker = new Maker();
  const rules = sheet.rules.flatMap((rule) => maker.split(rule));
  return { rules };
}

class Maker {
  /** Parts by what they say, with variables renamed: equal ones are made once. */
  readonly #names = new Map<string, string>();

  split(rule: Rule): Rule[] {
    const made: Rule[] = [];
    let { body } = rule;
    const head = new Set(variablesOf(rule.head));
    while (true) {
      const all = new Set([...head, ...body.flatMap(variablesOfLiteral)]);
      if (all.size < FEW) break;
      const part = partOf(body, head, all.size);
      if (!part) break;
      const inside = new Set(part.flatMap(variablesOfLiteral));
      const rest = body.filter((literal) => !part.includes(literal));
      const needed = new Set([...head, ...rest.flatMap(variablesOfLiteral)]);
      const shared = [...inside].filter((name) => needed.has(name));
      const { literal, rules } = this.#make(shared, part, rule);
      made.push(...rules);
      body = [...rest, literal];
    }
    return [...made, { ...rule, body }];
  }

  /** A relation of the shared variables that holds where the part does. */
  #make(shared: readonly string[], part: readonly Literal[], { at }: Rule): { literal: Literal; rules: Rule[] } {
    const short = new Map<string, string>(shared.map((name, i) => [name, `?${i}`]));
    const renamed = (term: Term): Term => {
      if (term.kind === "compound") return { ...term, arguments: term.arguments.map(renamed) };
      const name = short.get(term.name) ?? `?${short.size}`;
      short.set(term.name, name);
      return { kind: "variable", name };
    };
    const body = part.map((each): Literal =>
      each.kind === "distinct"
        ? { ...each, left: renamed(each.left), right: renamed(each.right) }
        : { ...each, sentence: renamed(each.sentence) as Term & { kind: "compound" } },
    );
    const text = `${shared.length}: ${body.map(literalText).toSorted().join(" ")}`;
    const known = this.#names.get(text);
    const name = known ?? `${MADE}${this.#names.size + 1}`;
    this.#names.set(text, name);
    const variables = (names: readonly string[]): Term[] => names.map((each) => ({ kind: "variable", name: each }));
    const literal: Literal = {
      kind: "sentence",
      negated: false,
      sentence: { kind: "compound", name, arguments: variables(shared) },
    };
    if (known !== undefined) return { literal, rules: [] };
    const head: Term & { kind: "compound" } = {
      kind: "compound",
      name,
      arguments: variables(shared.map((each) => short.get(each) as string)),
    };
    return { literal, rules: this.split({ head, body, at }) };
  }
}

/** Literals that can be found out by themselves with fewer variables than the whole; null where there are none. */
function partOf(body: readonly Literal[], head: ReadonlySet<string>, size: number): Literal[] | null {
  let best: Literal[] | null = null;
  let fewest = size;
  for (const part of [...components(body, head), ...singles(body, head)]) {
    if (part.length === body.length) continue;
    const whole = withHelpers(part, body);
    if (!whole || whole.length === body.length) continue;
    const count = new Set(whole.flatMap(variablesOfLiteral)).size;
    if (count < fewest) [best, fewest] = [whole, count];
  }
  return best;
}

/** Literals joined by variables that the head does not have. */
function components(body: readonly Literal[], head: ReadonlySet<string>): Literal[][] {
  const left = new Set(body);
  const parts: Literal[][] = [];
  for (const start of body) {
    if (!left.has(start) || inner(start, head).length === 0) continue;
    const part = new Set([start]);
    const names = new Set(inner(start, head));
    for (let before = 0; before < part.size;) {
      before = part.size;
      for (const literal of body) {
        const own = inner(literal, head);
        if (part.has(literal) || !own.some((name) => names.has(name))) continue;
        part.add(literal);
        for (const name of own) names.add(name);
      }
    }
    for (const literal of part) left.delete(literal);
    parts.push([...part]);
  }
  return parts;
}

/** For each variable that the head does not have, the literals that have it. */
function singles(body: readonly Literal[], head: ReadonlySet<string>): Literal[][] {
  const names = new Set(body.flatMap((literal) => inner(literal, head)));
  return [...names].map((name) => body.filter((literal) => variablesOfLiteral(literal).includes(name)));
}

function inner(literal: Literal, head: ReadonlySet<string>): string[] {
  return variablesOfLiteral(literal).filter((name) => !head.has(name));
}

/**
 * The part with what it needs to be safe: every variable is bound by a sentence that holds. Such a sentence may have no variable
 * beyond the part's. Null where that cannot be had.
 */
function withHelpers(part: readonly Literal[], body: readonly Literal[]): Literal[] | null {
  const whole = [...part];
  const names = new Set(part.flatMap(variablesOfLiteral));
  const bound = (): Set<string> => new Set(whole.filter(isPositive).flatMap(variablesOfLiteral));
  for (const literal of body) {
    if (whole.includes(literal) || !isPositive(literal)) continue;
    const own = variablesOfLiteral(literal);
    if (own.length > 0 && own.every((name) => names.has(name)) && own.some((name) => !bound().has(name)))
      whole.push(literal);
  }
  const safe = bound();
  return [...names].every((name) => safe.has(name)) ? whole : null;
}

function isPositive(literal: Literal): boolean {
  return literal.kind === "sentence" && !literal.negated;
}

function literalText(literal: Literal): string {
  const text =
    literal.kind === "distinct"
      ? `distinct ${formatTerm(literal.left)} ${formatTerm(literal.right)}`
      : formatTerm(literal.sentence);
  return literal.negated ? `not ${text}` : text;
}
