/**
 * Rule decomposition before grounding. A variable that occurs in some literals of a body but not in the head moves to an auxiliary rule:
 * `next(at x y p) <= true(at x y p), does(r, move u v), differs(x y u v)` is grounded for every x, y, p and move; with
 * `part(x y) <= does(r, move u v), differs(x y u v)` only the auxiliary rule is grounded for every move.
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

/** Rules with fewer variables are not decomposed. */
const MIN_VARIABLES = 3;
/** Prefix of auxiliary relations; the space keeps them distinct from names of the rulesheet. */
const PREFIX = "part ";

export function decompose(sheet: Rulesheet): Rulesheet {
  const decomposer = new Decomposer();
  const rules = sheet.rules.flatMap((rule) => decomposer.split(rule));
  return { rules };
}

class Decomposer {
  /** Auxiliary relations by their body with canonical variable names, to share equal ones. */
  readonly #names = new Map<string, string>();

  split(rule: Rule): Rule[] {
    const made: Rule[] = [];
    let { body } = rule;
    const head = new Set(variablesOf(rule.head));
    while (true) {
      const all = new Set([...head, ...body.flatMap(variablesOfLiteral)]);
      if (all.size < MIN_VARIABLES) break;
      const part = partOf(body, head, all.size);
      if (!part) break;
      const inside = new Set(part.flatMap(variablesOfLiteral));
      const rest = body.filter((literal) => !part.includes(literal));
      const needed = new Set([...head, ...rest.flatMap(variablesOfLiteral)]);
      const shared = [...inside].filter((name) => needed.has(name));
      const { literal, rules } = this.#auxiliary(shared, part, rule);
      made.push(...rules);
      body = [...rest, literal];
    }
    return [...made, { ...rule, body }];
  }

  /** An auxiliary relation over the shared variables, defined by the part. */
  #auxiliary(shared: readonly string[], part: readonly Literal[], { at }: Rule): { literal: Literal; rules: Rule[] } {
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
    const name = known ?? `${PREFIX}${this.#names.size + 1}`;
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

/** The part of the body with the fewest variables that can become an auxiliary rule, or null. */
function partOf(body: readonly Literal[], head: ReadonlySet<string>, size: number): Literal[] | null {
  let best: Literal[] | null = null;
  let fewest = size;
  for (const part of [...components(body, head), ...singles(body, head)]) {
    if (part.length === body.length) continue;
    const whole = safePart(part, body);
    if (!whole || whole.length === body.length) continue;
    const count = new Set(whole.flatMap(variablesOfLiteral)).size;
    if (count < fewest) [best, fewest] = [whole, count];
  }
  return best;
}

/** Literals connected by variables that do not occur in the head. */
function components(body: readonly Literal[], head: ReadonlySet<string>): Literal[][] {
  const left = new Set(body);
  const parts: Literal[][] = [];
  for (const start of body) {
    if (!left.has(start) || nonHead(start, head).length === 0) continue;
    const part = new Set([start]);
    const names = new Set(nonHead(start, head));
    for (let before = 0; before < part.size;) {
      before = part.size;
      for (const literal of body) {
        const own = nonHead(literal, head);
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

/** For each variable that does not occur in the head, the literals with it. */
function singles(body: readonly Literal[], head: ReadonlySet<string>): Literal[][] {
  const names = new Set(body.flatMap((literal) => nonHead(literal, head)));
  return [...names].map((name) => body.filter((literal) => variablesOfLiteral(literal).includes(name)));
}

function nonHead(literal: Literal, head: ReadonlySet<string>): string[] {
  return variablesOfLiteral(literal).filter((name) => !head.has(name));
}

/**
 * The part extended to a safe rule: every variable is bound by a positive sentence. Added sentences introduce no new variables.
 * Null if that is not possible.
 */
function safePart(part: readonly Literal[], body: readonly Literal[]): Literal[] | null {
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
