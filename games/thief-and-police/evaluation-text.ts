/**
 * Parser of evaluations: the thief's distance to go minus the police's distance to go.
 *
 *   manhattan                     Manhattan distances: mean of the policemen to the thief; the thief to the nearest exit
 *   maze                          the same by distances in the maze
 *   pdb(4)                        the police's moves to surround a static thief, by tables of up to 4 policemen, grouped from the nearest to the
 *                                 thief on (mean of the groups); the thief's distance with static policemen as walls
 *   sum(police-pdb(2)*0.5, thief-maze)   any of police-manhattan, police-maze, police-pdb(K), thief-manhattan, thief-maze, thief-blocked, thief-pdb(K)
 *   own(pdb(4))                   only the distance of the searching side
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import {
  MAX_TERMS,
  POLICE_MANHATTAN,
  POLICE_MAZE,
  POLICE_TABLE,
  THIEF_BLOCKED,
  THIEF_MANHATTAN,
  THIEF_MAZE,
  THIEF_TABLE,
} from "./layout.ts";

export interface Term {
  readonly name: string;
  readonly kind: number;
  /** Policemen of a lookup's table. */
  readonly size: number;
  readonly weight: number;
}

export interface EvaluationPlan {
  readonly text: string;
  readonly own: boolean;
  readonly terms: readonly Term[];
}

const KINDS: Readonly<Record<string, number>> = {
  "police-manhattan": POLICE_MANHATTAN,
  "police-maze": POLICE_MAZE,
  "police-pdb": POLICE_TABLE,
  "thief-manhattan": THIEF_MANHATTAN,
  "thief-maze": THIEF_MAZE,
  "thief-blocked": THIEF_BLOCKED,
  "thief-pdb": THIEF_TABLE,
};
const WHOLE = ["manhattan", "maze", "pdb", "sum", "own"];

export function groupSizes(policemen: number, size: number): number[] {
  const sizes: number[] = [];
  for (let left = policemen; left > 0; left -= size) sizes.push(Math.min(left, size));
  return sizes;
}

export function parseEvaluation(text: string, policemen: number): Result<EvaluationPlan> {
  const compact = text.replace(/\s+/g, "").toLowerCase();
  const wrong = (why: string): Result<never> => fail("bad-player", `eval: "${text}": ${why}`);
  const [, name = compact, inside] = /^([a-z-]+)(?:\((.*)\))?$/.exec(compact) ?? [];
  if (name === "own") {
    const plan = parseEvaluation(inside ?? "", policemen);
    return plan.ok ? ok({ ...plan.value, own: true, text: `own(${plan.value.text})` }) : wrong(plan.error.message);
  }
  const parts = partsOf(name, inside);
  if (!parts) {
    const names = [...WHOLE, ...Object.keys(KINDS)];
    return wrong(
      `expected manhattan, maze, pdb(4), sum(…), own(…) or a term like police-pdb(2)${didYouMean(name, names)}`,
    );
  }
  const terms: Term[] = [];
  for (const part of parts) {
    const term = parseTerm(part, policemen);
    if (!term.ok) return wrong(term.error.message);
    terms.push(term.value);
  }
  const lookups = terms.reduce(
    (sum, { kind, size }) => sum + (kind === POLICE_TABLE ? groupSizes(policemen, size).length : 1),
    0,
  );
  if (terms.length === 0) return wrong("no terms; expected for example sum(police-maze, thief-maze)");
  if (lookups > MAX_TERMS) return wrong(`${lookups} terms and lookups; at most ${MAX_TERMS} are supported`);
  return ok({ text: compact, own: false, terms });
}

function partsOf(name: string, inside: string | undefined): string[] | null {
  if (name === "manhattan" && inside === undefined) return ["police-manhattan", "thief-manhattan"];
  if (name === "maze" && inside === undefined) return ["police-maze", "thief-maze"];
  if (name === "pdb") return [inside === undefined ? "police-pdb" : `police-pdb(${inside})`, "thief-blocked"];
  if (name === "sum") return (inside ?? "").split(",").filter((part) => part !== "");
  return Object.hasOwn(KINDS, name) ? [inside === undefined ? name : `${name}(${inside})`] : null;
}

function parseTerm(text: string, policemen: number): Result<Term> {
  const wrong = (why: string): Result<never> => fail("bad-player", `"${text}": ${why}`);
  const match = /^([a-z-]+)(?:\((\d+)\))?(?:\*(-?\d+(?:\.\d+)?))?$/.exec(text);
  if (!match) return wrong("not a term; expected a form like police-pdb(2)*0.5");
  const [, name = "", sizeText, weight = "1"] = match;
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) return wrong(`unknown term${didYouMean(name, Object.keys(KINDS))}`);
  const lookup = kind === POLICE_TABLE || kind === THIEF_TABLE;
  if (lookup !== (sizeText !== undefined))
    return wrong(lookup ? `the number of policemen is missing; for example ${name}(2)` : "takes no arguments");
  const size = Math.min(Number(sizeText ?? 0), policemen);
  if (lookup && size < 1) return wrong("a table needs at least 1 policeman");
  if (Math.abs(Number(weight)) > 10) return wrong("the weight must be between -10 and 10");
  return ok({ name: lookup ? `${name}(${size})` : name, kind, size, weight: Number(weight) });
}
