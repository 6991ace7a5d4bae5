/**
 * The magic-sets transformation for relations that are too large to be derived completely. For each call of such a relation a rule derives
 * its magic facts, the bound arguments of the call; the rules of the relation are joined with them first. Only arguments bound in
 * every call are passed (one adornment for each relation).
 */
import { formatTerm, variablesOf, variablesOfLiteral } from "../language/rulesheet.ts";
import type { Literal, Rule, Rulesheet, Sentence } from "../language/rulesheet.ts";

/** Prefix of magic relations; the space keeps them distinct from names of the rulesheet. */
const PREFIX = "magic ";

type SentenceLiteral = Literal & { kind: "sentence" };

/** Name and arity, as in `line/2`. */
export function relationName({ name, arguments: parts }: Sentence): string {
  return `${name}/${parts.length}`;
}

/** Null if one of the relations is called without bound arguments. */
export function magicSets(sheet: Rulesheet, relations: ReadonlySet<string>): Rulesheet | null {
  if (relations.size === 0) return sheet;
  const bound = boundPositions(sheet, relations);
  if ([...relations].some((relation) => bound.get(relation)?.length === 0)) return null;
  const rules: Rule[] = [];
  const seen = new Set<string>();
  for (const rule of sheet.rules) {
    const own = bound.get(relationName(rule.head));
    const rewritten: Rule = own
      ? { ...rule, body: [{ ...positive(magicSentence(rule.head, own)), magic: true }, ...rule.body] }
      : rule;
    rules.push(rewritten);
    for (const call of callsIn(rewritten, relations)) {
      const positions = bound.get(relationName(call.sentence)) ?? [];
      const magicRule: Rule = {
        head: magicSentence(call.sentence, positions),
        body: bindersOf(rewritten, call, relations),
        at: rule.at,
      };
      const text = [magicRule.head, ...magicRule.body.map((each) => (each as SentenceLiteral).sentence)]
        .map(formatTerm)
        .join(" ");
      if (!seen.has(text)) rules.push(magicRule);
      seen.add(text);
    }
  }
  return { rules };
}

/** By relation the argument positions that are bound in every call: the greatest fixpoint. */
function boundPositions(sheet: Rulesheet, relations: ReadonlySet<string>): Map<string, number[]> {
  const bound = new Map<string, number[]>();
  for (const { head } of sheet.rules)
    if (relations.has(relationName(head))) bound.set(relationName(head), [...head.arguments.keys()]);
  for (let changed = true; changed;) {
    changed = false;
    for (const rule of sheet.rules) {
      const given = (bound.get(relationName(rule.head)) ?? []).flatMap((position) => [
        ...variablesOf(rule.head.arguments[position] as Sentence),
      ]);
      for (const call of callsIn(rule, relations)) {
        const relation = relationName(call.sentence);
        const variables = new Set([...given, ...bindersOf(rule, call, relations).flatMap(variablesOfLiteral)]);
        const before = bound.get(relation) ?? [];
        const after = before.filter((position) =>
          [...variablesOf(call.sentence.arguments[position] as Sentence)].every((name) => variables.has(name)),
        );
        if (after.length < before.length) {
          bound.set(relation, after);
          changed = true;
        }
      }
    }
  }
  return bound;
}

function callsIn({ body }: Rule, relations: ReadonlySet<string>): SentenceLiteral[] {
  return body.filter(
    (literal): literal is SentenceLiteral =>
      literal.kind === "sentence" && relations.has(relationName(literal.sentence)),
  );
}

/** The literals that bind the arguments of a call: the other positive sentences; of magic relations only those before the call. */
function bindersOf({ body }: Rule, call: SentenceLiteral, relations: ReadonlySet<string>): Literal[] {
  const at = body.indexOf(call);
  return body.filter(
    (each, i) =>
      i !== at && each.kind === "sentence" && !each.negated && (i < at || !relations.has(relationName(each.sentence))),
  );
}

function magicSentence({ kind, name, arguments: parts }: Sentence, positions: readonly number[]): Sentence {
  return {
    kind,
    name: `${PREFIX}${name}/${parts.length}`,
    arguments: parts.filter((_, position) => positions.includes(position)),
  };
}

function positive(sentence: Sentence): SentenceLiteral {
  return { kind: "sentence", negated: false, sentence };
}
