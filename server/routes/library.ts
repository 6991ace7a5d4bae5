/** What is stored: tables, matches, games, experiments; and rulesheets that are brought. */
import type { GameList } from "../game-list.ts";
import { ServerFault } from "../http/http-error.ts";
import { LIMITS } from "../http/limits.ts";
import { type Route, type RouteInput, withBody } from "../http/route.ts";
import * as schemas from "../http/schemas.ts";
import * as tables from "../http/table-schemas.ts";
import type { BroughtRulesheet } from "../library/rulesheets.ts";
import { Caller } from "../threads/worker-client.ts";

const PROGRAM = new URL("../library/library-worker-start.js", import.meta.url);
const MEGABYTES = 1_500;
const RULESHEET_SECONDS = 30;
const LAB_SECONDS = 60;

export class Library {
  readonly #caller = new Caller({ program: PROGRAM, start: null, megabytes: MEGABYTES });
  /** Some figures of experiments take seconds to work out; who asks for tables need not wait for them. */
  readonly #lab = new Caller({ program: PROGRAM, start: null, megabytes: MEGABYTES });
  /** What is brought is looked at apart: it may take long, or the thread's life. */
  readonly #checker = new Caller({ program: PROGRAM, start: null, megabytes: MEGABYTES });

  ask(method: string, argument: unknown, { signal }: Pick<RouteInput, "signal">): Promise<unknown> {
    return this.#caller.call(method, argument, { signal, milliseconds: LIMITS.callSeconds * 1000 });
  }

  askLab(method: string, argument: unknown, { signal }: Pick<RouteInput, "signal">): Promise<unknown> {
    return this.#lab.call(method, argument, { signal, milliseconds: LAB_SECONDS * 1000 });
  }

  async bring(body: unknown, { signal }: Pick<RouteInput, "signal">): Promise<BroughtRulesheet> {
    return (await this.#checker.call("rulesheet", body, {
      signal,
      milliseconds: RULESHEET_SECONDS * 1000,
    })) as BroughtRulesheet;
  }

  async close(): Promise<void> {
    await Promise.all([this.#caller.close(), this.#lab.close(), this.#checker.close()]);
  }
}

export function libraryRoutes(library: Library, games: GameList): readonly Route[] {
  const asked = (method: string, argument: unknown, input: RouteInput): Promise<unknown> =>
    library.ask(method, argument, input);
  return [
    {
      method: "get",
      path: "/api/tables",
      tag: "tables",
      summary: "the tables on this machine",
      response: tables.TablesSchema,
      handle: (input) => asked("tables", null, input),
    },
    {
      method: "get",
      path: "/api/tables/{game}",
      tag: "tables",
      summary: "all tables that a game can have, in sets that are built together: which are there, and what they hold",
      response: tables.TableSetsSchema,
      handle: (input) => asked("tableSets", input.params["game"], input),
    },
    {
      method: "get",
      path: "/api/tables/{game}/{name}",
      tag: "tables",
      summary: "a table: how many entries have which value, how it was built, and what takes longest",
      response: tables.TableSchema,
      handle: (input) => asked("table", { game: input.params["game"], name: input.params["name"] }, input),
    },
    {
      method: "get",
      path: "/api/matches",
      tag: "matches",
      summary: "matches that were played, the newest first",
      query: { game: { summary: "only of this game" }, label: { summary: "only with this label" } },
      response: schemas.MatchesSchema,
      handle: (input) => asked("matches", input.query, input),
    },
    {
      method: "get",
      path: "/api/matches/{id}",
      tag: "matches",
      summary: "a match with its games",
      response: schemas.MatchSchema,
      handle: async (input) => asked("match", numberOf(input), input),
    },
    {
      method: "get",
      path: "/api/records/{id}",
      tag: "matches",
      summary: "a game that was played, to be replayed",
      response: schemas.RecordSchema,
      handle: async (input) => asked("record", numberOf(input), input),
    },
    {
      method: "get",
      path: "/api/lab",
      tag: "lab",
      summary: "the published tables, and how much of each is measured",
      response: schemas.LabSchema,
      handle: (input) => library.askLab("lab", null, input),
    },
    {
      method: "get",
      path: "/api/lab/{experiment}",
      tag: "lab",
      summary: "a published table beside ours",
      query: { setting: { summary: "quick or full; quick where nothing is said" } },
      response: schemas.ExperimentSchema,
      handle: (input) => {
        const { setting = "quick" } = input.query;
        return library.askLab("experiment", { id: input.params["experiment"], setting }, input);
      },
    },
    withBody({
      method: "post",
      path: "/api/rulesheets",
      tag: "rulesheets",
      summary: "a rulesheet in GDL: what is wrong with it, and the game it makes; that is kept",
      body: schemas.RulesheetRequestSchema,
      response: schemas.RulesheetSchema,
      status: 201,
      isSearch: true,
      handle: async (input) => {
        const { document, source } = await library.bring(input.body, input);
        if (source && !games.has(source.id)) games.add(source);
        return document;
      },
    }),
  ];
}

function numberOf({ params }: RouteInput): number {
  const text = params["id"] ?? "";
  if (!/^\d{1,12}$/.test(text)) throw new ServerFault("bad-request", `"${text.slice(0, 40)}" is not a number`);
  return Number(text);
}
