/** A choice as a stream of events: search info, then the choice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ThinkingDocument, SearchInfoDocument } from "../../service/api.ts";
import type { Route } from "../http/route.ts";
import { openTestBench, type TestBench } from "../workbench.fixture.ts";

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench.remove());

const ARIMAA = `g rrrddrrrhrcemcrh${".".repeat(32)}HRCMECRHRRRDDRRR`;

test("as a stream: thinking, then the choice; an error is an event too", async () => {
  const request = { variant: {}, start: null, moves: [], player: "random", limits: {}, seed: 7 };
  const stream = async (body: object): Promise<string> =>
    (await bench.post("/api/games/tic-tac-toe/choose", body, { accept: "text/event-stream" })).text();
  const events = await stream(request);
  expect(events).toMatch(
    /event: thinking\ndata: \{"milliseconds":\d+,"info":null\}\n\n[^]*event: chosen\ndata: \{"move":"\(take/,
  );
  expect(await stream({ ...request, player: "nobody" })).toMatch(/event: error\ndata: \{"error":\{"code":"bad-player"/);
});

test.each([
  ["chinese-checkers", "uct(trees=2, ms=60000)", null, { depth: null, playouts: expect.any(Number) }],
  ["connect-four", "uct(ms=60000)", null, { depth: null, playouts: expect.any(Number) }],
  ["arimaa", "best(ms=60000)", ARIMAA, { depth: expect.any(Number), playouts: null }],
])("%s: %s reports search info, and stops when the client disconnects", async (game, player, start, some) => {
  const request = { variant: {}, start, moves: [], player, limits: {}, seed: 7 };
  const answer = await bench.post(`/api/games/${game}/choose`, request, { accept: "text/event-stream" });
  const { events } = bench.routes.find(({ path }) => path === "/api/games/{game}/choose") as Route;
  const infos: SearchInfoDocument[] = [];
  const texts = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream());
  for await (const text of texts) {
    for (const [, event = "", data = ""] of text.matchAll(/event: (\w+)\ndata: (.*)\n/g)) {
      const document: unknown = JSON.parse(data);
      expect(events?.[event]?.safeParse(document).error?.message ?? "as described").toBe("as described");
      const { info } = document as ThinkingDocument;
      if (info && info.nodes > (infos.at(-1)?.nodes ?? 0)) infos.push(info);
    }
    if (infos.length > 1) break;
  }
  for (const info of infos) expect(info).toMatchObject({ value: expect.any(Number), ...some });
  expect(infos[1]?.candidates[0]).toMatchObject({ kind: "move", text: expect.any(String) });
  const quick = { ...request, limits: { milliseconds: 20 }, seed: 8 };
  await expect(bench.post(`/api/games/${game}/choose`, quick).then(({ status }) => status)).resolves.toBe(200);
});
