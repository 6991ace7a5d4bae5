/** The routes as a Hono application: requests checked, answers and errors as documents, nothing unbounded. */
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { refusalOf, ServerFault } from "./http-error.ts";
import { onlyKnownHosts, securityHeaders } from "./guard.ts";
import { LIMITS } from "./limits.ts";
import type { Route, RouteInput, SendEvent } from "./route.ts";
import { Turnstile } from "./concurrency-limiter.ts";

export interface AppOptions {
  readonly routes: readonly Route[];
  /** Names under which the server may be addressed. */
  readonly hosts: readonly string[];
  /** For what is no part of the API: the page. */
  readonly page: (c: Context) => Promise<Response>;
}

const RETRY_AFTER_S = "1";
const HEARTBEAT_MS = 15_000;

export function makeApp({ routes, hosts, page }: AppOptions): Hono {
  const app = new Hono();
  const requests = new Turnstile(LIMITS.requests, "requests");
  const searches = new Turnstile(LIMITS.searches, "searches");
  const streams = new Turnstile(LIMITS.eventStreams, "streams of events");
  app.use(securityHeaders());
  app.onError((error, c) => refuse(c, error));
  app.use(onlyKnownHosts(hosts));
  app.use(
    "/api/*",
    bodyLimit({
      maxSize: LIMITS.bodyBytes,
      onError: () => {
        throw new ServerFault("too-large-request", `a request may have ${LIMITS.bodyBytes} bytes`);
      },
    }),
  );
  for (const route of routes)
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ":$1"), async (c) => {
      const input = await inputOf(c, route);
      const { stream } = route;
      if (route.streamsOnly && stream) return streamed(c, streams.enter(), input, stream);
      const turnstile = route.isSearch ? searches : requests;
      if (stream && c.req.header("accept")?.includes("text/event-stream"))
        return streamed(c, turnstile.enter(), input, stream);
      const document = await turnstile.pass(() => route.handle(input));
      c.header("cache-control", "no-store");
      return c.json(document as object, route.status ?? 200);
    });
  app.all("/api/*", (c) => {
    const known = routes.filter(({ path }) => matches(path, c.req.path)).map(({ method }) => method.toUpperCase());
    if (known.length === 0) throw new ServerFault("not-found", `there is no ${c.req.path}; see /api/openapi.json`);
    c.header("allow", known.join(", "));
    return refuse(c, new ServerFault("bad-method", `${c.req.path} takes ${known.join(", ")}`));
  });
  app.get("*", (c) => page(c));
  app.notFound((c) => refuse(c, new ServerFault("bad-method", "only GET is answered here")));
  return app;
}

function refuse(c: Context, error: unknown): Response {
  const { status, document } = refusalOf(error);
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
  // Without the usual prototype, a name like __proto__ is a name like any other.
  const given = Object.create(null) as Record<string, string>;
  const parameters = [...new URL(c.req.url).searchParams];
  if (parameters.length > LIMITS.options)
    throw new ServerFault("bad-request", `expected at most ${LIMITS.options} parameters`);
  for (const [name, value] of parameters) {
    if (!Object.hasOwn(query, name) && options === undefined)
      throw new ServerFault(
        "bad-request",
        `unknown parameter "${name}"; known: ${Object.keys(query).join(", ") || "none"}`,
      );
    if (name in given) throw new ServerFault("bad-request", `"${name}" is given twice`);
    if (value.length > LIMITS.positionLength)
      throw new ServerFault("bad-request", `"${name}" is longer than ${LIMITS.positionLength} letters`);
    given[name] = value;
  }
  for (const [name, { required }] of Object.entries(query))
    if (required && given[name] === undefined)
      throw new ServerFault("bad-request", `the parameter "${name}" is missing`);
  return { ...given };
}

async function bodyOf(c: Context, schema: z.ZodType | undefined): Promise<unknown> {
  if (!schema) return null;
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ServerFault("bad-type", `content-type: "${type}" is not application/json`);
  const sent = await jsonOf(c);
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") ?? "";
  throw new ServerFault("bad-request", `${where === "" ? "the body" : where}: ${issue?.message ?? "not as expected"}`);
}

async function jsonOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new ServerFault("bad-request", `the body is no JSON: ${why}`);
  }
}

/** An error within a stream is its last event. Whatever runs ends when the client goes. */
function streamed(c: Context, leave: () => void, input: RouteInput, run: NonNullable<Route["stream"]>): Response {
  c.header("cache-control", "no-store");
  c.header("x-accel-buffering", "no");
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    const signal = AbortSignal.any([input.signal, gone.signal]);
    stream.onAbort(() => gone.abort());
    let written: Promise<void> = Promise.resolve();
    const send: SendEvent = (event, document) => {
      if (stream.aborted || stream.closed) return false;
      written = stream.writeSSE({ event, data: JSON.stringify(document) }).catch(() => {});
      return true;
    };
    const heartbeat = setInterval(() => void stream.write(":\n\n").catch(() => {}), HEARTBEAT_MS);
    // So that the client knows at once that it is heard.
    await stream.write(":\n\n");
    try {
      await run({ ...input, signal }, send);
    } catch (error) {
      if (!signal.aborted) send("error", refusalOf(error).document);
    } finally {
      clearInterval(heartbeat);
      leave();
      await written;
    }
  });
}

function matches(path: string, given: string): boolean {
  const [a, b] = [path.split("/"), given.split("/")];
  return a.length === b.length && a.every((part, at) => part === b[at] || /^\{\w+\}$/.test(part));
}
