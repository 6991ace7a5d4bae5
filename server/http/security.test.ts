/** Rejected requests, and their error messages, which reveal nothing of the server. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gunzipSync } from "node:zlib";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { ChoiceDocument, ErrorDocument } from "../../service/api.ts";
import { refusePrograms } from "../../service/client-players.ts";
import { openTestBench, until, type TestBench } from "../workbench.fixture.ts";
import { openWorkbench } from "../workbench.ts";
import { knownHosts } from "../../engine/platform/node/known-hosts.ts";
import { SECURITY_HEADERS } from "./guard.ts";
import { LIMITS } from "./limits.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench.remove());

async function errorOf(answer: Promise<Response>): Promise<{ status: number; code: string; message: string }> {
  const response = await answer;
  const { error } = (await response.json()) as ErrorDocument;
  return { status: response.status, ...error };
}

const STATE = { variant: {}, start: null, moves: [], seat: null };

describe("allowed hosts and origins", () => {
  test.each(["evil.example", "localhost.evil.example", "127.0.0.2", "", "[::2]", "localhost:80:80"])(
    "not the host %j",
    async (host) => {
      expect(await errorOf(bench.get("/api", { host }))).toMatchObject({ status: 403, code: "forbidden" });
      expect((await bench.get("/", { host })).status).toBe(403);
    },
  );

  test("its own host names, with any port", async () => {
    for (const host of ["localhost", "LOCALHOST:8127"]) expect((await bench.get("/api", { host })).status).toBe(200);
    expect(knownHosts("127.0.0.1")).toEqual(["localhost", "127.0.0.1", "[::1]"]);
    expect(knownHosts("Box.local")).toContain("box.local");
    expect(knownHosts("fe80::1")).toContain("[fe80::1]");
    expect(knownHosts("0.0.0.0").length).toBeGreaterThan(3);
  });

  test.each(["http://evil.example", "https://localhost", "http://localhost:1234", "null", ""])(
    "not the origin %j",
    async (origin) => {
      expect(await errorOf(bench.get("/api", { origin }))).toMatchObject({ status: 403, code: "forbidden" });
    },
  );

  test("a proxy in front of it, by the address that it was given", async () => {
    const folders = { page: join(bench.folder, "web"), kernels: join(bench.folder, "kernels") };
    const workbench = await openWorkbench({
      hosts: ["gamelore.example"],
      origins: ["https://gamelore.example"],
      folders,
    });
    const statusFrom = async (origin: string): Promise<number> =>
      (await workbench.app.request("http://gamelore.example/api", { headers: { host: "gamelore.example", origin } }))
        .status;
    try {
      expect(await statusFrom("https://gamelore.example")).toBe(200);
      expect(await statusFrom("https://evil.example")).toBe(403);
    } finally {
      await workbench.close();
    }
  });

  test("its own page, but no cross-site requests", async () => {
    expect((await bench.get("/api", { origin: "http://localhost" })).status).toBe(200);
    for (const site of ["cross-site", "same-site"]) {
      expect((await bench.get("/api/games", { "sec-fetch-site": site, "sec-fetch-mode": "no-cors" })).status).toBe(403);
      expect((await bench.get("/api/games", { "sec-fetch-site": site, "sec-fetch-mode": "navigate" })).status).toBe(
        403,
      );
      expect((await bench.get("/", { "sec-fetch-site": site, "sec-fetch-mode": "navigate" })).status).not.toBe(403);
    }
  });

  test("every response has the security headers, errors too", async () => {
    for (const answer of [
      await bench.get("/api"),
      await bench.get("/api/nothing"),
      await bench.get("/"),
      await bench.get("/api", { host: "x" }),
    ])
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(answer.headers.get(name)).toBe(value);
    expect(SECURITY_HEADERS["content-security-policy"]).not.toMatch(/unsafe-inline| 'unsafe-eval'|\*/);
  });
});

