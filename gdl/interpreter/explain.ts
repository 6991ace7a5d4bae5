/** Explains a sentence in a state: a proof tree, or for each rule the condition at which it fails. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Control } from "../datalog/semi-naive.ts";
import { formatLocation } from "../language/expressions.ts";
import { conditionText, nearestFailure, type Failure } from "./failure.ts";
import { variableNames, Queries, originalSentence, type Binding } from "./queries.ts";
import {
  formatTerm,
  parseRulesheet,
  variablesOf,
  type Rule,
  type Rulesheet,
  type Sentence,
  type Term,
} from "../language/rulesheet.ts";
import { State } from "./state.ts";
import { splitGoals } from "../language/split-goals.ts";

export interface Proof {
  readonly fact: string;
  /** The source of a leaf: the state, the moves made, or a fact of the rulesheet. */
  readonly because: string | null;
  /** Line of the rule that derives it. */
  readonly line: number | null;
  readonly bindings: readonly Binding[];
  readonly conditions: readonly Proof[];
}

export interface Explanation {
  readonly sentence: string;
  readonly holds: boolean;
  readonly proof: Proof | null;
  readonly failures: readonly Failure[];
}

/** Maximum depth of a proof. */
const MAX_DEPTH = 100;
/** Maximum number of answers explained for a query with variables. */
const MAX_ANSWERS = 8;

export class Explainer {
  readonly roles: readonly string[];
  readonly #state: State;
  readonly #queries: Queries;
  readonly #roles: readonly number[];
  /** The state, and the step that led to it. */
  #facts: readonly number[] = [];
  #origin: "init" | "given" | { readonly facts: readonly number[]; readonly moves: readonly number[] } = "init";

  constructor(sheet: Rulesheet, control: Control) {
    this.#state = new State(splitGoals(sheet), control, true);
    this.#queries = new Queries(this.#state);
    const { terms, symbols } = this.#state.program;
    this.#roles = this.#state.factsOf(symbols.role).map((fact) => terms.argument(fact, 0));
    this.roles = this.#roles.map((role) => terms.format(role));
    this.#facts = this.#state.factsOf(symbols.init).map((fact) => terms.argument(fact, 0));
    this.#state.setFacts(this.#facts);
  }

  /** Sets the state: facts in braces. */
  setPosition(text: string): Result<null> {
    const inner = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
    if (inner === undefined) return fail("bad-position", `"${text}" is not a position; expected facts in braces`);
    const sentences = sentencesOf(inner, "bad-position");
    if (!sentences.ok) return sentences;
    const open = sentences.value.find((each) => !variablesOf(each).next().done);
    if (open) return fail("bad-position", `${formatTerm(open)} has a variable; expected a fact`);
    this.#facts = sentences.value.map((each) => this.#queries.number(each));
    this.#origin = "given";
    this.#state.setFacts(this.#facts);
    return ok(null);
  }

