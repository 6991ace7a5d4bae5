/**
 * Parser of evaluations. A side's pieces are labelled from 1, the rear piece, to the foremost; the squares of its goal likewise, the
 * last one being the tip. Within a row, labels and cell numbers run in opposite directions.
 *
 *   rows, manhattan, baseline     hand-written: see features.ts
 *   table                         the one-side table of all pieces
 *   table(e5)                     only the part without a piece behind cell e5 in memory; elsewhere moves are estimated from rows
 *   pdb(4)                        tables of 4 pieces to the top 4 squares; overlapping groups cover all pieces
 *   pdb(6+4)                      the foremost 6 pieces to the top 6 squares, the other 4 to the next 4
 *   edb(3+3)                      two-side tables: groups of 3 against the groups with the same labels
 *   edb(3+3, all)                 the same with tables of all moves instead of paper 000's restricted moves
 *   edb(3+3, home)                the goal of a group is the whole home instead of its top squares
 *   edb(3+3, win=20)              a win in n plies counts 20 - n, at least 1 (default 128 - n; win=1: win, draw or loss only)
 *   edb(1-3:4-6, 4-6:1-3*0.5)     the same with custom groups and weights
 *   sum(1-4>1-4*0.8, 5-10, rows*0.1)   weighted groups of pieces, to given squares (default: the top ones), and features
 *   net(NAME)                     a small network over such terms, from a weights file; net(NAME#1a2b3c4d) also checks its digest
 */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluationWeights } from "../../engine/contracts/evaluator.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import { MAX_LOOKUPS, WIN_POINTS } from "./evaluation-limits.ts";
import { FEATURES } from "./features.ts";
import { MAX_TWO_SIDE_PIECES } from "./options.ts";

/** A group of pieces and its goal squares, looked up in a one-side table. */
export interface LookupTerm {
  readonly kind: "lookup";
  readonly pieces: readonly number[];
  readonly squares: readonly number[];
  readonly weight: number;
  /** Name of the rear cell of the part of the table in memory; absent for the whole table. */
  readonly rear?: string;
}

export interface FeatureTerm {
  readonly kind: "feature";
  readonly name: string;
  readonly weight: number;
}

/** A group of the mover's pieces against a group of the opponent's, looked up in a two-side table. */
export interface PairTerm {
  readonly kind: "pair";
  readonly own: readonly number[];
  readonly other: readonly number[];
  readonly weight: number;
}

export type Term = LookupTerm | FeatureTerm;

/** A network by file name. A digest, if given, must match the file. */
export interface NetPlan {
  readonly kind: "net";
  readonly text: string;
  readonly name: string;
  readonly digest: string | null;
}

/** Lookups in two-side tables. */
export interface PairsPlan {
  readonly kind: "pairs";
  readonly text: string;
  readonly pairs: readonly PairTerm[];
  /** Tables of all moves; otherwise of paper 000's restricted moves. */
  readonly allMoves: boolean;
  /** Whether the goal of a group is the whole home; otherwise its top squares, one per piece. */
  readonly home: boolean;
  /** Points of a win now; one fewer for each ply until it, at least 1. */
  readonly win: number;
}

export type EvaluationPlan =
  | { readonly kind: "sum"; readonly text: string; readonly terms: readonly Term[] }
  | PairsPlan
  | NetPlan;

/**
 * The learned weights of the hand-written features: one set for 7×7 and 9×9 with six pieces and for 9×9 with ten (win=all).
 * `gamelore learn` by regression, on 3,000 games of each variant at depths 2 and 3, gave 0.5, 0.6, 2.5, 0.2 on average; TDLeaf gave
 * nearly the same. Matches between sets near these, on the same boards at depths 1 to 4, selected this one: it is weak at no depth.
 * With ten pieces, the ratio of steps and rows to curve decides whether the last pieces get into the goal.
 */
const BASELINE: Readonly<Record<string, number>> = { steps: 1.02, rows: 0.34, curve: 2.9, behind: 0.25 };

const EVALUATION_NAMES: readonly string[] = ["rows", "manhattan", "baseline", "table", "pdb", "edb", "sum", "net"];

