/** From a rulesheet to something that is played: split, with what is too large found out on demand. */
import { decompose } from "./decompose.ts";
import { onDemand, relationName } from "./magic-sets.ts";
import type { Control } from "./semi-naive.ts";
import { programOf, type Program } from "./program.ts";
import type { Rulesheet } from "../language/rulesheet.ts";
import { splitGoals } from "../language/split-goals.ts";

/** Relations with a meaning of their own are never found out on demand. */
const OWN = new Set(["role/1", "init/1", "true/1", "does/2", "legal/2", "next/1", "terminal/0", "goal/2"]);
const MAX_TERMS = 12_000_000;

class Large extends Error {
  readonly relation: string;

  constructor(relation: string) {
    super(relation);
    this.relation = relation;
  }
}

/** Makes something of the program; where a relation grows too large, again with that one on demand. */
export function prepare<T>(rulesheet: Rulesheet, control: Control, make: (program: Program, control: Control) => T): T {
  const sheet = splitGoals(rulesheet);
  let asked: ReadonlySet<string> = new Set<string>();
  let asking = sheet;
  /** Relations that some rule wants as a whole. */
  const hopeless = new Set<string>();
  const defined = new Set(sheet.rules.map(({ head }) => relationName(head)));
  while (true) {
    const program = programOf(decompose(asking), MAX_TERMS);
    const onLarge = (symbol: number): void => {
      const relation = `${program.terms.symbols.name(symbol)}/${program.terms.symbols.arity(symbol)}`;
      // Those that were made on the way are none of the rulesheet's.
      if (defined.has(relation) && !OWN.has(relation) && !asked.has(relation) && !hopeless.has(relation))
        throw new Large(relation);
    };
    try {
      return make(program, { ...control, onLarge });
    } catch (error) {
      if (!(error instanceof Large)) throw error;
      const more = new Set([...asked, error.relation]);
      const changed = onDemand(sheet, more);
      if (changed) [asked, asking] = [more, changed];
      else hopeless.add(error.relation);
    }
  }
}
