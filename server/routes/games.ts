/** Routes of games in play: positions, values, choices, chance. The game's worker thread answers. */
import type { SearchInfoDocument } from "../../service/api.ts";
import { withProgress } from "../../service/documents/search-progress.ts";
import type { GameList } from "../game-list.ts";
import { ChoiceSchema, ThinkingSchema } from "../http/choice-schemas.ts";
import { LIMITS } from "../http/limits.ts";
import { type Route, type RouteInput, withBody } from "../http/route.ts";
import * as requests from "../http/request-schemas.ts";
import * as schemas from "../http/schemas.ts";
import * as tables from "../http/table-schemas.ts";
import * as values from "../http/value-schemas.ts";
import type { GameThreads } from "../threads/game-threads.ts";

export function gameRoutes(games: GameList, threads: GameThreads): readonly Route[] {
  const call = (
    method: string,
    { params, signal }: RouteInput,
    argument: unknown,
    seconds: number,
    onEvent?: (event: unknown) => void,
  ): Promise<unknown> => {
    const options = { signal, milliseconds: seconds * 1000, onEvent };
    return threads.call(games.source(params["game"] as string), method, argument, options);
  };
  const quick = (method: string) => (input: RouteInput) => call(method, input, input.body, LIMITS.callSeconds);
  const search = (method: string) => (input: RouteInput) => call(method, input, input.body, LIMITS.searchSeconds);
  const tag = "games";
  return [
    {
      method: "get",
      path: "/api/games",
      tag,
      summary: "all games: native ones first, then general ones",
      response: schemas.GamesSchema,
      handle: async () => ({ games: await games.summaries() }),
    },
    {
      method: "get",
      path: "/api/games/{game}",
      tag,
      summary: "a variant of a game: options, players, initial position, rules",
      options: "options of the variant, for example side=7",
      response: schemas.GameSchema,
      handle: (input) => call("game", input, input.query, LIMITS.callSeconds),
    },
    withBody({
      method: "post",
      path: "/api/games/{game}/position",
      tag,
      summary: "the position of a game so far: view, actors, legal moves",
      body: requests.PositionRequestSchema,
      response: schemas.PositionSchema,
      handle: quick("position"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/values",
      tag,
      summary: "the value of the position and of each move, best first, with its source",
      body: requests.PositionRequestSchema,
      response: values.ValuesSchema,
      isSearch: true,
      handle: search("values"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/analyse",
      tag,
      summary:
        "the analysis of the position: exact values, else a search with several lines; as a stream, also what it has found so far. The search stops when the client disconnects",
      body: requests.AnalysisRequestSchema,
      response: values.AnalysisSchema,
      isSearch: true,
      handle: search("analyse"),
      events: { analysis: values.AnalysisSchema, error: schemas.ErrorSchema },
      stream: async (input, send) => {
        const onEvent = (document: unknown): void => void send("analysis", document);
        onEvent(await call("analyse", input, input.body, LIMITS.searchSeconds, onEvent));
      },
    }),
    // /line and /strip are the former names of /pv and /graph.
    ...["pv", "line"].map((name) =>
      withBody({
        method: "post",
        path: `/api/games/{game}/${name}`,
        tag,
        summary:
          "the principal variation by a table: best play of both sides, to the end or as far as the tables reach",
        deprecated: name === "line",
        body: requests.PositionRequestSchema,
        response: values.PvSchema,
        isSearch: true,
        handle: search("pv"),
      }),
    ),
    {
      method: "get",
      path: "/api/games/{game}/probe",
      tag,
      summary: "the document of `gamelore probe GAME POSITION --json`",
      query: { position: { summary: "the position as text", required: true } },
      options: "options of the tables, or of the variant if the game solves positions on request",
      response: values.ProbeSchema,
      isSearch: true,
      handle: async (input) => {
        const { position = "", ...options } = input.query;
        return call("probe", input, { position, options }, LIMITS.searchSeconds);
      },
    },
    ...["graph", "strip"].map((name) =>
      withBody({
        method: "post",
        path: `/api/games/{game}/${name}`,
        tag,
        summary: "the evaluation graph: the value after every ply for one player, from -1 to 1",
        deprecated: name === "strip",
        body: requests.EvaluationGraphRequestSchema,
        response: values.EvaluationGraphSchema,
        isSearch: true,
        handle: search("graph"),
      }),
    ),
    withBody({
      method: "post",
      path: "/api/games/{game}/choose",
      tag,
      summary:
        "a player's choice with its search info; as a stream, also info during the search. The search stops when the client disconnects",
      body: requests.ChooseRequestSchema,
      response: ChoiceSchema,
      isSearch: true,
      handle: search("choose"),
      events: { thinking: ThinkingSchema, chosen: ChoiceSchema, error: schemas.ErrorSchema },
      stream: async (input, send) => {
        const chosen = await withProgress(
          (thinking) => void send("thinking", thinking),
          (onInfo) =>
            call("choose", input, input.body, LIMITS.searchSeconds, (info) => onInfo(info as SearchInfoDocument)),
        );
        send("chosen", chosen);
      },
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/chance",
      tag,
      summary: "a chance move; the same seed and ply give the same move",
      body: requests.ChanceRequestSchema,
      response: schemas.ChanceSchema,
      handle: quick("chance"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/compose",
      tag,
      summary: "the text of a position given by its pieces",
      body: requests.ComposeRequestSchema,
      response: schemas.ComposeSchema,
      handle: quick("compose"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/import",
      tag,
      summary: "parses games in the game's notation (chess: PGN); errors have line and column",
      body: requests.ImportRequestSchema,
      response: schemas.ImportSchema,
      handle: quick("import"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/export",
      tag,
      summary: "formats a game in its notation (chess: PGN)",
      body: requests.ExportRequestSchema,
      response: schemas.ExportSchema,
      handle: quick("export"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/players",
      tag,
      summary: "checks a player's text and returns its canonical form",
      body: requests.PlayerTextRequestSchema,
      response: schemas.PlayerTextSchema,
      handle: quick("playerText"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/table",
      tag,
      summary: "the table that these options describe: memory, status, and the command that builds it",
      body: requests.TableSpecRequestSchema,
      response: tables.TableSpecSchema,
      handle: quick("tableSpec"),
    }),
  ];
}
