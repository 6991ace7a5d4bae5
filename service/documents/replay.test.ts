/** Replayed games: turns, endings, errors, values. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { findGame } from "../../games/games.ts";
import { chanceDocument } from "./choice.ts";
import { graphValue, labelOf, movesToEnd } from "./value-labels.ts";
import { replayGame, replayOrThrow } from "./replay.ts";
import { positionDocument } from "./position.ts";

const opened: OpenGame[] = [];
afterAll(() => Promise.all(opened.map((rules) => rules.close())));

async function open(id: string, options: Record<string, string | number> = {}): Promise<OpenGame> {
  const game = unwrap(await findGame(id));
  const rules = unwrap(await game.open({ ...defaultsOf(game.options), ...options }));
  opened.push(rules);
  return rules;
}

describe("plies", () => {
  test("all steps of a turn have the same number, and so has a setup", async () => {
    const rules = await open("arimaa");
    const moves = ["99of9", "99of9", "Eb2n", "end", "ra7s", "rb7s", "end", "Eb3n"].map((text) => text);
    const legal = positionDocument(replayOrThrow(rules, { start: null, moves: [] }), null).moves.map(
      ({ text }) => text,
    );
    expect(legal).toContain("99of9");
    const played = replayGame(rules, { start: null, moves: moves.slice(0, 2) });
    expect(unwrap(played).plies.map(({ turn }) => turn)).toEqual([1, 2]);
    const start = rules.formatPosition(unwrap(played).position);
    const next = positionDocument(replayOrThrow(rules, { start, moves: [] }), null).moves.map(({ text }) => text);
    const [step = ""] = next.filter((text) => text !== "end");
    const { plies } = replayOrThrow(rules, { start, moves: [step, "end"] });
    expect(plies.map(({ turn, actors }) => [turn, ...actors])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  test("a chance move belongs to the turn before it; in a trick every card is a turn", async () => {
    const dark = await open("chinese-dark-chess");
    const moves = ["a1"];
    moves.push(chanceDocument(replayOrThrow(dark, { start: null, moves }), 4).move);
    moves.push("a2");
    expect(replayOrThrow(dark, { start: null, moves }).plies.map(({ turn, actors }) => [turn, ...actors])).toEqual([
      [1, 0],
      [1, -1],
      [2, 1],
    ]);
    const skat = await open("skat");
    const start = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
    const { plies } = replayOrThrow(skat, { start, moves: ["CJ", "SJ", "HJ", "HT"] });
    expect(plies.map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
  });

  test("the same seed and ply give the same chance", async () => {
    const rules = await open("skat");
    const played = replayOrThrow(rules, { start: null, moves: [] });
    const drawn = Array.from({ length: 40 }, (_, seed) => chanceDocument(played, seed).move);
    expect(drawn).toEqual(drawn.map((_, seed) => chanceDocument(played, seed).move));
    expect(new Set(drawn).size).toBeGreaterThan(15);
  });

  test("simultaneous moves are joined", async () => {
    const rules = await open("goofspiel");
    const played = replayOrThrow(rules, { start: null, moves: ["left: (bid 3)&right: (bid 8)"] });
    expect(played.plies[0]?.actors).toEqual([0, 1]);
    for (const wrong of ["left: (bid 3)", "right: (bid 3)&left: (bid 8)", "left: (bid 3)&right: (bid 30)"])
      expect(replayGame(rules, { start: null, moves: [wrong] })).toMatchObject({ ok: false });
  });
});

describe("ends", () => {
  test("by repetition, and no move is legal after the end", async () => {
    const rules = await open("chinese-checkers", { side: 4, pieces: 1 });
    const round = ["d4-c4", "a1-b1", "c4-d4", "b1-a1"];
    const moves = [...round, ...round];
    const end = replayOrThrow(rules, { start: null, moves });
    expect(end.end).toEqual({ scores: [0.5, 0.5], ending: "repetition" });
    expect(positionDocument(end, null)).toMatchObject({
      actors: [],
      moves: [],
      result: { text: "The game is a draw by repetition." },
    });
    expect(replayGame(rules, { start: null, moves: [...moves, "d4-c4"] })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("the game has already ended") },
    });
    const known = replayOrThrow(rules, { start: null, moves: moves.slice(0, 5) });
    expect(replayOrThrow(rules, { start: null, moves }, known).end).toEqual(end.end);
    expect(replayOrThrow(rules, { start: null, moves: moves.slice(0, 3) }, end).end).toBeNull();
  });

  test("a move that the history forbids is not listed", async () => {
    const rules = await open("arimaa");
    const rows = ["r.......", "........", "........", "........", "........", "........", "........", "R......E"];
    const start = `g ${rows.join("")}`;
    const round = ["Eh1w", "end", "ra8s", "end", "Eg1e", "end"];
    const played = replayGame(rules, { start, moves: round.slice(0, 3) });
    expect(played).toMatchObject({ ok: true });
    const forbidding = new Proxy(rules, {
      get: (target, name) => {
        if (name === "history") return { ...target.history, repetitionCount: 1 };
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const texts = (of: OpenGame): string[] =>
      positionDocument(replayOrThrow(of, { start, moves: ["Eh1w"] }), null).moves.map(({ text }) => text);
    expect(texts(rules).length).toBeGreaterThan(0);
    // With a limit of zero repetitions no move is legal.
    expect(texts(forbidding)).toEqual([]);
  });
});

test("a replay reuses the plies of an earlier one", async () => {
  const rules = await open("tic-tac-toe");
  const moves = ["(take 1 1)", "(take 2 2)", "(take 3 3)"];
  const known = replayOrThrow(rules, { start: null, moves });
  let parsed = 0;
  const counting = new Proxy(rules, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name === "parseMove") parsed++;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const longer = replayOrThrow(counting, { start: null, moves: [...moves, "(take 1 2)"] }, known);
  expect(parsed).toBe(1);
  expect(longer.plies.map(({ text }) => text)).toEqual([...moves, "(take 1 2)"]);
});

test("distances count the winner's moves from the position before the move", () => {
  const moves = (outcome: "win" | "draw" | "loss", plies: number | null, isAfterMove: boolean): number | null =>
    movesToEnd({ outcome, parts: { plies } }, isAfterMove);
  // A mate in two: three plies. The first move of it leaves two, the reply one.
  expect([moves("win", 3, false), moves("win", 2, true), moves("loss", 2, false), moves("loss", 1, true)]).toEqual([
    2, 2, 1, 1,
  ]);
  expect(moves("win", 0, true)).toBe(1);
  expect([moves("draw", 0, true), moves("loss", null, true)]).toEqual([null, null]);
});

test("labels and graph values", () => {
  const value = { text: "", score: 0, parts: {}, exact: true };
  expect(labelOf({ ...value, outcome: "win", parts: { plies: 12 } })).toBe("W 12");
  expect(labelOf({ ...value, outcome: "win", parts: { plies: 12 } }, 7)).toBe("W 7");
  expect(labelOf({ ...value, outcome: "draw", parts: { plies: 0 } })).toBe("D");
  expect(labelOf({ ...value, outcome: "loss", parts: { plies: null } })).toBe("L");
  expect(labelOf({ ...value, exact: false, score: 1.256 })).toBe("+1.26");
  expect(labelOf({ ...value, parts: { own: 17 }, score: -17 })).toBe("17");
  expect(graphValue({ outcome: "loss", score: 900 })).toBe(-1);
  expect(graphValue({ score: 0 })).toBe(0);
  expect(graphValue({ score: 5 })).toBeGreaterThan(0.4);
});
