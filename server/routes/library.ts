/** Routes of the library: stored tables, matches, games and experiments; uploaded rulesheets. */
import { sourceFile } from "../../engine/platform/node/source-file.ts";
import type { GameList } from "../game-list.ts";
import { HttpError } from "../http/http-error.ts";
import { LIMITS } from "../http/limits.ts";
import { type Route, type RouteInput, withBody } from "../http/route.ts";
import * as requests from "../http/request-schemas.ts";
import * as schemas from "../http/schemas.ts";
import * as tables from "../http/table-schemas.ts";
import type { UploadedRulesheet } from "../library/rulesheets.ts";
import { WorkerClient } from "../threads/worker-client.ts";

const PROGRAM = sourceFile("../library/library-worker", import.meta.url);
const MEGABYTES = 1_500;
const RULESHEET_SECONDS = 30;
const LAB_SECONDS = 60;

export class Library {
  readonly #worker = new WorkerClient({ program: PROGRAM, megabytes: MEGABYTES });
  /** Experiments may take seconds; other requests do not wait for them. */
  readonly #lab = new WorkerClient({ program: PROGRAM, megabytes: MEGABYTES });
  /** Uploads run in a worker of their own: they may be slow, or crash it. */
  readonly #checker = new WorkerClient({ program: PROGRAM, megabytes: MEGABYTES });

  call(method: string, argument: unknown, { signal }: Pick<RouteInput, "signal">): Promise<unknown> {
    return this.#worker.call(method, argument, { signal, milliseconds: LIMITS.callSeconds * 1000 });
  }

  callLab(method: string, argument: unknown, { signal }: Pick<RouteInput, "signal">): Promise<unknown> {
    return this.#lab.call(method, argument, { signal, milliseconds: LAB_SECONDS * 1000 });
  }

  async upload(body: unknown, { signal }: Pick<RouteInput, "signal">): Promise<UploadedRulesheet> {
    return (await this.#checker.call("rulesheet", body, {
      signal,
      milliseconds: RULESHEET_SECONDS * 1000,
    })) as UploadedRulesheet;
  }

  async close(): Promise<void> {
    await Promise.all([this.#worker.close(), this.#lab.close(), this.#checker.close()]);
  }
}

export function libraryRoutes(library: Library, games: GameList): readonly Route[] {
  const call = (method: string, argument: unknown, input: RouteInput): Promise<unknown> =>
    library.call(method, argument, input);
  return [
    {
      method: "get",
      path: "/api/tables",
      tag: "tables",
      summary: "all tables on this machine",
      response: tables.TablesSchema,
      handle: (input) => call("tables", null, input),
    },
    {
      method: "get",
      path: "/api/tables/{game}",
      tag: "tables",
      summary: "all tables that a game can have, by set: which are built, and their counts",
      response: tables.TableSetsSchema,
      handle: (input) => call("tableSets", input.params["game"], input),
    },
    {
      method: "get",
      path: "/api/tables/{game}/{name}",
      tag: "tables",
      summary: "a table: its histogram, how it was built, and the positions with the longest distance",
      response: tables.TableSchema,
      handle: (input) => call("table", { game: input.params["game"], name: input.params["name"] }, input),
    },
    {
      method: "get",
      path: "/api/matches",
      tag: "matches",
      summary: "all matches, newest first",
      query: { game: { summary: "only matches of this game" }, label: { summary: "only matches with this label" } },
      response: schemas.MatchesSchema,
      handle: (input) => call("matches", input.query, input),
    },
    {
      method: "get",
      path: "/api/matches/{id}",
      tag: "matches",
      summary: "a match with its games",
      response: schemas.MatchSchema,
      handle: async (input) => call("match", numberOf(input), input),
    },
    {
      method: "get",
      path: "/api/records/{id}",
      tag: "matches",
      summary: "a recorded game",
      response: schemas.RecordSchema,
      handle: async (input) => call("record", numberOf(input), input),
    },
    {
      method: "get",
      path: "/api/lab",
      tag: "lab",
      summary: "all experiments, with the number of measured cells",
      response: schemas.LabSchema,
      handle: (input) => library.callLab("lab", null, input),
    },
    {
      method: "get",
      path: "/api/lab/{experiment}",
      tag: "lab",
      summary: "an experiment: the published table beside ours",
      query: { setting: { summary: "quick (the default) or full" } },
      response: schemas.ExperimentSchema,
      handle: (input) => {
        const { setting = "quick" } = input.query;
        return library.callLab("experiment", { id: input.params["experiment"], setting }, input);
      },
    },
    withBody({
      method: "post",
      path: "/api/rulesheets",
      tag: "rulesheets",
      summary: "uploads a GDL rulesheet: the checker's findings, and the new game if it can be played",
      body: requests.RulesheetRequestSchema,
      response: schemas.RulesheetSchema,
      status: 201,
      isSearch: true,
      handle: async (input) => {
        const { document, source } = await library.upload(input.body, input);
        if (source && !games.has(source.id)) games.add(source);
        return document;
      },
    }),
  ];
}

function numberOf({ params }: RouteInput): number {
  const text = params["id"] ?? "";
  if (!/^\d{1,12}$/.test(text)) throw new HttpError("bad-request", `"${text.slice(0, 40)}" is not a number`);
  return Number(text);
}
