/** Notation of positions, turns and records: accepted forms, and error messages. */
import { afterAll, describe, expect, test } from "vitest";
import { type Result, unwrap } from "../../engine/contracts/errors.ts";
import { game } from "./game.ts";
import { formatRecord, parseRecord } from "./records.ts";
import type { ArimaaRules } from "./rules.ts";
import { lettersOf } from "./squares.ts";
import { formatTurn, parseTurn, playMoves } from "./turns.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const { board } = rules;
afterAll(() => rules.close());

const START = "g rrrddrrrrhcemchr................................RHCMECHRRRRDDRRR";
const EMPTY = ".".repeat(64);

/** A board with these pieces on it. */
function withPieces(side: string, pieces: string): string {
  const letters = [...EMPTY];
  for (const piece of pieces.split(" "))
    letters[8 * (8 - Number(piece[2])) + "abcdefgh".indexOf(piece.charAt(1))] = piece.charAt(0);
  return `${side} ${letters.join("")}`;
}

function errorOf(result: Result<unknown>): string {
  return result.ok ? "read" : result.error.message;
}

describe("positions", () => {
  test("in brackets with spaces, with old names of the sides, and drawn", () => {
    const expected = unwrap(rules.parsePosition(START));
    const [, letters = ""] = START.split(" ");
    expect(rules.parsePosition(`g [${letters.replaceAll(".", " ")}]`)).toEqual({ ok: true, value: expected });
    expect(rules.parsePosition(`w ${letters}`)).toEqual({ ok: true, value: expected });
    const rows = Array.from({ length: 8 }, (_, i) => {
      const row = letters
        .slice(8 * i, 8 * i + 8)
        .replaceAll(".", " ")
        .split("");
      if (i === 2 || i === 5) row[2] = row[5] = "x";
      return `${8 - i}| ${row.join(" ")} |`;
    });
    const frame = " +-----------------+";
    const drawn = ["2w", frame, ...rows, frame, "   a b c d e f g h"].join("\n");
    expect(rules.parsePosition(drawn)).toEqual({ ok: true, value: expected });
    expect(rules.formatPosition(unwrap(rules.parsePosition(drawn.replace("2w", "2g Ee2n"))))).toBe(`${START} Ee2n`);
    expect(errorOf(rules.parsePosition(drawn.replace("2w", "")))).toMatch(/does not give the side to move/);
    expect(errorOf(rules.parsePosition(drawn.replace("8|", "7|")))).toBe("row 7 comes where row 8 was expected");
    expect(errorOf(rules.parsePosition(drawn.replace("| r", "| q")))).toMatch(/"q" on a8 is not a piece/);
  });

  test.for([
    ["g", /is not a position; expected the side to move and 64 letters/],
    ["g rrr", "3 squares; expected 64 from a8 to h1"],
    [`x ${EMPTY}`, /is not a position/],
    [`g z${EMPTY.slice(1)}`, /"z" in .* is not a piece; expected one of rcdhme/],
    [withPieces("g", "Ea1 Ec1"), "2 E; gold has at most 1 elephant"],
    [withPieces("g", "Ea1 Rh2 rc3 ra7"), "r on the trap c3 has no adjacent friend and would be captured"],
    [`g ${EMPTY}`, "there are no pieces"],
    [`setup g ${withPieces("", "Ra3").trim()}`, "R on a3 is outside the two home rows of its side"],
    [`setup s ${withPieces("", "Ra1").trim()}`, /1 gold and 0 silver pieces; during silver's setup/],
    [`${START} Ra2s`, '"Ra2s" is not a move here: a1 is not empty'],
    [`${START} Ha2n`, '"Ha2n" is not a move here: the piece on a2 is R'],
    [`${START} Ra2n Ra3n Ra4n Ra5n`, '"Ra2n Ra3n Ra4n Ra5n" is a whole turn; expected the position after it'],
  ] as const)("%s is refused", ([text, words]) => {
    const message = errorOf(rules.parsePosition(text));
    if (typeof words === "string") expect(message).toBe(words);
    else expect(message).toMatch(words);
  });
});

describe("turns", () => {
  const turn = (start: string, text: string): string => {
    const position = unwrap(rules.parsePosition(start));
    const moves = parseTurn(board, position, text);
    return moves.ok ? formatTurn(board, position, moves.value) : moves.error.message;
  };

  test("captures are written after their step and are optional", () => {
    const start = withPieces("g", "Eb4 rb3 Ra1 ra7");
    expect(turn(start, "rb3e Eb4s")).toBe("rb3e rc3x Eb4s");
    expect(turn(start, "rb3e rc3x Eb4s Eb3e Ra1n")).toBe("rb3e rc3x Eb4s Eb3e Ec3x Ra1n");
    expect(turn(start, "rb3e cc3x Eb4s")).toMatch(/"cc3x" is wrong: rb3e captures rc3/);
    expect(turn(start, "b3e b4s end")).toBe("rb3e rc3x Eb4s");
  });

  test("a pull can be completed after the puller is captured on a trap", () => {
    expect(turn(withPieces("g", "Eb3 ra3 Ra1 rh7"), "Eb3e Ec3x ra3e")).toBe("Eb3e Ec3x ra3e");
  });

  test.for([
    ["Ee2n Ee3s", /the turn would not change the placement/],
    ["Ee2n Ee3n Ee4n Ee5n Ee6n", '"Ee6n" comes after the end of the turn; a turn has at most four steps'],
    ["Ra1w", '"Ra1w" is not a move here: it leads off the board'],
    ["ra8s", '"ra8s" is not a move here: a7 is not empty'],
    ["rd7s", '"rd7s" is not a move here: the piece on d7 is e'],
    ["ed7s", /no unfrozen stronger piece can push e/],
    ["jump", '"jump" is not a move; expected a step, as in Ra2n or rb3e rc3x, or end'],
    ["end", '"end" is not a move here: a turn has at least one step'],
  ] as const)("%s from the start is refused", ([text, words]) => {
    const message = turn(START, text);
    if (typeof words === "string") expect(message).toBe(words);
    else expect(message).toMatch(words);
  });

  test("the reason for an illegal step is given", () => {
    const start = withPieces("g", "Hb4 eb5 Rd5 Rh2 ra7 ce5 Ee4");
    expect(turn(start, "Hb4s")).toMatch(/H on b4 is frozen: next to a stronger enemy without an adjacent friend/);
    expect(turn(start, "Rh2s")).toMatch(/rabbits cannot step back/);
    expect(turn(start, "ce5n Ee4w")).toMatch(/a push must be completed first: .* must step to e5/);
    expect(turn(start, "ce5n")).toMatch(/a push must be completed first, by a step to e5/);
    expect(turn(start, "Rh2n Rh3n Rh4n ce5n")).toMatch(/no step is left to complete a push/);
  });
});

describe("records", () => {
  const LINES = [
    "# a game",
    "1w Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2",
    "1b 99of9",
    "2w Ee2n Ee3n",
    "",
    "2b ra7s",
    "3g takeback",
    "2s hb7s hb6s",
    "3g Ee4n",
    "3s resigns",
  ];

  test("may have comments, named setups, takebacks and a termination; they are written in normal form", () => {
    const record = unwrap(parseRecord(board, LINES.join("\r\n")));
    expect(record).toMatchObject({ ending: "resigns", winner: null, remarks: [] });
    const written = formatRecord(board, record).trim().split("\n");
    expect(written.map((line) => line.split(" ")[0])).toEqual(["1g", "1s", "2g", "2s", "3g", "3s"]);
    expect(written.slice(2)).toEqual(["2g Ee2n Ee3n", "2s hb7s hb6s", "3g Ee4n", "3s resigns"]);
    expect(written[1]).toMatch(/^1s [a-z][a-h][78]( [a-z][a-h][78]){15}$/);
    expect(lettersOf(record.final)).toBe("rrrddrrrr.cemchr.........h..E...................RHCM.CHRRRRDDRRR");
  });

  test.for([
    [1, "1w Ra1", "line 2: turn 1g: gold's setup is not complete; expected 16 pieces"],
    [3, "4w Ee2n", "line 4: turn 4w comes where 2g was expected"],
    [3, "2w Ee2n Ee3q", 'line 4: turn 2g: "Ee3q" is not a move; expected a step, as in Ra2n or rb3e rc3x, or end'],
    [3, "what", 'line 4: "what" is not a turn; expected a number, a side and steps, as in 2g Ra2n'],
    [2, "1b ra1", 'line 3: turn 1s: "ra1" is not a move here: silver sets up on rows 7 and 8'],
    [2, "1b 99of8", /line 3: turn 1s: "99of8" is not a placement or setup; .*did you mean "99of9"/],
    [1, "1g takeback", "line 2: takeback at 1g: there is no turn to take back"],
  ] as const)("line %i: %s is refused", ([at, line, words]) => {
    const message = errorOf(parseRecord(board, LINES.with(at, line).join("\n")));
    if (typeof words === "string") expect(message).toBe(words);
    else expect(message).toMatch(words);
  });

  test("text after the end is rejected", () => {
    expect(errorOf(parseRecord(board, [...LINES, "4g Ee5n"].join("\n")))).toMatch(/line 11: .* comes after the end/);
  });

  test("named setups match their names", () => {
    const named = (name: string): string => {
      const position = rules.initial();
      return lettersOf(playMoves(board, position, unwrap(parseTurn(board, position, name)))).slice(48);
    };
    expect(named("99of9")).toBe("RHCMECHRRRRDDRRR");
    expect(named("99of9-mirrored")).toBe("RHCEMCHRRRRDDRRR");
    expect(named("99of9-cats")).toBe("RHDMEDHRRRRCCRRR");
    expect(named("fritzlein")).toBe("DHCMECHDRRRRRRRR");
    expect(named("eh")).toBe("RHDEHDMRRRRCCRRR");
    expect(named("camel-wing")).toBe("HCREDRMHRRRDRRCR");
  });
});