export function parseEvaluation(text: string, pieces: number): Result<EvaluationPlan> {
  const compact = text.replace(/\s+/g, "");
  const match = /^([a-z]+)(?:\((.*)\))?$/i.exec(compact);
  const name = match?.[1] ?? compact;
  const inside = match?.[2];
  const wrong = (why: string): Result<never> => fail("bad-player", `eval: "${text}": ${why}`);
  if (!match || !EVALUATION_NAMES.includes(name)) {
    return wrong(`expected one of ${EVALUATION_NAMES.join(", ")}${didYouMean(name, EVALUATION_NAMES)}`);
  }
  const named = namedTerms(name, pieces);
  if (name === "table" && named && inside !== undefined) {
    if (!/^[a-i][1-9]$/.test(inside))
      return wrong("expected the rear cell of the part in memory, for example table(e5)");
    const terms = named.map((term) => ({ ...term, rear: inside }));
    return checked({ kind: "sum", text: compact, terms }, wrong);
  }
  if (named) {
    if (inside !== undefined) return wrong(`${name} takes no arguments`);
    return checked({ kind: "sum", text: name, terms: named }, wrong);
  }
  if (!inside) return wrong(`${name} needs arguments, for example ${EXAMPLES[name]}`);
  if (name === "net") {
    const [, network, digest] = /^([A-Za-z0-9_-]{1,64})(?:#([0-9a-f]{8}))?$/.exec(inside) ?? [];
    if (network === undefined) return wrong("expected a name of letters, digits, - and _, for example net(ten)");
    return ok({ kind: "net", text: compact, name: network, digest: digest ?? null });
  }
  if (name === "edb") {
    const parts = inside.split(",");
    const allMoves = parts.includes("all");
    const home = parts.includes("home");
    const given = parts.find((part) => part.startsWith("win="))?.slice("win=".length);
    const win = given === undefined ? WIN_POINTS : /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN;
    if (!(win >= 1 && win <= WIN_POINTS))
      return wrong(`win: expected a number from 1 to ${WIN_POINTS}, not "${given}"`);
    const groups = parts.filter((part) => !["all", "home"].includes(part) && !part.startsWith("win=")).join(",");
    const pairs = /^[\d+]+$/.test(groups) ? sharedPairs(groups, pieces) : listedPairs(groups, pieces);
    if (!pairs.ok) return wrong(pairs.error.message);
    return checked({ kind: "pairs", text: compact, pairs: pairs.value, allMoves, home, win }, wrong);
  }
  const terms = name === "pdb" ? partition(inside, pieces) : listedTerms(inside, pieces);
  return terms.ok ? checked({ kind: "sum", text: compact, terms: terms.value }, wrong) : wrong(terms.error.message);
}

const EXAMPLES: Readonly<Record<string, string>> = {
  pdb: "pdb(6+4)",
  edb: "edb(3+3)",
  sum: "sum(1-4*0.5, 5-10)",
  net: "net(NAME)",
};

function namedTerms(name: string, pieces: number): readonly Term[] | null {
  if (name === "rows") return [{ kind: "feature", name: "rows", weight: 1 }];
  if (name === "manhattan") return [{ kind: "feature", name: "steps", weight: 1 }];
  if (name === "baseline") {
    return Object.entries(BASELINE).map(([feature, weight]) => ({ kind: "feature", name: feature, weight }));
  }
  if (name === "table") return [{ kind: "lookup", pieces: range(1, pieces), squares: range(1, pieces), weight: 1 }];
  return null;
}

/** Tables of larger groups do not fit into memory on the larger boards. */
const MAX_GROUP_PIECES = 7;

/** Checks the limits of the kernel and the tables. */
function checked(plan: EvaluationPlan, wrong: (why: string) => Result<never>): Result<EvaluationPlan> {
  const groups =
    plan.kind === "pairs"
      ? plan.pairs.map(({ own }) => own)
      : plan.kind === "sum"
        ? plan.terms.flatMap((term) => (term.kind === "lookup" ? [term.pieces] : []))
        : [];
  if (groups.length > MAX_LOOKUPS) return wrong(`${groups.length} lookups; at most ${MAX_LOOKUPS} are supported`);
  const most = plan.kind === "pairs" ? MAX_TWO_SIDE_PIECES : MAX_GROUP_PIECES;
  const large = groups.find((group) => group.length > most);
  return large
    ? wrong(`no table covers ${large.length} pieces of a side; at most ${most}; use groups, for example pdb(6+4)`)
    : ok(plan);
}

/** `6`: groups of one size that cover all pieces, spread evenly; `6+4`: disjoint groups from the front, each with its own goal squares. */
function partition(text: string, pieces: number): Result<readonly LookupTerm[]> {
  if (!/^\d+(\+\d+)*$/.test(text))
    return fail("bad-player", "expected sizes like 4 or 6+4; for custom groups use sum(…)");
  const sizes = text.split("+").map(Number);
  const sum = sizes.reduce((a, b) => a + b, 0);
  if (sizes.some((size) => size < 1)) return fail("bad-player", "a group has at least one piece");
  const [size] = sizes;
  if (sizes.length === 1 && size !== undefined) {
    if (size > pieces) return fail("bad-player", `a side has ${plural(pieces, "piece")} here, not ${size}`);
    const groups = Math.ceil(pieces / size);
    return ok(
      Array.from({ length: groups }, (_, i) => {
        const first = 1 + (groups === 1 ? 0 : Math.round((i * (pieces - size)) / (groups - 1)));
        return lookup(range(first, first + size - 1), topSquares(size, pieces));
      }),
    );
  }
  if (sum !== pieces) return fail("bad-player", `${text} makes ${plural(sum, "piece")}, but a side has ${pieces}`);
  let last = pieces;
  return ok(
    sizes.map((each) => {
      const group = range(last - each + 1, last);
      last -= each;
      return lookup(group, group);
    }),
  );
}

function listedTerms(text: string, pieces: number): Result<readonly Term[]> {
  const terms: Term[] = [];
  for (const part of text.split(",")) {
    const weighted = splitWeight(part);
    if (!weighted.ok) return weighted;
    const { what, weight } = weighted.value;
    if (/^[a-z]/i.test(what)) {
      const names = FEATURES.map(({ name }) => name);
      if (!names.includes(what)) {
        return fail(
          "bad-player",
          `unknown feature "${what}"; expected one of ${names.join(", ")}${didYouMean(what, names)}`,
        );
      }
      if (terms.some((term) => term.kind === "feature" && term.name === what)) {
        return fail("bad-player", `the feature "${what}" is given twice`);
      }
      terms.push({ kind: "feature", name: what, weight });
      continue;
    }
    const [from = "", to] = what.split(">");
    const group = parseLabels(from, pieces);
    if (!group.ok) return group;
    const squares = to === undefined ? ok(topSquares(group.value.length, pieces)) : parseLabels(to, pieces);
    if (!squares.ok) return squares;
    if (squares.value.length < group.value.length) {
      return fail(
        "bad-player",
        `"${part}": ${plural(squares.value.length, "square")} cannot hold ${plural(group.value.length, "piece")}`,
      );
    }
    terms.push(lookup(group.value, squares.value, weight));
  }
  return ok(terms);
}

/** Groups from the front, each against the opponent's pieces with the same labels. */
function sharedPairs(text: string, pieces: number): Result<readonly PairTerm[]> {
  const groups = text.includes("+") || Number(text) === pieces ? partition(text, pieces) : null;
  if (!groups)
    return fail("bad-player", `${text} does not cover all ${pieces} pieces; join groups with +, for example 3+3`);
  if (!groups.ok) return groups;
  return ok(groups.value.map(({ pieces: group }) => ({ kind: "pair", own: group, other: group, weight: 1 })));
}

function listedPairs(text: string, pieces: number): Result<readonly PairTerm[]> {
  const pairs: PairTerm[] = [];
  for (const part of text.split(",")) {
    const weighted = splitWeight(part);
    if (!weighted.ok) return weighted;
    const { what, weight } = weighted.value;
    const [ownText = "", otherText = ownText] = what.split(":");
    const own = parseLabels(ownText, pieces);
    if (!own.ok) return own;
    const other = parseLabels(otherText, pieces);
    if (!other.ok) return other;
    if (own.value.length !== other.value.length) {
      return fail(
        "bad-player",
        `"${part}": both groups must have the same number of pieces, not ${own.value.length} and ${other.value.length}`,
      );
    }
    pairs.push({ kind: "pair", own: own.value, other: other.value, weight });
  }
  return ok(pairs);
}

function lookup(pieces: readonly number[], squares: readonly number[], weight = 1): LookupTerm {
  return { kind: "lookup", pieces, squares, weight };
}

function splitWeight(part: string): Result<{ what: string; weight: number }> {
  const [what = "", weightText] = part.split("*");
  const weight = weightText === undefined ? 1 : weightText === "" ? Number.NaN : Number(weightText);
  if (what !== "" && Number.isFinite(weight) && Math.abs(weight) <= 100) return ok({ what, weight });
  return fail("bad-player", `"${part}" is not of the form pieces*weight with a weight from -100 to 100`);
}

/** `1-4`, `1.3.5-7`: labels in ascending order. */
function parseLabels(text: string, pieces: number): Result<readonly number[]> {
  const labels: number[] = [];
  for (const part of text.split(".")) {
    const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(part);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (!match || first < 1 || last < first || last > pieces) {
      return fail(
        "bad-player",
        `"${text}" is not a list of labels from 1 to ${pieces}; expected a form like 1-4 or 1.3.5`,
      );
    }
    labels.push(...range(first, last));
  }
  if (new Set(labels).size < labels.length) return fail("bad-player", `"${text}" contains a label twice`);
  return ok(labels.toSorted((a, b) => a - b));
}

function topSquares(count: number, pieces: number): number[] {
  return range(pieces - count + 1, pieces);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

export function formatTerms(terms: readonly Term[], pieces: number): string {
  const parts = terms.map((term) => {
    const weight = weightText(term.weight);
    if (term.kind === "feature") return `${term.name}${weight}`;
    const isDefault = formatLabels(term.squares) === formatLabels(topSquares(term.pieces.length, pieces));
    return `${formatLabels(term.pieces)}${isDefault ? "" : `>${formatLabels(term.squares)}`}${weight}`;
  });
  return `sum(${parts.join(",")})`;
}

function formatLabels(labels: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const label of labels) {
    const run = runs.at(-1);
    if (run && run[1] === label - 1) run[1] = label;
    else runs.push([label, label]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(".");
}

/** The weights of an evaluation by term; null for a network or a part of a table. */
export function weightsOf(plan: EvaluationPlan, pieces: number): EvaluationWeights | null {
  if (plan.kind === "net") return null;
  if (plan.kind === "sum") {
    const { terms } = plan;
    if (terms.some((term) => term.kind === "lookup" && term.rear !== undefined)) return null;
    return {
      names: terms.map((term) => formatTerms([{ ...term, weight: 1 }], pieces).slice("sum(".length, -1)),
      weights: terms.map(({ weight }) => weight),
      withWeights: (weights) => formatTerms(withWeightsOf(terms, weights), pieces),
    };
  }
  const { pairs, allMoves, home, win } = plan;
  const name = ({ own, other }: PairTerm): string => `${formatLabels(own)}:${formatLabels(other)}`;
  const options = [
    ...(allMoves ? ["all"] : []),
    ...(home ? ["home"] : []),
    ...(win === WIN_POINTS ? [] : [`win=${win}`]),
  ];
  return {
    names: pairs.map(name),
    weights: pairs.map(({ weight }) => weight),
    withWeights: (weights) =>
      `edb(${[...withWeightsOf(pairs, weights).map((pair) => `${name(pair)}${weightText(pair.weight)}`), ...options].join(",")})`,
  };
}

function withWeightsOf<T>(terms: readonly T[], weights: readonly number[]): (T & { weight: number })[] {
  return terms.map((term, i) => ({ ...term, weight: weights[i] as number }));
}

function weightText(weight: number): string {
  return weight === 1 ? "" : `*${Number(weight.toFixed(4))}`;
}
