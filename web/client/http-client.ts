/** The API over HTTP. */
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { ChoiceDocument, ErrorDocument, OptionParams, ThinkingDocument } from "../../service/api.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import type { QueueDocument } from "../../service/queue-documents.ts";
import { eventParser } from "./event-stream.ts";
import { type CallOptions, ApiError, ServerUnreachable, type WorkbenchApi } from "./api-client.ts";

export interface HttpClient extends WorkbenchApi {
  alive(): Promise<boolean>;
}

export function httpClient(base = "/api"): HttpClient {
  const get = <T>(path: string, options?: CallOptions): Promise<T> => request<T>(`${base}${path}`, {}, options);
  const post = <T>(path: string, body: unknown, options?: CallOptions): Promise<T> =>
    request<T>(
      `${base}${path}`,
      { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
      options,
    );
  const of = (game: string, operation = ""): string => `/games/${encodeURIComponent(game)}${operation}`;
  return {
    alive: () =>
      fetch(base, { signal: AbortSignal.timeout(5000) }).then(
        (response) => response.ok,
        () => false,
      ),
    games: async () => (await get<{ games: Awaited<ReturnType<WorkbenchApi["games"]>> }>("/games")).games,
    game: (game, variant, options) => get(`${of(game)}${queryOf(variant)}`, options),
    position: (game, request, options) => post(of(game, "/position"), request, options),
    analyse: (game, request, options) => analyse(`${base}${of(game, "/analyse")}`, request, options),
    values: (game, request, options) => post(of(game, "/values"), request, options),
    pv: (game, request, options) => post(of(game, "/pv"), request, options),
    graph: (game, request, options) => post(of(game, "/graph"), request, options),
    choose: (game, request, options) => choose(`${base}${of(game, "/choose")}`, request, options),
    chance: (game, request, options) => post(of(game, "/chance"), request, options),
    compose: (game, request, options) => post(of(game, "/compose"), request, options),
    import: (game, request, options) => post(of(game, "/import"), request, options),
    export: (game, request, options) => post(of(game, "/export"), request, options),
    playerText: (game, request, options) => post(of(game, "/players"), request, options),
    tables: () => get("/tables"),
    table: (game, name) => get(`/tables/${encodeURIComponent(game)}/${encodeURIComponent(name)}`),
    tableSets: async (game) =>
      (await get<{ sets: Awaited<ReturnType<WorkbenchApi["tableSets"]>> }>(`/tables/${encodeURIComponent(game)}`)).sets,
    tableSpec: (game, options) => post(of(game, "/table"), { options }),
    startJob: (request) => post("/jobs", request),
    cancelJob: (id) => request(`${base}/jobs/${encodeURIComponent(id)}`, { method: "DELETE" }),
    detachJob: (id) => post(`/jobs/${encodeURIComponent(id)}/detach`, {}),
    queue: async () => (await get<{ queue: QueueDocument | null }>("/queue")).queue,
    stopRun: async (id) =>
      (
        await request<{ queue: QueueDocument | null }>(`${base}/queue/runs/${encodeURIComponent(id)}`, {
          method: "DELETE",
        })
      ).queue,
    watchJobs: (onJob) => watchJobs(`${base}/events`, onJob),
    matches: async (game) =>
      (await get<{ matches: Awaited<ReturnType<WorkbenchApi["matches"]>> }>(`/matches${queryOf(game ? { game } : {})}`))
        .matches,
    match: (id) => get(`/matches/${id}`),
    record: (id) => get(`/records/${id}`),
    experiments: async () =>
      (await get<{ experiments: Awaited<ReturnType<WorkbenchApi["experiments"]>> }>("/lab")).experiments,
    experiment: (id, setting) => get(`/lab/${encodeURIComponent(id)}${queryOf({ setting })}`),
    rulesheet: (request) => post("/rulesheets", request),
  };
}

/** The server stopped the request, usually because it is shutting down: it is sent again when the server is up. */
const INTERRUPTED = "interrupted";

function queryOf(values: OptionParams): string {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)] as [string, string]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

async function request<T>(url: string, init: RequestInit, options?: CallOptions): Promise<T> {
  return (await (await responseOf(url, init, options)).json()) as T;
}

async function responseOf(url: string, init: RequestInit, options?: CallOptions): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: options?.signal ?? null });
  } catch (error) {
    throw unreachable(error, options);
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => null)) as ErrorDocument | null;
  if (body?.error.code === INTERRUPTED) throw unreachable(body.error.message, options);
  // A gateway's own error for a server that is down.
  if (!body?.error && response.status >= 502 && response.status <= 504) throw new ServerUnreachable();
  throw new ApiError(body?.error.code ?? String(response.status), body?.error.message ?? `${url}: ${response.status}`);
}

function unreachable(error: unknown, options?: CallOptions): unknown {
  return options?.signal?.aborted ? new DOMException("aborted", "AbortError") : new ServerUnreachable(String(error));
}

/** The choice of a player; search info arrives before it. */
async function choose(url: string, request: unknown, options?: CallOptions): Promise<ChoiceDocument> {
  return stream(url, request, options, (event, document) => {
    if (event === "thinking") options?.onThinking?.(document as ThinkingDocument);
    return event === "chosen" ? (document as ChoiceDocument) : null;
  });
}

/** The last state of an analysis; earlier ones arrive before it. */
async function analyse(url: string, request: unknown, options?: CallOptions): Promise<AnalysisDocument> {
  return stream(url, request, options, (event, document) => {
    if (event !== "analysis") return null;
    const analysis = document as AnalysisDocument;
    options?.onAnalysis?.(analysis, "server");
    return analysis.done ? analysis : null;
  });
}

/** Reads an event stream until `receive` returns the answer. The search stops with the connection. */
async function stream<T>(
  url: string,
  request: unknown,
  options: CallOptions | undefined,
  receive: (event: string, document: unknown) => T | null,
): Promise<T> {
  const response = await responseOf(
    url,
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(request),
    },
    options,
  );
  const parse = eventParser();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || value === undefined) throw new ServerUnreachable("the connection was closed");
      for (const { event, data } of parse(value)) {
        const document: unknown = JSON.parse(data);
        if (event === "error") {
          const { error } = document as ErrorDocument;
          if (error.code === INTERRUPTED) throw new ServerUnreachable(error.message);
          throw new ApiError(error.code, error.message);
        }
        const answer = receive(event, document);
        if (answer !== null) return answer;
      }
    }
  } catch (error) {
    throw error instanceof ApiError ? error : unreachable(error, options);
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
}

function watchJobs(url: string, onJob: (job: JobDocument) => void): () => void {
  const source = new EventSource(url);
  source.addEventListener("job", (event) => onJob(JSON.parse((event as MessageEvent<string>).data) as JobDocument));
  return () => source.close();
}
