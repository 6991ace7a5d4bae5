/** Replayed games: turns, endings, errors, values. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { playerNumbers, SECOND, FIRST, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { findGame } from "../../games/games.ts";
import { gdlGame } from "../../gdl/game.ts";
import { chanceDocument } from "./choice.ts";
import { graphValue, labelOf, movesToEnd } from "./value-labels.ts";
import { replayGame, replayOrThrow } from "./replay.ts";
import { positionDocument } from "./position.ts";
import { evaluationGraphDocument } from "./evaluation-graph.ts";
import { valuesDocument } from "./values.ts";

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

test("without a table the evaluation gives the values, and is named; a final position has its result", async () => {
  const rules = await open("chinese-dark-chess");
  const spec = rules.evaluators[0];
  const evaluator = spec ? await spec.create() : null;
  const played = replayOrThrow(rules, { start: "......../.R....../.k....../........ w 0", moves: [] });
  const values = await valuesDocument(played, null, { probeSources: [], evaluator });
  expect(values.source).toEqual({ kind: "evaluation", name: "material", text: "an estimate by material" });
  expect(values.moves[0]).toMatchObject({ text: "c2-b2", outcome: "win", label: "W 1", moves: 1, best: true });
  const graph = await evaluationGraphDocument(
    replayOrThrow(rules, { start: "......../.R....../.k....../........ w 0", moves: ["c2-b2"] }),
    null,
    FIRST,
    { probeSources: [], evaluator },
  );
  expect(graph.points).toHaveLength(2);
  expect(graph.points[1]).toMatchObject({ value: 1, exact: true });
});

test("in skat the evaluation graph is for a side: the declarer, or the two defenders", async () => {
  const rules = await open("skat");
  const start = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
  const played = replayOrThrow(rules, { start, moves: ["CJ", "SJ", "HJ", "HT"] });
  const prober = unwrap(await (rules.game.prober as NonNullable<typeof rules.game.prober>)({}));
  const book = { name: "open cards", kind: "solved", probe: (position: Position) => prober.probe(position) } as const;
  const sources = { probeSources: [book], evaluator: null };
  const [declarer, second, third] = await Promise.all(
    playerNumbers(rules.players).map((player) => evaluationGraphDocument(played, null, player, sources)),
  );
  await prober.close();
  expect(declarer).toMatchObject({ player: 0, own: [0], against: [1, 2] });
  expect(second).toMatchObject({ own: [1, 2], against: [0] });
  const heights = (strip: typeof declarer): (number | null)[] => strip?.points.map(({ value }) => value) ?? [];
  expect(heights(declarer).every((value) => Math.abs(value as number) === 1)).toBe(true);
  expect(heights(second)).toEqual(heights(declarer).map((value) => -(value as number)));
  expect(heights(third)).toEqual(heights(second));
});

/** Three players in turn say yes or no; the third player's goal is the number of yes. */
const THREE = `
  (role a) (role b) (role c) (init (turn a)) (init (yes 0)) (after a b) (after b c) (after c end)
  (succ 0 1) (succ 1 2) (succ 2 3) (points 0 0) (points 1 30) (points 2 60) (points 3 100)
  (<= (legal ?r yes) (true (turn ?r))) (<= (legal ?r no) (true (turn ?r)))
  (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
  (<= (next (turn ?s)) (true (turn ?r)) (after ?r ?s))
  (<= (next (yes ?n)) (does ?r yes) (true (yes ?m)) (succ ?m ?n)) (<= (next (yes ?n)) (does ?r no) (true (yes ?n)))
  (<= terminal (true (turn end)))
  (<= (goal c ?g) (true (yes ?n)) (points ?n ?g)) (<= (goal a 50) (role a)) (<= (goal b 50) (role b))
`;

test("of three players for themselves, the evaluation graph shows the requested one", async () => {
  const rules = unwrap(await unwrap(gdlGame("three", THREE)).open({}));
  const evaluator = (await rules.evaluators[0]?.create()) ?? null;
  const played = replayOrThrow(rules, { start: null, moves: ["yes", "yes", "no"] });
  const graph = await evaluationGraphDocument(played, null, 2 as PlayerNumber, { probeSources: [], evaluator });
  expect(graph).toMatchObject({ player: 2, own: [2], against: [], source: { name: "random playouts" } });
  // By hand, of 100 points: 46.25 at the start, then 62.5, then 80; at the end 60 are more than the others have.
  const [start = 0, one = 0, two = 0, end] = graph.points.map(({ value }) => value ?? Number.NaN);
  expect(Math.abs(start - -0.075)).toBeLessThan(0.25);
  expect(Math.abs(one - 0.25)).toBeLessThan(0.25);
  expect(Math.abs(two - 0.6)).toBeLessThan(0.2);
  expect(end).toBe(1);
  await rules.close();
});

test("with simultaneous moves, each actor's moves have values, best first", async () => {
  const rules = await open("goofspiel");
  const evaluator = (await rules.evaluators[0]?.create()) ?? null;
  const played = replayOrThrow(rules, { start: null, moves: [] });
  const values = await valuesDocument(played, SECOND, { probeSources: [], evaluator });
  expect(values.value?.text).toMatch(new RegExp(`^${rules.players[1]}: .* random playouts$`));
  expect(values.pv).toEqual([]);
  const [first, second] = rules.players.map((name) => values.moves.filter(({ text }) => text.startsWith(`${name}: `)));
  for (const own of [first, second]) {
    expect(own).toHaveLength(9);
    const scores = own?.map(({ after }) => after.score) ?? [];
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(own?.[0]).toMatchObject({ best: true, outcome: null, label: expect.stringMatching(/^\d+$/) });
  }
});
