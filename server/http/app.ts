/** The routes as a Hono application: validates requests, answers with documents, bounds everything. */
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { errorResponse, HttpError } from "./http-error.ts";
import { noControlCharacters, onlyKnownHosts, securityHeaders } from "./guard.ts";
import { LIMITS } from "./limits.ts";
import type { Route, RouteInput, SendEvent } from "./route.ts";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

interface AppOptions {
  readonly routes: readonly Route[];
  /** Allowed Host names. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
  /** Handles every path outside /api. */
  readonly page: (c: Context) => Promise<Response>;
}

const RETRY_AFTER_S = "1";
const HEARTBEAT_MS = 15_000;

export function makeApp({ routes, hosts, origins, page }: AppOptions): Hono {
  const app = new Hono();
  const requests = new ConcurrencyLimiter(LIMITS.requests, "requests");
  const searches = new ConcurrencyLimiter(LIMITS.searches, "searches");
  const streams = new ConcurrencyLimiter(LIMITS.eventStreams, "streams of events");
  app.use(securityHeaders());
  app.onError((error, c) => sendError(c, error));
  app.use(onlyKnownHosts(hosts, origins));
  app.use(noControlCharacters());
  app.use(
    "/api/*",
    bodyLimit({
      maxSize: LIMITS.bodyBytes,
      onError: () => {
        throw new HttpError("too-large-request", `the request body is larger than ${LIMITS.bodyBytes} bytes`);
      },
    }),
  );
  for (const route of routes)
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
      const input = await inputOf(c, route);
      const { stream } = route;
      if (route.streamsOnly && stream) return streamed(c, streams.acquire(), input, stream);
      const limiter = route.isSearch ? searches : requests;
      if (stream && c.req.header("accept")?.includes("text/event-stream"))
        return streamed(c, limiter.acquire(), input, stream);
      const document = await limiter.run(() => route.handle(input));
      c.header("cache-control", "no-store");
      return c.json(document as object, route.status ?? 200);
    });
  app.all("/api/*", (c) => {
    const known = routes.filter(({ path }) => matches(path, c.req.path)).map(({ method }) => method.toUpperCase());
    if (known.length === 0) throw new HttpError("not-found", `${c.req.path} not found; see /api/openapi.json`);
    c.header("allow", known.join(", "));
    return sendError(
      c,
      new HttpError("bad-method", `${c.req.method} is not allowed; ${c.req.path} takes ${known.join(", ")}`),
    );
  });
  app.get("*", (c) => page(c));
  app.notFound((c) => sendError(c, new HttpError("bad-method", "only GET is allowed here")));
  return app;
}

function sendError(c: Context, error: unknown): Response {
  const { status, document } = errorResponse(error);
  // The rest of the body is not read.
  if (status === 413) c.header("connection", "close");
  if (status === 429 || status === 503) c.header("retry-after", RETRY_AFTER_S);
  if (status === 500 && process.env["GAMELORE_DEBUG"] && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  c.header("cache-control", "no-store");
  return c.json(document, status as ContentfulStatusCode);
}

async function inputOf(c: Context, route: Route): Promise<RouteInput> {
  const params = c.req.param() as Record<string, string>;
  return { params, query: queryOf(c, route), body: await bodyOf(c, route.body), signal: c.req.raw.signal };
}

function queryOf(c: Context, { query = {}, options }: Route): Record<string, string> {
  // No prototype, so that __proto__ is an ordinary name.
  const given = Object.create(null) as Record<string, string>;
  const parameters = [...new URL(c.req.url).searchParams];
  if (parameters.length > LIMITS.options)
    throw new HttpError("bad-request", `expected at most ${LIMITS.options} parameters`);
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(query, name) && options === undefined)
      throw new HttpError(
        "bad-request",
        `unknown parameter "${name}"; known: ${Object.keys(query).join(", ") || "none"}`,
      );
    if (name in given) throw new HttpError("bad-request", `"${name}" is given twice`);
    if (value.length > LIMITS.positionLength)
      throw new HttpError("bad-request", `"${name}" is longer than ${LIMITS.positionLength} characters`);
    given[name] = value;
  }
  for (const [name, { required }] of Object.entries(query))
    if (required && given[name] === undefined) throw new HttpError("bad-request", `the parameter "${name}" is missing`);
  return { ...given };
}

async function bodyOf(c: Context, schema: z.ZodType | undefined): Promise<unknown> {
  if (!schema) return null;
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new HttpError("bad-type", `content-type: "${type}" is not application/json`);
  const sent = await jsonOf(c);
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") ?? "";
  throw new HttpError("bad-request", `${where === "" ? "the body" : where}: ${issue?.message ?? "not as expected"}`);
}

async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new HttpError("bad-request", `the body is not JSON: ${why}`);
  }
}

/** An error is sent as the last event. The handler is aborted when the client disconnects. */
function streamed(c: Context, release: () => void, input: RouteInput, run: NonNullable<Route["stream"]>): Response {
  c.header("cache-control", "no-store");
  c.header("x-accel-buffering", "no");
  return streamSSE(c, async (stream) => {
    const disconnected = new AbortController();
    const signal = AbortSignal.any([input.signal, disconnected.signal]);
    stream.onAbort(() => disconnected.abort());
    let written: Promise<void> = Promise.resolve();
    const send: SendEvent = (event, document) => {
      if (stream.aborted || stream.closed) return false;
      written = stream.writeSSE({ event, data: JSON.stringify(document) }).catch(() => {});
      return true;
    };
    const heartbeat = setInterval(() => void stream.write(":\n\n").catch(() => {}), HEARTBEAT_MS);
    // Sends the headers immediately.
    await stream.write(":\n\n");
    try {
      await run({ ...input, signal }, send);
    } catch (error) {
      if (!signal.aborted) send("error", errorResponse(error).document);
    } finally {
      clearInterval(heartbeat);
      release();
      await written;
    }
  });
}

function matches(path: string, given: string): boolean {
  const [a, b] = [path.split("/"), given.split("/")];
  return a.length === b.length && a.every((part, at) => part === b[at] || /^\{\w+\}$/.test(part));
}
