/** The relations that never change: found out once, before anything else. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Clause } from "./clauses.ts";
import { Database } from "./database.ts";
import { Derivation, type Control } from "./semi-naive.ts";
import { strataOf, type Program } from "./program.ts";

export function deriveStatics(program: Program, control: Control): Database {
  const database = new Database(program.terms);
  const clauses = program.clauses.filter(({ headSymbol }) => !program.isDynamic(headSymbol));
  const { groups, tangled } = strataOf(clauses);
  const [first] = tangled;
  if (first !== undefined) throw tangledError(program, clauses, first);
  for (const group of groups) deriveGroup(database, group, control);
  return database;
}

export function deriveGroup(database: Database, group: readonly Clause[], control: Control): void {
  groupDerivation(database, group, control).run();
}

/** A group of clauses whose own relations grow, and all others are complete. */
export function groupDerivation(database: Database, group: readonly Clause[], control: Control): Derivation {
  const own = new Set(group.map(({ headSymbol }) => headSymbol));
  return new Derivation(database, group, { grows: (symbol) => own.has(symbol), isOpen: () => false }, control);
}

export function tangledError(program: Program, clauses: readonly Clause[], symbol: number): GameloreError {
  const line = clauses.find(({ headSymbol }) => headSymbol === symbol)?.rule.at.line ?? 0;
  const name = program.terms.symbols.name(symbol);
  return new GameloreError("bad-rules", `line ${line}: "${name}" depends on its own "not"`);
}

/** More than anybody plays, and few enough for every list of moves. */
const MOST_ROLES = 100;

export function demandFewRoles(roles: number): void {
  if (roles === 0) throw new GameloreError("bad-rules", "there is no role");
  if (roles > MOST_ROLES) throw new GameloreError("too-large", `${roles} roles; expected at most ${MOST_ROLES}`);
}

/** The roles in the order in which the rulesheet names them. */
export function rolesOf(program: Program, database: Database): number[] {
  const relation = database.relation(program.symbols.role);
  demandFewRoles(relation.size);
  return Array.from({ length: relation.size }, (_, i) => program.terms.argument(relation.facts[i] as number, 0));
}

/** The facts true at the start, ascending. */
export function initialFacts(program: Program, database: Database): Int32Array {
  const relation = database.relation(program.symbols.init);
  return Int32Array.from({ length: relation.size }, (_, i) =>
    program.terms.argument(relation.facts[i] as number, 0),
  ).sort();
}
