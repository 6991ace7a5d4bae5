/**
 * Relations that are too large to be found out as a whole are found out only where a rule asks for them: for each use of such a
 * relation a rule says what is asked, and its own rules are joined with what is asked first. What is asked are the arguments
 * that every use knows beforehand.
 */
import { formatTerm, variablesOf, variablesOfLiteral } from "../language/rulesheet.ts";
import type { Literal, Rule, Rulesheet, Sentence } from "../language/rulesheet.ts";

/** Names of relations made here begin so; no rulesheet's names have a space. */
const ASKED = "asked ";

type SentenceLiteral = Literal & { kind: "sentence" };

/** A relation by name and number of arguments, as in `line/2`. */
export function relationName({ name, arguments: parts }: Sentence): string {
  return `${name}/${parts.length}`;
}

/** Null where one of the relations is used without anything being known of its arguments. */
export function onDemand(sheet: Rulesheet, relations: ReadonlySet<string>): Rulesheet | null {
  if (relations.size === 0) return sheet;
  const known = knownPlaces(sheet, relations);
  if ([...relations].some((relation) => known.get(relation)?.length === 0)) return null;
  const rules: Rule[] = [];
  const seen = new Set<string>();
  for (const rule of sheet.rules) {
    const own = known.get(relationName(rule.head));
    const guarded: Rule = own
      ? { ...rule, body: [{ ...plain(asked(rule.head, own)), guard: true }, ...rule.body] }
      : rule;
    rules.push(guarded);
    for (const use of usesIn(guarded, relations)) {
      const places = known.get(relationName(use.sentence)) ?? [];
      const asking: Rule = { head: asked(use.sentence, places), body: bindersOf(guarded, use, relations), at: rule.at };
      const text = [asking.head, ...asking.body.map((each) => (each as SentenceLiteral).sentence)]
        .map(formatTerm)
        .join(" ");
      if (!seen.has(text)) rules.push(asking);
      seen.add(text);
    }
  }
  return { rules };
}

/** For each relation the places of its arguments that are known at every use, found by taking away until nothing changes. */
function knownPlaces(sheet: Rulesheet, relations: ReadonlySet<string>): Map<string, number[]> {
  const known = new Map<string, number[]>();
  for (const { head } of sheet.rules)
    if (relations.has(relationName(head))) known.set(relationName(head), [...head.arguments.keys()]);
  for (let changed = true; changed;) {
    changed = false;
    for (const rule of sheet.rules) {
      const given = (known.get(relationName(rule.head)) ?? []).flatMap((place) => [
        ...variablesOf(rule.head.arguments[place] as Sentence),
      ]);
      for (const use of usesIn(rule, relations)) {
        const relation = relationName(use.sentence);
        const bound = new Set([...given, ...bindersOf(rule, use, relations).flatMap(variablesOfLiteral)]);
        const before = known.get(relation) ?? [];
        const after = before.filter((place) =>
          [...variablesOf(use.sentence.arguments[place] as Sentence)].every((name) => bound.has(name)),
        );
        if (after.length < before.length) {
          known.set(relation, after);
          changed = true;
        }
      }
    }
  }
  return known;
}

function usesIn({ body }: Rule, relations: ReadonlySet<string>): SentenceLiteral[] {
  return body.filter(
    (literal): literal is SentenceLiteral =>
      literal.kind === "sentence" && relations.has(relationName(literal.sentence)),
  );
}

/** What must hold for a use to be asked: the other sentences that hold; of those that are themselves asked, those before it. */
function bindersOf({ body }: Rule, use: SentenceLiteral, relations: ReadonlySet<string>): Literal[] {
  const at = body.indexOf(use);
  return body.filter(
    (each, i) =>
      i !== at && each.kind === "sentence" && !each.negated && (i < at || !relations.has(relationName(each.sentence))),
  );
}

function asked({ kind, name, arguments: parts }: Sentence, places: readonly number[]): Sentence {
  return {
    kind,
    name: `${ASKED}${name}/${parts.length}`,
    arguments: parts.filter((_, place) => places.includes(place)),
  };
}

function plain(sentence: Sentence): SentenceLiteral {
  return { kind: "sentence", negated: false, sentence };
}
