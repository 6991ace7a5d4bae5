/** Parsing of evaluations: the papers' partitions, custom sums, error messages. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { formatTerms, parseEvaluation, type Term, weightsOf } from "./evaluation-text.ts";

function termsOf(text: string, pieces: number): readonly Term[] {
  const plan = unwrap(parseEvaluation(text, pieces));
  if (plan.kind !== "sum") throw new Error(`${text} is not a sum`);
  return plan.terms;
}

function groupsOf(text: string, pieces: number): string[] {
  return termsOf(text, pieces).map((term) =>
    term.kind === "lookup" ? `${term.pieces.join(" ")} to ${term.squares.join(" ")}` : term.name,
  );
}

describe("the papers' partitions", () => {
  test("PDB(4) of ten pieces: 1–4, 4–7 and 7–10 to the top four squares", () => {
    expect(groupsOf("pdb(4)", 10)).toEqual(["1 2 3 4 to 7 8 9 10", "4 5 6 7 to 7 8 9 10", "7 8 9 10 to 7 8 9 10"]);
  });
  test("PDB(6) of ten pieces: 1–6 and 5–10 to the top six squares", () => {
    expect(groupsOf("pdb(6)", 10)).toEqual(["1 2 3 4 5 6 to 5 6 7 8 9 10", "5 6 7 8 9 10 to 5 6 7 8 9 10"]);
  });
  test("PDB(6+4): 5–10 to the top six squares, 1–4 to the others", () => {
    expect(groupsOf("pdb(6+4)", 10)).toEqual(["5 6 7 8 9 10 to 5 6 7 8 9 10", "1 2 3 4 to 1 2 3 4"]);
  });
  test("of six pieces: PDB(3) has two disjoint lookups, PDB(6) one of all", () => {
    expect(groupsOf("pdb(3)", 6)).toEqual(["1 2 3 to 4 5 6", "4 5 6 to 4 5 6"]);
    expect(groupsOf("pdb(6)", 6)).toEqual(["1 2 3 4 5 6 to 1 2 3 4 5 6"]);
    expect(groupsOf("table", 6)).toEqual(groupsOf("pdb(6)", 6));
  });
  test("EDB(3+3): the same labels of both sides", () => {
    const plan = unwrap(parseEvaluation("edb(3+3)", 6));
    expect(plan).toMatchObject({
      kind: "pairs",
      pairs: [
        { own: [4, 5, 6], other: [4, 5, 6], weight: 1 },
        { own: [1, 2, 3], other: [1, 2, 3], weight: 1 },
      ],
    });
  });
});

test("any partition, goal, weight and feature", () => {
  expect(termsOf("sum(1-4>1-4*0.8, 5.7.9-10*-2, rows*0.1, behind)", 10)).toEqual([
    { kind: "lookup", pieces: [1, 2, 3, 4], squares: [1, 2, 3, 4], weight: 0.8 },
    { kind: "lookup", pieces: [5, 7, 9, 10], squares: [7, 8, 9, 10], weight: -2 },
    { kind: "feature", name: "rows", weight: 0.1 },
    { kind: "feature", name: "behind", weight: 1 },
  ]);
  expect(unwrap(parseEvaluation("edb(3,all)", 3))).toMatchObject({ allMoves: true, pairs: [{ own: [1, 2, 3] }] });
  expect(unwrap(parseEvaluation("edb(1-2:2-3*0.5, 3)", 3))).toMatchObject({
    allMoves: false,
    pairs: [
      { own: [1, 2], other: [2, 3], weight: 0.5 },
      { own: [3], other: [3], weight: 1 },
    ],
  });
});

test("weights of an evaluation, by term", () => {
  const weights = (text: string, pieces: number) => weightsOf(unwrap(parseEvaluation(text, pieces)), pieces);
  expect(weights("pdb(6+4)", 10)).toMatchObject({ names: ["5-10", "1-4>1-4"], weights: [1, 1] });
  expect(weights("pdb(6+4)", 10)?.withWeights([1, 0.5])).toBe("sum(5-10,1-4>1-4*0.5)");
  expect(weights("edb(3+3, all, win=20)", 6)).toMatchObject({ names: ["4-6:4-6", "1-3:1-3"], weights: [1, 1] });
  expect(weights("edb(3+3, all, win=20)", 6)?.withWeights([2, 1])).toBe("edb(4-6:4-6*2,1-3:1-3,all,win=20)");
  expect(weights("edb(3+3, home)", 6)?.withWeights([2, 1])).toBe("edb(4-6:4-6*2,1-3:1-3,home)");
  expect(unwrap(parseEvaluation("edb(4-6:4-6*2,1-3:1-3,all,win=20)", 6))).toMatchObject({ allMoves: true, win: 20 });
  expect(weights("net(ten)", 10)).toBe(null);
});

test.each(["sum(1-4>1-4*0.8,5.7.9-10*-2,rows*0.1,behind)", "sum(1-6,7-10>1-4)", "sum(10*0.125)"])(
  "%s round-trips",
  (text) => {
    expect(formatTerms(termsOf(text, 10), 10)).toBe(text);
  },
);

test.each([
  ["pdb", 6, "pdb(6+4)"],
  ["pdb()", 6, "pdb(6+4)"],
  ["pbd(6)", 6, 'did you mean "pdb"?'],
  ["pdb(5+4)", 10, "9 pieces, but a side has 10"],
  ["pdb(7)", 6, "a side has 6 pieces here, not 7"],
  ["pdb(8+2)", 10, "at most 7"],
  ["pdb(0+6)", 6, "at least one piece"],
  ["pdb(1)", 10, "10 lookups; at most 8"],
  ["pdb(1-3)", 6, "for custom groups use sum"],
  ["table(3)", 6, "rear cell"],
  ["rows(3)", 6, "takes no arguments"],
  ["edb(3+3, win=0)", 6, "from 1 to 128"],
  ["edb(3+3, win=x)", 6, "from 1 to 128"],
  ["table", 10, "at most 7"],
  ["sum(1-7)", 6, "labels from 1 to 6"],
  ["sum(1-2.2)", 6, "twice"],
  ["sum(3-1)", 6, "labels from 1 to 6"],
  ["sum(1-3>1-2)", 6, "2 squares cannot hold 3 pieces"],
  ["sum(1-3*x)", 6, "a weight from -100 to 100"],
  ["sum(1-3*)", 6, "a weight from -100 to 100"],
  ["sum(rws)", 6, 'did you mean "rows"?'],
  ["sum(,)", 6, "form pieces*weight"],
  ["edb(4+2)", 6, "at most 3"],
  ["edb(3)", 6, "join groups with +"],
  ["edb(1-3:1-2)", 6, "both groups must have the same number of pieces"],
  ["sum(rows, 1-2, rows*2)", 6, 'the feature "rows" is given twice'],
  ["net", 6, "net(NAME)"],
  ["", 6, "expected one of"],
  ["pdb(6", 6, "expected one of"],
] as const)("%s for %i pieces is rejected: %s", (text, pieces, why) => {
  const plan = parseEvaluation(text, pieces);
  expect(plan.ok).toBe(false);
  if (!plan.ok) {
    expect(plan.error.code).toBe("bad-player");
    expect(plan.error.message).toContain(why);
  }
});
