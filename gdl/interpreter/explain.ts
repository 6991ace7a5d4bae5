/** How a sentence follows from the rules in a state, as a tree; or, where it does not, at which condition each rule for it fails. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Control } from "../datalog/semi-naive.ts";
import { placeText, readExpressions } from "../language/expressions.ts";
import { conditionText, nearestFailure, type Failure } from "./failure.ts";
import { namesOf, Questions, spoken, type Binding } from "./queries.ts";
import {
  formatTerm,
  rulesheetOf,
  variablesOf,
  type Rule,
  type Rulesheet,
  type Sentence,
  type Term,
} from "../language/rulesheet.ts";
import { Scene } from "./state.ts";
import { splitGoals } from "../language/split-goals.ts";

export interface Proof {
  readonly fact: string;
  /** Where it comes from if it is not concluded: the state, the moves made, a fact that is written down. */
  readonly because: string | null;
  /** The rule that concludes it. */
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

/** Proofs are shown to this depth. */
const DEEPEST = 100;
/** Of a question with variables so many answers are explained. */
const MOST_ANSWERS = 8;

export class Explainer {
  readonly roles: readonly string[];
  readonly #scene: Scene;
  readonly #questions: Questions;
  readonly #roles: readonly number[];
  /** The state, and what led to it. */
  #facts: readonly number[] = [];
  #origin: "init" | "given" | { readonly facts: readonly number[]; readonly moves: readonly number[] } = "init";

  constructor(sheet: Rulesheet, control: Control) {
    this.#scene = new Scene(splitGoals(sheet), control, true);
    this.#questions = new Questions(this.#scene);
    const { terms, symbols } = this.#scene.program;
    this.#roles = this.#scene.all(symbols.role).map((fact) => terms.argument(fact, 0));
    this.roles = this.#roles.map((role) => terms.format(role));
    this.#facts = this.#scene.all(symbols.init).map((fact) => terms.argument(fact, 0));
    this.#scene.show(this.#facts);
  }

  /** The state is now this one: facts in braces. */
  setPosition(text: string): Result<null> {
    const inner = /^\s*\{(.*)\}\s*$/s.exec(text)?.[1];
    if (inner === undefined) return fail("bad-position", `"${text}" is not a position; expected facts in braces`);
    const sentences = sentencesOf(inner, "bad-position");
    if (!sentences.ok) return sentences;
    const open = sentences.value.find((each) => !variablesOf(each).next().done);
    if (open) return fail("bad-position", `${formatTerm(open)} has a variable; expected a fact`);
    this.#facts = sentences.value.map((each) => this.#questions.number(each));
    this.#origin = "given";
    this.#scene.show(this.#facts);
    return ok(null);
  }

  /**
   * Plays moves, one after the other. In every step those are asked for a move who have a choice, in the order of the roles, and
   * where nobody has one, the first role.
   */
  play(text: string): Result<null> {
    const { terms, symbols } = this.#scene.program;
    const given = sentencesOf(text, "bad-move");
    if (!given.ok) return given;
    const moves = given.value.map((each) => this.#questions.number(each));
    for (let at = 0; at < moves.length;) {
      const all = this.#scene.all(symbols.legal);
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
            `${move === undefined ? "no move" : `"${terms.format(move)}"`} is not legal for ${name}; expected ${own.length > 0 ? `one of ${this.#some(own)}` : "none: it cannot move"}`,
          );
        made.push(move);
      }
      const before = this.#facts;
      this.#move(made);
      this.#facts = this.#scene.all(symbols.next).map((fact) => terms.argument(fact, 0));
      this.#origin = { facts: before, moves: made };
      this.#scene.show(this.#facts);
    }
    return ok(null);
  }

  get position(): string {
    return `{${this.#facts
      .map((fact) => this.#scene.program.terms.format(fact))
      .toSorted()
      .join(" ")}}`;
  }

