/** Rulesheets as games: the contract and published counts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import type { Position, Move } from "../engine/contracts/position.ts";
import { gameSuite } from "../engine/contracts/suites/game-suite.ts";
import { gdlGameOfFile } from "./game-file.ts";
import { gdlGame } from "./game.ts";

const sheet = (name: string): string => join(import.meta.dirname, `rulesheets/${name}.kif`);
const file = sheet("tic-tac-toe");

/** Simultaneous moves; the hider wins if the seeker looks elsewhere. */
const HIDE = `
  (role hider) (role seeker) (place left) (place right)
  (init hidden)
  (<= (legal ?role (choose ?place)) (role ?role) (place ?place))
  (<= (next (at ?role ?place)) (does ?role (choose ?place)))
  (<= terminal (true (at hider ?place)))
  (<= found (true (at hider ?place)) (true (at seeker ?place)))
  (<= (goal seeker 100) found) (<= (goal seeker 0) (not found))
  (<= (goal hider 0) found) (<= (goal hider 100) (not found))
`;

async function open(id: string, text: string): Promise<OpenGame> {
  return unwrap(await unwrap(gdlGame(id, text)).open({}));
}

describe("tic-tac-toe", () => {
  gameSuite(async () => unwrap(await unwrap(gdlGameOfFile(file)).open({})), { perftDepth: 3 });

  test("perft counts are as published", async () => {
    const rules = await open("tic-tac-toe", readFileSync(file, "utf8"));
    expect([1, 2, 3, 4, 5].map((depth) => rules.perft(rules.initial(), depth))).toEqual([9, 72, 504, 3_024, 15_120]);
  });
});

describe.for([
  ["connect-four", [7, 49, 343, 2_401]],
  ["breakthrough", [22, 484, 11_132]],
] as const)("%s", ([name, published]) => {
  gameSuite(async () => unwrap(await unwrap(gdlGameOfFile(sheet(name))).open({})));

  test("perft counts are as published", async () => {
    const rules = await open(name, readFileSync(sheet(name), "utf8"));
    expect(published.map((_, depth) => rules.perft(rules.initial(), depth + 1))).toEqual(published);
  });
});

test("the view has a board", async () => {
  const rules = await open("breakthrough", readFileSync(sheet("breakthrough"), "utf8"));
  const { cells, pieces, notes } = rules.view(rules.initial());
  expect(cells).toHaveLength(64);
  expect(pieces.filter(({ owner }) => owner === 1)).toHaveLength(16);
  expect(pieces.map(({ cell }) => cells[cell]?.name)).toContain("3,7");
  expect(notes).toEqual(["(control white)"]);
});

describe("hide and seek, simultaneous moves", () => {
  gameSuite(() => open("hide", HIDE));

  test("both act, and their moves are distinct", async () => {
    const rules = await open("hide", HIDE);
    const start = rules.initial();
    expect(rules.actors(start)).toEqual([0, 1]);
    const [left, right] = ["hider: (choose left)", "seeker: (choose left)"].map((text) =>
      unwrap(rules.parseMove(start, text)),
    );
    expect(rules.result(rules.play(start, [left as Move, right as Move]))).toEqual([0, 1]);
  });
});

/** Seven digits are picked; a relation over all seven is too large for grounding. */
const DIGITS = `
  (role picker) (role watcher)
  (legal watcher wait)
  ${Array.from({ length: 10 }, (_, i) => `(digit ${i})`).join(" ")}
  ${Array.from({ length: 7 }, (_, i) => `(succ ${i + 1} ${i + 2})`).join(" ")}
  (init (at 1))
  (<= (legal picker (pick ?d)) (digit ?d) (true (at ?p)))
  (<= (next (mark ?p ?d)) (true (at ?p)) (does picker (pick ?d)))
  (<= (next (mark ?p ?d)) (true (mark ?p ?d)))
  (<= (next (at ?q)) (true (at ?p)) (succ ?p ?q))
  (<= terminal (true (at 8)))
  (<= (differ ?a ?b ?c ?d ?e ?f ?g)
      (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) (digit ?g)
      (distinct ?a ?b) (distinct ?b ?c) (distinct ?c ?d) (distinct ?d ?e) (distinct ?e ?f) (distinct ?f ?g))
  (<= differing
      (true (mark 1 ?a)) (true (mark 2 ?b)) (true (mark 3 ?c)) (true (mark 4 ?d)) (true (mark 5 ?e)) (true (mark 6 ?f))
      (true (mark 7 ?g)) (differ ?a ?b ?c ?d ?e ?f ?g))
  (<= (goal picker 100) differing)
  (<= (goal picker 0) (not differing))
  (<= (goal watcher 0) differing)
  (<= (goal watcher 100) (not differing))
`;

describe("a game too large for a propnet", () => {
  const notices: string[] = [];
  const game = unwrap(gdlGame("digits", DIGITS, (line) => notices.push(line)));
  gameSuite(async () => unwrap(await game.open({})));

  test("is played by the interpreter, with one notice", async () => {
    const rules = unwrap(await game.open({}));
    expect(rules.playerKinds.map(({ name }) => name)).toEqual(["best", "uct", "random"]);
    expect(notices).toEqual([
      expect.stringMatching(/^digits: too large for a propnet \(.*\); playing with the slow interpreter$/),
    ]);
    expect([1, 2, 3].map((depth) => rules.perft(rules.initial(), depth))).toEqual([10, 100, 1_000]);
    const played = (picks: string): Position =>
      [...picks].reduce(
        (position, digit) => rules.play(position, [unwrap(rules.parseMove(position, `(pick ${digit})`))]),
        rules.initial(),
      );
    expect(rules.result(played("1212121"))).toEqual([1, 0]);
    expect(rules.result(played("1212112"))).toEqual([0, 1]);
    expect(rules.parsePosition("{(at ?x)}")).toMatchObject({ ok: false });
  });

  test("its initial position is available before opening it", () => expect(game.example).toBe("{(at 1)}"));
});

test.for([
  ["(role a)", /bad: line 1, column 1: no legal moves are defined/],
  ["(role a) (", /bad: line 1, column 10: "\(" is not closed/],
] as const)("%s is refused", ([text, message]) => {
  expect(() => unwrap(gdlGame("bad", text))).toThrow(message);
});

test("a missing file is an error", () => {
  expect(() => unwrap(gdlGameOfFile("/nowhere.kif"))).toThrow("/nowhere.kif cannot be read");
});