describe("request bodies", () => {
  const path = "/api/games/tic-tac-toe/position";

  test("only JSON, and at most the limits", async () => {
    expect(await errorOf(bench.post(path, STATE, { "content-type": "text/plain" }))).toMatchObject({
      status: 415,
      code: "bad-type",
    });
    expect(await errorOf(bench.post(path, STATE, { "content-type": "application/jsonp" }))).toMatchObject({
      status: 415,
      code: "bad-type",
    });
    expect((await bench.post(path, STATE, { "content-type": "application/json; charset=utf-8" })).status).toBe(200);
    const long = { ...STATE, start: "x".repeat(LIMITS.bodyBytes) };
    expect(await errorOf(bench.post(path, long))).toMatchObject({ status: 413, code: "too-large-request" });
    expect(await errorOf(bench.post(path, { ...STATE, start: "x".repeat(LIMITS.positionLength + 1) }))).toMatchObject({
      status: 400,
      code: "bad-request",
      message: expect.stringMatching(/^start: /),
    });
    expect(await errorOf(bench.post(path, { ...STATE, moves: new Array(LIMITS.moves + 1).fill("a") }))).toMatchObject({
      status: 400,
      code: "bad-request",
      message: expect.stringMatching(/^moves: /),
    });
    expect(await errorOf(bench.post(path, { ...STATE, moves: ["a".repeat(LIMITS.moveLength + 1)] }))).toMatchObject({
      status: 400,
      code: "bad-request",
    });
    expect(
      await errorOf(bench.get(`/api/games/tic-tac-toe/probe?position=${"x".repeat(LIMITS.positionLength + 1)}`)),
    ).toMatchObject({ status: 400 });
    const many = Array.from({ length: LIMITS.options + 1 }, (_, i) => `o${i}=1`).join("&");
    expect(await errorOf(bench.get(`/api/games/hex?${many}`))).toMatchObject({ status: 400, code: "bad-request" });
  });

  test.each([
    ["", /not JSON/],
    ["{", /not JSON/],
    ["null", /expected object/],
    ["[]", /expected object/],
    [`${"[".repeat(400_000)}${"]".repeat(400_000)}`, /expected object/],
    [`{"a":`.repeat(50_000) + "1" + "}".repeat(50_000), /variant/],
    ['{"variant":{},"start":null,"moves":[],"seat":null,"more":1}', /Unrecognized key: "more"/],
    ['{"variant":{},"start":null,"moves":[],"seat":1e9}', /seat/],
    ['{"variant":{},"start":null,"moves":[],"seat":5}', /seat: 5 is not one of 0 to 1/],
    ['{"variant":{"side":{}},"start":null,"moves":[],"seat":null}', /variant\.side/],
    ['{"variant":{"constructor":1},"start":null,"moves":[],"seat":null}', /unknown option "constructor"/],
  ])("refused as a whole: case %#", async (body, why) => {
    const { status, message } = await errorOf(bench.post(path, body));
    expect(status).toBe(400);
    expect(message).toMatch(why);
  });

  test("prototype names have no effect", async () => {
    const body =
      '{"variant":{"__proto__":{"polluted":1}},"start":null,"moves":[],"seat":null,"__proto__":{"polluted":1}}';
    expect([200, 400]).toContain((await bench.post(path, body)).status);
    expect((await bench.get("/api/games/hex?__proto__=1")).status).toBe(400);
    expect((await bench.get("/api/games/hex?constructor=1&prototype=2")).status).toBe(400);
    for (const id of ["__proto__", "constructor", "toString"])
      expect((await bench.get(`/api/games/${id}`)).status).toBe(404);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test.each([
    "/api/games/..%2f..%2fetc%2fpasswd",
    "/api/games/game.kif",
    "/api/games/%2fetc%2fpasswd.kif",
    "/api/tables/chinese-checkers/..%2f..%2fgames.sqlite",
    "/api/tables/..%2f../x",
    "/api/lab/..%2f..%2fpackage",
    "/kernels/..%2f..%2fpackage.json",
    "/kernels/../../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "/assets/%00.js",
  ])("no path of a client's is opened: %s", async (hostile) => {
    const answer = await bench.get(hostile);
    expect([404, 400, 503]).toContain(answer.status);
    expect(await answer.text()).not.toContain("devDependencies");
  });

  test("an error is one line without a stack trace", async () => {
    for (const text of ["(take\nnothing)", "\u001B[31m", "x".repeat(399)]) {
      const { status, message } = await errorOf(bench.post(path, { ...STATE, moves: [text] }));
      expect(status).toBe(400);
      expect(message).not.toMatch(/\p{Cc}|node_modules|\.ts:\d/u);
      expect(message.length).toBeLessThan(700);
    }
  });
});

describe("players", () => {
  const rules = {
    game: { id: "stub" },
    playerKinds: [{ name: "random" }, { name: "aei", startsProgram: true }, { name: "pair" }],
  } as unknown as OpenGame;

  test.each([
    "aei",
    "aei(command=sh)",
    " AEI (command=sh)",
    "pair(first=aei(command=sh))",
    "pair(a=pair(b=aei))",
    "pair(x=1,aei=2)",
  ])("none that starts a program: %s", (text) => {
    expect(() => refusePrograms(rules, text)).toThrow("starts a program on the server's machine");
  });

  test("other players are allowed", () => {
    for (const text of ["random", "pair(first=random)", "paeis"])
      expect(() => refusePrograms(rules, text)).not.toThrow();
  });
});

describe("searches", () => {
  const request = {
    variant: { side: 9 },
    start: null,
    moves: [],
    player: "uct",
    limits: { milliseconds: 60_000 },
    seed: 1,
  };
  const path = "/api/games/chinese-checkers/choose";
  const start = (signal: AbortSignal): Promise<Response> =>
    Promise.resolve(
      bench.app.request(`http://localhost${path}`, {
        method: "POST",
        body: JSON.stringify(request),
        headers: { host: "localhost", "content-type": "application/json" },
        signal,
      }),
    );

  test("the number at once is limited, and each stops when its client disconnects", async () => {
    const controller = new AbortController();
    const running = Array.from({ length: LIMITS.searches }, () => start(controller.signal));
    let busy: Response | null = null;
    await until(async () => {
      busy = await bench.post(path, { ...request, limits: { milliseconds: 1 } });
      return busy.status === 429;
    });
    const { status, headers } = busy as unknown as Response;
    expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
    // Other requests are answered.
    expect((await bench.post("/api/games/chinese-checkers/position", { ...STATE, variant: { side: 9 } })).status).toBe(
      200,
    );
    controller.abort();
    for (const answer of await Promise.all(running)) expect(answer.status).toBe(503);
    const choice = await bench.json<ChoiceDocument>(bench.post(path, { ...request, limits: { playouts: 100 } }));
    expect(choice.info.playouts).toBe(100);
  });

  test("the time limit is bounded", async () => {
    const { status, message } = await errorOf(bench.post(path, { ...request, limits: { milliseconds: 10_000_000 } }));
    expect([status, message]).toEqual([400, expect.stringContaining("limits.milliseconds")]);
  });

  test("a concurrency limiter rejects what exceeds its limit", () => {
    const limiter = new ConcurrencyLimiter(2, "things");
    const release = limiter.acquire();
    limiter.acquire();
    expect(() => limiter.acquire()).toThrow("2 things are already running");
    release();
    release();
    expect(limiter.active).toBe(1);
  });
});

describe("the page", () => {
  test("responds that it is not built; once built, is served compressed, with cache headers", async () => {
    const missing = await bench.get("/play");
    expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining("npm run build")]);
    const assets = join(bench.folder, "web", "assets");
    mkdirSync(assets, { recursive: true });
    mkdirSync(join(bench.folder, "kernels"));
    writeFileSync(join(bench.folder, "web", "index.html"), "<!doctype html><p>page");
    writeFileSync(join(assets, "index-4fB2x9Qz.js"), "export const a = 1;".repeat(100));
    writeFileSync(join(bench.folder, "kernels", "hex.wasm"), "wasm");
    writeFileSync(join(bench.folder, "kernels", "hex.wat"), "wat");
    await until(async () => (await bench.get("/")).status === 200, 5_000);
    const page = await bench.get("/");
    expect([page.headers.get("content-type"), page.headers.get("cache-control"), await page.text()]).toEqual([
      "text/html; charset=utf-8",
      "no-cache",
      "<!doctype html><p>page",
    ]);
    for (const path of ["/play", "/tables/chinese-checkers/one-side-7x7-6?sides=1"]) {
      const elsewhere = await bench.get(path);
      expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([302, `/#${path}`]);
    }
    const script = await bench.get("/assets/index-4fB2x9Qz.js", { "accept-encoding": "gzip" });
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(script.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await script.arrayBuffer())).length).toBe(1_900);
    const tag = script.headers.get("etag") as string;
    expect((await bench.get("/assets/index-4fB2x9Qz.js", { "if-none-match": tag })).status).toBe(304);
    const kernel = await bench.get("/kernels/hex.wasm");
    expect([kernel.headers.get("content-type"), kernel.headers.get("cache-control")]).toEqual([
      "application/wasm",
      "no-cache",
    ]);
    for (const path of ["/kernels/hex.wat", "/assets/none.js", "/kernels/"])
      expect((await bench.get(path)).status).toBe(404);
    expect(
      (await bench.app.request("http://localhost/play", { method: "POST", headers: { host: "localhost" } })).status,
    ).toBe(405);
  });
});
