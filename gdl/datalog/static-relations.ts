/** Static relations: those that depend neither on the state nor on moves. They are evaluated once, stratum by stratum. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { chanceLast } from "../chance-role.ts";
import type { Clause } from "./clauses.ts";
import { Database } from "./database.ts";
import { SemiNaiveEvaluation, type Control } from "./semi-naive.ts";
import { stratify, type Program } from "./program.ts";

export function evaluateStatics(program: Program, control: Control): Database {
  const database = new Database(program.terms);
  const clauses = program.clauses.filter(({ headSymbol }) => !program.isDynamic(headSymbol));
  const { strata, unstratified } = stratify(clauses);
  const [first] = unstratified;
  if (first !== undefined) throw unstratifiedError(program, clauses, first);
  for (const stratum of strata) evaluateStratum(database, stratum, control);
  return database;
}

function evaluateStratum(database: Database, stratum: readonly Clause[], control: Control): void {
  stratumEvaluation(database, stratum, control).run();
}

/** Evaluates one stratum; all relations below it must be complete. */
export function stratumEvaluation(
  database: Database,
  stratum: readonly Clause[],
  control: Control,
): SemiNaiveEvaluation {
  const own = new Set(stratum.map(({ headSymbol }) => headSymbol));
  return new SemiNaiveEvaluation(
    database,
    stratum,
    { grows: (symbol) => own.has(symbol), isOpen: () => false },
    control,
  );
}

export function unstratifiedError(program: Program, clauses: readonly Clause[], symbol: number): GameloreError {
  const line = clauses.find(({ headSymbol }) => headSymbol === symbol)?.rule.at.line ?? 0;
  const name = program.terms.symbols.name(symbol);
  return new GameloreError("bad-rules", `line ${line}: "${name}" depends on its own negation ("not")`);
}

const MAX_ROLES = 100;

export function checkRoleCount(roles: number): void {
  if (roles === 0) throw new GameloreError("bad-rules", "no role is defined");
  if (roles > MAX_ROLES) throw new GameloreError("too-large", `${roles} roles; expected at most ${MAX_ROLES}`);
}

/** In the order of the rulesheet, chance last. */
export function rolesOf({ terms, symbols }: Program, database: Database): number[] {
  const relation = database.relation(symbols.role);
  checkRoleCount(relation.size);
  const roles = Array.from({ length: relation.size }, (_, i) => terms.argument(relation.facts[i] as number, 0));
  return chanceLast(roles, (role) => terms.format(role));
}

/** Ascending. */
export function initialFacts(program: Program, database: Database): Int32Array {
  const relation = database.relation(program.symbols.init);
  return Int32Array.from({ length: relation.size }, (_, i) =>
    program.terms.argument(relation.facts[i] as number, 0),
  ).sort();
}