  /** A relation of the rules, a fact of the state, or a move, for each role that may have it. */
  explain(text: string): Result<readonly Explanation[]> {
    const sentences = sentencesOf(text, "bad-usage");
    if (!sentences.ok) return sentences;
    const [sentence, more] = sentences.value;
    if (!sentence || more) return fail("bad-usage", `expected one fact, move or sentence, not "${text}"`);
    const asked = this.#meaning(sentence);
    if (asked.length === 0)
      return fail(
        "bad-usage",
        `nothing in the rules is called ${sentence.name} with ${sentence.arguments.length} arguments; expected a fact of the state, a move, or a relation such as terminal`,
      );
    return ok(asked.flatMap((each) => this.#explained(each)));
  }

  #explained(sentence: Sentence): Explanation[] {
    const fact = sentence.name === "true" ? sentence.arguments[0] : undefined;
    if (fact && this.#origin !== "given") {
      // How it came about is asked where it did.
      const name = this.#origin === "init" ? "init" : "next";
      if (this.#origin !== "init") {
        this.#scene.show(this.#origin.facts);
        this.#move(this.#origin.moves);
      }
      const explained = this.#judged({ kind: "compound", name, arguments: [fact] });
      this.#scene.show(this.#facts);
      return explained;
    }
    return this.#judged(sentence);
  }

  #judged(sentence: Sentence): Explanation[] {
    const answers = this.#questions.answers(sentence);
    if (answers.length === 0)
      return [{ sentence: formatTerm(sentence), holds: false, proof: null, failures: this.#failures(sentence) }];
    return answers.slice(0, MOST_ANSWERS).map((fact) => ({
      sentence: this.#questions.format(fact),
      holds: true,
      proof: this.#proof(fact, new Set(), 0),
      failures: [],
    }));
  }

  #proof(fact: number, shown: Set<number>, depth: number): Proof {
    const text = this.#questions.format(fact);
    const leaf = (because: string, line: number | null = null): Proof => ({
      fact: text,
      because,
      line,
      bindings: [],
      conditions: [],
    });
    const { symbols, terms, clauses } = this.#scene.program;
    const symbol = terms.symbol(fact);
    if (symbol === symbols.isTrue) return leaf("true in the state");
    if (symbol === symbols.does) return leaf("the move made");
    const reason = this.#scene.inquiry.reason(fact);
    if (!reason) {
      const written = clauses.find(({ head }) => head.kind === "ground" && head.term === fact);
      return leaf("a fact of the rulesheet", written?.rule.at.line ?? null);
    }
    if (shown.has(fact)) return leaf("as above");
    if (depth >= DEEPEST) return leaf("and so on");
    shown.add(fact);
    const { rule } = reason.clause;
    const values = new Map(namesOf(rule).map((name, i) => [name, reason.values[i] as number]));
    const conditions = rule.body.map((literal): Proof => {
      const told = this.#questions.filledLiteral(literal, values);
      if (told.kind === "sentence" && !told.negated)
        return this.#proof(this.#questions.number(told.sentence), shown, depth + 1);
      const because = told.kind === "distinct" ? (told.negated ? "the same" : "different") : "no rule gives it";
      return { fact: conditionText(told), because, line: null, bindings: [], conditions: [] };
    });
    // Goals that were split have a rule more than the rulesheet.
    const [only] = conditions;
    if (only && only.fact === text) return only;
    const bindings = this.#questions.bindings(values);
    return { fact: text, because: null, line: rule.at.line, bindings, conditions };
  }

  #failures(sentence: Sentence): Failure[] {
    const failures = this.#scene.program.clauses
      .filter(({ rule }) => spoken(rule.head).name === sentence.name && !isOfSplit(rule))
      .flatMap(({ rule }) => nearestFailure(this.#questions, rule, sentence) ?? []);
    // A rule with "or" is several, which may fail alike.
    return [...new Map(failures.map((each) => [JSON.stringify(each), each])).values()];
  }

  /** What a sentence may mean here: one of the rules' own relations, a fact of the state, or a move. */
  #meaning(sentence: Sentence): Sentence[] {
    const rules = this.#scene.program.clauses.map(({ rule }) => rule);
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
      const holding = all.filter((each) => this.#questions.answers(each).length > 0);
      found.push(...(holding.length > 0 ? holding : all));
    }
    return found;
  }

  #move(moves: readonly number[]): void {
    this.#scene.move(this.#roles.map((role, i) => [role, moves[i] as number]));
  }

  #some(moves: readonly number[]): string {
    const texts = moves.map((move) => this.#scene.program.terms.format(move)).toSorted();
    return `${texts.slice(0, 8).join(", ")}${texts.length > 8 ? " …" : ""}`;
  }
}

/** The rule that joins goals which were split: none of the rulesheet's. */
function isOfSplit({ head, body: [literal] }: Rule): boolean {
  return head.name === "goal" && literal?.kind === "sentence" && spoken(literal.sentence) !== literal.sentence;
}

function sentencesOf(text: string, code: "bad-usage" | "bad-position" | "bad-move"): Result<Sentence[]> {
  const expressions = readExpressions(text);
  if (!expressions.ok) return fail(code, expressions.error.message);
  const sheet = rulesheetOf(expressions.value);
  if (!sheet.ok) return fail(code, sheet.error.message);
  const rule = sheet.value.rules.find(({ body }) => body.length > 0);
  if (rule) return fail(code, `${placeText(rule.at)}: a rule stands where a fact or a move must`);
  return ok(sheet.value.rules.map(({ head }) => head));
}
