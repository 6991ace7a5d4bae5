/** Analyses: exact where a table or solver covers the position, else searched; the evaluation graph. */
import { afterEach, expect, test } from "vitest";
import { fail, ok, unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { FIRST, playerNumbers, SECOND, type Position } from "../engine/contracts/position.ts";
import { loadServedGame } from "../server/game-source.ts";
import { Analyser } from "./analyser.ts";
import { makeClientPlayer } from "./client-players.ts";
import type { AnalysisDocument } from "./analysis-documents.ts";
import { replayOrThrow } from "./documents/replay.ts";
import type { ProbeSource, ValueSources } from "./documents/value-sources.ts";

const NO_TABLES = {
  has: () => false,
  isUnfinished: () => false,
  open: () => {
    throw new Error("no tables");
  },
};
const NOTHING: ValueSources = { probeSources: [] };
const LIMITS = { nodes: 20_000, playouts: 2_000 };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(id: string, sources: ValueSources = NOTHING): Promise<{ rules: OpenGame; analyser: Analyser }> {
  const { game } = await loadServedGame({ id });
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  const analyser = new Analyser(rules, { sources: async () => sources }, NO_TABLES);
  closing.push(
    () => rules.close(),
    () => analyser.close(),
  );
  return { rules, analyser };
}

test("a search finds the win, counts its moves, and names its depth; a final position has its result", async () => {
  const { rules, analyser } = await open("chinese-dark-chess");
  const start = "......../.R....../.k....../........ w 0";
  const found = await analyser.analyse(replayOrThrow(rules, { start, moves: [] }), {
    seat: null,
    player: FIRST,
    lines: 3,
    limits: LIMITS,
  });
  expect(found.source.kind).toBe("search");
  expect(found.moves[0]).toMatchObject({ text: "c2-b2", outcome: "win", moves: 1, best: true });
  expect(found.evaluation).toMatchObject({ share: 1, text: "first wins in 1 move", exact: true });
  expect(found.lines[0]?.moves).toEqual(["c2-b2"]);
  const graph = await analyser.graph(replayOrThrow(rules, { start, moves: ["c2-b2"] }), null, FIRST);
  expect(graph.points.map(({ value, exact }) => [value, exact])).toEqual([
    [1, true],
    [1, true],
  ]);
});

test("while the searcher reads its tables, one without tables searches", async () => {
  const { rules } = await open("chinese-checkers");
  const { promise: read, resolve: endReading } = Promise.withResolvers<void>();
  const tables = { ...NO_TABLES, has: () => true };
  const analyser = new Analyser(rules, { sources: async () => NOTHING }, tables, async (given, text, seed) => {
    if (text.startsWith("uct")) return makeClientPlayer(given, text, seed);
    await read;
    return makeClientPlayer(given, "alphabeta(eval=rows)", seed);
  });
  closing.push(() => analyser.close());
  const names: string[] = [];
  const found = await analyser.analyse(replayOrThrow(rules, { start: null, moves: [] }), {
    seat: null,
    player: FIRST,
    lines: 1,
    limits: { milliseconds: 1_500 },
    emit: ({ source: { name } }) => {
      if (names.at(-1) !== name) names.push(name);
      if (name.startsWith("uct")) endReading();
    },
  });
  expect(names.map((name) => name.split("(")[0])).toEqual(["uct", "alphabeta"]);
  expect(found.source).toMatchObject({ kind: "search", name: expect.stringMatching(/^alphabeta/) });
});

test("evaluations have one perspective, whoever is to move", async () => {
  const { rules, analyser } = await open("chess");
  // White is a queen up.
  for (const side of ["w", "b"]) {
    const played = replayOrThrow(rules, { start: `4k3/pppp4/8/8/8/8/PPPP4/3QK3 ${side} - - 0 1`, moves: [] });
    const analyse = (player: typeof FIRST): Promise<AnalysisDocument> =>
      analyser.analyse(played, { seat: null, player, lines: 1, limits: LIMITS });
    const [first, second] = [await analyse(FIRST), await analyse(SECOND)];
    expect(first.evaluation?.label).toMatch(/^(\+\d|wins)/);
    expect(first.evaluation?.share).toBeGreaterThan(0.3);
    expect(first.evaluation?.text).toMatch(/for White$|^White wins/);
    expect(second.evaluation?.share).toBeCloseTo(-(first.evaluation?.share as number), 1);
    const graph = await analyser.graph(played, null, FIRST);
    expect(graph.points[0]?.value).toBeGreaterThan(0.3);
  }
});

test("lines are distinct moves, best first, and updates arrive while the search deepens", async () => {
  const { rules, analyser } = await open("chess");
  const updates: AnalysisDocument[] = [];
  const found = await analyser.analyse(replayOrThrow(rules, { start: null, moves: ["e4", "e5"] }), {
    seat: null,
    player: FIRST,
    lines: 3,
    limits: { milliseconds: 900 },
    emit: (document) => void updates.push(document),
  });
  expect(updates.length).toBeGreaterThan(0);
  expect(updates.every(({ done }) => !done)).toBe(true);
  expect(found.done).toBe(true);
  expect(found.lines).toHaveLength(3);
  expect(new Set(found.lines.map(({ moves }) => moves[0])).size).toBe(3);
  const shares = found.lines.map(({ evaluation }) => evaluation.share);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  expect(found.moves[0]?.text).toBe(found.lines[0]?.moves[0]);
});

test("an aborted analysis ends with what it has found", async () => {
  const { rules, analyser } = await open("chess");
  const controller = new AbortController();
  const found = await analyser.analyse(replayOrThrow(rules, { start: null, moves: [] }), {
    seat: null,
    player: FIRST,
    lines: 1,
    limits: {},
    signal: controller.signal,
    emit: () => controller.abort(),
  });
  expect(found.done).toBe(true);
  expect(found.lines).toHaveLength(1);
});

test("a search ends with exact values as soon as a table or solver covers the position", async () => {
  const { game } = await loadServedGame({ id: "chess" });
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  const value = { text: "draw", score: 0, parts: {}, exact: true, outcome: "draw" } as const;
  const sourceOf = (probe: ProbeSource["probe"]): ValueSources => ({
    probeSources: [{ name: "all of chess", kind: "table", probe }],
  });
  let sources = NOTHING;
  const analyser = new Analyser(rules, { sources: async () => sources }, NO_TABLES);
  closing.push(
    () => rules.close(),
    () => analyser.close(),
  );
  const probed: string[] = [];
  const updates: AnalysisDocument[] = [];
  const found = await analyser.analyse(replayOrThrow(rules, { start: null, moves: [] }), {
    seat: null,
    player: FIRST,
    lines: 1,
    limits: {},
    emit: (document) => {
      updates.push(document);
      if (updates.length === 1)
        // A first source does not cover the position, a later one does.
        sources = sourceOf((position) => {
          probed.push("missing");
          sources = sourceOf(() => {
            probed.push("found");
            return ok({ position: rules.formatPosition(position), value, moves: [] });
          });
          return fail("not-in-table", "not in this table");
        });
    },
  });
  expect(probed).toEqual(["missing", "found"]);
  expect(found).toMatchObject({ done: true, source: { kind: "table", name: "all of chess" }, value: { exact: true } });
  expect(updates.every(({ done, source }) => !done && source.kind === "search")).toBe(true);
});

test("Arimaa: lines are turns, moves are their distinct first steps, values are in rabbits", async () => {
  const { rules, analyser } = await open("arimaa");
  const played = replayOrThrow(rules, { start: null, moves: ["99of9", "99of9"] });
  const found = await analyser.analyse(played, { seat: null, player: FIRST, lines: 5, limits: { nodes: 4_000 } });
  const turns = found.lines.map(({ moves }) => moves.join(" "));
  expect(new Set(turns).size).toBe(5);
  expect(found.moves.map(({ text }) => text)).toEqual([...new Set(turns.map((turn) => turn.split(" ")[0]))]);
  expect(found.moves[0]?.label).toBe(found.lines[0]?.evaluation.label);
  expect(found.evaluation?.text).toMatch(/^[+-]?\d(\.\d+)? rabbits for gold$/);
});

test("with simultaneous moves, the viewer's moves have values", async () => {
  const { rules, analyser } = await open("goofspiel");
  const played = replayOrThrow(rules, { start: null, moves: [] });
  const found = await analyser.analyse(played, { seat: SECOND, player: SECOND, lines: 5, limits: LIMITS });
  expect(found.moves.length).toBeGreaterThan(1);
  expect(found.moves.every(({ text }) => text.startsWith(`${rules.players[1]}: `))).toBe(true);
  expect(found.source.text).toMatch(/^estimated by [\d,]+ playouts$/);
});

test("in skat the evaluation graph is for a side: the declarer, or the two defenders", async () => {
  const start = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
  const { game } = await loadServedGame({ id: "skat" });
  const prober = unwrap(await (game.prober as NonNullable<typeof game.prober>)({}));
  const book = { name: "open cards", kind: "solved", probe: (position: Position) => prober.probe(position) } as const;
  const { rules, analyser } = await open("skat", { probeSources: [book] });
  const played = replayOrThrow(rules, { start, moves: ["CJ", "SJ", "HJ", "HT"] });
  const [declarer, second, third] = await Promise.all(
    playerNumbers(rules.players).map((player) => analyser.graph(played, null, player)),
  );
  const analyses = await Promise.all(
    playerNumbers(rules.players).map((player) =>
      analyser.analyse(played, { seat: null, player, lines: 2, limits: LIMITS }),
    ),
  );
  await prober.close();
  // The declarer or the defenders win, whoever is to move and in every line.
  const verdicts = analyses.map(({ player, evaluation, lines }) => {
    const verb = (evaluation?.share ?? 0) > 0 ? "wins" : "loses";
    expect(evaluation?.text).toBe(`${rules.players[player]} ${verb}`);
    for (const line of lines)
      expect(line.evaluation.label).toBe(`${rules.players[player]} ${line.evaluation.share > 0 ? "wins" : "loses"}`);
    return verb;
  });
  expect(verdicts[1]).not.toBe(verdicts[0]);
  expect(verdicts[2]).toBe(verdicts[1]);
  expect(declarer).toMatchObject({ player: 0, own: [0], against: [1, 2] });
  expect(second).toMatchObject({ own: [1, 2], against: [0] });
  const heights = (strip: typeof declarer): (number | null)[] => strip?.points.map(({ value }) => value) ?? [];
  expect(heights(declarer).every((value) => Math.abs(value as number) === 1)).toBe(true);
  expect(heights(second)).toEqual(heights(declarer).map((value) => -(value as number)));
  expect(heights(third)).toEqual(heights(second));
});

test("simultaneous moves: a mixed strategy of each player, from one perspective", async () => {
  const { rules, analyser } = await open("goofspiel");
  // Two cards each, for prizes of 4 and then 6 points: a player who bids 2 for the 4 loses the 6, so both keep it.
  const facts = ["left", "right"].flatMap((role) => [`(holds ${role} 1)`, `(holds ${role} 2)`, `(points ${role} 0)`]);
  const played = replayOrThrow(rules, { start: `{${[...facts, "(round 8)"].toSorted().join(" ")}}`, moves: [] });
  for (const player of [FIRST, SECOND]) {
    const found = await analyser.analyse(played, { seat: null, player, lines: 3, limits: LIMITS });
    expect(found.strategies.map((each) => each.player)).toEqual([0, 1]);
    for (const { player: whose, moves } of found.strategies) {
      const role = rules.players[whose];
      expect(moves.map(({ text }) => text)).toEqual([`${role}: (bid 1)`, `${role}: (bid 2)`]);
      expect(moves[0]?.probability).toBeGreaterThan(0.9);
      expect(moves.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
      expect(moves[0]?.evaluation?.share).toBeCloseTo(0, 1);
      // The other move is bad for the player who makes it.
      const sign = whose === player ? 1 : -1;
      expect(sign * (moves[1]?.evaluation?.share ?? 0)).toBeLessThan(-0.2);
    }
  }
});

test("one player to move: no mixed strategies; lines of playouts are ordered by them", async () => {
  const { rules, analyser } = await open("connect-four");
  const played = replayOrThrow(rules, { start: null, moves: [] });
  const found = await analyser.analyse(played, { seat: null, player: FIRST, lines: 5, limits: LIMITS });
  expect(found.strategies).toEqual([]);
  const playouts = found.lines.map((line) => line.playouts ?? 0);
  expect(playouts).toEqual(playouts.toSorted((a, b) => b - a));
  expect(playouts.at(-1)).toBeGreaterThan(0);
});

test("playouts of a kept tree count: no line has more than the estimate rests on", async () => {
  const { rules, analyser } = await open("connect-four");
  const analyse = (moves: readonly string[], playouts: number): Promise<AnalysisDocument> =>
    analyser.analyse(replayOrThrow(rules, { start: null, moves }), {
      seat: null,
      player: FIRST,
      lines: 5,
      limits: { playouts },
    });
  const first = await analyse([], 5_000);
  const found = await analyse(first.lines[0]?.moves.slice(0, 2) ?? [], 200);
  const playouts = found.lines.reduce((sum, line) => sum + (line.playouts ?? 0), 0);
  expect(playouts).toBeGreaterThan(300);
  expect(found.playouts).toBeGreaterThanOrEqual(playouts);
  expect(found.source.text).toBe(`estimated by ${found.playouts?.toLocaleString("en")} playouts`);
});

test("a win that playouts prove is exact, and has no share of points", async () => {
  const { rules, analyser } = await open("connect-four");
  // Three red discs above each other, and red to move.
  const moves = [4, 1, 4, 1, 4, 2].map((column) => `(drop ${column})`);
  const found = await analyser.analyse(replayOrThrow(rules, { start: null, moves }), {
    seat: null,
    player: SECOND,
    lines: 1,
    limits: LIMITS,
  });
  expect(found.evaluation).toEqual({ share: -1, label: "red wins", text: "red wins", exact: true });
  expect(found.moves[0]).toMatchObject({ text: "(drop 4)", outcome: "win", label: "W" });
  expect(found.source.text).toBe("exact, proven by the search");
});

test("a forced move has the value of the position after it", async () => {
  const { rules, analyser } = await open("chess-gdl");
  const moves = ["5 2 5 4", "4 7 4 6", "6 1 3 4", "8 7 8 5", "4 1 8 5", "3 8 7 4", "8 5 6 7"].map(
    (move) => `(move ${move})`,
  );
  const options = { seat: null, player: FIRST, lines: 3, limits: { playouts: 200 } };
  const found = await analyser.analyse(replayOrThrow(rules, { start: null, moves }), options);
  // 4... Kd7 is the only legal move.
  expect(found.lines.map((line) => line.moves[0])).toEqual(["(move 5 8 4 7)"]);
  expect(found.lines[0]?.moves.length).toBeGreaterThan(1);
  expect(found.evaluation?.text).toMatch(/^white scores \d+ %$/);
  expect(found.playouts).toBeGreaterThanOrEqual(200);
  const percent = Number(/\d+/.exec(found.evaluation?.text ?? "")?.[0]);
  expect(found.value?.parts["goal"]).toBeCloseTo(100 - percent, -0.5);
  // 1... Kh7 is forced, and 2.Qg7 is mate: for Black a loss in two plies.
  const chess = await open("chess");
  const mated = await chess.analyser.analyse(
    replayOrThrow(chess.rules, { start: "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", moves: [] }),
    { ...options, limits: LIMITS },
  );
  expect(mated.pv).toEqual(["Kh7", "Qg7#"]);
  expect(mated.value).toMatchObject({ text: "loss in 2 plies", outcome: "loss", moves: 1 });
  expect(mated.evaluation).toMatchObject({ share: 1, text: "White wins in 1 move", exact: true });
});

test("without time there is no search: exact values or none", async () => {
  const { rules, analyser } = await open("chess");
  const played = replayOrThrow(rules, { start: null, moves: [] });
  const found = await analyser.analyse(played, { seat: null, player: FIRST, lines: 1, limits: { milliseconds: 0 } });
  expect(found).toMatchObject({ value: null, lines: [], done: true });
});
