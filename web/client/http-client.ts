/** The workbench behind /api. */
import type { ChoiceDocument, ErrorDocument, JobDocument, ThinkingDocument } from "../../service/api.ts";
import { eventReader } from "./event-stream.ts";
import { type CallOptions, Refused, Unreachable, type Variant, type Workbench } from "./api-client.ts";

/** Beside what the page asks for, whether anybody is there. */
export interface HttpClient extends Workbench {
  alive(): Promise<boolean>;
}

export function httpClient(base = "/api"): HttpClient {
  const get = <T>(path: string, options?: CallOptions): Promise<T> => ask<T>(`${base}${path}`, {}, options);
  const post = <T>(path: string, body: unknown, options?: CallOptions): Promise<T> =>
    ask<T>(
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
    games: async () => (await get<{ games: Awaited<ReturnType<Workbench["games"]>> }>("/games")).games,
    game: (game, variant, options) => get(`${of(game)}${queryOf(variant)}`, options),
    position: (game, request, options) => post(of(game, "/position"), request, options),
    values: (game, request, options) => post(of(game, "/values"), request, options),
    line: (game, request, options) => post(of(game, "/line"), request, options),
    strip: (game, request, options) => post(of(game, "/strip"), request, options),
    choose: (game, request, options) => choose(`${base}${of(game, "/choose")}`, request, options),
    chance: (game, request, options) => post(of(game, "/chance"), request, options),
    compose: (game, request, options) => post(of(game, "/compose"), request, options),
    import: (game, request, options) => post(of(game, "/import"), request, options),
    export: (game, request, options) => post(of(game, "/export"), request, options),
    playerText: (game, request, options) => post(of(game, "/players"), request, options),
    tables: () => get("/tables"),
    table: (game, name) => get(`/tables/${encodeURIComponent(game)}/${encodeURIComponent(name)}`),
    tableSets: async (game) =>
      (await get<{ sets: Awaited<ReturnType<Workbench["tableSets"]>> }>(`/tables/${encodeURIComponent(game)}`)).sets,
    tableOffer: (game, options) => post(of(game, "/table"), { options }),
    startJob: (request) => post("/jobs", request),
    cancelJob: (id) => ask(`${base}/jobs/${encodeURIComponent(id)}`, { method: "DELETE" }),
    watchJobs: (onJob) => watchJobs(`${base}/events`, onJob),
    matches: async (game) =>
      (await get<{ matches: Awaited<ReturnType<Workbench["matches"]>> }>(`/matches${queryOf(game ? { game } : {})}`))
        .matches,
    match: (id) => get(`/matches/${id}`),
    record: (id) => get(`/records/${id}`),
    experiments: async () =>
      (await get<{ experiments: Awaited<ReturnType<Workbench["experiments"]>> }>("/lab")).experiments,
    experiment: (id, setting) => get(`/lab/${encodeURIComponent(id)}${queryOf({ setting })}`),
    rulesheet: (request) => post("/rulesheets", request),
  };
}

function queryOf(values: Variant): string {
  const entries = Object.entries(values).map(([name, value]) => [name, String(value)] as [string, string]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}

async function ask<T>(url: string, init: RequestInit, options?: CallOptions): Promise<T> {
  return (await (await answerOf(url, init, options)).json()) as T;
}

async function answerOf(url: string, init: RequestInit, options?: CallOptions): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: options?.signal ?? null });
  } catch (error) {
    throw unreachable(error, options);
  }
  if (response.ok) return response;
  const said = (await response.json().catch(() => null)) as ErrorDocument | null;
  // A gateway that answers for a server that is gone has no document of ours.
  if (!said?.error && response.status >= 502 && response.status <= 504) throw new Unreachable();
  throw new Refused(said?.error.code ?? String(response.status), said?.error.message ?? `${url}: ${response.status}`);
}

function unreachable(error: unknown, options?: CallOptions): unknown {
  return options?.signal?.aborted ? new DOMException("aborted", "AbortError") : new Unreachable(String(error));
}

/** Asks with events, so that thinking is heard of and ends with the connection. */
async function choose(url: string, request: unknown, options?: CallOptions): Promise<ChoiceDocument> {
  const response = await answerOf(
    url,
    {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(request),
    },
    options,
  );
  const read = eventReader();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || value === undefined) throw new Unreachable("the answer broke off");
      for (const { event, data } of read(value)) {
        const said: unknown = JSON.parse(data);
        if (event === "thinking") options?.onThinking?.(said as ThinkingDocument);
        else if (event === "chosen") return said as ChoiceDocument;
        else if (event === "error") {
          const { error } = said as ErrorDocument;
          throw new Refused(error.code, error.message);
        }
      }
    }
  } catch (error) {
    throw error instanceof Refused ? error : unreachable(error, options);
  } finally {
    void reader?.cancel().catch(() => undefined);
  }
}

function watchJobs(url: string, onJob: (job: JobDocument) => void): () => void {
  const source = new EventSource(url);
  source.addEventListener("job", (event) => onJob(JSON.parse((event as MessageEvent<string>).data) as JobDocument));
  return () => source.close();
}
