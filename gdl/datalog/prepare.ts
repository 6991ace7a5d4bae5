/** Prepares a rulesheet for grounding: goals split, rules decomposed, large relations restricted by magic sets. */
import { decompose } from "./decompose.ts";
import { magicSets, relationName } from "./magic-sets.ts";
import type { Control } from "./semi-naive.ts";
import { programOf, type Program } from "./program.ts";
import type { Rulesheet } from "../language/rulesheet.ts";
import { splitGoals } from "../language/split-goals.ts";

/** Never restricted by magic sets. */
const KEYWORD_RELATIONS = new Set([
  "role/1",
  "init/1",
  "true/1",
  "does/2",
  "legal/2",
  "next/1",
  "terminal/0",
  "goal/2",
  "sees/2",
]);
const MAX_TERMS = 12_000_000;

class LargeRelation extends Error {
  readonly relation: string;

  constructor(relation: string) {
    super(relation);
    this.relation = relation;
  }
}

/** Calls `make` with the program; if a relation grows too large, again with magic sets for it. */
export function prepare<T>(rulesheet: Rulesheet, control: Control, make: (program: Program, control: Control) => T): T {
  const sheet = splitGoals(rulesheet);
  let restricted: ReadonlySet<string> = new Set<string>();
  let rewritten = sheet;
  /** Relations that some rule needs completely. */
  const unrestrictable = new Set<string>();
  const defined = new Set(sheet.rules.map(({ head }) => relationName(head)));
  while (true) {
    const program = programOf(decompose(rewritten), MAX_TERMS);
    const onLarge = (symbol: number): void => {
      const relation = `${program.terms.symbols.name(symbol)}/${program.terms.symbols.arity(symbol)}`;
      // Auxiliary relations are not defined in the rulesheet.
      if (
        defined.has(relation) &&
        !KEYWORD_RELATIONS.has(relation) &&
        !restricted.has(relation) &&
        !unrestrictable.has(relation)
      )
        throw new LargeRelation(relation);
    };
    try {
      return make(program, { ...control, onLarge });
    } catch (error) {
      if (!(error instanceof LargeRelation)) throw error;
      const more = new Set([...restricted, error.relation]);
      const changed = magicSets(sheet, more);
      if (changed) [restricted, rewritten] = [more, changed];
      else unrestrictable.add(error.relation);
    }
  }
}
