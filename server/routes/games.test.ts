/** The routes of games in play: real requests, with the responses checked against the schemas. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type {
  ChoiceDocument,
  GameDocument,
  ImportDocument,
  PositionDocument,
  PvDocument,
  ValuesDocument,
} from "../../service/api.ts";
import { buildFor, openTestBench, until, type TestBench } from "../workbench.fixture.ts";
import { RouteCaller } from "./call-route.fixture.ts";

let bench: TestBench;
let call: RouteCaller["call"];
let routes: RouteCaller;
beforeAll(async () => {
  bench = await openTestBench();
  routes = new RouteCaller(bench);
  call = routes.call;
  await buildFor("chinese-checkers", { side: 4, pieces: 3, sides: 2 });
  await buildFor("chinese-checkers", { side: 4, pieces: 3 });
});
afterAll(() => bench.remove());

const SMALL = { side: 4, pieces: 3 };

test("the list has native games first, each with a picture", async () => {
  const { games } = await call<{ games: GameDocument[] }>("get", "/api/games");
  const kinds = games.map(({ kind }) => kind);
  expect(kinds).toEqual(kinds.toSorted().toReversed());
  expect(games.map(({ id }) => id)).toEqual(expect.arrayContaining(["arimaa", "chinese-checkers", "chess-gdl", "hex"]));
  for (const { picture } of games)
    expect(picture?.cells.length || picture?.rows?.length || picture?.notes?.length).toBeTruthy();
});

test.each(["arimaa", "chinese-dark-chess", "dominoes", "skat", "thief-and-police", "tic-tac-toe"])("%s", async (id) => {
  const game = await call<GameDocument>("get", `/api/games/${id}`);
  expect(game.rules.length).toBeGreaterThan(500);
  expect(game.playerKinds.map(({ name }) => name)).toContain("random");
  const { text } = await call<{ text: string }>("post", `/api/games/${id}/players`, {
    variant: {},
    text: game.best,
  });
  expect(text).toBeTruthy();
  const position = await call<PositionDocument>("post", `/api/games/${id}/position`, {
    variant: {},
    start: null,
    moves: [],
    seat: null,
  });
  expect(position.position).toBe(game.initial);
});

test("a variant by query parameters", async () => {
  const game = await call<GameDocument>("get", "/api/games/chinese-checkers?side=4&pieces=3");
  expect(game.variant).toContain("side=4 pieces=3");
  expect(game.tray).toEqual([
    { letter: "x", owner: 0, name: "a piece of x" },
    { letter: "o", owner: 1, name: "a piece of o" },
  ]);
  expect((await bench.get("/api/games/chinese-checkers?side=99")).status).toBe(400);
});

test("position, exact values and principal variation agree", async () => {
  const state = { variant: SMALL, start: null, moves: [], seat: null };
  const position = await call<PositionDocument>("post", "/api/games/chinese-checkers/position", state);
  let values = {} as ValuesDocument;
  // The pv is computed for a few milliseconds only, which a busy machine may spend elsewhere.
  await until(async () => {
    values = await call<ValuesDocument>("post", "/api/games/chinese-checkers/values", state);
    return values.pv.length === values.value?.parts["plies"];
  });
  expect(values.source).toMatchObject({
    kind: "table",
    text: expect.stringMatching(/^exact, from the table two-side-4x4-3v3$/),
  });
  expect(values.moves.map(({ text }) => text).toSorted()).toEqual(position.moves.map(({ text }) => text).toSorted());
  const scores = values.moves.map(({ after }) => after.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(values.moves[0]?.best).toBe(true);
  expect(values.value?.outcome).toBe(values.moves[0]?.outcome);
  // The pv leads to the outcome of the value.
  const end = await call<PositionDocument>("post", "/api/games/chinese-checkers/position", {
    ...state,
    moves: values.pv,
  });
  expect(end.plies).toHaveLength(values.value?.parts["plies"] ?? -1);
  expect(end.result?.scores).toEqual(values.value?.outcome === "win" ? [1, 0] : [0, 1]);
  const graph = await call<{ points: { value: number; exact: boolean }[] }>(
    "post",
    "/api/games/chinese-checkers/graph",
    { variant: SMALL, start: null, moves: values.pv },
  );
  // Best play keeps the value.
  expect(new Set(graph.points.map(({ value }) => value)).size).toBe(1);
  expect(graph.points.every(({ exact }) => exact)).toBe(true);
  // The former names of /graph and /pv.
  const { seat: _, ...game } = { ...state, moves: values.pv };
  expect(await call("post", "/api/games/chinese-checkers/strip", game)).toEqual(graph);
  const pv = await call<PvDocument>("post", "/api/games/chinese-checkers/pv", state);
  expect(pv).toEqual({ moves: values.pv, ended: true });
  expect(await call("post", "/api/games/chinese-checkers/line", state)).toEqual(pv);
});

test("an analysis is exact by a table, else searched and sent while it deepens", async () => {
  const state = { variant: SMALL, start: null, moves: [], seat: null, lines: 2 };
  const exact = await call<AnalysisDocument>("post", "/api/games/chinese-checkers/analyse", state);
  expect(exact).toMatchObject({ source: { kind: "table" }, done: true, evaluation: { exact: true } });
  expect(exact.lines).toHaveLength(2);
  const body = { variant: { side: 5, pieces: 3 }, start: null, moves: [], seat: null, lines: 3, milliseconds: 700 };
  const response = await bench.post("/api/games/chinese-checkers/analyse", body, { accept: "text/event-stream" });
  const events = (await response.text()).split("\n\n").filter((event) => event.startsWith("event: analysis\n"));
  const documents = events.map((event) => JSON.parse(event.split("\ndata: ")[1] as string) as AnalysisDocument);
  expect(documents.map(({ done }) => done)).toEqual([...documents.slice(1).map(() => false), true]);
  expect(documents.at(-1)).toMatchObject({ source: { kind: "search" }, buildable: { name: "two-side-5x5-3v3" } });
});

test("a probe returns the document of the command", async () => {
  const position = "x/1x/3/1oo1/1o1/2/x o";
  const query = new URLSearchParams({ position, side: "4", pieces: "3", sides: "2" });
  const document = await call("get", `/api/games/chinese-checkers/probe?${query}`);
  const command = fileURLToPath(new URL("../../cli/gamelore.js", import.meta.url));
  const words = ["probe", "chinese-checkers", position, "--side", "4", "--pieces", "3", "--sides", "2", "--json"];
  const { stdout } = spawnSync(process.execPath, [command, ...words], { encoding: "utf8" });
  expect(document).toEqual(JSON.parse(stdout));
  const missing = await bench.get(
    `/api/games/chinese-checkers/probe?${new URLSearchParams({ position, side: "5", pieces: "3" })}`,
  );
  expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: "table-missing" } }]);
});

test("skat is solved on request, with the command's result", async () => {
  const position = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
  const document = await call("get", `/api/games/skat/probe?${new URLSearchParams({ position })}`);
  const command = fileURLToPath(new URL("../../cli/gamelore.js", import.meta.url));
  const { stdout } = spawnSync(process.execPath, [command, "probe", "skat", position, "--json"], {
    encoding: "utf8",
  });
  expect(document).toEqual(JSON.parse(stdout));
  const state = { variant: {}, start: position, moves: [], seat: null };
  const values = await call<ValuesDocument>("post", "/api/games/skat/values", state);
  expect(values.source.kind).toBe("solved");
  expect(values.value?.outcome).toBeTruthy();
  const own = await call<ValuesDocument>("post", "/api/games/skat/values", { ...state, seat: 0 });
  expect(own).toMatchObject({ source: { kind: "none" }, value: null, moves: [] });
});

test("a player's choice has its candidates", async () => {
  const request = { variant: SMALL, start: null, moves: [], player: "uct(playouts=300)", limits: {}, seed: 7 };
  const choice = await call<ChoiceDocument>("post", "/api/games/chinese-checkers/choose", request);
  expect(choice.info.candidates[0]).toMatchObject({ kind: "move", text: choice.move });
  expect(choice.info.playouts).toBe(300);
  const best = await call<ChoiceDocument>("post", "/api/games/chinese-checkers/choose", {
    ...request,
    player: "alphabeta(depth=3, eval=rows)",
  });
  expect(best.info).toMatchObject({
    depth: 3,
    candidates: expect.arrayContaining([{ kind: "move", text: best.move, value: best.info.value }]),
  });
});

test("games as text: PGN is parsed, with errors, and formatted", async () => {
  const text = '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White "C"]\n\n1. e4 Ke7 *\n';
  const { games, errors } = await call<ImportDocument>("post", "/api/games/chess/import", {
    variant: {},
    text,
  });
  expect(games).toMatchObject([{ title: "A – B, 0-1", moves: ["f3", "e5", "g4", "Qh4#"], remarks: [] }]);
  expect(errors).toMatchObject([{ line: 8, column: 7 }]);
  const written = await call<{ text: string }>("post", "/api/games/chess/export", {
    variant: {},
    start: null,
    moves: games[0]?.moves ?? [],
    players: ["A", "B"],
    date: "1999-12-31",
  });
  expect(written.text).toContain('[Date "1999.12.31"]');
  expect(written.text).toContain("1. f3 e5 2. g4 Qh4# 0-1");
  expect((await bench.post("/api/games/skat/import", { variant: {}, text })).status).toBe(400);
});

test("chance moves, composed positions, table specs", async () => {
  const { move } = await call<{ move: string }>("post", "/api/games/dominoes/chance", {
    variant: {},
    start: null,
    moves: [],
    seed: 3,
  });
  expect(move).toMatch(/^\+\d\d$/);
  const composed = await call<{ position: string }>("post", "/api/games/arimaa/compose", {
    variant: {},
    pieces: [
      { cell: "a1", letter: "E" },
      { cell: "h8", letter: "r" },
    ],
    turn: 1,
  });
  expect(composed.position).toMatch(/^s \.{7}r/);
  const none = await bench.post("/api/games/skat/compose", { variant: {}, pieces: [], turn: 0 });
  expect(none.status).toBe(400);
  const spec = await call<{ status: string }>("post", "/api/games/chinese-checkers/table", { options: SMALL });
  expect(spec).toMatchObject({ name: "one-side-4x4-3", status: "ready" });
});

test("every route was called", () => {
  expect(routes.uncalled((tag) => tag === "games")).toEqual([]);
});
