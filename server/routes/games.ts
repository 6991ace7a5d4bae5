/** Games in play: positions, values, choices, chance. Each is answered by the game's own thread. */
import type { ThoughtDocument } from "../../service/api.ts";
import { whileThinking } from "../../service/documents/search-progress.ts";
import type { GameList } from "../game-list.ts";
import { ChoiceSchema, ThinkingSchema } from "../http/choice-schemas.ts";
import { LIMITS } from "../http/limits.ts";
import { type Route, type RouteInput, withBody } from "../http/route.ts";
import * as schemas from "../http/schemas.ts";
import * as tables from "../http/table-schemas.ts";
import * as values from "../http/value-schemas.ts";
import type { GameThreads } from "../threads/game-threads.ts";

export function gameRoutes(games: GameList, threads: GameThreads): readonly Route[] {
  const ask = (
    method: string,
    { params, signal }: RouteInput,
    argument: unknown,
    seconds: number,
    onSaid?: (said: unknown) => void,
  ): Promise<unknown> => {
    const options = { signal, milliseconds: seconds * 1000, onSaid };
    return threads.call(games.source(params["game"] as string), method, argument, options);
  };
  const posted = (method: string) => (input: RouteInput) => ask(method, input, input.body, LIMITS.callSeconds);
  const searched = (method: string) => (input: RouteInput) => ask(method, input, input.body, LIMITS.searchSeconds);
  const tag = "games";
  return [
    {
      method: "get",
      path: "/api/games",
      tag,
      summary: "what there is to play: rooms first, then general games",
      response: schemas.GamesSchema,
      handle: async () => ({ games: await games.summaries() }),
    },
    {
      method: "get",
      path: "/api/games/{game}",
      tag,
      summary: "a variant of a game: its options, players, first position, and its rules in words",
      options: "options of the variant, as in side=7",
      response: schemas.GameSchema,
      handle: (input) => ask("game", input, input.query, LIMITS.callSeconds),
    },
    withBody({
      method: "post",
      path: "/api/games/{game}/position",
      tag,
      summary: "a game so far: what is seen, who moves and how",
      body: schemas.PositionRequestSchema,
      response: schemas.PositionSchema,
      handle: posted("position"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/values",
      tag,
      summary: "what the position and each move is worth, best first, and who says so",
      body: schemas.PositionRequestSchema,
      response: values.ValuesSchema,
      isSearch: true,
      handle: searched("values"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/line",
      tag,
      summary: "best play of both sides by a table, to the end or as far as it is known",
      body: schemas.PositionRequestSchema,
      response: values.LineSchema,
      isSearch: true,
      handle: searched("line"),
    }),
    {
      method: "get",
      path: "/api/games/{game}/probe",
      tag,
      summary: "the document of `gamelore probe GAME POSITION --json`",
      query: { position: { summary: "the position as text", required: true } },
      options: "options of the tables, or of the variant where the game solves positions when asked",
      response: values.ProbeSchema,
      isSearch: true,
      handle: async (input) => {
        const { position = "", ...options } = input.query;
        return ask("probe", input, { position, options }, LIMITS.searchSeconds);
      },
    },
    withBody({
      method: "post",
      path: "/api/games/{game}/strip",
      tag,
      summary: "the value after every ply for the first seat, from -1 to 1",
      body: schemas.StripRequestSchema,
      response: values.StripSchema,
      isSearch: true,
      handle: searched("strip"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/choose",
      tag,
      summary:
        "what a player chooses, and what it thought; as a stream, also what it thinks so far. It stops when the client goes away",
      body: schemas.ChooseRequestSchema,
      response: ChoiceSchema,
      isSearch: true,
      handle: searched("choose"),
      events: { thinking: ThinkingSchema, chosen: ChoiceSchema, error: schemas.ErrorSchema },
      stream: async (input, send) => {
        const chosen = await whileThinking(
          (thinking) => void send("thinking", thinking),
          (tell) => ask("choose", input, input.body, LIMITS.searchSeconds, (said) => tell(said as ThoughtDocument)),
        );
        send("chosen", chosen);
      },
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/chance",
      tag,
      summary: "what chance does; the same seed and ply give the same",
      body: schemas.ChanceRequestSchema,
      response: schemas.ChanceSchema,
      handle: posted("chance"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/compose",
      tag,
      summary: "the text of a position made of pieces",
      body: schemas.ComposeRequestSchema,
      response: schemas.ComposeSchema,
      handle: posted("compose"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/import",
      tag,
      summary:
        "reads games from text of the game's own format, PGN of chess; what cannot be read is told with its place",
      body: schemas.ImportRequestSchema,
      response: schemas.ImportSchema,
      handle: posted("import"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/export",
      tag,
      summary: "writes a game as text of its own format, PGN of chess",
      body: schemas.ExportRequestSchema,
      response: schemas.ExportSchema,
      handle: posted("export"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/players",
      tag,
      summary: "checks a player's text; the answer is its canonical form",
      body: schemas.PlayersRequestSchema,
      response: schemas.PlayersSchema,
      handle: posted("players"),
    }),
    withBody({
      method: "post",
      path: "/api/games/{game}/table",
      tag,
      summary: "the table that these options describe: what building it takes, and whether it is there",
      body: schemas.TableRequestSchema,
      response: tables.TableOfferSchema,
      handle: posted("table"),
    }),
  ];
}
