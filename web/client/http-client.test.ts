import { afterEach, expect, test, vi } from "vitest";
import { ApiError, ServerUnreachable } from "./api-client.ts";
import { httpClient } from "./http-client.ts";

afterEach(() => vi.unstubAllGlobals());

const request = { variant: {}, start: null, moves: [], player: "best", limits: {}, seed: 1 };

function respond(body: string, status = 200): void {
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
}

const errorEvent = (code: string): string =>
  `event: error\ndata: ${JSON.stringify({ error: { code, message: "the server is shutting down" } })}\n\n`;

test("a search that a closing server interrupts is a server out of reach, so that the call is repeated", async () => {
  respond(errorEvent("interrupted"));
  await expect(httpClient().choose("heap", request)).rejects.toBeInstanceOf(ServerUnreachable);
  respond(JSON.stringify({ error: { code: "interrupted", message: "the server is shutting down" } }), 503);
  await expect(httpClient().position("heap", { ...request, seat: null })).rejects.toBeInstanceOf(ServerUnreachable);
});

test("other errors of a search are reported", async () => {
  respond(errorEvent("bad-player"));
  await expect(httpClient().choose("heap", request)).rejects.toBeInstanceOf(ApiError);
});
