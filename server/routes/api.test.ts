/** Every route answers as its description says: real requests, their answers held against the schemas. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  ChoiceDocument,
  GameDocument,
  ImportDocument,
  JobDocument,
  LineDocument,
  MatchDocument,
  PositionDocument,
  RecordDocument,
  RulesheetDocument,
  TableDocument,
  TableSetDocument,
  ValuesDocument,
} from "../../service/api.ts";
import type { Route } from "../http/route.ts";
import { schemaOf } from "../http/openapi.ts";
import { buildFor, openTestBench, until, type TestBench } from "../workbench.fixture.ts";
import { askRoute } from "./call-route.fixture.ts";

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
  await buildFor("chinese-checkers", { side: 4, pieces: 3, sides: 2 });
  await buildFor("chinese-checkers", { side: 4, pieces: 3 });
});
afterAll(() => bench.remove());

const asked = new Set<Route>();

async function checked<T>(method: Route["method"], path: string, body?: unknown): Promise<T> {
  const { route, document } = await askRoute(bench, method, path, body);
  asked.add(route);
  return document as T;
}

const SMALL = { side: 4, pieces: 3 };

describe("games", () => {
  test("the list: rooms first, each with a picture", async () => {
    const { games } = await checked<{ games: GameDocument[] }>("get", "/api/games");
    const kinds = games.map(({ kind }) => kind);
    expect(kinds).toEqual(kinds.toSorted().toReversed());
    expect(games.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["arimaa", "chinese-checkers", "chess-gdl", "hex"]),
    );
    for (const { picture } of games)
      expect(picture?.cells.length || picture?.rows?.length || picture?.notes?.length).toBeTruthy();
  });

  test.each(["arimaa", "chinese-dark-chess", "dominoes", "skat", "thief-and-police", "tic-tac-toe"])(
    "%s",
    async (id) => {
      const game = await checked<GameDocument>("get", `/api/games/${id}`);
      expect(game.rules.length).toBeGreaterThan(500);
      expect(game.playerKinds.map(({ name }) => name)).toContain("random");
      const { text } = await checked<{ text: string }>("post", `/api/games/${id}/players`, {
        variant: {},
        text: game.best,
      });
      expect(text).toBeTruthy();
      const position = await checked<PositionDocument>("post", `/api/games/${id}/position`, {
        variant: {},
        start: null,
        moves: [],
        seat: null,
      });
      expect(position.position).toBe(game.initial);
    },
  );

  test("a variant, by options in the address", async () => {
    const game = await checked<GameDocument>("get", "/api/games/chinese-checkers?side=4&pieces=3");
    expect(game.variant).toContain("side=4 pieces=3");
    expect(game.tray).toEqual([
      { letter: "x", owner: 0, name: "a piece of x" },
      { letter: "o", owner: 1, name: "a piece of o" },
    ]);
    expect((await bench.get("/api/games/chinese-checkers?side=99")).status).toBe(400);
  });

  test("positions, exact values and the line of best play agree", async () => {
    const state = { variant: SMALL, start: null, moves: [], seat: null };
    const position = await checked<PositionDocument>("post", "/api/games/chinese-checkers/position", state);
    let values = {} as ValuesDocument;
    // The line is followed for some milliseconds only, which a busy machine may spend on others.
    await until(async () => {
      values = await checked<ValuesDocument>("post", "/api/games/chinese-checkers/values", state);
      return values.line.length === values.value?.parts["plies"];
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
    // The line leads to the end that the value promises.
    const end = await checked<PositionDocument>("post", "/api/games/chinese-checkers/position", {
      ...state,
      moves: values.line,
    });
    expect(end.plies).toHaveLength(values.value?.parts["plies"] ?? -1);
    expect(end.result?.scores).toEqual(values.value?.outcome === "win" ? [1, 0] : [0, 1]);
    const strip = await checked<{ points: { value: number; exact: boolean }[] }>(
      "post",
      "/api/games/chinese-checkers/strip",
      { variant: SMALL, start: null, moves: values.line },
    );
    // Best play changes nothing.
    expect(new Set(strip.points.map(({ value }) => value)).size).toBe(1);
    expect(strip.points.every(({ exact }) => exact)).toBe(true);
  });

  test("a probe is the document of the command", async () => {
    const position = "x/1x/3/1oo1/1o1/2/x o";
    const query = new URLSearchParams({ position, side: "4", pieces: "3", sides: "2" });
    const document = await checked("get", `/api/games/chinese-checkers/probe?${query}`);
    const command = fileURLToPath(new URL("../../cli/gamelore.js", import.meta.url));
    const words = ["probe", "chinese-checkers", position, "--side", "4", "--pieces", "3", "--sides", "2", "--json"];
    const { stdout } = spawnSync(process.execPath, [command, ...words], { encoding: "utf8" });
    expect(document).toEqual(JSON.parse(stdout));
    const missing = await bench.get(
      `/api/games/chinese-checkers/probe?${new URLSearchParams({ position, side: "5", pieces: "3" })}`,
    );
    expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: "table-missing" } }]);
  });

  test("skat is solved when asked, and the same by the command", async () => {
    const position = "play CJHTS7/SJCAD8/HJCTS9 declarer=forehand game=grand trick=forehand:";
    const document = await checked("get", `/api/games/skat/probe?${new URLSearchParams({ position })}`);
    const command = fileURLToPath(new URL("../../cli/gamelore.js", import.meta.url));
    const { stdout } = spawnSync(process.execPath, [command, "probe", "skat", position, "--json"], {
      encoding: "utf8",
    });
    expect(document).toEqual(JSON.parse(stdout));
    const state = { variant: {}, start: position, moves: [], seat: null };
    const values = await checked<ValuesDocument>("post", "/api/games/skat/values", state);
    expect(values.source.kind).toBe("solved");
    expect(values.value?.outcome).toBeTruthy();
    const own = await checked<ValuesDocument>("post", "/api/games/skat/values", { ...state, seat: 0 });
    expect(own).toMatchObject({ source: { kind: "none" }, value: null, moves: [] });
  });

  test("a player chooses, and tells what it weighed", async () => {
    const request = { variant: SMALL, start: null, moves: [], player: "uct(playouts=300)", limits: {}, seed: 7 };
    const choice = await checked<ChoiceDocument>("post", "/api/games/chinese-checkers/choose", request);
    expect(choice.thought.considered[0]).toMatchObject({ kind: "move", text: choice.move });
    expect(choice.thought.playouts).toBe(300);
    const best = await checked<ChoiceDocument>("post", "/api/games/chinese-checkers/choose", {
      ...request,
      player: "alphabeta(depth=3, eval=rows)",
    });
    expect(best.thought).toMatchObject({
      depth: 3,
      considered: expect.arrayContaining([{ kind: "move", text: best.move, value: best.thought.value }]),
    });
  });

  test("games as text: PGN is read with its faults, and written", async () => {
    const text = '[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White "C"]\n\n1. e4 Ke7 *\n';
    const { games, faults } = await checked<ImportDocument>("post", "/api/games/chess/import", { variant: {}, text });
    expect(games).toMatchObject([{ title: "A – B, 0-1", moves: ["f3", "e5", "g4", "Qh4#"], remarks: [] }]);
    expect(faults).toMatchObject([{ line: 8, column: 7 }]);
    const written = await checked<{ text: string }>("post", "/api/games/chess/export", {
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

  test("chance, composing, offers of tables", async () => {
    const { move } = await checked<{ move: string }>("post", "/api/games/dominoes/chance", {
      variant: {},
      start: null,
      moves: [],
      seed: 3,
    });
    expect(move).toMatch(/^\+\d\d$/);
    const composed = await checked<{ position: string }>("post", "/api/games/arimaa/compose", {
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
    const offer = await checked<{ status: string }>("post", "/api/games/chinese-checkers/table", { options: SMALL });
    expect(offer).toMatchObject({ name: "one-side-4x4-3", status: "ready" });
  });
});

describe("what is stored", () => {
  test("tables: counts, and positions that take as long as they say", async () => {
    const { tables } = await checked<{ tables: TableDocument[] }>("get", "/api/tables");
    expect(tables.map(({ name }) => name)).toEqual(["one-side-4x4-3", "two-side-4x4-3v3"]);
    for (const { name, entries } of tables) {
      const table = await checked<TableDocument>("get", `/api/tables/chinese-checkers/${name}`);
      expect(table.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(entries);
      expect(table.longest.length).toBeGreaterThan(0);
    }
    const { longest } = await checked<TableDocument>("get", "/api/tables/chinese-checkers/two-side-4x4-3v3");
    for (const { position, variant, text } of longest) {
      const state = { variant, start: position, moves: [], seat: null };
      const { value } = await checked<ValuesDocument>("post", "/api/games/chinese-checkers/values", state);
      const [, outcome, plies] = /^(win|loss) in (.+)$/.exec(value?.text ?? "") ?? [];
      expect(text).toMatch(
        new RegExp(`^the side to move ${outcome === "win" ? "wins" : "loses"} in .*\\(${plies}\\)$`),
      );
    }
  });

  test("tables by material: those that are there with what they hold, and those that could be built", async () => {
    await buildFor("chinese-dark-chess", { elements: 2 });
    const { sets } = await checked<{ sets: TableSetDocument[] }>("get", "/api/tables/chinese-dark-chess");
    const two = sets.find(({ name }) => name === "revealed-up-to-2");
    expect(two?.tables.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => "ready"));
    const names = sets.flatMap(({ tables }) => tables.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    // A king catches a guard, and is not caught by it.
    const kings = two?.tables.find(({ name }) => name === "revealed-k-g");
    expect(kings).toMatchObject({ pieces: [{ letter: "k" }, { letter: "G" }], counts: { lost: 0, longestLoss: null } });
    const table = await checked<TableDocument>("get", "/api/tables/chinese-dark-chess/revealed-k-g");
    expect(table.counts).toEqual([{ part: "", ...kings?.counts }]);
    const three = sets.find(({ name }) => name === "revealed-up-to-3");
    expect(three?.tables.every(({ status, counts }) => status === "missing" && counts === null)).toBe(true);
    expect((await bench.get("/api/tables/nothing")).status).toBe(404);
    // Best play from the longest win is as long as the table says.
    const [longest] = table.longest;
    const state = { variant: {}, start: longest?.position ?? null, moves: [], seat: null };
    const line = await checked<LineDocument>("post", "/api/games/chinese-dark-chess/line", state);
    expect(line).toMatchObject({ ended: true, moves: expect.objectContaining({ length: kings?.counts?.longestWin }) });
  });

  test("experiments", async () => {
    const { experiments } = await checked<{ experiments: { id: string }[] }>("get", "/api/lab");
    expect(experiments.map(({ id }) => id)).toContain("001-table-1");
    const document = await checked<{ rows: unknown[]; claims: unknown[] }>("get", "/api/lab/001-table-1?setting=full");
    expect(document.rows.length).toBeGreaterThan(3);
    expect((await bench.get("/api/lab/001-table-1?setting=huge")).status).toBe(400);
    expect((await bench.get("/api/lab/nothing")).status).toBe(404);
  });

  test("a rulesheet is checked, kept and played", async () => {
    const text =
      "(role x) (role y) (<= (legal ?r (say ?n)) (role ?r) (num ?n)) (num 1) (num 2) (init (start)) (<= (next (done ?n)) (does x (say ?n))) (<= terminal (true (done ?n))) (<= (goal x 100) (true (done 1))) (<= (goal x 0) (true (done 2))) (<= (goal y 50) (true (done ?n)))";
    const brought = await checked<RulesheetDocument>("post", "/api/rulesheets", { text, name: "saying.kif" });
    expect(brought).toMatchObject({ title: "Saying", game: expect.stringMatching(/^sheet-[0-9a-f]{16}$/) });
    const state = { variant: {}, start: null, moves: [], seat: null };
    const position = await checked<PositionDocument>("post", `/api/games/${brought.game}/position`, state);
    expect(position.moves.map((move) => move.text)).toContain("x: (say 1)");
    const { games } = await checked<{ games: { id: string }[] }>("get", "/api/games");
    expect(games.map(({ id }) => id)).toContain(brought.game);
    const bad = await checked<RulesheetDocument>("post", "/api/rulesheets", { text: "(role x\n(foo", name: "" });
    expect(bad.game).toBeNull();
    expect(bad.findings[0]).toMatchObject({ severity: "error", line: expect.any(Number) });
  });
});

describe("jobs", () => {
  const ended = (id: string): Promise<boolean> =>
    checked<JobDocument>("get", `/api/jobs/${id}`).then(({ ended: at }) => at !== null);

  test("a match: played, stored, replayable", async () => {
    const request = {
      kind: "match",
      game: "tic-tac-toe",
      variant: {},
      players: ["uct(playouts=50)", "random"],
      pairs: 2,
      limits: {},
      seed: 1,
    };
    const job = await checked<JobDocument>("post", "/api/jobs", request);
    await until(() => ended(job.id));
    const done = await checked<JobDocument>("get", `/api/jobs/${job.id}`);
    expect(done).toMatchObject({ state: "done", error: null, result: expect.stringMatching(/^\/matches\/\d+$/) });
    expect(done.live).toMatchObject({ kind: "score", points: expect.any(Array) });
    await checked("get", "/api/matches?game=tic-tac-toe");
    const match = await checked<MatchDocument>("get", `/api${done.result}`);
    expect(match.list).toHaveLength(4);
    const record = await checked<RecordDocument>("get", `/api/records/${match.list[0]?.id}`);
    const replayed = await checked<PositionDocument>("post", `/api/games/${record.game}/position`, {
      ...record.state,
      seat: null,
    });
    expect(replayed.result?.scores).toEqual(record.scores);
    expect((await bench.get("/api/matches/999")).status).toBe(404);
    expect((await bench.get("/api/records/x")).status).toBe(400);
  });

  test("a table: watched, ended, gone on with; the same request is the same job", async () => {
    const request = { kind: "solve", game: "chinese-checkers", options: { side: 8, pieces: 5 } };
    const controller = new AbortController();
    const events = await bench.app.request("http://localhost/api/events", {
      headers: { host: "localhost" },
      signal: controller.signal,
    });
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    asked.add(bench.routes.find(({ path }) => path === "/api/events") as Route);
    const job = await checked<JobDocument>("post", "/api/jobs", request);
    expect((await checked<JobDocument>("post", "/api/jobs", request)).id).toBe(job.id);
    let heard = "";
    while (!heard.includes('"histogram"')) heard += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
    const cancelled = await checked<JobDocument>("delete", `/api/jobs/${job.id}`);
    expect(["cancelled", "done"]).toContain(cancelled.state);
    const again = await checked<JobDocument>("post", "/api/jobs", request);
    await until(() => ended(again.id));
    const done = await checked<JobDocument>("get", `/api/jobs/${again.id}`);
    expect(done).toMatchObject({ state: "done", result: "/tables/chinese-checkers/one-side-8x8-5" });
    const { jobs } = await checked<{ jobs: JobDocument[] }>("get", "/api/jobs");
    expect(jobs.length).toBeGreaterThanOrEqual(2);
  });

  test("a tournament", async () => {
    const job = await checked<JobDocument>("post", "/api/jobs", {
      kind: "tournament",
      game: "tic-tac-toe",
      variant: {},
      players: ["uct(playouts=20)", "uct(playouts=40)", "random"],
      pairs: 1,
      limits: {},
      seed: 1,
    });
    await until(() => ended(job.id));
    const done = await checked<JobDocument>("get", `/api/jobs/${job.id}`);
    expect(done).toMatchObject({ state: "done", live: { lines: expect.objectContaining({ length: 3 }) } });
  });

  test.each([
    [{ kind: "solve", game: "chinese-checkers", options: { side: 77 } }, 400],
    [{ kind: "solve", game: "skat", options: {} }, 400],
    [{ kind: "solve", game: "../../etc", options: {} }, 404],
    [{ kind: "lab", experiment: "nothing", setting: "quick" }, 404],
    [{ kind: "match", game: "hex", variant: {}, players: ["random", "nobody"], pairs: 1, limits: {}, seed: 1 }, 400],
    [{ kind: "dig" }, 400],
  ])("%j is refused at once", async (request, status) => {
    expect((await bench.post("/api/jobs", request)).status).toBe(status);
  });

  test("what does not exist is not ended", async () => {
    const answer = await bench.app.request("http://localhost/api/jobs/none", {
      method: "DELETE",
      headers: { host: "localhost" },
    });
    expect(answer.status).toBe(404);
  });
});

describe("the description", () => {
  interface OpenApi {
    readonly openapi: string;
    readonly paths: Record<
      string,
      Record<
        string,
        {
          operationId: string;
          responses: Record<string, { content: Record<string, { schema: object; "x-events"?: object }> }>;
        }
      >
    >;
  }

  test("has every route with the very schema of its answers", async () => {
    await checked("get", "/api");
    const { openapi, paths } = await checked<OpenApi>("get", "/api/openapi.json");
    expect(openapi).toBe("3.1.0");
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(bench.routes.map(({ method, path }) => `${method} ${path}`).toSorted());
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, path, response, status = 200, streamsOnly, events } of bench.routes) {
      const { content } = paths[path]?.[method]?.responses[status] ?? { content: {} };
      expect(Object.keys(content["text/event-stream"]?.["x-events"] ?? {})).toEqual(Object.keys(events ?? {}));
      if (!streamsOnly)
        expect(content["application/json"]?.schema).toEqual(JSON.parse(JSON.stringify(schemaOf(response))));
    }
  });

  test("and every route was asked here", () => {
    expect(bench.routes.filter((route) => !asked.has(route)).map(({ method, path }) => `${method} ${path}`)).toEqual(
      [],
    );
  });
});
