/** 10,000 random malformed requests, and some hundred over a socket that are not HTTP: the server keeps answering. */
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SeededRandom } from "../../engine/random/seeded.ts";
import type { ErrorDocument } from "../../service/api.ts";
import { serve, type Served } from "../serve.ts";
import { openTestBench, type TestBench } from "../workbench.fixture.ts";

const REQUESTS = 3_000;
const SOCKETS = 400;
const AT_ONCE = 16;

let bench: TestBench;
let served: Served;
beforeAll(async () => {
  bench = await openTestBench();
  served = await serve({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await served.close();
  await bench.remove();
});

const WORDS: readonly string[] = [
  "__proto__",
  "constructor",
  "tic-tac-toe",
  "hex",
  "a1-b2",
  "..",
  "../../etc/passwd",
  "%00",
  "\u0000",
  "💥",
  "(take 1 1)",
  "random",
  "uct(",
  "uct(c=(((",
  "best",
  "-1",
  "1e999",
  "NaN",
  "null",
  "true",
  "'; DROP TABLE games; --",
  "<script>",
  "\r\n\r\n",
  "x".repeat(500),
  "{(cell 1 1 x)}",
  "side",
  "é́",
];
const GAMES: readonly string[] = [
  "tic-tac-toe",
  "dominoes",
  "chinese-checkers",
  "arimaa",
  "nothing",
  "..%2f..",
  "__proto__",
  "%ff",
  "a%00b",
];
const ENDINGS: readonly string[] = [
  "",
  "/position",
  "/values",
  "/graph",
  "/strip",
  "/choose",
  "/chance",
  "/compose",
  "/players",
  "/table",
  "/probe",
  "/nothing",
  "/position/more",
];
const OTHERS: readonly string[] = [
  "/api",
  "/api/",
  "/api/jobs",
  "/api/jobs/x",
  "/api/tables/a/b",
  "/api/matches/x",
  "/api/matches?game=x",
  "/api/records/-1",
  "/api/lab/x",
  "/api/rulesheets",
  "/api/openapi.json",
  "/",
  "/kernels/x",
  "/%",
  "/api/%zz",
  "/api/events/x",
];
const TYPES: readonly string[] = [
  "application/json",
  "application/json",
  "application/json",
  "application/json;charset=x",
  "text/plain",
  "",
  "multipart/form-data",
  "application/json, text/html",
];

/** Any JSON value. */
function anything(random: SeededRandom, depth = 0): unknown {
  const kind = Math.floor(random.fraction() * (depth > 4 ? 6 : 8));
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random.fraction() < 0.5;
    case 2:
      return random.pick([0, -1, 1, 1.5, 1e300, -0, 2 ** 53, 7]);
    case 6:
      return Array.from({ length: Math.floor(random.fraction() * 5) }, () => anything(random, depth + 1));
    case 7:
      return Object.fromEntries(
        Array.from({ length: Math.floor(random.fraction() * 5) }, () => [
          random.pick(WORDS),
          anything(random, depth + 1),
        ]),
      );
    default:
      return random.pick(WORDS);
  }
}

/** A request that is mostly valid. */
function nearlyRight(random: SeededRandom): Record<string, unknown> {
  const body: Record<string, unknown> = {
    variant: {},
    start: null,
    moves: [],
    seat: null,
    player: "random",
    limits: {},
    seed: 1,
    pieces: [],
    turn: 0,
    text: "random",
    options: {},
    name: "x",
    kind: "solve",
    game: "nothing",
  };
  const names = Object.keys(body);
  for (let changes = 1 + Math.floor(random.fraction() * 4); changes > 0; changes--) {
    if (random.fraction() < 0.3) delete body[random.pick(names)];
    else body[random.pick(names)] = anything(random);
  }
  // Only the fields of some route, so that a few requests pass validation.
  const some: readonly (readonly string[])[] = [
    ["variant", "start", "moves", "seat"],
    ["variant", "start", "moves", "player", "limits", "seed"],
    ["variant", "start", "moves", "seed"],
    ["variant", "pieces", "turn"],
    ["variant", "text"],
    ["options"],
    ["text", "name"],
    names,
  ];
  const kept = random.pick(some);
  return Object.fromEntries(Object.entries(body).filter(([name]) => kept.includes(name)));
}

function bodyOf(random: SeededRandom): string {
  const text = JSON.stringify(random.fraction() < 0.8 ? nearlyRight(random) : anything(random));
  const harm = random.fraction();
  if (harm < 0.1) return text.slice(0, Math.floor(random.fraction() * text.length));
  if (harm < 0.15) return "[".repeat(5_000);
  if (harm < 0.2) return text.replace(/[{}[\]",:]/, random.pick(WORDS));
  return text;
}

function pathOf(random: SeededRandom): string {
  const path =
    random.fraction() < 0.8 ? `/api/games/${random.pick(GAMES)}${random.pick(ENDINGS)}` : random.pick(OTHERS);
  if (random.fraction() < 0.7) return path;
  return `${path}?${encodeURI(random.pick(WORDS))}=${encodeURIComponent(random.pick(WORDS).replaceAll(/[\uD800-\uDFFF]/g, ""))}`;
}

test(`${REQUESTS} malformed requests`, async () => {
  const random = new SeededRandom(20_260_807);
  const seen = new Map<number, number>();
  const wrong: string[] = [];
  let left = REQUESTS;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const method = random.pick(["GET", "POST", "POST", "POST", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"]);
      const path = pathOf(random);
      const type = random.pick(TYPES);
      const body = bodyOf(random);
      const bodiless = method === "GET" || method === "HEAD";
      const answer = await bench.app.request(`http://localhost${path}`, {
        method,
        headers: {
          host: random.fraction() < 0.03 ? random.pick(["", "evil", "localhost."]) : "localhost",
          ...(type === "" ? {} : { "content-type": type }),
        },
        ...(bodiless ? {} : { body }),
      });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const text = await answer.text();
      // The page is not built here: 503.
      const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
      const fine = answer.ok || isPage || method === "HEAD" || isErrorResponse(answer.status, text);
      if (!fine && wrong.length < 5)
        wrong.push(`${method} ${path} ${type} ${body.slice(0, 300)} -> ${answer.status} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong).toEqual([]);
  const count = (from: number, to: number): number =>
    [...seen].reduce((sum, [status, times]) => (status >= from && status < to ? sum + times : sum), 0);
  expect(count(200, 600)).toBe(REQUESTS);
  expect(count(400, 500)).toBeGreaterThan(0.8 * REQUESTS);
  expect(seen.get(500) ?? 0).toBe(0);
  await answers();
});

/** A one-line reason without a stack trace. */
function isErrorResponse(status: number, text: string): boolean {
  if (status < 400 || status >= 500) return false;
  const { error } = JSON.parse(text) as ErrorDocument;
  return error.code !== "" && error.message !== "" && !/\p{Cc}|\n\s+at |node:internal|\.ts:\d/u.test(error.message);
}

async function answers(): Promise<void> {
  const position = await bench.post("/api/games/tic-tac-toe/position", {
    variant: {},
    start: null,
    moves: ["(take 2 2)"],
    seat: null,
  });
  expect(position.status).toBe(200);
  const choice = await bench.post("/api/games/dominoes/chance", { variant: {}, start: null, moves: [], seed: 1 });
  expect(choice.status).toBe(200);
}

describe("over a socket", () => {
  const BROKEN: readonly ((random: SeededRandom) => string)[] = [
    () => "GET / HTTP/1.1\r\nHost: localhost\r\n",
    () => "GET /api HTTP/1.1\r\n\r\n",
    () => "GET /api HTTP/9.9\r\nHost: localhost\r\n\r\n",
    () => "\r\n\r\n\r\n",
    () => `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    () => `GET / HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(20_000)}\r\n`,
    () =>
      "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{}",
    () => "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    () =>
      "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    () =>
      "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    () => "GET http://evil/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    () => "GET //evil HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
    () => "CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    () => "GET /api/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
    (random) => Array.from({ length: 200 }, () => String.fromCharCode(Math.floor(random.fraction() * 256))).join(""),
  ];

  function send(port: number, text: string, hangUp: boolean): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(text, "latin1");
        if (hangUp) socket.destroy();
      });
      socket.setTimeout(60, () => socket.destroy());
      socket.on("data", () => {});
      socket.on("error", () => {});
      socket.on("close", () => resolve());
    });
  }

  test(`${SOCKETS} broken or abandoned requests`, async () => {
    const random = new SeededRandom(9);
    const port = Number(new URL(served.address).port);
    let left = SOCKETS;
    const work = async (): Promise<void> => {
      while (left-- > 0) await send(port, random.pick(BROKEN)(random), random.fraction() < 0.3);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const answer = await fetch(`${served.address}api`);
    expect(await answer.json()).toMatchObject({ name: "gamelore" });
    const rebound = await fetch(`${served.address}api`, { headers: { origin: "http://evil.example" } });
    expect(rebound.status).toBe(403);
  });
});
