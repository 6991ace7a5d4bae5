/** Setup: editing commands, rejected input, and drafts whose moves make the position they show. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Draft } from "../../../engine/contracts/draft.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { Board } from "../board.ts";
import { PLAYING, SIDE, STATE_BYTES } from "../layout.ts";
import { SETUP_NAMES, setupMove } from "../setups.ts";
import { lettersOf } from "../squares.ts";
import { setupDraft } from "./draft.ts";
import { validatePosition } from "./validate.ts";
import { applyEdit, EMPTY_BOARD, mirrored, namedSetup, turned } from "./edit.ts";

const board = new Board();
afterAll(() => board.close());
const EMPTY: Position = new Uint8Array(STATE_BYTES);

function draftOf(position = EMPTY): Draft {
  return setupDraft(board, position) as Draft;
}

/** The letters of the position after a draft's moves. */
function played({ base, moves }: Draft): string {
  return lettersOf(moves.reduce((position, move) => board.play(position, move), base));
}

function edited(...lines: readonly string[]): Draft {
  return lines.reduce((draft, line) => {
    const { error, draft: next } = draft.edit(line);
    expect(error).toBeNull();
    return next;
  }, draftOf());
}

describe("a named setup", () => {
  test.each(SETUP_NAMES)("%s matches the kernel, for both sides", (name) => {
    const gold = board.play(EMPTY, setupMove(name));
    expect(namedSetup(EMPTY_BOARD, name, 0)).toBe(lettersOf(gold));
    const both = lettersOf(board.play(gold, setupMove(name)));
    expect(namedSetup(namedSetup(EMPTY_BOARD, name, 1), name, 0)).toBe(both);
  });

  test("replaces the pieces placed before", () => {
    expect(played(edited("Ra1 Eb2", "fritzlein"))).toBe(namedSetup(EMPTY_BOARD, "fritzlein", 0));
  });
});

describe("commands", () => {
  const rows = (draft: Draft): string => played(draft).slice(48);

  test.each([
    ["Ra1 Hb2", ".H......R......."],
    ["ra1 hb2", ".H......R......."],
    ["Ra1 Ra1>c1", "..........R....."],
    ["Ra1 Hb1 Ra1>b1", "........HR......"],
    ["Ra1 Hb2 a1 b2", ".R......H......."],
    ["Ra1 Hb2 swap a1 b2", ".R......H......."],
    ["Ra1 a1<>d2", "...R............"],
    ["Ra1 Hb2 -a1", ".H.............."],
    ["Ra1 Hb2 -Hb2", "........R......."],
    ["Ra1 Ca1", "........C......."],
    ["Ea1 Ec2", "..E............."],
    ["Ra1 Hb2 mirror", "......H........R"],
    ["Ra1 Hb2 clear Cd1", "...........C...."],
    ["Ea1 fill", "R.......ERRRRRRR"],
    ["Ea1 Rh2 fill", ".......RERRRRRRR"],
  ])("%s", (line, expected) => {
    expect(rows(edited(line))).toBe(expected);
  });

  test.each([
    ["Ra3", /a3 is outside your rows: gold sets up on rows 1 and 2/],
    ["Ha1 Hb1 Hc1", /all 2 horses are placed already, on a1, b1; move one, as in Ha1>c1/],
    ["a1>b1", /no piece on a1/],
    ["Ra1 Ha1>b1", /the piece on a1 is R, not H/],
    ["-a1", /no piece on a1/],
    ["a1 b1", /no piece on a1 or b1/],
    ["a1", /expected two squares/],
    ["frizlein", /did you mean "fritzlein"/],
    ["Ra1 done", /still to place: R R R R R R R C C D D H H M E/],
    ["Ra1 nonsense Rb1", /"nonsense" is not a command.*; not read: Rb1/],
  ])("%s is refused", (line, why) => {
    const { error, done } = draftOf().edit(line);
    expect(error).toMatch(why);
    expect(done).toBe(false);
  });

  test("edits before an error are kept, and an unchanged draft is the same object", () => {
    expect(rows(draftOf().edit("Ra1 Hb2 Zz9").draft)).toBe(".H......R.......");
    const draft = edited("Ra1");
    expect(draft.edit("Zz9").draft).toBe(draft);
  });
});