  /**
   * Plays moves in sequence. A step takes a move of each role with a choice, in the order of the roles; if no role has a choice, of
   * the first role.
   */
  play(text: string): Result<null> {
    const { terms, symbols } = this.#state.program;
    const given = sentencesOf(text, "bad-move");
    if (!given.ok) return given;
    const moves = given.value.map((each) => this.#queries.number(each));
    for (let at = 0; at < moves.length;) {
      const all = this.#state.factsOf(symbols.legal);
      const legal = this.#roles.map((role) =>
        all.filter((fact) => terms.argument(fact, 0) === role).map((fact) => terms.argument(fact, 1)),
      );
      const choosing = legal.some((own) => own.length > 1) ? legal.map((own) => own.length > 1) : [true];
      const made: number[] = [];
      for (const [role, own] of legal.entries()) {
        const move = choosing[role] ? moves[at++] : own[0];
        const name = this.roles[role];
        if (move === undefined && own.length > 0)
          return fail("bad-move", `a move of ${name} is missing; expected one of ${this.#some(own)}`);
        if (move === undefined || !own.includes(move))
          return fail(
            "bad-move",
            `${move === undefined ? "no move" : `"${terms.format(move)}"`} is not legal for ${name}; ${own.length > 0 ? `expected one of ${this.#some(own)}` : "it has no legal move"}`,
          );
        made.push(move);
      }
      const before = this.#facts;
      this.#setMoves(made);
      this.#facts = this.#state.factsOf(symbols.next).map((fact) => terms.argument(fact, 0));
      this.#origin = { facts: before, moves: made };
      this.#state.setFacts(this.#facts);
    }
    return ok(null);
  }

  get position(): string {
    return `{${this.#facts
      .map((fact) => this.#state.program.terms.format(fact))
      .toSorted()
      .join(" ")}}`;
  }

  /** Explains a sentence, a fact of the state, or a move of each role that may make it. */
  explain(text: string): Result<readonly Explanation[]> {
    const sentences = sentencesOf(text, "bad-usage");
    if (!sentences.ok) return sentences;
    const [sentence, more] = sentences.value;
    if (!sentence || more) return fail("bad-usage", `expected one fact, move or sentence, not "${text}"`);
    const readings = this.#readings(sentence);
    if (readings.length === 0)
      return fail(
        "bad-usage",
        `${sentence.name} with ${sentence.arguments.length} arguments is not in the rules; expected a fact of the state, a move, or a relation such as terminal`,
      );
    return ok(readings.flatMap((each) => this.#explain(each)));
  }

  #explain(sentence: Sentence): Explanation[] {
    const fact = sentence.name === "true" ? sentence.arguments[0] : undefined;
    if (fact && this.#origin !== "given") {
      // A fact is explained in the state that led to it.
      const name = this.#origin === "init" ? "init" : "next";
      if (this.#origin !== "init") {
        this.#state.setFacts(this.#origin.facts);
        this.#setMoves(this.#origin.moves);
      }
      const explained = this.#explainSentence({ kind: "compound", name, arguments: [fact] });
      this.#state.setFacts(this.#facts);
      return explained;
    }
    return this.#explainSentence(sentence);
  }

  #explainSentence(sentence: Sentence): Explanation[] {
    const answers = this.#queries.answers(sentence);
    if (answers.length === 0)
      return [{ sentence: formatTerm(sentence), holds: false, proof: null, failures: this.#failures(sentence) }];
    return answers.slice(0, MAX_ANSWERS).map((fact) => ({
      sentence: this.#queries.format(fact),
      holds: true,
      proof: this.#proof(fact, new Set(), 0),
      failures: [],
    }));
  }

  #proof(fact: number, shown: Set<number>, depth: number): Proof {
    const text = this.#queries.format(fact);
    const leaf = (because: string, line: number | null = null): Proof => ({
      fact: text,
      because,
      line,
      bindings: [],
      conditions: [],
    });
    const { symbols, terms, clauses } = this.#state.program;
    const symbol = terms.symbol(fact);
    if (symbol === symbols.isTrue) return leaf("true in the state");
    if (symbol === symbols.does) return leaf("the move made");
    const reason = this.#state.resolver.justification(fact);
    if (!reason) {
      const written = clauses.find(({ head }) => head.kind === "ground" && head.term === fact);
      return leaf("a fact of the rulesheet", written?.rule.at.line ?? null);
    }
    if (shown.has(fact)) return leaf("as above");
    if (depth >= MAX_DEPTH) return leaf("and so on");
    shown.add(fact);
    const { rule } = reason.clause;
    const values = new Map(variableNames(rule).map((name, i) => [name, reason.values[i] as number]));
    const conditions = rule.body.map((literal): Proof => {
      const instance = this.#queries.substituteLiteral(literal, values);
      if (instance.kind === "sentence" && !instance.negated)
        return this.#proof(this.#queries.number(instance.sentence), shown, depth + 1);
      const because =
        instance.kind === "distinct" ? (instance.negated ? "the same" : "different") : "no rule derives it";
      return { fact: conditionText(instance), because, line: null, bindings: [], conditions: [] };
    });
    // Split goals have an auxiliary rule.
    const [only] = conditions;
    if (only && only.fact === text) return only;
    const bindings = this.#queries.bindings(values);
    return { fact: text, because: null, line: rule.at.line, bindings, conditions };
  }

  #failures(sentence: Sentence): Failure[] {
    const failures = this.#state.program.clauses
      .filter(({ rule }) => originalSentence(rule.head).name === sentence.name && !isSplitGoalRule(rule))
      .flatMap(({ rule }) => nearestFailure(this.#queries, rule, sentence) ?? []);
    // A rule with "or" is expanded to several, which may fail at the same condition.
    return [...new Map(failures.map((each) => [JSON.stringify(each), each])).values()];
  }

  /** The possible readings of a sentence: a relation of the rules, a fact of the state, or a move. */
  #readings(sentence: Sentence): Sentence[] {
    const rules = this.#state.program.clauses.map(({ rule }) => rule);
    const is = (term: Term | undefined): boolean =>
      term?.kind === "compound" && term.name === sentence.name && term.arguments.length === sentence.arguments.length;
    const isRelation = ["true", "does"].includes(sentence.name) || rules.some(({ head }) => is(head));
    if (isRelation) return [sentence];
    const isOf = (names: readonly string[], place: number): boolean =>
      rules.some(
        ({ head: { name, arguments: parts } }) =>
          names.includes(name) && (parts[place]?.kind === "variable" || is(parts[place])),
      );
    const found: Sentence[] = [];
    if (isOf(["init", "next", "base"], 0)) found.push({ kind: "compound", name: "true", arguments: [sentence] });
    if (isOf(["legal", "input"], 1)) {
      const forRole = (role: string): Sentence => ({
        kind: "compound",
        name: "legal",
        arguments: [{ kind: "compound", name: role, arguments: [] }, sentence],
      });
      const all = this.roles.map(forRole);
      const holding = all.filter((each) => this.#queries.answers(each).length > 0);
      found.push(...(holding.length > 0 ? holding : all));
    }
    return found;
  }

  #setMoves(moves: readonly number[]): void {
    this.#state.setMoves(this.#roles.map((role, i) => [role, moves[i] as number]));
  }

  #some(moves: readonly number[]): string {
    const texts = moves.map((move) => this.#state.program.terms.format(move)).toSorted();
    return `${texts.slice(0, 8).join(", ")}${texts.length > 8 ? " …" : ""}`;
  }
}

/** Whether it is the auxiliary rule of a split goal. */
function isSplitGoalRule({ head, body: [literal] }: Rule): boolean {
  return (
    head.name === "goal" && literal?.kind === "sentence" && originalSentence(literal.sentence) !== literal.sentence
  );
}

function sentencesOf(text: string, code: "bad-usage" | "bad-position" | "bad-move"): Result<Sentence[]> {
  const sheet = parseRulesheet(text);
  if (!sheet.ok) return fail(code, sheet.error.message);
  const rule = sheet.value.rules.find(({ body }) => body.length > 0);
  if (rule) return fail(code, `${formatLocation(rule.at)}: expected a fact or a move, not a rule`);
  return ok(sheet.value.rules.map(({ head }) => head));
}
