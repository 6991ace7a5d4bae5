/**
 * A hostile client: arbitrary requests to every route of the OpenAPI description, several at once. No answer is a failure of the server, and
 * its memory does not grow. GAMELORE_FUZZ_REQUESTS sets their number; a failure prints the seed and the smallest requests that cause it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestBench, type TestBench } from "../workbench.fixture.ts";
import { requestArbitrary, type FuzzedRequest, type Meanings, type OpenApi } from "./request-arbitraries.fixture.ts";

const REQUESTS = Number(process.env["GAMELORE_FUZZ_REQUESTS"] ?? 1_000);
/** Requests that are sent at once. */
const AT_ONCE = 4;
/** A client that does not wait longer: an analysis without a limit goes on until its client disconnects. */
const PATIENCE_MS = 3_000;
/** Growth that is not a leak: caches that fill, garbage that threads have not collected. It ends after about 40,000 requests, some 300 MB above. */
const MEGABYTES = 300;
/** About ten milliseconds a request. */
const MINUTES = 15;

/** Small games of all kinds, cheap players and short searches: the test is of the server, not of the engine. */
const MEANINGS: Meanings = {
  game: ["tic-tac-toe", "kuhn-poker", "goofspiel", "chinese-checkers", "chess", "dominoes", "nothing"],
  variant: [{}, { side: 4, pieces: 3 }, { side: 99 }, { start: "8/8/8/8/8/2k5/1R6/K7 w - - 0 1" }],
  options: [{}, { pieces: 3 }, { side: 5, pieces: 3 }, { side: -1 }],
  start: [null, "", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"],
  position: ["", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "x"],
  moves: [[], ["(mark 2 2)"], ["e4", "e5"], ["a1-b1"]],
  seat: [null, 0, 1, 2],
  lines: [1, 5],
  seed: [0, 1],
  player: ["random", "greedy", "uct(playouts=20)", "alphabeta(depth=1)", "uci(command=false)", "best(", 0, 1],
  players: [["random", "random"], ["random", "alphabeta(depth=1)"], []],
  limits: [{ nodes: 50, playouts: 5, depth: 1 }, { milliseconds: 5 }],
  milliseconds: [0, 1, 5],
  text: ["(role a)", "1. e4 e5", "random", "(role x) (init (p 1)) (legal x go) (next (p 1)) (terminal) (goal x 50)"],
  setting: ["quick", "full", "x"],
  experiment: ["000-table-2", "001-table-3", "none"],
  name: ["one-side-5x5-3", "x"],
  id: ["1", "0", "-1", "1e3", "x"],
  pairs: [1],
  experiments: [[], ["none"]],
};
/** Endless. */
const OMITTED: readonly string[] = ["/api/events"];

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
  // Without a page every path outside the API is answered by 503.
  mkdirSync(join(bench.folder, "web"));
  writeFileSync(join(bench.folder, "web/index.html"), "<!doctype html>");
});
afterAll(() => bench.remove());

/** Null if the client has disconnected. Jobs are cancelled at once: what they do is not the server's. */
async function answerTo({ method, path, body }: FuzzedRequest): Promise<{ status: number; text: string } | null> {
  const headers = { host: "localhost", "content-type": "application/json" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await bench.app.request(`http://localhost${path}`, { method, headers, body, signal });
  const text = await response.text();
  if (signal.aborted) return null;
  if (path === "/api/jobs" && method === "POST" && response.ok) {
    const { id } = JSON.parse(text) as { id: string };
    await bench.app.request(`http://localhost/api/jobs/${id}`, { method: "DELETE", headers });
  }
  return { status: response.status, text };
}

test(
  `${REQUESTS} requests`,
  async () => {
    const description = await bench.json<OpenApi>(bench.get("/api/openapi.json"));
    const statuses = new Map<number, number>();
    const megabytes: number[] = [];
    const property = fc.asyncProperty(
      fc.array(requestArbitrary(description, MEANINGS, OMITTED), { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (requests) => {
        const answers = await Promise.all(requests.map(answerTo));
        for (const [i, answer] of answers.entries()) {
          if (!answer) continue;
          const { status, text } = answer;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500) throw new Error(`${status} for ${JSON.stringify(requests[i])}: ${text}`);
          // Errors of the API are documents with a code; the page redirects.
          if (status >= 400 && requests[i]?.method !== "HEAD")
            expect(JSON.parse(text)).toMatchObject({
              error: { code: expect.any(String), message: expect.not.stringContaining("    at ") },
            });
        }
        megabytes.push(process.memoryUsage().rss / 2 ** 20);
      },
    );
    await fc.assert(property, { numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true });
    // Threads of games and jobs come and go: the least of the end is compared with the most of the time in which every game was opened.
    const quarter = (n: number): number[] =>
      megabytes.slice(((n - 1) * megabytes.length) / 4, (n * megabytes.length) / 4);
    const [before, after] = [Math.max(...quarter(2)), Math.min(...quarter(4))];
    if (process.env["GAMELORE_FUZZ_REPORT"]) console.log({ statuses, before, after });
    // Valid requests are answered, others are refused.
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
    expect(statuses.get(400)).toBeGreaterThan(REQUESTS / 10);
    expect(after - before).toBeLessThan(MEGABYTES);
  },
  MINUTES * 60_000,
);