describe("a draft", () => {
  test("done completes the setup of either side", () => {
    const gold = draftOf().edit("99of9 a1 b2 done");
    expect(gold).toMatchObject({ error: null, done: true });
    const after = gold.draft.moves.reduce((position, move) => board.play(position, move), gold.draft.base);
    expect(after[SIDE]).toBe(1);
    const silver = draftOf(after).edit("fritzlein ea8 done");
    expect(silver).toMatchObject({ error: null, done: true });
    const start = silver.draft.moves.reduce((position, move) => board.play(position, move), silver.draft.base);
    expect([start[PLAYING], start[SIDE]]).toEqual([1, 0]);
    expect(setupDraft(board, start)).toBeNull();
  });

  test("begins with the placed pieces, which can be moved", () => {
    const begun = board.position(EMPTY_BOARD.slice(0, 56) + "R.......", 0, false);
    const { draft } = draftOf(begun).edit("a1>h1");
    expect(lettersOf(draft.base)).toBe(EMPTY_BOARD);
    expect(played(draft).slice(56)).toBe(".......R");
  });

  test("after any commands the moves of the draft are legal in sequence", () => {
    const squares = fc.constantFrom("a1", "b1", "h1", "a2", "e2", "c3");
    const word = fc.oneof(
      fc.tuple(fc.constantFrom(..."RCDHMEr"), squares).map(([letter, square]) => letter + square),
      fc.tuple(squares, squares).map(([from, to]) => `${from}>${to}`),
      fc.tuple(squares, squares).map(([from, to]) => `${from} ${to}`),
      squares.map((square) => `-${square}`),
      fc.constantFrom("mirror", "fill", "clear", "99of9", "swap", "done", "x"),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const { draft } = words.reduce((now, each) => now.draft.edit(each), { draft: draftOf() });
        let position = draft.base;
        for (const move of draft.moves) {
          expect(board.moves(position)).toContain(move);
          position = board.play(position, move);
        }
      }),
      { seed: 6, numRuns: 200 },
    );
  });
});

describe("the whole board", () => {
  test("accepts pieces of both sides anywhere, even too many", () => {
    const words = ["Mc3", "mc4", "Ma1"];
    const letters = words.reduce((now, _, at) => {
      const next = applyEdit(now, words, at, { side: null });
      return next.ok ? next.value.letters : expect.unreachable();
    }, EMPTY_BOARD);
    expect(validatePosition(board, letters, 0).errors).toEqual([
      "2 M; gold has at most 1 camel",
      "M on the trap c3 has no adjacent friend and would be captured",
    ]);
  });

  test("mirroring and turning are involutions", () => {
    const letters = namedSetup(namedSetup(EMPTY_BOARD, "eh", 0), "camel-wing", 1);
    expect(mirrored(letters)).not.toBe(letters);
    expect(mirrored(mirrored(letters))).toBe(letters);
    expect(turned(turned(letters))).toBe(letters);
    expect(turned(namedSetup(EMPTY_BOARD, "99of9", 0))).toBe(mirrored(namedSetup(EMPTY_BOARD, "99of9", 1)));
  });

  test.each([
    ["", 0, [], ["there are no pieces"]],
    ["Rc8 ra7", 1, ["R on c8 is on its goal row", "the game is over: gold has won"], []],
    ["Ea1 rb7", 0, ["gold has no rabbit", "the game is over: silver has won"], []],
    ["Ra2 ea3 rh7", 0, ["gold cannot move", "the game is over: silver has won"], []],
    ["Ra2 rh7", 0, [], []],
  ])("%j: a finished game is reported", (text, side, remarks, errors) => {
    const words = text.split(" ").filter(Boolean);
    const letters = words.reduce((now, _, at) => {
      const next = applyEdit(now, words, at, { side: null });
      return next.ok ? next.value.letters : expect.unreachable();
    }, EMPTY_BOARD);
    const found = validatePosition(board, letters, side);
    expect(found.errors).toEqual(errors);
    expect(found.remarks.filter((each) => !each.startsWith("missing"))).toEqual(remarks);
  });
});
