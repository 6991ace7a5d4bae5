/** The semantics of conditions, and constraint propagation. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unwrap } from "../../../../engine/contracts/errors.ts";
import { type Board, type Cells, formatBoard, imageOfBoard, imageOfCells, imageOfSteps, parseBoard } from "./board.ts";
import { type Condition, has, holds, mirrored, negation } from "./conditions.ts";
import { narrowed, noFacts } from "./facts.ts";
import { readConditions } from "./parse-conditions.ts";
import { referenceTurn } from "./reference-turn.fixture.ts";
import { Scanner } from "./scanner.ts";

const BOARD_SQUARES = Array.from({ length: 64 }, (_, square) => square);
const BOARD = unwrap(parseBoard("g rrr..rrr/.cd.cm.h/He.E..../..d...../..M...../......../.D.H.C../RRRRRRRR"));

function conditionsOf(text: string): Condition[] {
  const names = {
    squares: new Map([
      ["west", [16, 17, 18]],
      ["board", BOARD_SQUARES],
    ]),
    classes: new Map([["strong", 0b1110000]]),
  };
  return readConditions(new Scanner("g", 1, text), names);
}

function holdsHere(text: string, { cells }: Board = BOARD): boolean {
  return conditionsOf(text).every((condition) => holds(condition, cells));
}

describe("in a position of the horse hostage", () => {
  test.each([
    "Ha6",
    "eb6",
    "Ed6",
    "!Mg3",
    "!d5",
    ".d5",
    "b6",
    "*b6",
    "Xd6",
    "xb6",
    "H{a6 b7}",
    "H@west",
    "[@strong]@west",
    "[HD]{a6 b7}",
    "[.r]d8",
    "H{a5..c7}",
    "!{a4 b4}",
    ".{b6 d5}",
    "[>h]b6",
    "[>=H]a6",
    "[<e]c7",
    "b6>a6",
    "a6<b6",
    "d6=b6",
    "d6>=b6",
    "Ha6~e",
    "Ed6!~X",
    "frozen(Ha6)",
    "!frozen(Ed6)",
    "count(R{a1..h1})=8",
    "count(X{b6 c5 c7 d6})>=1",
    "count(x{b6 c5 c7 d6})>2",
    "count(*{a4..h4})<2",
    "(Ha6 | Hb7)",
    "(Hb7 | Ha6 eb6)",
    "!(Hb7 | Ha5)",
    "!!Ha6",
    "always",
    "Ha6, eb6 Ed6",
  ])("%s holds, and its negation does not", (text) => {
    expect(holdsHere(text)).toBe(true);
    expect(holds(negation({ kind: "all", parts: conditionsOf(text) }), BOARD.cells)).toBe(false);
  });

  test.each([
    "Hb7",
    "Ea6",
    "!eb6",
    "d5",
    ".b6",
    "Xb6",
    "[>e e]a6",
    "[<=h]b6",
    "a6>b6",
    "d5>b6",
    "Ed6~X",
    "frozen(E@board)",
    "count(C{a1..h8})=2",
    "(Hb7 | Hc7)",
    "!always",
  ])("%s does not hold", (text) => expect(holdsHere(text)).toBe(false));
});

/** Legal boards: no more pieces than a side has, none alone on a trap. */
const boards = fc.array(fc.nat({ max: 63 }), { minLength: 32, maxLength: 32 }).map((squares): Cells => {
  const letters = "EMHHDDCCRRRRRRRRemhhddccrrrrrrrr";
  const cells = new Uint8Array(64);
  squares.forEach((square, index) => (cells[square] = ".RCDHMErcdhme".indexOf(letters[index]!)));
  // Any step removes unprotected pieces; if there is no step, the traps are cleared.
  const after = referenceTurn({ cells, side: "gold" }).next()[0]?.turn.cells;
  if (after) return after;
  for (const trap of [18, 21, 42, 45]) cells[trap] = 0;
  return cells;
});

const squareSet = fc.uniqueArray(fc.nat({ max: 63 }), { minLength: 1, maxLength: 5 });
const contents = fc.integer({ min: 1, max: 2 ** 13 - 1 });
const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      kind: fc.constant("count" as const),
      contents,
      squares: squareSet,
      min: fc.nat({ max: 2 }),
      max: fc.nat({ max: 5 }),
    }),
    fc.record({
      kind: fc.constant("beside" as const),
      contents,
      squares: squareSet,
      beside: contents,
      present: fc.boolean(),
      not: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("frozen" as const), contents, squares: squareSet, not: fc.boolean() }),
    fc.record({
      kind: fc.constant("compare" as const),
      first: fc.nat({ max: 63 }),
      second: fc.nat({ max: 63 }),
      relation: fc.constantFrom(">", ">=", "<", "<=", "="),
      not: fc.boolean(),
    }),
    fc.record({
      kind: fc.constantFrom("all" as const, "any" as const),
      parts: fc.array(tie("condition"), { maxLength: 3 }),
    }),
  ),
})).condition;

test("the negation holds exactly where the condition does not", () => {
  fc.assert(
    fc.property(
      conditions,
      boards,
      (condition, cells) => holds(negation(condition), cells) !== holds(condition, cells),
    ),
  );
});

test("the mirrored condition holds on the mirrored board", () => {
  const image = { leftRight: true, colours: false };
  fc.assert(
    fc.property(
      conditions,
      boards,
      (condition, cells) => holds(mirrored(condition), imageOfCells(cells, image)) === holds(condition, cells),
    ),
  );
});

test("conditions that hold in a position never contradict, and the facts allow its contents", () => {
  fc.assert(
    fc.property(fc.array(conditions, { maxLength: 6 }), boards, (all, cells) => {
      // Each condition or its negation holds here.
      const held = all.map((condition) => (holds(condition, cells) ? condition : negation(condition)));
      const facts = narrowed(noFacts(), held);
      return facts !== null && cells.every((content, square) => has(facts[square]!, content));
    }),
    { seed: 1, numRuns: 1000 },
  );
});

describe("boards", () => {
  test("round-trip", () => {
    const text = "s rrr..rrr/.cd.cm.h/He.E..../..d...../..M...../......../.D.H.C../RRRRRRRR";
    expect(formatBoard(unwrap(parseBoard(text)))).toBe(text);
    expect(formatBoard(unwrap(parseBoard(text.replaceAll("/", ""))))).toBe(text);
    const spaced = text.slice(2).replaceAll("/", "").replaceAll(".", " ");
    expect(formatBoard(unwrap(parseBoard(`s [${spaced}]`)))).toBe(text);
  });

  test.each([
    ["", /is not a position; expected g or s and 64 squares/],
    ["x rrrr", /is not a position/],
    ["g rrrr", /has 4 squares, not 64/],
    [`g ${".".repeat(63)}k`, /"k" on h1 is not a piece/],
    [`g ${".".repeat(62)}EE`, /more than 1 E/],
  ])("%j is refused", (text, why) => {
    const read = parseBoard(text);
    expect(read.ok ? "" : read.error.message).toMatch(why);
  });

  test("images are their own inverses, and steps map with them", () => {
    for (const leftRight of [false, true])
      for (const colours of [false, true]) {
        const image = { leftRight, colours };
        expect(imageOfBoard(imageOfBoard(BOARD, image), image)).toEqual(BOARD);
        const steps = referenceTurn(BOARD)
          .next()
          .map(({ text }) => imageOfSteps(text, image))
          .sort();
        expect(
          referenceTurn(imageOfBoard(BOARD, image))
            .next()
            .map(({ text }) => text)
            .sort(),
        ).toEqual(steps);
      }
  });
});
