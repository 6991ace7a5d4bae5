/** The routes of the library and of jobs, and the OpenAPI description: real requests, with the responses checked against the schemas. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PositionDocument, PvDocument, ValuesDocument } from "../../service/api.ts";
import type { MatchDocument, RecordDocument, RulesheetDocument } from "../../service/library-documents.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import type { TableDocument, TableSetDocument } from "../../service/table-documents.ts";
import { schemaOf } from "../http/openapi.ts";
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

describe("the library", () => {
  test("tables: histograms, and positions with the longest distance", async () => {
    const { tables } = await call<{ tables: TableDocument[] }>("get", "/api/tables");
    expect(tables.map(({ name }) => name)).toEqual(["one-side-4x4-3", "two-side-4x4-3v3"]);
    for (const { name, entries } of tables) {
      const table = await call<TableDocument>("get", `/api/tables/chinese-checkers/${name}`);
      expect(table.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(entries);
      expect(table.longest.length).toBeGreaterThan(0);
    }
    const { longest } = await call<TableDocument>("get", "/api/tables/chinese-checkers/two-side-4x4-3v3");
    for (const { position, variant, text } of longest) {
      const state = { variant, start: position, moves: [], seat: null };
      const { value } = await call<ValuesDocument>("post", "/api/games/chinese-checkers/values", state);
      const [, outcome, plies] = /^(win|loss) in (.+)$/.exec(value?.text ?? "") ?? [];
      expect(text).toMatch(
        new RegExp(`^the side to move ${outcome === "win" ? "wins" : "loses"} in .*\\(${plies}\\)$`),
      );
    }
  });

  test("tables by material: built ones with their counts, and missing ones", async () => {
    await buildFor("chinese-dark-chess", { elements: 2 });
    const { sets } = await call<{ sets: TableSetDocument[] }>("get", "/api/tables/chinese-dark-chess");
    const two = sets.find(({ name }) => name === "revealed-up-to-2");
    expect(two?.tables.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => "ready"));
    const names = sets.flatMap(({ tables }) => tables.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    // A king beats a guard and never loses to it.
    const kings = two?.tables.find(({ name }) => name === "revealed-k-g");
    expect(kings).toMatchObject({ pieces: [{ letter: "k" }, { letter: "G" }], counts: { lost: 0, longestLoss: null } });
    const table = await call<TableDocument>("get", "/api/tables/chinese-dark-chess/revealed-k-g");
    expect(table.counts).toEqual([{ part: "", ...kings?.counts }]);
    const three = sets.find(({ name }) => name === "revealed-up-to-3");
    expect(three?.tables.every(({ status, counts }) => status === "missing" && counts === null)).toBe(true);
    expect((await bench.get("/api/tables/nothing")).status).toBe(404);
    // The pv of the longest win has the length in the table.
    const [longest] = table.longest;
    const state = { variant: {}, start: longest?.position ?? null, moves: [], seat: null };
    const pv = await call<PvDocument>("post", "/api/games/chinese-dark-chess/pv", state);
    expect(pv).toMatchObject({ ended: true, moves: expect.objectContaining({ length: kings?.counts?.longestWin }) });
  });

  test("experiments", async () => {
    const { experiments } = await call<{ experiments: { id: string }[] }>("get", "/api/lab");
    expect(experiments.map(({ id }) => id)).toContain("001-table-1");
    const document = await call<{ rows: unknown[]; claims: unknown[] }>("get", "/api/lab/001-table-1?setting=full");
    expect(document.rows.length).toBeGreaterThan(3);
    expect((await bench.get("/api/lab/001-table-1?setting=huge")).status).toBe(400);
    expect((await bench.get("/api/lab/nothing")).status).toBe(404);
  });

  test("a rulesheet is checked, stored and played", async () => {
    const text =
      "(role x) (role y) (<= (legal ?r (say ?n)) (role ?r) (num ?n)) (num 1) (num 2) (init (start)) (<= (next (done ?n)) (does x (say ?n))) (<= terminal (true (done ?n))) (<= (goal x 100) (true (done 1))) (<= (goal x 0) (true (done 2))) (<= (goal y 50) (true (done ?n)))";
    const uploaded = await call<RulesheetDocument>("post", "/api/rulesheets", { text, name: "saying.kif" });
    expect(uploaded).toMatchObject({ title: "Saying", game: expect.stringMatching(/^sheet-[0-9a-f]{16}$/) });
    const state = { variant: {}, start: null, moves: [], seat: null };
    const position = await call<PositionDocument>("post", `/api/games/${uploaded.game}/position`, state);
    expect(position.moves.map((move) => move.text)).toContain("x: (say 1)");
    const { games } = await call<{ games: { id: string }[] }>("get", "/api/games");
    expect(games.map(({ id }) => id)).toContain(uploaded.game);
    // The user's own name takes precedence over file name and heading, also for a rulesheet that is already stored.
    for (const heading of ["", "; Speaking: a number is said.\n"]) {
      const request = { text: heading + text, name: "saying.kif" };
      const first = await call<RulesheetDocument>("post", "/api/rulesheets", request);
      const named = await call<RulesheetDocument>("post", "/api/rulesheets", { ...request, title: "My numbers" });
      expect(named.title).toBe("My numbers");
      expect(named.game).not.toBe(first.game);
      const game = await call<{ title: string }>("get", `/api/games/${named.game}`);
      expect(game.title).toBe("My numbers");
    }
    const bad = await call<RulesheetDocument>("post", "/api/rulesheets", { text: "(role x\n(foo", name: "" });
    expect(bad.game).toBeNull();
    expect(bad.findings[0]).toMatchObject({ severity: "error", line: expect.any(Number) });
  });

  test("a mistyped name in a rulesheet is named, with its line", async () => {
    const sheet = readFileSync(new URL("../../gdl/rulesheets/tic-tac-toe.kif", import.meta.url), "utf8");
    const text = sheet.replace("(true (control ?player))", "(true (contol ?player))");
    const line = text.split("\n").findIndex((each) => each.includes("contol"));
    const uploaded = await call<RulesheetDocument>("post", "/api/rulesheets", { text, name: "x" });
    const cause = uploaded.findings.find(({ message }) => message.includes('did you mean "control"?'));
    expect(Math.abs((cause?.line ?? -9) - line - 1)).toBeLessThan(3);
    expect(uploaded.game).toBeNull();
    const error = uploaded.findings.find(({ severity }) => severity === "error");
    expect(error).toMatchObject({ line: cause?.line, message: expect.stringContaining('"contol"') });
  });
});

describe("jobs", () => {
  const ended = (id: string): Promise<boolean> =>
    call<JobDocument>("get", `/api/jobs/${id}`).then(({ ended: at }) => at !== null);

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
    const job = await call<JobDocument>("post", "/api/jobs", request);
    await until(() => ended(job.id));
    const done = await call<JobDocument>("get", `/api/jobs/${job.id}`);
    expect(done).toMatchObject({ state: "done", error: null, result: expect.stringMatching(/^\/matches\/\d+$/) });
    expect(done.live).toMatchObject({ kind: "score", points: expect.any(Array) });
    await call("get", "/api/matches?game=tic-tac-toe");
    const match = await call<MatchDocument>("get", `/api${done.result}`);
    expect(match.list).toHaveLength(4);
    const record = await call<RecordDocument>("get", `/api/records/${match.list[0]?.id}`);
    const replayed = await call<PositionDocument>("post", `/api/games/${record.game}/position`, {
      ...record.state,
      seat: null,
    });
    expect(replayed.result?.scores).toEqual(record.scores);
    expect((await bench.get("/api/matches/999")).status).toBe(404);
    expect((await bench.get("/api/records/x")).status).toBe(400);
  });

  test("a table: watched, cancelled, resumed; the same request is the same job", async () => {
    const request = { kind: "solve", game: "chinese-checkers", options: { side: 8, pieces: 5 } };
    const controller = new AbortController();
    const events = await bench.app.request("http://localhost/api/events", {
      headers: { host: "localhost" },
      signal: controller.signal,
    });
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    routes.add("/api/events");
    const job = await call<JobDocument>("post", "/api/jobs", request);
    expect((await call<JobDocument>("post", "/api/jobs", request)).id).toBe(job.id);
    let received = "";
    while (!received.includes('"histogram"')) received += new TextDecoder().decode((await reader.read()).value);
    controller.abort();
    const cancelled = await call<JobDocument>("delete", `/api/jobs/${job.id}`);
    expect(["cancelled", "done"]).toContain(cancelled.state);
    const again = await call<JobDocument>("post", "/api/jobs", request);
    await until(() => ended(again.id));
    const done = await call<JobDocument>("get", `/api/jobs/${again.id}`);
    expect(done).toMatchObject({ state: "done", result: "/tables/chinese-checkers/one-side-8x8-5" });
    const { jobs } = await call<{ jobs: JobDocument[] }>("get", "/api/jobs");
    expect(jobs.length).toBeGreaterThanOrEqual(2);
  });

  test("a tournament", async () => {
    const job = await call<JobDocument>("post", "/api/jobs", {
      kind: "tournament",
      game: "tic-tac-toe",
      variant: {},
      players: ["uct(playouts=20)", "uct(playouts=40)", "random"],
      pairs: 1,
      limits: {},
      seed: 1,
    });
    await until(() => ended(job.id));
    const done = await call<JobDocument>("get", `/api/jobs/${job.id}`);
    expect(done).toMatchObject({ state: "done", live: { lines: expect.objectContaining({ length: 3 }) } });
  });

  test.each([
    [{ kind: "solve", game: "chinese-checkers", options: { side: 77 } }, 400],
    [{ kind: "solve", game: "skat", options: {} }, 400],
    [{ kind: "prove", game: "skat", position: "" }, 400],
    [{ kind: "prove", game: "goofspiel-simultaneous", position: "" }, 404],
    [{ kind: "prove", game: "tic-tac-toe", position: "(nothing)" }, 400],
    [{ kind: "solve", game: "../../etc", options: {} }, 404],
    [{ kind: "lab", experiment: "nothing", setting: "quick" }, 404],
    [{ kind: "match", game: "hex", variant: {}, players: ["random", "nobody"], pairs: 1, limits: {}, seed: 1 }, 400],
    [{ kind: "dig" }, 400],
  ])("%j is rejected on submission", async (request, status) => {
    expect((await bench.post("/api/jobs", request)).status).toBe(status);
  });

  test("an unknown job cannot be cancelled", async () => {
    const answer = await bench.app.request("http://localhost/api/jobs/none", {
      method: "DELETE",
      headers: { host: "localhost" },
    });
    expect(answer.status).toBe(404);
  });
});

describe("the OpenAPI description", () => {
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

  test("has every route with the schema of its response", async () => {
    await call("get", "/api");
    const { openapi, paths } = await call<OpenApi>("get", "/api/openapi.json");
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

  test("every route was called", () => {
    expect(routes.uncalled((tag) => !["games", "queue"].includes(tag))).toEqual([]);
  });
});

test("the place of a damaged table on the server's disk is not revealed", async () => {
  const folder = join(bench.folder, "tables", "chinese-checkers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "broken.table"), "not a table");
  for (const path of ["/api/tables", "/api/tables/chinese-checkers/broken"]) {
    const text = await (await bench.get(path)).text();
    expect(text).toContain("broken");
    expect(text).not.toContain(bench.folder);
  }
  rmSync(join(folder, "broken.table"));
});
